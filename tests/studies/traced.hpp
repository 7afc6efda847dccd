// Trace documents for tests: made as the program makes them, and what a replay says of them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "export/trace_document.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "studies/replay/trace_check.hpp"
#include "tests/locations.hpp"

namespace opexplore::testing {

using Json = nlohmann::ordered_json;

inline const ToolInfo traced_tool{"opexplore", "1.2.3", "unknown"};

inline std::string corpus_path(const std::string& file) {
  return std::string(source_folder) + "/litmus/" + file;
}

/// A document with the trace to every outcome of the test, to its deadlock, to where no end can be
/// reached and to its race; without traces where the machine refuses the test.
inline Json traced(const MachineEntry& machine, const Test& test,
                   const MachineOptions& options = {}) {
  Json document = json_traces(traced_tool);
  if (machine.refusal(test, options)) return document;
  ExploreOptions explore;
  explore.machine = options;
  explore.threads = 1;
  explore.traces = Traces::every_outcome;
  const Answer report = machine.explore(test, explore);
  const WrittenTest text = written(test);
  const auto add = [&](const Trace& trace, TraceEnd end) {
    std::vector<Step> steps;
    for (const TraceStep& step : trace.steps) steps.push_back(step.step);
    document["traces"].push_back(
        trace_document(traced_run(text, machine.facts(), report.replayed_with),
                       replay(machine, text.test, report.replayed_with, steps), end));
  };
  for (const AnsweredOutcome& outcome : report.outcomes) add(*outcome.trace, TraceEnd::final);
  if (report.deadlock) add(*report.deadlock, TraceEnd::stuck);
  if (report.statistics.endless_states > 0) add(*report.endless, TraceEnd::spin);
  if (report.race) add(*report.race, TraceEnd::race);
  return document;
}

/// What the replay of a document comes to.
struct ReplayResult {
  std::vector<CheckedTrace> checked;
  std::string complaint;  ///< of a document that is none
  bool accepted() const {
    if (!complaint.empty() || checked.empty()) return false;
    for (const CheckedTrace& trace : checked) {
      if (!trace.accepted) return false;
    }
    return true;
  }
  /// What is wrong, for messages.
  std::string fault() const {
    if (!complaint.empty()) return complaint;
    for (const CheckedTrace& trace : checked) {
      if (trace.accepted) continue;
      return trace.fault.pointer + ": found " + trace.fault.found + ", expected " +
             trace.fault.expected;
    }
    return "nothing";
  }
};

inline ReplayResult replayed(const std::string& text) {
  ReplayResult result;
  try {
    check_traces(text, "trace.json", traced_tool,
                 [&](const CheckedTrace& checked) { result.checked.push_back(checked); });
  } catch (const InputError& error) {
    result.complaint = error.what();
  }
  return result;
}

inline ReplayResult replayed(const Json& document) { return replayed(json_text(document)); }

}  // namespace opexplore::testing
