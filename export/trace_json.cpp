#include "export/trace_json.hpp"

#include <optional>

#include "export/null_or.hpp"
#include "export/outcome_text.hpp"
#include "export/program_json.hpp"
#include "export/termination_json.hpp"
#include "export/termination_words.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

std::string_view truth_word(bool value) { return value ? "true" : "false"; }

Json machine_json(const TracedRun& run) {
  Json settings = Json::object();
  for (const Setting& setting : run.machine.settings) {
    settings[std::string(setting.name)] = value_of(setting, run.options);
  }
  Json switches = Json::object();
  for (const auto& [name, member] : document_switches)
    switches[std::string(name)] = run.options.*member;
  return {{"name", run.machine.name},
          {"version", run.machine.version},
          {"settings", std::move(settings)},
          {"reductions", std::move(switches)}};
}

// What one final state says about the quantified condition. A machine that looks for races says
// nothing before it has looked everywhere.
std::optional<std::string_view> verdict_of(const TracedRun& run, bool satisfies) {
  if (run.machine.finds_races) return std::nullopt;
  switch (run.test.quantifier) {
    case Quantifier::exists:
      if (satisfies) return "Ok";
      break;
    case Quantifier::not_exists:
      if (satisfies) return "No";
      break;
    case Quantifier::forall:
      if (!satisfies) return "No";
      break;
  }
  return std::nullopt;
}

Json outcome_json(const TracedRun& run, const Outcome& outcome) {
  const Test& test = run.test;
  Json values = Json::array();
  for (std::size_t i = 0; i < outcome.size(); ++i) {
    values.push_back(
        {{"observable", to_string(test.observables[i], test.program)}, {"value", outcome[i]}});
  }
  const bool satisfies = holds(test.condition, outcome);
  const bool counts = !test.filter || holds(*test.filter, outcome);
  const auto verdict = counts ? verdict_of(run, satisfies) : std::nullopt;
  return {{"kind", claim_name(TraceEnd::final)},
          {"reason", nullptr},
          {"values", std::move(values)},
          {"satisfies", satisfies},
          {"passes_filter", counts},
          {"verdict", verdict ? Json(*verdict) : Json(nullptr)}};
}

Json claim_json(const TracedRun& run, const Replayed& replayed) {
  if (replayed.end == TraceEnd::final) return outcome_json(run, replayed.outcome);
  const bool race = replayed.end == TraceEnd::race;
  return {{"kind", claim_name(replayed.end)}, {"reason", replayed.reason},
          {"values", Json::array()},          {"satisfies", nullptr},
          {"passes_filter", nullptr},         {"verdict", race ? Json("Undef") : Json(nullptr)}};
}

Json lasso_claim_json(const TracedRun& run, const Lasso& lasso) {
  return {
      {"kind", lasso_claim},
      {"promise", spelled(*run.promise)},
      {"boundary", lasso.boundary ? Json(spelled(*lasso.boundary, *run.promise)) : Json(nullptr)},
      {"reasons", json_threads(run.test, lasso.threads)},
      {"reads", json_reads(run.test, lasso.reads)},
      {"remark", null_or(told(lasso.remark, run.test.program))}};
}

// What all elements begin with.
Json run_json(const TracedRun& run, const std::string& identity) {
  return {{"identity", identity},
          {"machine", machine_json(run)},
          {"test", json_program(run.test, run.litmus, run.hash, run.translated_from)}};
}

}  // namespace

std::string_view claim_name(TraceEnd end) {
  switch (end) {
    case TraceEnd::final:
      return "outcome";
    case TraceEnd::stuck:
      return "deadlock";
    case TraceEnd::race:
      return "race";
    case TraceEnd::bound:
      return "bound";
    case TraceEnd::spin:
      return "spin";
    case TraceEnd::dead_end:
      return "dead_end";
    case TraceEnd::unfinished:
      return "unfinished";
  }
  return {};
}

std::string identity_text(const TracedRun& run) {
  const Test& test = run.test;
  std::string text = "trace " + std::to_string(trace_schema_version) + "\nmachine " +
                     std::string(run.machine.name) + ' ' + std::string(run.machine.version) + '\n';
  for (const Setting& setting : run.machine.settings) {
    text += "setting " + std::string(setting.name) + ' ' +
            std::string(value_of(setting, run.options)) + '\n';
  }
  for (const auto& [name, member] : document_switches) {
    text += "reduction " + std::string(name) + ' ' + std::string(truth_word(run.options.*member)) +
            '\n';
  }
  text += "test " + run.hash + "\n" + condition_line(test) + '\n';
  if (test.filter) text += "filter (" + to_string(*test.filter, test) + ")\n";
  if (run.promise != nullptr) text += "promise " + spelled(*run.promise) + '\n';
  return text;
}

Json json_traces(const ToolInfo& tool) {
  return {{"schema_version", trace_schema_version},
          {"tool", {{"name", tool.name}, {"version", tool.version}}},
          {"traces", Json::array()}};
}

Json json_traced(const TracedRun& run, const Replayed& replayed, const std::string& identity) {
  Json json = run_json(run, identity);
  json.update(json_trace(run.test, replayed.trace));
  json["claim"] = claim_json(run, replayed);
  return json;
}

Json json_traced_lasso(const TracedRun& run, const Lasso& lasso, const std::string& identity) {
  Json json = run_json(run, identity);
  json.update(json_trace(run.test, lasso.stem));
  json["loop"] = json_loop(run.test, lasso);
  json["claim"] = lasso_claim_json(run, lasso);
  return json;
}

}  // namespace opexplore
