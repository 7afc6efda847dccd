// The commands of oplitmus, and what several of them share.
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "export/json.hpp"
#include "export/output_file.hpp"
#include "export/output_guard.hpp"
#include "hardware/checked_results.hpp"
#include "hardware/suite_text.hpp"
#include "litmus/input/amounts.hpp"
#include "studies/allowed/allowed_outcomes.hpp"
#include "tools/oplitmus.hpp"
#include "tools/terminal.hpp"

namespace opexplore {

namespace {

constexpr std::array judge_rows{
    OptionRow<JudgeTexts>{
        {.names = "--machine",
         .value = "LIST",
         .group = "semantics",
         .help = "The machines, as opexplore knows them: NAME[:SETTING=VALUE,...],..."},
        keep<&JudgeTexts::machines>},
    OptionRow<JudgeTexts>{{.names = "-j,--threads",
                           .value = "N",
                           .group = "limits",
                           .help = "Threads (default: one per core)"},
                          [](JudgeTexts& texts, const Written& written) {
                            texts.threads =
                                static_cast<unsigned>(number_of(written, 0, most_threads));
                          }},
    OptionRow<JudgeTexts>{{.names = "--timeout",
                           .value = "TIME",
                           .group = "limits",
                           .help = "For each search: 90s, 5m"},
                          keep<&JudgeTexts::timeout>},
    OptionRow<JudgeTexts>{{.names = "--max-states",
                           .value = "N",
                           .group = "limits",
                           .help = "For each search: 500k, 2M"},
                          keep<&JudgeTexts::max_states>},
    OptionRow<JudgeTexts>{
        {.names = "-o", .value = "FILE", .group = "output", .help = "Write the text there"},
        keep<&JudgeTexts::output>},
    OptionRow<JudgeTexts>{{.names = "--json",
                           .value = "FILE",
                           .group = "output",
                           .help = "Write one JSON document there, - is standard output"},
                          keep<&JudgeTexts::json>},
    OptionRow<JudgeTexts>{{.names = "-q", .group = "output", .help = "Say less"},
                          keep<&JudgeTexts::quiet>},
    OptionRow<JudgeTexts>{{.names = "-v", .group = "output", .help = "Say more"},
                          keep<&JudgeTexts::verbose>}};

constexpr std::uint64_t most_gpus = 1024;

constexpr std::array gpu_rows{
    OptionRow<GpuTexts>{
        {.names = "--seed",
         .value = "N",
         .group = "environments",
         .help = "Of all that is random; the same seed gives the same environments"},
        [](GpuTexts& texts, const Written& written) {
          texts.seed = number_of(written, 0, std::numeric_limits<std::uint64_t>::max());
        }},
    OptionRow<GpuTexts>{{.names = "--gpu",
                         .value = "N",
                         .group = "limits",
                         .help = "The number of the GPU, from 0"},
                        [](GpuTexts& texts, const Written& written) {
                          texts.gpu = static_cast<int>(number_of(written, 0, most_gpus));
                        }},
    OptionRow<GpuTexts>{
        {.names = "--timeout",
         .value = "TIME",
         .group = "limits",
         .help = "How long the GPU may not answer before a test is given up: 10s, 1m"},
        keep<&GpuTexts::timeout>},
    OptionRow<GpuTexts>{{.names = "-q", .group = "output", .help = "No progress on standard error"},
                        keep<&GpuTexts::quiet>}};

}  // namespace

SubcommandProgram oplitmus_program() {
  return {"oplitmus",
          "Litmus tests on a GPU: programs for it, what it shows, and whether the machines allow "
          "that.",
          "Exit codes: 0 done; 2 wrong input; 30 internal error; 32 cancelled; 77 no GPU. Commands "
          "that\njudge have more, see oplitmus(1).\n",
          {hardware_gen_command(), hardware_build_command(), hardware_run_command(),
           hardware_tune_command(), hardware_check_command(), hardware_rank_command()}};
}

void add_judge_options(CommandLine& line, JudgeTexts& texts) {
  line.add_words(texts.files);
  line.add(judge_rows, texts);
}

ExploreOptions limits_of(const JudgeTexts& texts) {
  ExploreOptions explore;
  explore.threads = texts.threads;
  if (!texts.timeout.empty()) {
    explore.timeout = parse_duration(texts.timeout);
    if (!explore.timeout) {
      throw UsageError("'" + texts.timeout + "' is no time", "write 90s, 5m, 500ms");
    }
  }
  if (!texts.max_states.empty()) {
    explore.max_states = parse_amount(texts.max_states, 1000);
    if (!explore.max_states) {
      throw UsageError("'" + texts.max_states + "' is no number", "write 5000, 500k, 2M");
    }
  }
  return explore;
}

JudgedResults judge_files(const JudgeTexts& texts, std::vector<ChosenMachine> machines) {
  const ExploreOptions explore = limits_of(texts);
  if (texts.files.empty()) {
    throw UsageError("which results?", "name the files that oplitmus run wrote");
  }
  JudgedResults judged;
  judged.results = hardware::read_results_files(texts.files, [&](const std::string& warning) {
    if (!texts.quiet) std::fputs(("Warning: " + warning + '\n').c_str(), stderr);
  });
  judged.machines = machines;
  std::vector<std::string> names;
  for (const ChosenMachine& machine : machines) names.push_back(machine.name);
  machines.push_back(chosen_machine("sc", {}));
  catch_interrupts();
  const hardware::AskedTests asked = hardware::asked_tests(judged.results);
  CountSearches progress;
  if (!texts.quiet) {
    progress = [show = shown_counts()](std::size_t done, std::size_t all) {
      show("Exploring", done, all);
    };
  }
  const AllowedOutcomes allowed =
      allowed_outcomes(asked.tests, machines, watched(explore, texts.quiet), progress);
  if (!texts.quiet) clear_progress();
  judged.code = allowed.code;
  judged.checks = hardware::check_all(judged.results, asked, names, allowed.by_machine);
  return judged;
}

void require_outputs(const JudgeTexts& texts, const std::optional<std::filesystem::path>& tables) {
  OutputGuard guard([&] { return files_of_words(texts.files); });
  guard.add("--json", texts.json);
  guard.add("-o", texts.output);
  guard.add("--tables", tables);
}

void write_outputs(const JudgeTexts& texts, const std::string& text,
                   const nlohmann::ordered_json& document) {
  write_report(texts.output, text, texts.json == "-");
  if (texts.json) write_output(*texts.json, json_text(document));
}

void add_gpu_options(CommandLine& line, GpuTexts& texts) {
  line.add_words(texts.folder);
  line.add(gpu_rows, texts);
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
    options.finished = [done, tests](std::size_t, const hardware::Result& result) {
      const std::string text = '[' + std::to_string(++*done) + '/' + std::to_string(tests) + "] " +
                               hardware::finished_text(result) + '\n';
      std::fputs(text.c_str(), stderr);
    };
  }
  return options;
}

ExitCode with_gpu(const GpuTexts& texts, std::size_t tests, double seconds,
                  const std::function<ExitCode()>& work) {
  if (!texts.quiet) {
    std::fputs((hardware::duration_text(tests, seconds) + '\n').c_str(), stderr);
  }
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
