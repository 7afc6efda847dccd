#include "tools/hardware_run.hpp"

#include <cmath>
#include <cstdio>
#include <memory>

#include "answers/amounts.hpp"
#include "hardware/device/measuring.hpp"
#include "hardware/numbers.hpp"
#include "tools/arguments.hpp"
#include "tools/interrupt.hpp"

namespace opexplore {
namespace {

using hardware::Result;

// "[3/61] MP+relaxed pinned ok: 101,376,000 executed, 5,300 of what it asks for, 3.1e+03/s"
std::string line_of(const Result& result) {
  std::string text = result.test.name + ' ' + std::string(to_string(result.profile)) + ' ' +
                     std::string(to_string(result.status));
  if (!result.reason.empty()) text += " (" + result.reason + ')';
  if (result.executed == 0) return text;
  std::uint64_t count = 0;
  for (const hardware::EnvironmentResult& run : result.environments) count += sought(result, run);
  text += ": " + hardware::with_commas(result.executed) + " executed, " +
          hardware::with_commas(count) + " of what it asks for";
  if (result.seconds > 0) {
    text += ", " + hardware::short_number(static_cast<double>(count) / result.seconds) + "/s";
  }
  return text;
}

}  // namespace

void add_gpu_options(CLI::App& app, GpuTexts& texts) {
  app.add_option("folder", texts.folder)->group("");
  app.add_option("--seed", texts.seed,
                 "N\tOf all that is random; the same seed gives the same environments")
      ->group("environments");
  app.add_option("--gpu", texts.gpu, "N\tThe number of the GPU, from 0")->group("limits");
  app.add_option("--timeout", texts.timeout,
                 "TIME\tHow long the GPU may not answer before a test is given up: 10s, 1m")
      ->group("limits");
  app.add_flag("-q", texts.quiet, "No progress on standard error")->group("output");
}

double seconds_of(const std::string& text, const std::string& option, double least) {
  const auto time = parse_duration(text);
  const double seconds = time ? static_cast<double>(time->count()) / 1000 : -1;
  if (seconds < least) {
    throw UsageError("'" + text + "' is no time for " + option,
                     least > 0 ? "write 0.25, 500ms or 2s; more than 0" : "write 0, 0.25 or 5s");
  }
  return seconds;
}

hardware::Suite runnable_suite(const GpuTexts& texts) {
  if (texts.folder.empty()) {
    throw UsageError("which suite?", "name the folder that oplitmus gen made");
  }
  hardware::Suite suite = hardware::read_suite(texts.folder);
  if (run_order(suite).empty()) {
    throw InputError(texts.folder, {}, "no test of this suite is built",
                     "oplitmus build " + texts.folder);
  }
  return suite;
}

hardware::RunOptions run_options(const GpuTexts& texts, std::size_t tests) {
  hardware::RunOptions options;
  options.seed = texts.seed;
  options.gpu = texts.gpu;
  const double silence = seconds_of(texts.timeout, "--timeout", 0.001);
  options.silence = std::chrono::milliseconds(std::llround(silence * 1000));
  options.interrupted = interrupted;
  if (!texts.quiet) {
    const auto done = std::make_shared<std::size_t>(0);
    options.finished = [done, tests](std::size_t, const Result& result) {
      const std::string text = '[' + std::to_string(++*done) + '/' + std::to_string(tests) + "] " +
                               line_of(result) + '\n';
      std::fputs(text.c_str(), stderr);
    };
  }
  return options;
}

void announce(const GpuTexts& texts, std::size_t tests, double seconds) {
  if (texts.quiet) return;
  const auto minutes = static_cast<std::uint64_t>(seconds / 60);
  const auto rest = static_cast<std::uint64_t>(std::ceil(seconds)) - 60 * minutes;
  const std::string text = std::to_string(tests) + (tests == 1 ? " test, " : " tests, ") +
                           "about " + std::to_string(minutes) + " min " + std::to_string(rest) +
                           " s\n";
  std::fputs(text.c_str(), stderr);
}

ExitCode with_gpu(const GpuTexts& texts, const std::function<ExitCode()>& work) {
  catch_interrupts();
  try {
    return work();
  } catch (const hardware::NoDevice& error) {
    std::fputs(("oplitmus: " + std::string(error.what()) + '\n').c_str(), stderr);
    return ExitCode::no_gpu;
  } catch (const hardware::UnusableGpu& error) {
    throw InputError(texts.folder, {}, error.what());
  }
}

}  // namespace opexplore
