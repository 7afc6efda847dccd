#include "hardware/device/suite_run.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <utility>

#include "hardware/build.hpp"
#include "hardware/device/measuring.hpp"
#include "hardware/device/watchdog.hpp"
#include "hardware/result_json.hpp"
#include "hardware/sibling.hpp"

namespace opexplore::hardware {
namespace {

bool is_sibling_of(const Result& sibling, const Result& test) {
  return test.sibling && test.sibling->hash == sibling.hash && test.profile == sibling.profile;
}

/// The machine code that was built, and looked at: no other.
std::vector<std::byte> read_cubin(const Suite& suite, const SuiteEntry& entry) {
  const std::filesystem::path path = suite.folder / entry.cubin_file;
  constexpr const char* advice = "build the suite again";
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(path.string(), {}, "the file cannot be opened", advice);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const auto bytes = std::as_bytes(std::span(text));
  if (!entry.result.toolchain || sha256(bytes) != entry.result.toolchain->cubin_sha256) {
    throw InputError(path.string(), {}, "this is not the machine code that was built", advice);
  }
  return {bytes.begin(), bytes.end()};
}

// A cubin runs on GPUs of its own generation from its own minor version on (CUDA C++ Programming
// Guide, "Binary Compatibility").
void require_compatible(const Suite& suite, const Gpu& gpu) {
  if (gpu.sm() / 10 == suite.sm / 10 && gpu.sm() >= suite.sm) return;
  const std::string arch = "sm_" + std::to_string(gpu.sm());
  throw UnusableGpu("the suite is built for sm_" + std::to_string(suite.sm) + ", and " +
                    gpu.device().name + " is " + arch + "; generate it with --arch " + arch);
}

// What the child needs: the GPU, and what is known of the tests that were run.
class Runner {
 public:
  Runner(const Suite& suite, const RunOptions& options, std::vector<Result> results)
      : suite_(suite),
        options_(options),
        results_(std::move(results)),
        gpu_(options.driver(), options.gpu) {
    require_compatible(suite_, gpu_);
  }

  void run(std::size_t entry, const Tell& tell) {
    Result start = results_[entry];
    start.device = gpu_.device();
    start.seed = options_.seed;
    start.started = utc_now();
    start.command = options_.command;
    const SuiteEntry& files = suite_.entries[entry];
    Prepared test = prepared(suite_, files);
    if (needs_aliases(test) && !gpu_.limits().aliases) {
      start.status = Result::Status::unsupported;
      start.reason = "the GPU has no virtual aliases";
      return finish(entry, std::move(start), tell);
    }
    tell(result_line(partial(start)));
    TestDevice device(gpu_, std::move(test), read_cubin(suite_, files), options_.seed);
    measure(entry, device, std::move(start), tell);
  }

 private:
  void measure(std::size_t entry, TestDevice& device, Result start, const Tell& tell) {
    const AfterBatch alive = [&] {
      tell("");
      return options_.interrupted();
    };
    if (!std::exchange(warm_, true)) warm_up(device, options_.warm_up_seconds, alive);
    Measurement measurement(device, std::move(start));
    for (std::uint32_t id = 0; id < options_.environments.size(); ++id) {
      measurement.run(options_.environments[id], id, options_.seconds, alive);
      if (options_.interrupted()) return finish(entry, interrupted(measurement.result()), tell);
      tell(result_line(partial(measurement.result())));
    }
    if (options_.final_seconds > 0) {
      const std::uint32_t best = best_for(measurement.result());
      measurement.run(options_.environments[best], best, options_.final_seconds, alive);
    }
    Result result = measurement.result();
    finish(entry, options_.interrupted() ? interrupted(std::move(result)) : std::move(result),
           tell);
  }

  std::uint32_t best_for(const Result& own) const {
    for (const Result& other : results_) {
      if (!is_sibling_of(other, own) || compiler_changed(other)) continue;
      const EnvironmentResult* const best = best_environment(other);
      if (best != nullptr && sought(other, *best) > 0) return best->id;
    }
    const EnvironmentResult* const best = best_environment(own);
    return best == nullptr ? 0 : best->id;
  }

  static Result interrupted(Result result) {
    result.status = Result::Status::incomplete;
    result.reason = "interrupted";
    return result;
  }

  // What is left if the test does not come to its end.
  static Result partial(Result result) {
    result.status = Result::Status::incomplete;
    result.reason = "ended early";
    return result;
  }

  void finish(std::size_t entry, Result result, const Tell& tell) {
    tell(result_line(result));
    results_[entry] = std::move(result);
  }

  const Suite& suite_;
  const RunOptions& options_;
  std::vector<Result> results_;
  Gpu gpu_;
  bool warm_ = false;
};

// What the parent makes of the end of a job.
void note_end(Result& result, const JobEnd& end) {
  switch (end.kind) {
    case JobEnd::Kind::done:
      return;
    case JobEnd::Kind::cancelled:
      result.status = Result::Status::not_run;
      break;
    case JobEnd::Kind::timed_out:
      result.status = Result::Status::timed_out;
      break;
    case JobEnd::Kind::failed:
    case JobEnd::Kind::died:
      result.status = Result::Status::failed;
      break;
  }
  result.reason = end.reason;
}

}  // namespace

std::vector<std::size_t> run_order(const Suite& suite) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < suite.entries.size(); ++i) {
    const SuiteEntry& entry = suite.entries[i];
    if (!entry.cubin_file.empty() && entry.result.status != Result::Status::unsupported) {
      order.push_back(i);
    }
  }
  const auto is_sibling = [&](std::size_t one) {
    return std::ranges::any_of(suite.entries, [&](const SuiteEntry& other) {
      return is_sibling_of(suite.entries[one].result, other.result);
    });
  };
  std::ranges::stable_partition(order, is_sibling);
  return order;
}

double estimated_seconds(const Suite& suite, const RunOptions& options) {
  const double each =
      static_cast<double>(options.environments.size()) * options.seconds + options.final_seconds;
  return static_cast<double>(run_order(suite).size()) * each + options.warm_up_seconds;
}

std::vector<Result> run_suite(const Suite& suite, const RunOptions& options) {
  const std::vector<std::size_t> order = run_order(suite);
  std::vector<Result> results;
  for (const SuiteEntry& entry : suite.entries) results.push_back(entry.result);

  WatchedJobs jobs;
  jobs.count = order.size();
  jobs.silence = options.silence;
  jobs.interrupted = options.interrupted;
  jobs.begin = [&] {
    const auto runner = std::make_shared<Runner>(suite, options, results);
    return Job(
        [&order, runner](std::size_t job, const Tell& tell) { runner->run(order[job], tell); });
  };
  jobs.told = [&](std::size_t job, std::string_view line) {
    results[order[job]] = std::move(read_results(line, "the child process").front());
  };
  jobs.ended = [&](std::size_t job, const JobEnd& end) {
    Result& result = results[order[job]];
    note_end(result, end);
    if (options.finished) options.finished(order[job], result);
  };
  try {
    watch(jobs);
  } catch (const CannotBegin& error) {
    throw UnusableGpu(error.what());
  }
  return results;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, sizeof "2026-11-22T04:31:11Z"> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

}  // namespace opexplore::hardware
