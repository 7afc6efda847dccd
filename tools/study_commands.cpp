#include "tools/study_commands.hpp"

#include <cstdio>
#include <sstream>
#include <utility>

#include "export/output_file.hpp"
#include "litmus/reader.hpp"
#include "studies/ranking/json.hpp"
#include "studies/ranking/rank.hpp"
#include "studies/ranking/tables.hpp"
#include "studies/ranking/text.hpp"
#include "studies/stalls/json.hpp"
#include "studies/stalls/stalls.hpp"
#include "studies/stalls/text.hpp"
#include "tools/outputs.hpp"
#include "tools/progress.hpp"
#include "tools/sources.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

// A study of searches under way, for who waits; nothing when the run shall be quiet.
CountSearches shown_count(const Options& options, const std::string& study) {
  if (options.quiet) return {};
  return [study](std::size_t done, std::size_t all) { show_count(study, done, all); };
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
  write_json(*options.json, document);
}

void write_ranking(const Options& options, const Ranking& ranking) {
  if (options.json != "-") {
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

// Writes what is there already: the rest may take long.
void show_row(const Options& options, const std::vector<ChosenMachine>& machines,
              const StallRow& row) {
  if (!options.quiet) {
    clear_progress();
    warn(row, machines);
  }
  if (options.json == "-") return;
  std::ostringstream text;
  write_stalls(text, machines, row);
  write_standard_output(text.str());
}

}  // namespace

ExitCode run_ranking(const Options& options, const ToolInfo& tool) {
  RankingQuestion question;
  question.observations = read_observations_file(options.rank->string());
  question.contenders = contenders_of(ranked_machines(options.machine, options.explore.machine),
                                      question.observations);
  prepare_output(options);
  ReadTests read = read_tests(options);
  question.tests = std::move(read.tests);
  question.explore = watched(options.explore, options.quiet);
  if (!options.quiet) {
    for (const std::string& note : question.contenders.notes) say("Warning: " + note + '\n');
  }
  const Ranking ranking = rank(std::move(question), shown_count(options, "Ranking"));
  if (!options.quiet) clear_progress();
  const ExitCode code = worse(code_of(read), ranking.code);
  write_ranking(options, ranking);
  if (options.json) {
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
  if (options.json != "-") {
    std::ostringstream text;
    write_stall_sums(text, table);
    write_standard_output(text.str());
  }
  if (options.json) {
    write_document(options, tool, read.failures, "stalls", json_stalls(table), code);
  }
  return code;
}

}  // namespace opexplore
