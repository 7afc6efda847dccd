// Running the tests of a suite on a GPU.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/device/driver.hpp"
#include "hardware/environment.hpp"
#include "hardware/suite.hpp"

namespace opexplore::hardware {

struct RunOptions {
  std::vector<Environment> environments;  ///< their ids are their positions
  double seconds = 0.25;                  ///< of each, by the clock of the GPU
  double final_seconds = 5;               ///< of the best one, besides
  double warm_up_seconds = 0.5;           ///< before the first test
  std::uint64_t seed = 0;
  int gpu = 0;                                ///< its number
  std::chrono::milliseconds silence{10'000};  ///< of the GPU, that ends a test
  std::string command = {};                   ///< goes into the results
  std::function<Driver()> driver = load_driver;
  /// Called in the child process too, where signals arrive as well.
  std::function<bool()> interrupted = [] { return false; };
  /// A test is over. Results of the others are as the suite has them.
  std::function<void(std::size_t entry, const Result& result)> finished = nullptr;
};

/// The GPU cannot run this suite; `what()` says why, and what to do.
struct UnusableGpu : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The entries that can be run, in the order in which they are: those that are siblings of others
/// come first, since they tell which environment is best for those.
std::vector<std::size_t> run_order(const Suite& suite);

/// How long run_suite() takes if all goes well, starting and ending aside.
double estimated_seconds(const Suite& suite, const RunOptions& options);

/// Runs each test in all environments, and then, for longer, in the best one: that in which its
/// relaxed sibling – if it has none, itself – showed most of what the test asks for. Returns the
/// results of all entries, in their order, those of tests that cannot be run as the suite has
/// them. Errors of a test are in its result. Throws NoDevice, UnusableGpu, InputError.
std::vector<Result> run_suite(const Suite& suite, const RunOptions& options);

/// "2026-11-22T04:31:11Z"
std::string utc_now();

}  // namespace opexplore::hardware
