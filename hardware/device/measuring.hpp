// How a test is measured: launches in batches, for a time, in one environment after the other; and
// what is added up to a Result.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "hardware/device/test_device.hpp"
#include "hardware/result.hpp"

namespace opexplore::hardware {

/// Whether an outcome is what the test is about: weak behaviour, as a rule. It is what the
/// condition asks for; of `forall`, what it denies.
bool is_sought(const Test& test, const Outcome& outcome);

/// How many instances showed what the test is about, in one environment.
std::uint64_t sought(const Result& result, const EnvironmentResult& environment);

/// The environment that shows most of what the test is about, each second; if none does, the one
/// that shows most different outcomes. Nothing if nothing was run.
const EnvironmentResult* best_environment(const Result& result);

/// What goes on while launches run: called after each batch. True ends the measuring.
using AfterBatch = std::function<bool()>;

class Measurement {
 public:
  /// `result` says what is run; its counts are empty.
  Measurement(TestDevice& device, Result result);

  /// Runs until the kernels have taken that many seconds, at least one batch. An environment that
  /// was used before goes on counting. Throws DeviceError.
  void run(const Environment& environment, std::uint32_t id, double seconds,
           const AfterBatch& after);

  /// All so far. Its status is ok only if nothing was lost and everything was run.
  Result result() const;

 private:
  struct Part {
    EnvironmentResult totals;  // without counts
    std::map<Outcome, std::uint64_t> counts;
    std::vector<double> rates;  // of what is sought, by batch
  };
  struct Stretch {
    std::uint64_t first = 0;  // launch
    std::uint32_t environment = 0;
  };

  Part& part(std::uint32_t id);
  void add_batch(Part& part, double seconds, std::uint32_t launches);
  void add_samples(Result& result, const Counted& counted) const;

  TestDevice& device_;
  Result base_;
  std::vector<Part> parts_;
  std::vector<Stretch> stretches_;
  Counted last_;
};

/// Runs launches and forgets what they showed, until the clocks of a GPU that idled are up.
void warm_up(TestDevice& device, double seconds, const AfterBatch& after);

}  // namespace opexplore::hardware
