#include "tools/rendering.hpp"

#include <sstream>

#include "export/comparison_text.hpp"
#include "export/dot.hpp"
#include "export/execution_json.hpp"
#include "export/execution_text.hpp"
#include "export/log.hpp"
#include "export/trace_text.hpp"
#include "tools/trace_document.hpp"

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

// Calls visit(report, machine or model), for the second only when comparing.
template <class Visit>
void for_each_report(const Explored& run, Visit visit) {
  visit(run.report, run.context.first);
  if (run.compared != nullptr) visit(run.compared->report, *run.context.second);
}

// Which bad ends are shown beside outcomes.
struct BadEnds {
  bool deadlock = false;
  bool endless = false;
  bool race = false;
};

// Calls visit(trace or execution, goal).
template <class Visit>
void for_each_witness(const Explored& run, const Report& report, BadEnds ends, Visit visit) {
  for (const OutcomeReport& outcome : report.outcomes) {
    if (!is_shown(run.context.options.shown(), run.test, outcome)) continue;
    const std::string goal = outcome_text(run.test, outcome.values, run.context.options.radix);
    if (outcome.trace) visit(*outcome.trace, goal);
    if (outcome.execution) visit(*outcome.execution, goal);
  }
  if (ends.deadlock && report.deadlock) {
    visit(*report.deadlock, "deadlock: " + report.deadlock_reason);
  }
  if (ends.endless && report.endless) {
    visit(*report.endless, "endless: " + report.endless_reason);
  }
  if (ends.race && report.race) visit(*report.race, "data race: " + report.race_reason);
}

// The witnesses of one report, as text.
class WitnessText {
 public:
  WitnessText(std::ostream& out, const Explored& run, const Report& report)
      : out_(out), run_(run), report_(report) {}

  void operator()(const Trace& trace, const std::string& goal) const {
    write_trace(out_, run_.test, trace, {goal, machine_title(report_)}, detail());
  }
  void operator()(const Execution& execution, const std::string& goal) const {
    write_execution(out_, run_.test, execution, {goal, report_.machine}, detail());
  }

 private:
  TraceDetail detail() const { return run_.context.options.trace.value_or(TraceDetail::changes); }

  std::ostream& out_;
  const Explored& run_;
  const Report& report_;
};

std::string axioms_text(const axioms::Explanation& explanation) {
  std::string text;
  for (const axioms::Prohibition& prohibition : explanation.prohibitions) {
    std::string together;
    for (const std::string& axiom : prohibition.axioms) {
      together += (together.empty() ? "" : " with ") + axiom;
    }
    text += (text.empty() ? "" : ", or by ") + together;
  }
  return text;
}

void write_forbidden(std::ostream& out, const Explored& run, const Forbidden& forbidden) {
  const axioms::Explanation& why = forbidden.explanation;
  out << "Forbidden by " << forbidden.model << ": " << forbidden.goal << "\n  ";
  if (!why.prohibitions.empty()) {
    out << "by " << axioms_text(why);
  } else if (why.stopped == axioms::Stopped::no) {
    out << "no candidate execution ends so";
  }
  if (why.stopped != axioms::Stopped::no) {
    out << (why.prohibitions.empty() ? "" : "; ")
        << "not all was looked at: " << why.incomplete_reason;
  }
  out << "\n\n";
  if (why.prohibitions.empty()) return;
  write_execution(out, run.test, why.prohibitions.front().execution,
                  {forbidden.goal + ", forbidden", forbidden.model},
                  run.context.options.trace.value_or(TraceDetail::changes));
}

std::string log_text(const Explored& run) {
  const Options& options = run.context.options;
  std::ostringstream out;
  write_log(out, run.test, run.report, run.hash, {options.radix, true});
  if (run.compared != nullptr) {
    write_comparison(out, run.test, {name_of(run.context.first), run.report},
                     {name_of(*run.context.second), run.compared->report}, run.compared->comparison,
                     options.radix);
  }
  if (!options.trace && run.compared == nullptr) return out.str();
  for_each_report(run, [&](const Report& report, const Semantics&) {
    const bool shown = options.trace.has_value();
    for_each_witness(run, report, {shown, shown, shown}, WitnessText(out, run, report));
  });
  for (const Forbidden& forbidden : run.forbidden) write_forbidden(out, run, forbidden);
  return out.str();
}

std::string drawings(const Explored& run) {
  std::ostringstream out;
  for_each_report(run, [&](const Report& report, const Semantics& semantics) {
    for_each_witness(run, report,
                     {run.context.options.check_deadlock, report.outcomes.empty(),
                      run.context.options.check_races},
                     [&](const auto& witness, const auto&) {
                       write_dot(out, run.test, witness, name_of(semantics));
                     });
  });
  for (const Forbidden& forbidden : run.forbidden) {
    if (forbidden.explanation.prohibitions.empty()) continue;
    const axioms::Prohibition& first = forbidden.explanation.prohibitions.front();
    write_dot(out, run.test, first.execution,
              forbidden.model + ", forbidden by " + axioms_text(forbidden.explanation));
  }
  return out.str();
}

nlohmann::ordered_json forbidden_json(const Test& test, const Forbidden& forbidden) {
  const axioms::Explanation& why = forbidden.explanation;
  nlohmann::ordered_json json{{"model", forbidden.model},
                              {"goal", forbidden.goal},
                              {"axioms", nlohmann::ordered_json::array()},
                              {"execution", nullptr},
                              {"incomplete", nullptr}};
  for (const axioms::Prohibition& one : why.prohibitions) json["axioms"].push_back(one.axioms);
  if (!why.prohibitions.empty()) {
    json["execution"] = json_execution(test, why.prohibitions.front().execution);
  }
  if (why.stopped != axioms::Stopped::no) json["incomplete"] = why.incomplete_reason;
  return json;
}

// What `replay` can check: each trace of a machine, on the test as it is written in the document.
nlohmann::ordered_json traces_of(const Explored& run) {
  nlohmann::ordered_json traces = nlohmann::ordered_json::array();
  std::optional<WrittenTest> test;
  const auto add = [&](const ChosenMachine& machine, const Trace& trace, TraceEnd end) {
    if (!test) test = written(run.test);
    traces.push_back(trace_document(*test, *machine.entry, machine.options, trace, end));
  };
  for_each_report(run, [&](const Report& report, const Semantics& semantics) {
    const auto* const machine = std::get_if<ChosenMachine>(&semantics);
    if (machine == nullptr) return;
    for (const OutcomeReport& outcome : report.outcomes) {
      if (outcome.trace && is_shown(run.context.options.shown(), run.test, outcome)) {
        add(*machine, *outcome.trace, TraceEnd::final);
      }
    }
    if (report.deadlock) add(*machine, *report.deadlock, TraceEnd::stuck);
    if (report.statistics.endless_states > 0 && report.endless) {
      add(*machine, *report.endless, TraceEnd::spin);
    }
    if (report.race) add(*machine, *report.race, TraceEnd::race);
  });
  return traces;
}

nlohmann::ordered_json json_of(const Explored& run, const nlohmann::ordered_json& traces) {
  TestResult result{
      run.test,     run.report, run.context.options.explore, run.hash, source_of(run.context.first),
      run.expected, {},         origin_of(run.context.first)};
  if (run.compared != nullptr) {
    result.compared.emplace(ComparedResult{run.compared->report, source_of(*run.context.second),
                                           run.compared->comparison,
                                           origin_of(*run.context.second)});
  }
  nlohmann::ordered_json json = json_test(result);
  if (!traces.empty()) json["traces"] = traces;
  for (const Forbidden& forbidden : run.forbidden) {
    json["forbidden"].push_back(forbidden_json(run.test, forbidden));
  }
  return json;
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
  const bool race = report.statistics.racy_states > 0;
  if (race) text += warning(test, who + "data race: " + report.race_reason);
  if (never_ends(report)) {
    text += warning(test, who + (report.evaluation ? "the model allows no execution that ends"
                                                   : "never ends: no final state can be reached"));
  }
  if (report.endless) {
    text += warning(test, who + "no final state can be reached where " + report.endless_reason);
  }
  if (report.incomplete == Incomplete::none && report.outcomes.empty() && !race &&
      !never_ends(report)) {
    text += warning(test, who + "the filter lets no final state through, so the verdict is empty");
  }
  return text;
}

std::string warnings(const Explored& run, const Verdict& answer) {
  const bool two = run.compared != nullptr;
  std::string text =
      search_warnings(run.test, run.report, two ? name_of(run.context.first) + ": " : "");
  if (two) {
    text += search_warnings(run.test, run.compared->report, name_of(*run.context.second) + ": ");
  }
  if (run.expected && answer.decided && *run.expected != answer.ok) {
    text += warning(run.test, std::string("expected ") + (*run.expected ? "Ok" : "No") +
                                  ", found " + (answer.ok ? "Ok" : "No"));
  }
  return text;
}

ExitCode code_of(const Explored& run, const Verdict& answer) {
  ExitCode code = ExitCode::complete;
  for_each_report(run, [&](const Report& report, const Semantics&) {
    code = worse(code, code_of(report.incomplete));
    // An expectation says whether that is meant: it is a No.
    if (!run.expected && never_ends(report)) {
      code = worse(code, ExitCode::never_ends);
    }
    if (run.context.options.check_deadlock && report.statistics.stuck_states > 0) {
      code = worse(code, ExitCode::deadlock);
    }
    if (run.context.options.check_races && report.statistics.racy_states > 0) {
      code = worse(code, ExitCode::data_race);
    }
  });
  if (run.expected && answer.decided && *run.expected != answer.ok) {
    code = worse(code, ExitCode::unexpected);
  }
  if (run.context.options.differences_fail() && run.compared != nullptr &&
      run.compared->comparison.agreement() == Agreement::different) {
    code = worse(code, ExitCode::disagreement);
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
  const bool asked = (options.dot && options.dot->empty()) || options.witness == WitnessFile::dot;
  const bool differs = result.agreement == Agreement::different;
  if (asked || (options.directory && differs)) {
    if (!result.drawings.empty()) {
      result.files.push_back({path(".dot"), result.drawings});
    } else if (run.compared == nullptr) {  // machines that agree have nothing to draw
      result.remarks += warning(run.test, "no execution to draw; choose others with -show");
    }
  }
  if (options.witness == WitnessFile::json) {
    auto document = json_document(run.context.tool);
    document["tests"].push_back(json_of(run, result.traces));
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
  if (run.report.statistics.racy_states > 0) result.ending = Ending::undefined;
  result.code = code_of(run, answer);
  result.unexpected = run.expected && answer.decided && *run.expected != answer.ok;
  for_each_report(run, [&](const Report& report, const Semantics&) {
    if (report.incomplete == Incomplete::states) result.reached_max_states = true;
  });
  if (run.compared != nullptr) result.agreement = run.compared->comparison.agreement();
  result.name = run.test.name;
  result.hash = run.hash;
  result.log = log_text(run);
  result.diagnostics = warnings(run, answer);
  if (!run.expected && run.context.selection.expects()) {
    result.remarks = warning(run.test, "no expectation is given for this test");
  }
  const bool differs = result.agreement == Agreement::different;
  if (options.dot || options.witness == WitnessFile::dot || (options.directory && differs)) {
    result.drawings = drawings(run);
  }
  const bool as_json = options.json || options.witness == WitnessFile::json;
  if (options.trace_json || (as_json && options.explore.traces != Traces::none)) {
    result.traces = traces_of(run);
  }
  if (options.json) result.json = json_of(run, result.traces);
  add_files(run, result);
  return result;
}

}  // namespace opexplore
