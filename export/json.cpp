#include "export/json.hpp"

#include "export/execution_json.hpp"
#include "export/log.hpp"
#include "export/outcome_text.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

Json null_or(std::uint32_t value) { return value == 0 ? Json(nullptr) : Json(value); }

Json null_or(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

template <class T>
Json null_or(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json components_json(const std::vector<Component>& components) {
  Json list = Json::array();
  for (const Component& component : components) {
    list.push_back({{"component", component.name}, {"value", component.value}});
  }
  return list;
}

std::string_view kind_name(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::read:
      return "read";
    case Event::Kind::write:
      return "write";
    case Event::Kind::fence:
      return "fence";
    case Event::Kind::barrier:
      return "barrier";
  }
  return {};
}

Json event_json(const Program& program, const Event& event) {
  Json json{{"kind", kind_name(event.kind)}};
  if (event.kind == Event::Kind::read || event.kind == Event::Kind::write) {
    json["address"] = event.address < program.addresses.size()
                          ? Json(program.addresses[event.address].name)
                          : Json(nullptr);
    json["value"] = event.value;
  }
  if (!event.id.empty()) json["id"] = event.id;
  if (!event.reads_from.empty()) json["reads_from"] = event.reads_from;
  return json;
}

Json source_json(const Test& test, const TraceStep& step) {
  const auto& threads = test.program.threads;
  if (!step.instruction || step.step.thread >= threads.size()) return nullptr;
  const auto& instructions = threads[step.step.thread].instructions;
  if (*step.instruction >= instructions.size()) return nullptr;
  const Instruction& instruction = instructions[*step.instruction];
  return {{"line", instruction.place.line},
          {"column", instruction.place.column},
          {"text", instruction.text}};
}

Json step_json(const Test& test, const TraceStep& step, std::size_t number) {
  Json changes = Json::array();
  for (const Change& change : step.changes) {
    changes.push_back(
        {{"component", change.component}, {"before", change.before}, {"after", change.after}});
  }
  Json events = Json::array();
  for (const Event& event : step.events) events.push_back(event_json(test.program, event));
  return {{"number", number},
          {"rule", step.rule},
          {"section", step.section},
          {"thread", step.step.thread},
          {"argument", step.step.argument},
          {"instruction", null_or(step.instruction)},
          {"source", source_json(test, step)},
          {"arguments", step.arguments},
          {"reason", step.reason},
          {"changes", std::move(changes)},
          {"events", std::move(events)}};
}

// A model has states neither to limit nor to merge.
Json options_json(const Report& report, const ExploreOptions& options) {
  Json timeout = nullptr;
  if (options.timeout) timeout = options.timeout->count();
  if (report.evaluation) return {{"timeout_milliseconds", std::move(timeout)}};
  return {{"fuse_local", options.machine.fuse_local},
          {"prune_spins", options.machine.prune_spins},
          {"split_components", options.machine.split_components},
          {"forget_dead", options.machine.forget_dead},
          {"look_ahead", options.machine.look_ahead},
          {"verdict_only", options.verdict_only},
          {"max_states", null_or(options.max_states)},
          {"max_memory", null_or(options.max_memory)},
          {"timeout_milliseconds", std::move(timeout)}};
}

Json verdict_json(const Test& test, const Report& report) {
  const Verdict answer = verdict(test, report);
  return {{"quantifier", keyword(test.quantifier)},
          {"word", verdict_word(report, answer)},
          {"ok", answer.ok},
          {"decided", answer.decided},
          {"never_ends", answer.never_ends},
          {"observation", observation_word(answer)},
          {"positive", answer.positive},
          {"negative", answer.negative}};
}

Json outcomes_json(const Test& test, const Report& report) {
  Json list = Json::array();
  for (const OutcomeReport& outcome : report.outcomes) {
    Json json{{"values", outcome.values},
              {report.evaluation ? "executions" : "final_states", outcome.final_states},
              {"satisfies", holds(test.condition, outcome.values)}};
    if (outcome.trace) json["trace"] = json_trace(test, *outcome.trace);
    if (outcome.execution) json["execution"] = json_execution(test, *outcome.execution);
    list.push_back(std::move(json));
  }
  return list;
}

Json statistics_json(const Report& report) {
  const Statistics& s = report.statistics;
  return {{"states", s.states},
          {"transitions", s.transitions},
          {"final_states", s.final_states},
          {"stuck_states", s.stuck_states},
          {"endless_states", s.endless_states},
          {"racy_states", s.racy_states},
          {"filtered_outcomes", report.filtered_outcomes},
          {"depth", s.depth},
          {"state_bytes", s.state_bytes},
          {"memory_bytes", s.memory_bytes},
          {"seconds", s.seconds},
          {"paths", s.paths ? Json(*s.paths) : Json(nullptr)}};
}

Json observables_json(const Test& test) {
  Json list = Json::array();
  for (const Observable& observable : test.observables) {
    list.push_back(to_string(observable, test.program));
  }
  return list;
}

Json settings_json(const Report& report) {
  Json json = Json::object();
  for (const auto& [name, value] : report.settings) json[std::string(name)] = value;
  return json;
}

Json evaluation_json(const Report& report) {
  const Evaluation& evaluation = *report.evaluation;
  Json flags = Json::array();
  for (const auto& [name, executions] : evaluation.flags) {
    flags.push_back({{"name", name}, {"executions", executions}});
  }
  return {{"candidates", evaluation.candidates}, {"executions", evaluation.executions},
          {"circular", evaluation.circular},     {"filtered_outcomes", report.filtered_outcomes},
          {"flags", std::move(flags)},           {"seconds", report.statistics.seconds}};
}

// Adds `machine`, or `model`.
void add_source(const Report& report, const std::string& source, const std::string& origin,
                Json& json) {
  if (report.evaluation) {
    json["model"] = {{"name", report.machine},
                     {"title", source},
                     {"source", origin},
                     {"settings", settings_json(report)}};
  } else {
    json["machine"] = {{"name", report.machine},
                       {"version", report.machine_version},
                       {"source", source},
                       {"settings", settings_json(report)}};
  }
}

// What the search of one machine, or the evaluation of one model, found, and what it cost.
void add_findings(const Test& test, const Report& report, Json& json) {
  json["outcomes"] = outcomes_json(test, report);
  if (report.statistics.stuck_states > 0 || report.deadlock) {
    json["deadlock"] = {{"reason", report.deadlock_reason},
                        {"trace", report.deadlock ? json_trace(test, *report.deadlock) : Json()}};
  }
  if (report.endless) {
    json["endless"] = {{"reason", report.endless_reason},
                       {"trace", json_trace(test, *report.endless)}};
  }
  if (report.statistics.racy_states > 0 || report.race) {
    json["race"] = {{"reason", report.race_reason},
                    {"trace", report.race ? json_trace(test, *report.race) : Json()}};
  }
  if (report.evaluation) {
    json["evaluation"] = evaluation_json(report);
  } else {
    json["statistics"] = statistics_json(report);
  }
  json["stopped_at_verdict"] = report.stopped_at_verdict;
  json["incomplete"] = nullptr;
  if (report.incomplete != Incomplete::none) {
    json["incomplete"] = {{"limit", to_string(report.incomplete)},
                          {"reason", report.incomplete_reason}};
  }
}

Json reached_json(Reached reached) {
  return reached == Reached::unknown ? Json(nullptr) : Json(reached == Reached::yes);
}

std::string_view agreement_name(Agreement agreement) {
  switch (agreement) {
    case Agreement::equal:
      return "equal";
    case Agreement::different:
      return "different";
    case Agreement::undecided:
      return "undecided";
    case Agreement::undefined:
      return "undefined";
  }
  return {};
}

Json comparison_json(const Test& test, const ComparedResult& compared) {
  const OutcomeComparison& comparison = compared.comparison;
  Json outcomes = Json::array();
  for (const ComparedOutcome& outcome : comparison.outcomes) {
    outcomes.push_back({{"values", outcome.values},
                        {"satisfies", outcome.satisfies},
                        {"first", reached_json(outcome.first)},
                        {"second", reached_json(outcome.second)}});
  }
  Json second = Json::object();
  add_source(compared.report, compared.machine_source, compared.model_origin, second);
  second["verdict"] = verdict_json(test, compared.report);
  add_findings(test, compared.report, second);
  return {{"asked", comparison.asked == Asked::inclusion ? "inclusion" : "equality"},
          {"agreement", agreement_name(comparison.agreement())},
          {"only_first", comparison.only_first},
          {"only_second", comparison.only_second},
          {"undecided", comparison.undecided},
          {"outcomes", std::move(outcomes)},
          {"second", std::move(second)}};
}

}  // namespace

Json json_trace(const Test& test, const Trace& trace) {
  Json steps = Json::array();
  std::size_t number = 0;
  for (const TraceStep& step : trace.steps) steps.push_back(step_json(test, step, ++number));
  Json coherence = Json::array();
  for (const auto& [earlier, later] : trace.coherence) {
    coherence.push_back(Json::array({earlier, later}));
  }
  return {{"initial", components_json(trace.initial)},
          {"steps", std::move(steps)},
          {"coherence", std::move(coherence)}};
}

Json json_document(const ToolInfo& tool) {
  return {{"schema_version", json_schema_version},
          {"tool", {{"name", tool.name}, {"version", tool.version}, {"revision", tool.revision}}},
          {"tests", Json::array()},
          {"exit_code", 0}};
}

Json json_test(const TestResult& result) {
  const Test& test = result.test;
  Json json{{"name", test.name}, {"path", test.path}, {"hash", result.hash}};
  add_source(result.report, result.machine_source, result.model_origin, json);
  json["options"] = options_json(result.report, result.options);
  json["verdict"] = verdict_json(test, result.report);
  json["expected"] = null_or(result.expected);
  json["condition"] = condition_line(test);
  json["observables"] = observables_json(test);
  json["shown"] = test.shown;
  add_findings(test, result.report, json);
  if (result.compared) json["comparison"] = comparison_json(test, *result.compared);
  return json;
}

Json json_error(const Failure& failure) {
  Json json{{"file", null_or(failure.file)},
            {"line", null_or(failure.line)},
            {"column", null_or(failure.column)},
            {"message", failure.message},
            {"suggestion", null_or(failure.suggestion)},
            {"exit_code", static_cast<int>(failure.exit_code)}};
  for (const Remark& remark : failure.remarks) {
    json["remarks"].push_back({{"line", remark.line},
                               {"column", remark.column},
                               {"message", remark.message},
                               {"suggestion", null_or(remark.suggestion)}});
  }
  return json;
}

Json json_test(const Failure& failure) {
  return {{"path", failure.file}, {"error", json_error(failure)}};
}

std::string json_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace opexplore
