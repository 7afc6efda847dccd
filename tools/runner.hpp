// The tests of a batch on all cores, their results in the order of the command line.
//
// Small tests run side by side, one thread each; one that outgrows `small` states
// is run again by itself with all threads. Either way gives the same report.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <variant>
#include <vector>

#include "tools/single.hpp"

namespace opexplore {

/// A test file, or why an argument names none.
using Source = std::variant<std::filesystem::path, Failure>;

class Runner {
 public:
  /// Starts to run the tests, if there are several and more than one thread is allowed.
  /// The context must outlive the runner.
  Runner(const Context& context, std::vector<Source> sources);
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  /// Stops searches under way and waits for their threads.
  ~Runner();

  std::size_t size() const { return sources_.size(); }

  /// The result of one test; call it once for each, in order. Waits for a worker or runs
  /// the test here. After an interruption: Ending::not_run.
  SingleResult result(std::size_t index);

 private:
  static constexpr std::uint64_t small = 1U << 14U;

  SingleResult run(std::size_t index, const ExploreOptions& explore) const;
  SingleResult run_here(std::size_t index) const;
  std::optional<SingleResult> run_small(std::size_t index) const;
  void work();

  const Context& context_;
  std::vector<Source> sources_;
  /// By index: done or not yet; inside, the result unless the test outgrew a worker.
  std::vector<std::optional<std::optional<SingleResult>>> results_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::vector<std::jthread> workers_;  ///< last: their destructors join before the rest goes
};

}  // namespace opexplore
