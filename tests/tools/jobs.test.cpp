// Jobs side by side: what becomes of one that a worker cannot do.
#include "answers/jobs.hpp"

#include <atomic>
#include <cstddef>
#include <new>
#include <thread>

#include "tests/catch.hpp"

namespace opexplore {
namespace {

struct Number {
  std::size_t value = 0;
  bool reached_max_states = false;
};

}  // namespace

TEST_CASE("jobs: where workers lack memory the one who waits does the job", "[jobs]") {
  ExploreOptions explore;
  explore.threads = 2;
  const std::thread::id here = std::this_thread::get_id();
  std::atomic<unsigned> lacks{0};
  Jobs<Number> jobs(explore, 5, [&](std::size_t index, const ExploreOptions&) {
    if (index % 2 == 1 && std::this_thread::get_id() != here) {
      ++lacks;
      throw std::bad_alloc();
    }
    return Number{index};
  });
  for (std::size_t index = 0; index < jobs.size(); ++index) {
    CHECK(jobs.result(index).value == index);
  }
  CHECK(lacks == 2);
}

TEST_CASE("jobs: lack of memory where one waits is told", "[jobs]") {
  ExploreOptions explore;
  explore.threads = 2;
  Jobs<Number> jobs(explore, 2,
                    [](std::size_t, const ExploreOptions&) -> Number { throw std::bad_alloc(); });
  CHECK_THROWS_AS(jobs.result(0), std::bad_alloc);
  CHECK_THROWS_AS(jobs.result(1), std::bad_alloc);
}

}  // namespace opexplore
