// oplitmus: litmus tests on GPUs. A source file for each command, and here what they share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "answers/exit_code.hpp"
#include "answers/machine_choice.hpp"
#include "hardware/device/suite_run.hpp"
#include "hardware/soundness_text.hpp"
#include "tools/command_line.hpp"
#include "tools/programs.hpp"

namespace opexplore {

Subcommand hardware_gen_command();
Subcommand hardware_build_command();
Subcommand hardware_run_command();
Subcommand hardware_tune_command();
Subcommand hardware_check_command();
Subcommand hardware_rank_command();

/// \name What check and rank have in common: results are read, their tests are explored, and each
/// result is held against each machine.
/// @{

/// As written on the command line.
struct JudgeTexts {
  std::vector<std::string> files;
  std::string machines;
  std::string timeout;
  std::string max_states;
  unsigned threads = 0;
  std::optional<std::filesystem::path> json, output;
  bool quiet = false;
  bool verbose = false;
};

void add_judge_options(CommandLine& line, JudgeTexts& texts);

/// The limits of a search. Throws UsageError.
ExploreOptions limits_of(const JudgeTexts& texts);

/// Results and what came of them, in the order of the files and of the machines.
struct JudgedResults {
  std::vector<hardware::Result> results;
  std::vector<ChosenMachine> machines;
  std::vector<hardware::CheckedResult> checks;  ///< refer to `results`
  ExitCode code = ExitCode::complete;           ///< of the searches
};

/// Reads the files and checks all results in them. Throws InputError and UsageError.
JudgedResults judge_files(const JudgeTexts& texts, std::vector<ChosenMachine> machines);

/// Looks whether --json, -o and --tables can be written and replace nothing that is read, before
/// hours of work. Throws UsageError and OutputError.
void require_outputs(const JudgeTexts& texts,
                     const std::optional<std::filesystem::path>& tables = std::nullopt);

/// Writes the text to -o or standard output, and the document to --json. Throws OutputError.
void write_outputs(const JudgeTexts& texts, const std::string& text,
                   const nlohmann::ordered_json& document);
/// @}

/// \name What run and tune have in common.
/// @{

/// As written on the command line.
struct GpuTexts {
  std::string folder;
  std::uint64_t seed = 1;
  int gpu = 0;
  std::string timeout = "10s";
  bool quiet = false;
};

/// Those with numbers get defaults of their own.
void add_gpu_options(CommandLine& line, GpuTexts& texts);

/// A number of seconds: at least `least`. Throws UsageError.
double seconds_of(const std::string& text, const std::string& option, double least);

/// The suite, with at least one test that can be run. Throws InputError.
hardware::Suite runnable_suite(const GpuTexts& texts);

/// Seed, GPU, patience, Ctrl-C, and a line on standard error for each test that is over.
/// `tests` is how many will be. Throws UsageError.
hardware::RunOptions run_options(const GpuTexts& texts, std::size_t tests);

/// Says how long it will take, on standard error, unless quiet; then does `work`. Without a GPU
/// says so in a sentence and returns ExitCode::no_gpu. Throws InputError for a GPU that cannot run
/// the suite.
ExitCode with_gpu(const GpuTexts& texts, std::size_t tests, double seconds,
                  const std::function<ExitCode()>& work);
/// @}

/// The program, and what it is made of.
SubcommandProgram oplitmus_program();

}  // namespace opexplore
