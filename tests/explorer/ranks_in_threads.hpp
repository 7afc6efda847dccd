// Ranks that are threads of one process, for tests.
#pragma once

#include <barrier>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "explorer/ranks.hpp"

namespace opexplore::testing {

/// Calls work(ranks) as each of `count` ranks at once; throws what the first of them has thrown.
/// All have to call exchange() equally often.
inline void as_ranks(unsigned count, const std::function<void(const Ranks&)>& work) {
  std::barrier meeting(static_cast<std::ptrdiff_t>(count));
  std::vector<std::vector<std::string>> sent(count);
  std::vector<std::exception_ptr> errors(count);
  std::vector<std::thread> threads;
  for (unsigned rank = 0; rank < count; ++rank) {
    threads.emplace_back([&, rank] {
      const Ranks ranks{rank, count, [&, rank](std::vector<std::string> bytes) {
                          sent[rank] = std::move(bytes);
                          meeting.arrive_and_wait();
                          std::vector<std::string> got;
                          for (const auto& from : sent) got.push_back(from[rank]);
                          meeting.arrive_and_wait();
                          return got;
                        }};
      try {
        work(ranks);
      } catch (...) {
        errors[rank] = std::current_exception();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace opexplore::testing
