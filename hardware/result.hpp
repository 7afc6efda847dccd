// What a chip showed: one test, built with one profile, run on one device.
// docs/hardware-result.schema.json describes the file: one such object a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hardware/environment.hpp"
#include "hardware/survival.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::hardware {

/// Whether the compiler may do with the test what it may do with any program.
enum class Profile : std::uint8_t {
  as_written,  ///< it may: evidence about compiler and chip together
  pinned       ///< accesses are kept apart, so that all stay, in order: evidence about the chip
};

struct Device {
  std::string name;                ///< "NVIDIA H200"
  std::string compute_capability;  ///< "9.0"
  std::uint32_t multiprocessors = 0;
  std::uint64_t l2_bytes = 0;
  std::string driver;  ///< version of the CUDA driver API, "13.0"
  std::string uuid;    ///< 32 hexadecimal digits with dashes
  bool operator==(const Device&) const = default;
};

struct Toolchain {
  std::string nvcc;  ///< version, "13.0.88"
  std::string arch;  ///< "sm_90"
  std::vector<std::string> flags;
  std::string cubin_sha256;
  std::vector<Survival> roles;      ///< by thread
  std::string second_opinion = {};  ///< "nvdisasm agrees", or why there is none
  bool operator==(const Toolchain&) const = default;
};

/// One execution of the test, to find it again.
struct Sample {
  std::uint32_t environment = 0;  ///< Environment result, by its id
  std::uint64_t launch = 0;       ///< from 1, over all environments of the test
  std::uint64_t instance = 0;
  // WART: places-without-clocks. Rates are of the whole launch.
  std::vector<std::uint32_t> multiprocessor;  ///< by thread: `%smid` where it ran
  bool operator==(const Sample&) const = default;
};

/// A final state that was seen.
struct SeenOutcome {
  Outcome values;  ///< of Test::observables, in their order
  std::uint64_t count = 0;
  std::uint64_t launches = 0;   ///< that showed it
  std::vector<Sample> samples;  ///< the first ones
  bool operator==(const SeenOutcome&) const = default;
};

/// A part of the run, in one environment.
struct EnvironmentResult {
  std::uint32_t id = 0;  ///< unique in the result
  Environment environment;
  std::uint64_t launches = 0;
  std::uint64_t executed = 0;
  double seconds = 0;                 ///< of the kernels alone
  std::vector<std::uint64_t> counts;  ///< by Result::outcomes
  bool operator==(const EnvironmentResult&) const = default;
};

/// The test that shows whether a negative means anything: the same one without fences, with all
/// orders relaxed. Its result is in the same file, run in the same environments.
struct Sibling {
  std::string name;
  std::string hash;
  bool operator==(const Sibling&) const = default;
};

struct Result {
  enum class Status : std::uint8_t {
    ok,
    incomplete,   ///< interrupted, or not all outcomes found room in the table
    failed,       ///< the device reported an error
    timed_out,    ///< a kernel did not end
    unsupported,  ///< no hardware can run the test; nothing was run
    not_run       ///< built, but not run
  };

  Test test;           ///< read from `litmus`
  std::string litmus;  ///< the whole text of the test
  std::string hash;    ///< as opexplore prints it
  Profile profile = Profile::as_written;
  Status status = Status::ok;
  std::string reason = {};  ///< of any status but ok
  std::optional<Sibling> sibling;
  std::optional<Device> device;        ///< absent where nothing was run
  std::optional<Toolchain> toolchain;  ///< absent where nothing was built
  std::uint64_t seed = 0;
  std::string started = {};  ///< UTC, "2026-11-22T04:31:11Z"
  std::string command = {};

  std::uint64_t launches = 0;
  std::uint64_t executed = 0;  ///< instances in which every thread ran
  std::uint64_t not_run =
      0;  ///< instances in which some thread did not run: a fault of the harness
  std::uint64_t out_of_bound =
      0;                       ///< instances with a loop that was ended early; not in `outcomes`
  std::uint64_t overflow = 0;  ///< instances whose outcome found no room in the table
  double seconds = 0;          ///< of the kernels alone
  std::vector<SeenOutcome> outcomes;  ///< by values, increasing
  std::vector<EnvironmentResult> environments;
  /// That the first fifth and the last tenth of the launches of the longest environment have the
  /// same rate of weak outcomes (Kolmogorov–Smirnov); absent where there is too little data.
  std::optional<double> stationarity;
};

/// \name Words of the file.
/// @{
std::string_view to_string(Profile profile);        ///< "as-written", "pinned"
std::string_view to_string(Result::Status status);  ///< "ok", "timed-out", …
std::optional<Profile> profile_named(std::string_view name);
std::optional<Result::Status> status_named(std::string_view name);
/// @}

/// How often the proposition of the test's condition held.
std::uint64_t positive(const Result& result);

}  // namespace opexplore::hardware
