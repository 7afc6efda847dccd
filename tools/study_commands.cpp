#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "answers/refusal.hpp"
#include "answers/work_journal.hpp"
#include "export/output_file.hpp"
#include "litmus/input/files.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/located_message.hpp"
#include "studies/company.hpp"
#include "studies/ranking/json.hpp"
#include "studies/ranking/rank.hpp"
#include "studies/ranking/tables.hpp"
#include "studies/ranking/text.hpp"
#include "studies/readings/readings.hpp"
#include "studies/replay/trace_check.hpp"
#include "studies/stalls/json.hpp"
#include "studies/stalls/stalls.hpp"
#include "studies/stalls/text.hpp"
#include "tools/commands.hpp"
#include "tools/opexplore.hpp"
#include "tools/outputs.hpp"
#include "tools/terminal.hpp"
#include "tools/test_sources.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

// A study of searches under way, for who waits; nothing when the run shall be quiet.
CountSearches shown_count(const Options& options, const std::string& study) {
  if (options.quiet) return {};
  const auto period = options.company != nullptr ? std::optional(between_logs) : std::nullopt;
  return [study, show = shown_counts(period)](std::size_t done, std::size_t all) {
    show(study, done, all);
  };
}

ExitCode code_of(const ReadTests& read) {
  return read.failures.empty() ? ExitCode::complete : ExitCode::wrong_input;
}

// The document of a study, where one is asked for; `tests` has those that could not be read.
void write_document(const Options& options, const ToolInfo& tool,
                    const std::vector<Failure>& failures, const std::string& key, Json value,
                    ExitCode code) {
  Json document = json_document(tool);
  for (const Failure& failure : failures) document["tests"].push_back(json_test(failure));
  document[key] = std::move(value);
  document["exit_code"] = static_cast<int>(code);
  write_json(*options.writes.file(json_format), document);
}

void write_ranking(const Options& options, const Ranking& ranking) {
  if (options.writes.file(json_format) != "-") {
    std::ostringstream text;
    write_ranking(text, ranking, options.verbosity > 0);
    write_standard_output(text.str());
  }
  if (!options.tables) return;
  if (ranking.searches_done < ranking.searches) {
    say("Warning: " + options.tables->string() + " is not written: the ranking was interrupted\n");
    return;
  }
  std::ostringstream page;
  write_tables(page, ranking);
  write_file(*options.tables, page.str());
}

void warn(const StallRow& row, const std::vector<ChosenMachine>& machines) {
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const StallAnswer& answer = row.answers[i];
    if (answer.kind == StallAnswer::Kind::counted) continue;
    say("Warning: File \"" + row.path + "\": machine " + machines[i].name + ": " + answer.reason +
        '\n');
  }
}

// What tests are asked about, a line each.
std::string lines_of(const std::vector<Test>& tests) {
  std::string lines;
  for (const Test& test : tests) {
    lines += "test: " + test.name + ' ' + hash(test) + ' ' + condition_line(test) + '\n';
  }
  return lines;
}

// Writes what is there already: the rest may take long.
void show_row(const Options& options, const std::vector<ChosenMachine>& machines,
              const StallRow& row) {
  if (!options.quiet) {
    clear_progress();
    warn(row, machines);
  }
  if (options.writes.file(json_format) == "-") return;
  std::ostringstream text;
  write_stalls(text, machines, row);
  write_standard_output(text.str());
}

}  // namespace

ExitCode run_ranking(const Options& options, const ToolInfo& tool) {
  if (options.company != nullptr) options.company->part();
  const bool writes = !is_follower(options.company);
  RankingQuestion question;
  question.observations = read_observations_file(options.rank->string());
  question.contenders = contenders_of(ranked_machines(options.machine, options.explore.machine),
                                      question.observations);
  if (writes) prepare_output(options);
  ReadTests read = read_tests(options);
  question.tests = std::move(read.tests);
  question.explore = watched(options.explore, options.quiet);
  if (options.company != nullptr) question.crew = &options.company->crew;
  std::optional<WorkJournal> journal;
  if (options.journal && writes) {
    journal.emplace(*options.journal, noted_question(options, tool, lines_of(question.tests)),
                    options.words, options.explore.large.resume);
    question.known = journal->take_known();
    question.note = [&](const std::string& search, const std::string& found) {
      journal->add(search, found);
    };
  }
  if (!options.quiet) {
    for (const std::string& note : question.contenders.notes) say("Warning: " + note + '\n');
  }
  const CountSearches show = shown_count(options, "Ranking");
  const Ranking ranking = rank(std::move(question), [&](std::size_t done, std::size_t all) {
    if (journal) journal->require_written();
    if (show) show(done, all);
  });
  if (!writes) return ExitCode::complete;
  if (journal) journal->flush();
  if (!options.quiet) clear_progress();
  const ExitCode code = worse(code_of(read), ranking.code);
  write_ranking(options, ranking);
  if (options.writes.has(json_format)) {
    write_document(options, tool, read.failures, "ranking", json_ranking(ranking), code);
  }
  return code;
}

ExitCode run_stalls(const Options& options, const ToolInfo& tool) {
  const std::vector<ChosenMachine> machines =
      stall_machines(options.machine, options.explore.machine);
  prepare_output(options);
  ReadTests read = read_tests(options);
  const StallTable table =
      count_stalls({machines, std::move(read.tests), watched(options.explore, options.quiet)},
                   {shown_count(options, "Stalls"),
                    [&](const StallRow& row) { show_row(options, machines, row); }});
  const ExitCode code = worse(code_of(read), table.code);
  if (options.writes.file(json_format) != "-") {
    std::ostringstream text;
    write_stall_sums(text, table);
    write_standard_output(text.str());
  }
  if (options.writes.has(json_format)) {
    write_document(options, tool, read.failures, "stalls", json_stalls(table), code);
  }
  return code;
}

ExitCode run_readings(const Options& options) {
  const ReadTests read = read_tests(options);
  ExitCode code = code_of(read);
  const ExploreOptions explore = watched(options.explore, true);
  for (const Test& test : read.tests) {
    if (const auto refusal = find_machine("ptx-async")->refusal(test, explore.machine)) {
      say("Error: " + describe(machine_refusal(test, "ptx-async", *refusal)) + "\n");
      code = worse(code, ExitCode::wrong_input);
      continue;
    }
    const bool is_kernel = kernel::is_kernel_file(test.path) || kernel::is_cuda_file(test.path);
    const bool asks = test.condition.kind != Proposition::Kind::truth;
    const auto asked = is_kernel && !asks ? readings::Asked::bugs : readings::Asked::condition;
    const readings::Table table = readings::under_all(test, asked, explore);
    write_standard_output(readings::text_of(table));
    const bool unknown = std::ranges::any_of(
        table.rows, [](const readings::Row& row) { return row.found == readings::Found::unknown; });
    if (unknown) code = worse(code, ExitCode::incomplete);
  }
  return code;
}

namespace {

constexpr HelpFrame replay_frame{
    "usage: opexplore replay [OPTIONS] FILE.json|- ...\n"
    "\n"
    "Executes the traces of documents that --write trace-json wrote, or another program, with the "
    "rules "
    "of\n"
    "their machines, step by step and without the search. A trace is accepted if everything in it "
    "is\n"
    "what the machine says; else the first thing that is not is printed. A litmus test in a file\n"
    "named replay is explored as ./replay.\n",
    "\nExit codes: 0 all accepted; 2 no trace document, or of another version; 20 a trace is "
    "refused;\n30 internal error.\n"};

struct ReplayOptions {
  std::vector<std::string> files;
  bool quiet = false;
};

constexpr std::array replay_rows{OptionRow<ReplayOptions>{
    {.names = "-q,--quiet", .group = "output", .help = "Print what is refused alone"},
    keep<&ReplayOptions::quiet>}};

std::string line_of(const CheckedTrace& checked, const std::string& path) {
  if (checked.accepted) return "accepted " + path + ": " + checked.statement + '\n';
  const JsonDifference& fault = checked.fault;
  return "refused " +
         located_message(path, fault.place,
                         fault.pointer + ": found " + fault.found + ", expected " + fault.expected,
                         "") +
         '\n';
}

ExitCode replay_file(const std::string& path, bool quiet, const ToolInfo& tool) {
  ExitCode code = ExitCode::complete;
  try {
    const std::string text = detail::file_text(path, max_trace_file_size);
    check_traces(text, path, tool, [&](const CheckedTrace& checked) {
      if (!checked.accepted) code = worse(code, ExitCode::disagreement);
      if (!quiet || !checked.accepted) write_standard_output(line_of(checked, path));
    });
  } catch (const InputError& error) {
    std::fputs(("Error: " + std::string(error.what()) + '\n').c_str(), stderr);
    code = worse(code, ExitCode::wrong_input);
  }
  return code;
}

ExitCode replay_files(const ReplayOptions& options, const ToolInfo& tool) {
  if (options.files.empty()) {
    throw UsageError("no trace given",
                     "name a file of --write trace-json, or - for standard input");
  }
  ExitCode code = ExitCode::complete;
  for (const std::string& path : options.files) {
    code = worse(code, replay_file(path, options.quiet, tool));
  }
  return code;
}

}  // namespace

Subcommand replay_command(const ToolInfo& tool) {
  return {.name = "replay",
          .summary = "Execute traces again, and accept or refuse them",
          .frame = replay_frame,
          .declare = [tool](CommandLine& line) {
            const auto options = std::make_shared<ReplayOptions>();
            line.add_words(options->files);
            line.add(replay_rows, *options);
            return [options, tool] { return replay_files(*options, tool); };
          }};
}

}  // namespace opexplore
