#include "export/json.hpp"

#include "export/data_race_json.hpp"
#include "export/execution_json.hpp"
#include "export/log.hpp"
#include "export/null_or.hpp"
#include "export/outcome_text.hpp"
#include "export/statement_text.hpp"
#include "export/termination_json.hpp"
#include "export/why_json.hpp"
#include "litmus/kernels/launch_word.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

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
  if (event.wrote) json["id"] = write_name(program, *event.wrote);
  if (event.read_from) json["reads_from"] = write_name(program, *event.read_from);
  return json;
}

Json source_json(const Test& test, ThreadId thread, std::optional<InstructionId> instruction) {
  const auto& threads = test.program.threads;
  if (!instruction || thread >= threads.size()) return nullptr;
  const auto& instructions = threads[thread].instructions;
  if (*instruction >= instructions.size()) return nullptr;
  return json_source(instructions[*instruction]);
}

Json choice_json(const Test& test, const Choice& choice) {
  Json events = Json::array();
  for (const Event& event : choice.events) events.push_back(event_json(test.program, event));
  return {{"rule", choice.rule},
          {"thread", choice.step.thread},
          {"argument", choice.step.argument},
          {"instruction", null_or(choice.instruction)},
          {"source", source_json(test, choice.step.thread, choice.instruction)},
          {"arguments", choice.arguments},
          {"events", std::move(events)},
          {"taken", choice.taken}};
}

Json step_json(const Test& test, const TraceStep& step, std::size_t number) {
  Json changes = Json::array();
  for (const Change& change : step.changes) {
    changes.push_back(
        {{"component", change.component}, {"before", change.before}, {"after", change.after}});
  }
  Json events = Json::array();
  for (const Event& event : step.events) events.push_back(event_json(test.program, event));
  Json choices = Json::array();
  for (const Choice& choice : step.choices) choices.push_back(choice_json(test, choice));
  Json json{{"number", number},
            {"rule", step.rule},
            {"section", step.section},
            {"thread", step.step.thread},
            {"argument", step.step.argument},
            {"instruction", null_or(step.instruction)},
            {"source", source_json(test, step.step.thread, step.instruction)},
            {"arguments", step.arguments},
            {"reason", step.reason},
            {"changes", std::move(changes)},
            {"events", std::move(events)}};
  if (!choices.empty()) json["choices"] = std::move(choices);
  return json;
}

// A model has states neither to limit nor to merge.
Json options_json(const Answer& answer, const AskedOptions& options) {
  Json timeout = nullptr;
  if (options.timeout) timeout = options.timeout->count();
  if (answer.evaluation) return {{"timeout_milliseconds", std::move(timeout)}};
  Json json = Json::object();
  for (const auto& [name, enabled] : all_reductions) {
    json[std::string(name)] = options.machine.*enabled;
  }
  json["look_ahead"] = options.machine.look_ahead;
  json["goal"] = options.machine.goal;
  json["verdict_only"] = options.verdict_only;
  json["max_states"] = null_or(options.max_states);
  json["max_memory"] = null_or(options.max_memory);
  json["timeout_milliseconds"] = std::move(timeout);
  return json;
}

Json verdict_json(const Test& test, const Answer& answer) {
  const Verdict found = verdict(test, answer);
  return {{"quantifier", keyword(test.quantifier)},
          {"word", verdict_word(answer, found)},
          {"ok", found.ok},
          {"decided", found.decided},
          {"never_ends", found.never_ends},
          {"observation", observation_word(found)},
          {"positive", found.positive},
          {"negative", found.negative}};
}

Json outcomes_json(const Test& test, const Answer& answer) {
  Json list = Json::array();
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    Json json{{"values", outcome.values},
              {answer.evaluation ? "executions" : "final_states", outcome.count},
              {"satisfies", holds(test.condition, outcome.values)}};
    if (outcome.trace) {
      json["trace"] = json_trace(test, *outcome.trace);
      if (outcome.why) json["why"] = json_why(test, *outcome.why);
    } else if (outcome.execution) {
      json["execution"] = json_execution(test, *outcome.execution);
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json held_json(const std::vector<RankHeld>& ranks) {
  Json list = Json::array();
  for (const RankHeld& held : ranks) {
    list.push_back({{"states", held.states},
                    {"memory_bytes", held.memory_bytes},
                    {"disk_bytes", held.disk_bytes}});
  }
  return list;
}

Json statistics_json(const Answer& answer, const Statistics& s) {
  Json json{{"states", s.states},
            {"transitions", s.transitions},
            {"final_states", s.final_states},
            {"stuck_states", s.stuck_states},
            {"endless_states", s.endless_states},
            {"racy_states", s.racy_states},
            {"filtered_outcomes", answer.filtered_outcomes},
            {"depth", s.depth},
            {"state_bytes", s.state_bytes},
            {"memory_bytes", s.memory_bytes},
            {"seconds", s.seconds},
            {"paths", s.paths ? Json(*s.paths) : Json(nullptr)}};
  if (!s.held.empty()) json["held"] = held_json(s.held);
  return json;
}

Json observable_texts(const Test& test) {
  Json list = Json::array();
  for (const Observable& observable : test.observables) {
    list.push_back(to_string(observable, test.program));
  }
  return list;
}

Json settings_json(const Answer& answer) {
  Json json = Json::object();
  for (const auto& [name, value] : answer.settings) json[std::string(name)] = value;
  return json;
}

Json evaluation_json(const Answer& answer, const ModelFindings& found) {
  Json flags = Json::array();
  for (const auto& [name, executions] : found.flags) {
    flags.push_back({{"name", name}, {"executions", executions}});
  }
  return {{"candidates", found.candidates}, {"executions", found.executions},
          {"circular", found.circular},     {"filtered_outcomes", answer.filtered_outcomes},
          {"flags", std::move(flags)},      {"seconds", answer.statistics.seconds}};
}

// Adds `machine`, or `model`.
void add_source(const Answer& answer, const std::string& source, const std::string& origin,
                Json& json) {
  if (answer.evaluation) {
    json["model"] = {{"name", answer.answered_by},
                     {"title", source},
                     {"source", origin},
                     {"settings", Json::object()}};
  } else {
    json["machine"] = {{"name", answer.answered_by},
                       {"version", answer.machine_version},
                       {"source", source},
                       {"settings", settings_json(answer)}};
  }
}

Json pairs_json(const std::vector<RacingPair>& pairs) {
  Json list = Json::array();
  for (const RacingPair& pair : pairs) list.push_back(json_pair(pair));
  return list;
}

Json bad_end_json(const Test& test, const std::string& reason, const std::optional<Trace>& trace) {
  return {{"reason", reason}, {"trace", trace ? json_trace(test, *trace) : Json()}};
}

// What the search of a machine met beside outcomes.
void add_bad_ends(const Test& test, const Answer& answer, Json& json) {
  if (answer.statistics.stuck_states > 0 || answer.deadlock) {
    json["deadlock"] =
        bad_end_json(test, told(answer.deadlock_reason, test.program), answer.deadlock);
  }
  if (!answer.endless_reason.empty()) {
    json["endless"] = bad_end_json(test, told(answer.endless_reason, test.program), answer.endless);
  }
  if (answer.races || answer.race) {
    json["race"] = bad_end_json(test, answer.race_reason, answer.race);
  }
}

Json plan_json(const Plan& plan) {
  Json list = Json::array();
  for (const Stage& stage : plan) list.push_back(to_string(stage));
  return list;
}

// What the search of one machine, or the evaluation of one model, found, and what it cost.
void add_findings(const Test& test, const Answer& answer, Json& json) {
  json["outcomes"] = outcomes_json(test, answer);
  if (answer.prevented) json["prevented"] = json_violation(test, *answer.prevented);
  add_bad_ends(test, answer, json);
  if (answer.looked_for_data_races) json["data_races"] = json_data_races(test, answer);
  if (!answer.excluded_data_races.empty()) {
    json["excluded_data_races"] = pairs_json(answer.excluded_data_races);
  }
  if (answer.evaluation) {
    json["evaluation"] = evaluation_json(answer, *answer.evaluation);
  } else {
    json["plan"] = plan_json(answer.plan);
    json["statistics"] = statistics_json(answer, answer.statistics);
  }
  json["stopped_at_verdict"] = answer.coverage.stopped_at_verdict;
  if (!answer.evaluation) {
    json["goal_directed"] = answer.coverage.goal_directed;
    json["untraced"] = null_or(std::string(to_string(answer.coverage.untraced)));
  }
  json["incomplete"] = nullptr;
  if (!answer.coverage.complete()) {
    json["incomplete"] = {{"limit", to_string(answer.coverage.incomplete)},
                          {"reason", answer.coverage.reason}};
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
  add_source(compared.answer, compared.machine_source, compared.model_origin, second);
  second["verdict"] = verdict_json(test, compared.answer);
  add_findings(test, compared.answer, second);
  Json json{{"asked", comparison.asked == Asked::inclusion ? "inclusion" : "equality"},
            {"agreement", agreement_name(comparison.agreement())},
            {"only_first", comparison.only_first},
            {"only_second", comparison.only_second},
            {"undecided", comparison.undecided},
            {"outcomes", std::move(outcomes)},
            {"second", std::move(second)}};
  if (comparison.compares_pairs) {
    json["racing_pairs"] = {{"only_first", pairs_json(comparison.pairs_only_first)},
                            {"only_second", pairs_json(comparison.pairs_only_second)}};
  }
  return json;
}

}  // namespace

Json json_code(const CodePlace& code) {
  return {{"file", code.file},
          {"line", code.place.line},
          {"column", code.place.column},
          {"text", code.text}};
}

Json json_source(const Instruction& instruction) {
  Json json{{"line", instruction.place.line},
            {"column", instruction.place.column},
            {"text", instruction.text}};
  if (instruction.code) json["code"] = json_code(*instruction.code);
  return json;
}

Json json_steps(const Test& test, std::span<const TraceStep> steps, std::size_t before) {
  Json list = Json::array();
  for (const TraceStep& step : steps) list.push_back(step_json(test, step, ++before));
  return list;
}

Json json_trace(const Test& test, const Trace& trace) {
  Json coherence = Json::array();
  for (const auto& [earlier, later] : trace.coherence) {
    coherence.push_back(
        Json::array({write_name(test.program, earlier), write_name(test.program, later)}));
  }
  return {{"initial", components_json(trace.initial)},
          {"steps", json_steps(test, trace.steps)},
          {"coherence", std::move(coherence)}};
}

Json json_document(const ToolInfo& tool) {
  return {{"schema_version", json_schema_version},
          {"tool", {{"name", tool.name}, {"version", tool.version}, {"revision", tool.revision}}},
          {"tests", Json::array()},
          {"exit_code", 0}};
}

namespace {

Json statement_json(const AnsweredStatement& answered) {
  const Statement& statement = answered.statement;
  return {
      {"line", statement.place.line},
      {"text", statement.text},
      {"word", statement_word(answered)},
      {"satisfiable", null_or(answered.satisfiable)},
      {"reason", statement.refusal ? Json(statement.refusal->message) : null_or(answered.reason)}};
}

}  // namespace

Json json_test(const TestResult& result) {
  const Test& test = result.test;
  Json json{{"name", test.name}, {"path", test.path}, {"hash", result.hash}};
  add_source(result.answer, result.machine_source, result.model_origin, json);
  json["options"] = options_json(result.answer, result.options);
  json["verdict"] = verdict_json(test, result.answer);
  json["expected"] = null_or(result.expected);
  json["condition"] = condition_line(test);
  json["observables"] = observable_texts(test);
  json["shown"] = test.shown;
  add_findings(test, result.answer, json);
  if (result.answer.termination) {
    json["termination"] = json_termination(test, result.answer);
  }
  for (const AnsweredStatement& statement : result.statements) {
    json["statements"].push_back(statement_json(statement));
  }
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

Json json_inputs(const kernel::InputCase& inputs) {
  Json values = Json::array();
  for (const kernel::InputValue& input : inputs.values) {
    const std::optional<Value> number = kernel::number_in(input.value);
    values.push_back({{"name", input.name}, {"value", number ? Json(*number) : Json(input.value)}});
    if (input.shape) values.back()["shape"] = true;
  }
  return values;
}

Json json_test(const Failure& failure) {
  Json json{{"path", failure.file}, {"error", json_error(failure)}};
  if (!failure.inputs.values.empty()) json["inputs"] = json_inputs(failure.inputs);
  return json;
}

std::string json_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace opexplore
