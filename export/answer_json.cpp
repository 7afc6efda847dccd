#include "export/answer_json.hpp"

#include <optional>
#include <utility>

#include "export/execution_json.hpp"
#include "export/kernel_json.hpp"
#include "export/trace_document.hpp"
#include "export/trace_json.hpp"
#include "export/witnesses.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

Json forbidden_json(const Test& test, const Forbidden& forbidden, Radix radix) {
  const Explanation& why = forbidden.explanation;
  Json json{{"model", forbidden.model},
            {"goal", goal_text(test, forbidden, radix)},
            {"axioms", Json::array()},
            {"execution", nullptr},
            {"incomplete", nullptr}};
  for (const Prohibition& one : why.prohibitions) json["axioms"].push_back(one.axioms);
  if (!why.prohibitions.empty()) {
    json["execution"] = json_execution(test, why.prohibitions.front().execution);
  }
  if (why.stopped != Stopped::no) json["incomplete"] = why.incomplete_reason;
  return json;
}

// Calls add(trace, end) for each trace of a search that is shown.
template <class Add>
void for_each_trace(const Test& test, const Answer& answer, Show show, Add add) {
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    if (outcome.trace && is_shown(show, test, outcome)) add(*outcome.trace, TraceEnd::final);
  }
  if (answer.deadlock) add(*answer.deadlock, TraceEnd::stuck);
  if (answer.statistics.endless_states > 0 && answer.endless) add(*answer.endless, TraceEnd::spin);
  if (answer.race) add(*answer.race, TraceEnd::race);
}

Json traces_of(const AnsweredTest& run, const OutputOptions& options) {
  Json traces = Json::array();
  for_each_answer(run, [&](const Answer& answer, const Semantics& semantics) {
    const auto* const machine = std::get_if<ChosenMachine>(&semantics);
    if (machine == nullptr) return;
    for_each_trace(run.asked.test, answer, options.show, [&](const Trace& trace, TraceEnd end) {
      const TracedRun traced =
          traced_run(*run.gathered.written, machine->entry->facts(), answer.replayed_with);
      traces.push_back(trace_document(traced, run.gathered.replays.at(&trace), end));
    });
  });
  if (run.answer.termination) {
    const auto& machine = std::get<ChosenMachine>(run.asked.pairing.first);
    for (Json& trace :
         termination_documents(machine.entry->facts(), *run.answer.termination, run.gathered)) {
      traces.push_back(std::move(trace));
    }
  }
  return traces;
}

}  // namespace

Needs trace_json_needs(const AnsweredTest& run, const OutputOptions& options) {
  Needs needs;
  for_each_answer(run, [&](const Answer& answer, const Semantics& semantics) {
    if (is_model(semantics)) return;
    for_each_trace(run.asked.test, answer, options.show,
                   [&](const Trace& trace, TraceEnd) { needs.replays.insert(&trace); });
  });
  needs.endless = run.answer.termination.has_value();
  return needs;
}

Needs json_needs(const AnsweredTest& run, const OutputOptions& options) {
  return options.asked.traces ? trace_json_needs(run, options) : Needs();
}

FormatResult json_part(const AnsweredTest& run, const OutputOptions& options) {
  const Pairing& pairing = run.asked.pairing;
  TestResult result{run.asked.test,
                    run.answer,
                    options.asked,
                    run.asked.hash,
                    source_of(pairing.first),
                    run.asked.expected,
                    {},
                    origin_of(pairing.first)};
  result.statements = run.statements;
  if (run.compared) {
    result.compared.emplace(ComparedResult{run.compared->answer, source_of(*pairing.second),
                                           run.compared->comparison, origin_of(*pairing.second)});
  }
  Json json = json_test(result);
  if (run.asked.kernel != nullptr) {
    json["kernel"] =
        json_kernel(run.asked.test, *run.asked.kernel, *run.answer.findings, run.as_written.get());
  }
  if (options.asked.traces) {
    Json traces = traces_of(run, options);
    if (!traces.empty()) json["traces"] = std::move(traces);
  }
  for (const Forbidden& forbidden : run.answer.forbidden) {
    json["forbidden"].push_back(forbidden_json(run.asked.test, forbidden, options.radix));
  }
  return json;
}

std::string json_report(std::vector<FormatPart> parts, const RunSummary& run) {
  Json document = json_document(run.tool);
  for (FormatPart& part : parts) document["tests"].push_back(std::move(part));
  document["exit_code"] = run.exit_code;
  return json_text(document);
}

FormatResult trace_json_part(const AnsweredTest& run, const OutputOptions& options) {
  return traces_of(run, options);
}

std::string trace_json_document(std::vector<FormatPart> parts, const RunSummary& run) {
  Json document = json_traces(run.tool);
  for (FormatPart& part : parts) {
    for (Json& trace : part) document["traces"].push_back(std::move(trace));
  }
  return json_text(document);
}

}  // namespace opexplore
