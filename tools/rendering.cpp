#include "tools/rendering.hpp"

#include <sstream>

#include "export/comparison_text.hpp"
#include "export/dot.hpp"
#include "export/log.hpp"
#include "export/trace_text.hpp"

namespace opexplore {
namespace {

bool is_shown(Show show, const Test& test, const OutcomeReport& outcome) {
  const bool satisfied = holds(test.condition, outcome.values);
  switch (show) {
    case Show::witness:
    case Show::all:
      return true;
    case Show::proposition:
      return satisfied;
    case Show::negated:
      return !satisfied;
    case Show::condition:
      return satisfied == (test.quantifier != Quantifier::not_exists);
    case Show::none:
      return false;
  }
  return false;
}

// Calls visit(report, name of the machine), for the second machine only when comparing.
template <class Visit>
void for_each_report(const Explored& run, Visit visit) {
  visit(run.report, run.context.machine.name);
  if (run.compared != nullptr) visit(run.compared->report, run.context.other->name);
}

// Calls visit(trace, goal).
template <class Visit>
void for_each_trace(const Explored& run, const Report& report, bool deadlock, Visit visit) {
  for (const OutcomeReport& outcome : report.outcomes) {
    if (outcome.trace && is_shown(run.context.options.shown(), run.test, outcome)) {
      visit(*outcome.trace, outcome_text(run.test, outcome.values, run.context.options.radix));
    }
  }
  if (deadlock && report.deadlock) visit(*report.deadlock, "deadlock: " + report.deadlock_reason);
}

std::string log_text(const Explored& run) {
  const Options& options = run.context.options;
  std::ostringstream out;
  write_log(out, run.test, run.report, run.hash, {options.radix, true});
  if (run.compared != nullptr) {
    write_comparison(out, run.test, {run.context.machine.name, run.report},
                     {run.context.other->name, run.compared->report}, run.compared->comparison,
                     options.radix);
  }
  if (!options.trace && run.compared == nullptr) return out.str();
  for_each_report(run, [&](const Report& report, const std::string&) {
    for_each_trace(run, report, options.trace.has_value(),
                   [&](const Trace& trace, const std::string& goal) {
                     write_trace(out, run.test, trace, {goal, machine_title(report)},
                                 options.trace.value_or(TraceDetail::changes));
                   });
  });
  return out.str();
}

std::string drawings(const Explored& run) {
  std::ostringstream out;
  for_each_report(run, [&](const Report& report, const std::string& machine) {
    for_each_trace(
        run, report, run.context.options.check_deadlock,
        [&](const Trace& trace, const auto&) { write_dot(out, run.test, trace, machine); });
  });
  return out.str();
}

nlohmann::ordered_json json_of(const Explored& run) {
  TestResult result{run.test,
                    run.report,
                    run.context.options.explore,
                    run.hash,
                    std::string(run.context.machine.entry->source),
                    run.expected,
                    {}};
  if (run.compared != nullptr) {
    result.compared.emplace(ComparedResult{run.compared->report,
                                           std::string(run.context.other->entry->source),
                                           run.compared->comparison});
  }
  return json_test(result);
}

std::string warning(const Test& test, const std::string& text) {
  return "Warning: File \"" + test.path + "\": " + text + '\n';
}

// What to know about the search of one machine. `who` begins the sentences when there are two.
std::string search_warnings(const Test& test, const Report& report, const std::string& who) {
  std::string text;
  if (report.incomplete != Incomplete::none) {
    text += warning(test, who + "exploration incomplete, legal outcomes may be missing: " +
                              report.incomplete_reason);
  }
  if (report.statistics.stuck_states > 0) {
    text += warning(test, who + "deadlock: " + report.deadlock_reason);
  }
  if (report.incomplete == Incomplete::none && report.outcomes.empty()) {
    text += warning(test, who + (report.filtered_outcomes > 0
                                     ? "the filter lets no final state through, so the verdict is "
                                       "empty"
                                     : "no final state is reachable, so the verdict is empty"));
  }
  return text;
}

std::string warnings(const Explored& run, const Verdict& answer) {
  const bool two = run.compared != nullptr;
  std::string text =
      search_warnings(run.test, run.report, two ? run.context.machine.name + ": " : "");
  if (two) text += search_warnings(run.test, run.compared->report, run.context.other->name + ": ");
  if (run.expected && answer.decided && *run.expected != answer.ok) {
    text += warning(run.test, std::string("expected ") + (*run.expected ? "Ok" : "No") +
                                  ", found " + (answer.ok ? "Ok" : "No"));
  } else if (!run.expected && run.context.selection.expects()) {
    text += warning(run.test, "no expectation is given for this test");
  }
  return text;
}

ExitCode code_of(const Explored& run, const Verdict& answer) {
  ExitCode code = ExitCode::complete;
  for_each_report(run, [&](const Report& report, const std::string&) {
    code = worse(code, code_of(report.incomplete));
    if (run.context.options.check_deadlock && report.statistics.stuck_states > 0) {
      code = worse(code, ExitCode::deadlock);
    }
  });
  if (run.expected && answer.decided && *run.expected != answer.ok) {
    code = worse(code, ExitCode::unexpected);
  }
  return code;
}

void add_files(const Explored& run, SingleResult& result) {
  const Options& options = run.context.options;
  const auto path = [&](const std::string& extension) {
    return options.directory.value_or(".") /
           (file_name(run.test.name) + options.suffix + extension);
  };
  if (options.directory) result.files.push_back({path(".log"), result.log});
  if ((options.dot && options.dot->empty()) || options.witness == WitnessFile::dot) {
    if (!result.drawings.empty()) {
      result.files.push_back({path(".dot"), result.drawings});
    } else if (run.compared == nullptr) {  // machines that agree have nothing to draw
      result.diagnostics += warning(run.test, "no execution to draw; choose others with -show");
    }
  }
  if (options.witness == WitnessFile::json) {
    auto document = json_document(run.context.tool);
    document["tests"].push_back(json_of(run));
    document["exit_code"] = static_cast<int>(result.code);
    result.files.push_back({path(".json"), json_text(document)});
  }
}

}  // namespace

SingleResult rendered(const Explored& run) {
  const Options& options = run.context.options;
  const Verdict answer = verdict(run.test, run.report);
  SingleResult result;
  result.ending = !answer.decided ? Ending::undecided : answer.ok ? Ending::ok : Ending::no;
  result.code = code_of(run, answer);
  result.unexpected = run.expected && answer.decided && *run.expected != answer.ok;
  for_each_report(run, [&](const Report& report, const std::string&) {
    if (report.incomplete == Incomplete::states) result.reached_max_states = true;
  });
  if (run.compared != nullptr) result.agreement = run.compared->comparison.agreement();
  result.name = run.test.name;
  result.hash = run.hash;
  result.log = log_text(run);
  result.diagnostics = warnings(run, answer);
  if (options.dot || options.witness == WitnessFile::dot) result.drawings = drawings(run);
  if (options.json) result.json = json_of(run);
  add_files(run, result);
  return result;
}

}  // namespace opexplore
