#include "tools/rank.hpp"

#include <cstdio>
#include <sstream>

#include "answers/refusal.hpp"
#include "answers/unexpected.hpp"
#include "hardware/ranking_json.hpp"
#include "hardware/ranking_tables.hpp"
#include "hardware/ranking_text.hpp"
#include "litmus/hash.hpp"
#include "litmus/reader.hpp"
#include "tools/arguments.hpp"
#include "tools/contenders.hpp"
#include "tools/interrupt.hpp"
#include "tools/output_files.hpp"
#include "tools/outputs.hpp"
#include "tools/progress.hpp"
#include "tools/sources.hpp"

namespace opexplore {
namespace {

// The answer of one machine to one test, as a job gives it.
struct Found {
  ContenderAnswer answer;
  ExitCode code = ExitCode::complete;
  bool done = true;  // false when it was interrupted
  bool reached_max_states = false;
};

void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

Found explored(const ChosenMachine& machine, const Test& test, const ExploreOptions& explore) {
  if (const auto refusal = machine.entry->refusal(test, machine.options)) {
    return {{Answer::refused, without_place(*refusal)}};
  }
  const Report report = explored_with(machine, test, explore);
  const Verdict answer = verdict(test, report);
  Found found;
  found.reached_max_states = report.incomplete == Incomplete::states;
  if (answer.decided) {
    found.answer.answer = answer.ok ? Answer::allowed : Answer::forbidden;
    return found;
  }
  found.answer.reason =
      report.statistics.racy_states > 0 ? "a data race" : report.incomplete_reason;
  found.code = code_of(report.incomplete);
  found.done = report.incomplete != Incomplete::interrupted;
  return found;
}

// What goes wrong with one search must not end the others.
Found guarded(const ChosenMachine& machine, const Test& test, const ExploreOptions& explore) {
  if (interrupted()) return {{Answer::undecided, "interrupted"}, ExitCode::cancelled, false};
  try {
    return explored(machine, test, explore);
  } catch (const std::exception& error) {
    const Failure failure = unexpected_failure(error);
    return {{Answer::undecided, failure.message}, failure.exit_code};
  }
}

// Asks every contender about every test, and counts aloud.
ExitCode answer_all(const Options& options, const std::vector<Test>& tests,
                    const std::vector<ChosenContender>& contenders, Ranking& ranking) {
  ExploreOptions explore = options.explore;
  explore.verdict_only = true;
  ranking.searches = tests.size() * contenders.size();
  Jobs<Found> jobs(watched(explore, options.quiet), ranking.searches,
                   [&](std::size_t index, const ExploreOptions& limits) {
                     return guarded(contenders[index / tests.size()].machine,
                                    tests[index % tests.size()], limits);
                   });
  ExitCode code = ExitCode::complete;
  for (std::size_t index = 0; index < jobs.size(); ++index) {
    if (!options.quiet) show_count("Ranking", index, jobs.size());
    Found found = jobs.result(index);
    code = worse(code, found.code);
    if (found.done) ++ranking.searches_done;
    ranking.contenders[index / tests.size()].answers.push_back(std::move(found.answer));
  }
  if (!options.quiet) clear_progress();
  return code;
}

// Leaves the tests that some row names.
std::vector<Test> take_named(std::vector<Test> tests, Ranking& ranking) {
  ranking.judged = matched(ranking.observations, tests, ranking.untested);
  std::vector<bool> named(tests.size());
  for (const Judged& judged : ranking.judged) named[judged.test] = true;
  std::vector<std::size_t> place(tests.size());
  std::vector<Test> result;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!named[i]) continue;
    place[i] = result.size();
    ranking.tests.push_back({tests[i].name, tests[i].path, hash(tests[i])});
    result.push_back(std::move(tests[i]));
  }
  for (Judged& judged : ranking.judged) judged.test = place[judged.test];
  return result;
}

void write_results(const Options& options, const ToolInfo& tool, const Ranking& ranking,
                   const std::vector<Failure>& failures, ExitCode code) {
  if (options.json != "-") {
    std::ostringstream text;
    write_ranking(text, ranking, options.verbosity > 0);
    write_standard_output(text.str());
  }
  const bool complete = ranking.searches_done == ranking.searches;
  if (options.tables && complete) {
    std::ostringstream page;
    write_tables(page, ranking);
    write_file(*options.tables, page.str());
  } else if (options.tables) {
    say("Warning: " + options.tables->string() + " is not written: the ranking was interrupted\n");
  }
  if (!options.json) return;
  auto document = json_document(tool);
  for (const Failure& failure : failures) document["tests"].push_back(json_test(failure));
  document["ranking"] = json_ranking(ranking);
  document["exit_code"] = static_cast<int>(code);
  write_json(*options.json, document);
}

}  // namespace

std::vector<ChosenMachine> ranked_machines(const std::optional<std::string>& names,
                                           const MachineOptions& common) {
  std::vector<ChosenMachine> chosen =
      names ? chosen_machines(*names, common) : every_hardware(common);
  if (!names) {
    std::erase_if(chosen, [](const ChosenMachine& one) { return one.entry->finds_races; });
  }
  require_offered(common, chosen);
  return chosen;
}

ExitCode run_ranking(const Options& options, const ToolInfo& tool) {
  Ranking ranking;
  ranking.observations = read_observations_file(options.rank->string());
  const std::vector<ChosenContender> contenders =
      contenders_of(ranked_machines(options.machine, options.explore.machine), ranking.observations,
                    ranking.notes);
  if (contenders.empty()) {
    throw UsageError("the observations are of no chip that the machines know",
                     "choose other machines");
  }
  for (const ChosenContender& one : contenders) ranking.contenders.push_back(description(one));
  prepare_output(options);
  ReadTests read = read_tests(options);
  for (Test& test : read.tests) {
    test.quantifier = Quantifier::exists;  // the question is whether the outcome is reached
  }
  const std::vector<Test> tests = take_named(std::move(read.tests), ranking);
  ExitCode code = read.failures.empty() ? ExitCode::complete : ExitCode::wrong_input;
  if (!options.quiet) {
    for (const std::string& note : ranking.notes) say("Warning: " + note + '\n');
  }
  code = worse(code, answer_all(options, tests, contenders, ranking));
  write_results(options, tool, ranking, read.failures, code);
  return code;
}

}  // namespace opexplore
