// What `oplitmus run` and `oplitmus tune` have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <string>

#include "answers/exit_code.hpp"
#include "hardware/device/suite_run.hpp"

namespace opexplore {

/// As written on the command line.
struct GpuTexts {
  std::string folder;
  std::uint64_t seed = 1;
  int gpu = 0;
  std::string timeout = "10s";
  bool quiet = false;
};

/// Adds the options of both commands. Those with numbers get defaults of their own.
void add_gpu_options(CLI::App& app, GpuTexts& texts);

/// A number of seconds: at least `least`. Throws UsageError.
double seconds_of(const std::string& text, const std::string& option, double least);

/// The suite, with at least one test that can be run. Throws InputError.
hardware::Suite runnable_suite(const GpuTexts& texts);

/// Seed, GPU, patience, Ctrl-C, and a line on standard error for each test that is over.
/// `tests` is how many will be. Throws UsageError.
hardware::RunOptions run_options(const GpuTexts& texts, std::size_t tests);

/// Says how long it will take, on standard error, unless quiet.
void announce(const GpuTexts& texts, std::size_t tests, double seconds);

/// Does `work`; without a GPU says so in a sentence and returns ExitCode::no_gpu. Throws InputError
/// for a GPU that cannot run the suite.
ExitCode with_gpu(const GpuTexts& texts, const std::function<ExitCode()>& work);

}  // namespace opexplore
