// `oplitmus run`: runs a suite on the GPU of this machine.
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <vector>

#include "export/output_file.hpp"
#include "export/output_guard.hpp"
#include "hardware/device/environment_file.hpp"
#include "hardware/exit_code.hpp"
#include "hardware/result_json.hpp"
#include "hardware/result_log.hpp"
#include "tools/oplitmus.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

using hardware::Environment;
using hardware::Result;
using hardware::RunOptions;
using hardware::Suite;

constexpr HelpFrame run_frame{
    "usage: oplitmus run DIR [OPTIONS]\n"
    "\n"
    "Runs the suite in DIR, made by gen and build, on the GPU of this machine: each test in "
    "several\n"
    "environments, and then for longer in the best one, that in which its relaxed form was weak\n"
    "most often. Writes a log as litmus7 does, and all results with --json.\n",
    "\n"
    "Exit codes: 0 everything was run; 1 some test was not, or not to its end; 2 wrong input; 30\n"
    "internal error; 31 a kernel did not end; 32 cancelled, results so far are written; 77 no "
    "GPU.\n"};

struct RunTexts {
  GpuTexts gpu;
  std::optional<std::uint32_t> environments;
  std::string seconds = "0.25";
  std::string final = "5";
  std::string environment_file;
  std::string incantations;
  std::optional<std::filesystem::path> json, output;
};

constexpr std::array run_rows{
    OptionRow<RunTexts>{{.names = "--envs",
                         .value = "N",
                         .group = "environments",
                         .help = "Environments for each test (default 20, or all of --env)"},
                        [](RunTexts& texts, const Written& written) {
                          texts.environments = static_cast<std::uint32_t>(
                              number_of(written, 0, std::numeric_limits<std::uint32_t>::max()));
                        }},
    OptionRow<RunTexts>{{.names = "--seconds",
                         .value = "TIME",
                         .group = "environments",
                         .help = "In each of them (default 0.25)"},
                        keep<&RunTexts::seconds>},
    OptionRow<RunTexts>{{.names = "--final",
                         .value = "TIME",
                         .group = "environments",
                         .help = "In the best one, besides (default 5)"},
                        keep<&RunTexts::final>},
    OptionRow<RunTexts>{{.names = "--env",
                         .value = "FILE",
                         .group = "environments",
                         .help = "The environments of a file, as oplitmus tune writes it"},
                        keep<&RunTexts::environment_file>},
    OptionRow<RunTexts>{{.names = "--incantations",
                         .value = "LIST",
                         .group = "environments",
                         .help = "Only these of Sorensen 2014: bank+stress+random+sync, all, none"},
                        keep<&RunTexts::incantations>},
    OptionRow<RunTexts>{
        {.names = "-o", .value = "FILE", .group = "output", .help = "Write the log there"},
        keep<&RunTexts::output>},
    OptionRow<RunTexts>{{.names = "--json",
                         .value = "FILE",
                         .group = "output",
                         .help = "Write results there, one a line; - is standard output"},
                        keep<&RunTexts::json>}};

constexpr std::uint32_t default_environments = 20;

std::vector<Environment> environments_of(const RunTexts& texts) {
  if (!texts.environment_file.empty()) {
    if (!texts.incantations.empty()) {
      throw UsageError("--env and --incantations exclude each other");
    }
    std::vector<Environment> read = hardware::read_environments(texts.environment_file);
    if (texts.environments && *texts.environments < read.size()) read.resize(*texts.environments);
    return read;
  }
  std::optional<hardware::Incantations> incantations;
  if (!texts.incantations.empty()) {
    incantations = hardware::incantations_named(texts.incantations);
    if (!incantations) {
      throw UsageError("'" + texts.incantations + "' are no incantations",
                       "none, all, or some of bank+stress+random+sync");
    }
  }
  return hardware::environments_of(texts.gpu.seed,
                                   texts.environments.value_or(default_environments), incantations);
}

std::string command_of(const RunTexts& texts) {
  std::string text =
      "oplitmus run " + texts.gpu.folder + " --seed " + std::to_string(texts.gpu.seed);
  if (texts.environment_file.empty() || texts.environments) {
    text += " --envs " + std::to_string(texts.environments.value_or(default_environments));
  }
  if (!texts.environment_file.empty()) text += " --env " + texts.environment_file;
  if (!texts.incantations.empty()) text += " --incantations " + texts.incantations;
  return text + " --seconds " + texts.seconds + " --final " + texts.final;
}

void write_results(const RunTexts& texts, const std::vector<Result>& results) {
  if (!texts.json) return;
  std::string lines;
  for (const Result& result : results) lines += hardware::result_line(result);
  write_output(*texts.json, lines);
}

void write_log(const RunTexts& texts, const std::vector<Result>& results) {
  std::ostringstream log;
  for (const Result& result : results) hardware::write_log(log, result);
  write_report(texts.output, log.str(), texts.json == "-");
}

ExitCode run_tests(const RunTexts& texts, const Suite& suite, RunOptions options) {
  std::vector<Result> results;
  for (const hardware::SuiteEntry& entry : suite.entries) results.push_back(entry.result);
  // After each test, so that not even a power failure loses more than one.
  const auto show = options.finished;
  options.finished = [&](std::size_t entry, const Result& result) {
    results[entry] = result;
    if (texts.json != "-") write_results(texts, results);
    if (show) show(entry, result);
  };
  results = run_suite(suite, options);
  write_results(texts, results);
  write_log(texts, results);
  ExitCode code = ExitCode::complete;
  for (const Result& result : results) code = worse(code, code_of(result));
  return interrupted() ? worse(code, ExitCode::cancelled) : code;
}

ExitCode run_on_gpu(const RunTexts& texts) {
  const Suite suite = runnable_suite(texts.gpu);
  const std::size_t tests = run_order(suite).size();
  RunOptions options = run_options(texts.gpu, tests);
  options.environments = environments_of(texts);
  if (options.environments.empty()) throw UsageError("--envs must be at least 1");
  options.seconds = seconds_of(texts.seconds, "--seconds", 0.001);
  options.final_seconds = seconds_of(texts.final, "--final", 0);
  options.command = command_of(texts);
  OutputGuard guard([&] { return OutputGuard::Paths{texts.environment_file}; });
  guard.add("--json", texts.json, FileKind::results);
  guard.add("-o", texts.output);
  return with_gpu(texts.gpu, tests, estimated_seconds(suite, options),
                  [&] { return run_tests(texts, suite, options); });
}

}  // namespace

Subcommand hardware_run_command() {
  return {.name = "run",
          .summary = "Run a suite on a GPU",
          .frame = run_frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<RunTexts>();
            add_gpu_options(line, texts->gpu);
            line.add(run_rows, *texts);
            return [texts] { return run_on_gpu(*texts); };
          }};
}

}  // namespace opexplore
