#include "studies/replay/trace_check.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "answers/refusal.hpp"
#include "answers/settings.hpp"
#include "export/outcome_text.hpp"
#include "export/trace_document.hpp"
#include "export/trace_json.hpp"
#include "litmus/language/reader.hpp"
#include "studies/replay/document_places.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;
using documents::Document;
using documents::Node;

// Steps as far as they can be steps of the machine at all.
struct NamedSteps {
  std::vector<Step> steps;
  bool cut = false;  // the step after them is none: no such rule, no such thread
};

// The member, which is an object.
Node object_in(const Node& object, std::string_view name, std::string_view what) {
  const Node result = object[name];
  result.require_object(what);
  return result;
}

const MachineEntry& machine_of(const Node& trace) {
  const Node node = object_in(trace, "machine", "a machine");
  const Node name = node["name"];
  const std::string named = name.nonempty_text("the name of a machine");
  const MachineEntry* const found = find_machine(named);
  if (found == nullptr) {
    std::vector<std::string> names;
    for (const MachineEntry& entry : machines()) names.emplace_back(entry.name);
    name.fail("there is no machine " + named, "machines are " + joined(names));
  }
  const Node version = node["version"];
  const std::string written = version.nonempty_text("the version of the machine");
  if (written != found->version) {
    version.fail("this is version " + std::string(found->version) + " of machine " +
                 std::string(found->name) + ", and the trace is of version " + written);
  }
  return *found;
}

// Machines that judge infinite runs do so without reductions that leave out steps, and need not
// know what to do with both.
void require_live(const Node& switches, const MachineOptions& options) {
  const MachineOptions live = for_liveness(options);
  for (const auto& [name, field] : document_switches) {
    if (live.*field == options.*field) continue;
    switches[name].fail("with liveness this is " + std::string(live.*field ? "true" : "false"));
  }
}

MachineOptions options_of(const Node& trace, const MachineEntry& machine) {
  const Node node = object_in(trace, "machine", "a machine");
  MachineOptions options;
  const Node settings = object_in(node, "settings", "the settings");
  for (const Setting& setting : machine.settings) {
    const std::string name(setting.name);
    const Node value = settings[name];
    const std::string text = value.nonempty_text("the value of the setting");
    try {
      options.settings[name] = canonical_value(machine, setting, text);
    } catch (const UsageError& error) {
      value.fail(error.what(), error.suggestion);
    }
  }
  const Node switches = object_in(node, "reductions", "the reductions");
  for (const auto& [name, field] : document_switches) {
    const Node value = switches[name];
    if (!value.is_boolean()) value.fail("expected true or false");
    options.*field = value.boolean();
  }
  if (options.liveness) require_live(switches, options);
  return options;
}

WrittenTest read_test_of(const Node& trace) {
  const Node node = object_in(trace, "test", "a test")["litmus"];
  const std::string text = node.nonempty_text("the text of the test");
  try {
    return written(read(text, "litmus"));
  } catch (const InputError& error) {
    node.fail(std::string("the test cannot be read: ") + error.what());
  } catch (const std::logic_error& error) {
    node.fail(error.what());
  }
}

WrittenTest test_of(const Node& trace) {
  WrittenTest test = read_test_of(trace);
  take_places(trace["test"], test);
  return test;
}

// Nothing when it is a whole number that no step has.
template <class Number>
std::optional<Number> number(const Node& node) {
  if (!node.is_whole()) node.fail("expected a whole number");
  return node.whole<Number>();
}

NamedSteps steps_of(const Node& list, const MachineEntry& machine) {
  NamedSteps result;
  for (const Node node : list.elements("the steps")) {
    node.require_object("a step");
    const std::string name = node["rule"].nonempty_text("a rule");
    const auto rule = std::ranges::find(machine.rules, name, &Rule::name);
    const auto thread = number<ThreadId>(node["thread"]);
    const auto argument = number<decltype(Step::argument)>(node["argument"]);
    result.cut = rule == machine.rules.end() || !thread || !argument;
    if (result.cut) break;
    const auto index = static_cast<std::uint8_t>(rule - machine.rules.begin());
    result.steps.push_back({index, *thread, *argument});
  }
  return result;
}

std::string step_text(const MachineEntry& machine, Step step) {
  return std::string(machine.rules[step.rule].name) + " of thread " + std::to_string(step.thread) +
         ", argument " + std::to_string(step.argument);
}

// What could have stood in the place of a step that is not enabled.
std::string possible_steps(const MachineEntry& machine, const Replayed& replayed) {
  constexpr std::size_t most = 6;
  if (replayed.enabled.empty()) {
    return "the end of the steps: the state before is " +
           std::string(replayed.end == TraceEnd::final ? "final" : claim_name(replayed.end)) +
           (replayed.reason.empty() ? "" : " (" + replayed.reason + ")");
  }
  std::string text = replayed.enabled.size() == 1 ? "" : "one of: ";
  for (std::size_t i = 0; i < std::min(most, replayed.enabled.size()); ++i) {
    text += (i == 0 ? "" : "; ") + step_text(machine, replayed.enabled[i]);
  }
  return text + (replayed.enabled.size() > most ? "; …" : "");
}

// Which test was run on which machine.
std::string subject(const TracedRun& run) {
  std::string settings;
  for (const Setting& setting : run.machine.settings) {
    settings += (settings.empty() ? "" : " ") + std::string(setting.name) + '=' +
                std::string(value_of(setting, run.options));
  }
  return run.test.name + ", " + std::string(run.machine.name) + ' ' +
         std::string(run.machine.version) + (settings.empty() ? "" : " (" + settings + ")") + ": ";
}

std::string counted_steps(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " step" : " steps");
}

std::string statement(const TracedRun& run, const Replayed& replayed, const Json& claim) {
  std::string text = subject(run);
  const std::string steps = " in " + counted_steps(replayed.trace.steps.size());
  if (replayed.end == TraceEnd::stuck) return text + "deadlock" + steps + ": " + replayed.reason;
  if (replayed.end == TraceEnd::spin) return text + "endless" + steps;
  if (replayed.end == TraceEnd::race) return text + "data race" + steps + ": " + replayed.reason;
  const std::string outcome = outcome_text(run.test, replayed.outcome);
  text += (outcome.empty() ? "a final state" : outcome) + " reached" + steps + "; ";
  const std::string condition = condition_line(run.test);
  if (!claim["verdict"].is_null()) {
    return text + condition + " is " + claim["verdict"].get<std::string>();
  }
  if (!claim["passes_filter"].get<bool>()) return text + "the filter leaves it out";
  return text + (claim["satisfies"].get<bool>() ? "satisfies " : "does not satisfy ") +
         to_string(run.test.condition, run.test);
}

bool proves_something(TraceEnd end) {
  return end == TraceEnd::final || end == TraceEnd::stuck || end == TraceEnd::spin ||
         end == TraceEnd::race;
}

// Steps of threads that the test has: others are not asked about.
NamedSteps known_steps(NamedSteps named, const Test& test) {
  const auto unknown = std::ranges::find_if(
      named.steps, [&](const Step& step) { return step.thread >= test.program.threads.size(); });
  named.cut = named.cut || unknown != named.steps.end();
  named.steps.erase(unknown, named.steps.end());
  return named;
}

bool claims_lasso(const Node& trace) {
  return object_in(trace, "claim", "a claim")["kind"].nonempty_text("a kind") == lasso_claim;
}

Promise promise_of(const Node& trace) {
  const Node node = trace["claim"]["promise"];
  const std::string text = node.nonempty_text("a promise");
  try {
    return parse_promise(text);
  } catch (const std::invalid_argument& error) {
    node.fail(error.what());
  }
}

std::string lasso_statement(const TracedRun& run, const Lasso& lasso) {
  const std::size_t stem = lasso.stem.steps.size();
  return subject(run) + "runs for ever under " + spelled(*run.promise) + ", in a loop of " +
         counted_steps(lasso.loop.size()) + (stem == 0 ? "" : " after " + counted_steps(stem));
}

// What is wrong with a lasso that the machine refuses: the first thing that the document says and
// that is not so, else the claim.
JsonDifference lasso_fault(const Node& trace, std::optional<JsonDifference> different,
                           const std::string& refused) {
  const std::string steps = trace.pointer() + "/steps";
  const std::string loop = trace.pointer() + "/loop";
  if (different && !different->pointer.starts_with(trace.pointer() + "/claim")) {
    if (different->pointer.starts_with(steps) || different->pointer.starts_with(loop)) {
      different->expected += "; " + refused;
    }
    return *std::move(different);
  }
  const Node claim = trace["claim"];
  return {claim.pointer(), claim.place(), std::string(lasso_claim), "none: " + refused};
}

CheckedTrace check_lasso(const Node& trace, const WrittenTest& test, const MachineEntry& machine,
                         const MachineOptions& options) {
  if (machine.replay_lasso == nullptr) {
    trace["machine"]["name"].fail("the machine does not judge runs without end");
  }
  const Promise promise = promise_of(trace);
  if (promise.stack && !machine.knows_places) {
    trace["claim"]["promise"].fail("the machine does not run the threads of a warp together");
  }
  const NamedSteps stem = known_steps(steps_of(trace["steps"], machine), test.test);
  const NamedSteps loop = known_steps(steps_of(trace["loop"], machine), test.test);
  const LassoSteps steps{stem.steps, stem.cut ? std::vector<Step>{} : loop.steps};
  // Other options than those for infinite runs are not what the machine runs with.
  const MachineOptions live = for_liveness(options);
  const ReplayedLasso replayed = machine.replay_lasso(test.test, live, steps, promise);
  const TracedRun run = traced_run(test, machine.facts(), live, &promise);
  auto different = first_difference(trace, json_traced_lasso(run, replayed.lasso, identity(run)));
  CheckedTrace checked;
  if (replayed.refused) {
    checked.fault = lasso_fault(trace, std::move(different), *replayed.refused);
  } else if (different) {
    checked.fault = *std::move(different);
  } else {
    checked.accepted = true;
    checked.statement = lasso_statement(run, replayed.lasso);
  }
  return checked;
}

CheckedTrace check_trace(const Node& trace) {
  trace.require_object("a trace");
  const MachineEntry& machine = machine_of(trace);
  const MachineOptions options = options_of(trace, machine);
  const WrittenTest test = test_of(trace);
  if (const auto refusal = machine.refusal(test.test, options)) {
    trace["test"].fail(machine_refusal(test.test, machine.name, *refusal).message);
  }
  if (claims_lasso(trace)) return check_lasso(trace, test, machine, options);
  const NamedSteps named = steps_of(trace["steps"], machine);
  const Replayed replayed = replay(machine, test.test, options, named.steps);
  const TracedRun run = traced_run(test, machine.facts(), options);
  const Json expected = json_traced(run, replayed, identity(run));
  CheckedTrace checked;
  if (auto fault = first_difference(trace, expected)) {
    const std::size_t taken = replayed.trace.steps.size();
    const std::string next = trace.pointer() + "/steps/" + std::to_string(taken);
    if ((replayed.refused || named.cut) && fault->pointer == next) {
      fault->expected = possible_steps(machine, replayed);
    }
    checked.fault = *std::move(fault);
    return checked;
  }
  if (!proves_something(replayed.end)) {
    const Node claim = trace["claim"];
    checked.fault = {
        claim.pointer(), claim.place(), std::string(claim_name(replayed.end)),
        "an end that shows something: an outcome, a deadlock, an endless loop or a data race"};
    return checked;
  }
  checked.accepted = true;
  checked.statement = statement(run, replayed, expected["claim"]);
  return checked;
}

// The members of the document around the traces.
void check_head(const Node& root, const ToolInfo& tool) {
  root.require_object("a trace document");
  const Node version = root["schema_version"];
  if (version.whole<int>() != trace_schema_version) {
    version.fail("expected schema version " + std::to_string(trace_schema_version) + ", found " +
                 version.compact().substr(0, 20));
  }
  root.allow_only({"schema_version", "tool", "traces"});
  const Node maker = root["tool"];
  maker.allow_only({"name", "version"}, "a tool");
  const auto require = [&](std::string_view name, const std::string& value) {
    const Node node = maker[name];
    const std::string text = node.nonempty_text("a text");
    if (text == value) return;
    node.fail("the trace speaks the words of " + text + ", and this is " + value);
  };
  require("name", tool.name);
  require("version", tool.version);
}

}  // namespace

void check_traces(std::string_view text, const std::string& path, const ToolInfo& tool,
                  const std::function<void(const CheckedTrace&)>& say) {
  const Document document(text, path);
  const Node root = document.root();
  check_head(root, tool);
  const documents::Nodes traces = root["traces"].elements("the traces");
  if (traces.empty()) root["traces"].fail("expected at least one trace");
  for (const Node trace : traces) say(check_trace(trace));
}

}  // namespace opexplore
