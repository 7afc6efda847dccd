#include "tools/trace_check.hpp"

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
#include "litmus/reader.hpp"
#include "tools/arguments.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;
using mappings::detail::Document;
using mappings::detail::Node;

// Steps as far as they can be steps of the machine at all.
struct NamedSteps {
  std::vector<Step> steps;
  bool cut = false;  // the step after them is none: no such rule, no such thread
};

// What a document says that cannot be compared before something is executed.
class TraceReader {
 public:
  explicit TraceReader(const Document& document) : document_(document) {}

  const MachineEntry& machine(const Node& trace) const {
    const Node node = member(trace, "machine", "a machine");
    const Node name = document_.required(node, "name");
    const MachineEntry* const found = find_machine(document_.text(name, "the name of a machine"));
    if (found == nullptr) {
      std::vector<std::string> names;
      for (const MachineEntry& entry : machines()) names.emplace_back(entry.name);
      document_.fail(name, "there is no machine " + name.json.get<std::string>(),
                     "machines are " + joined(names));
    }
    const Node version = document_.required(node, "version");
    if (document_.text(version, "the version of the machine") != found->version) {
      document_.fail(version, "this is version " + std::string(found->version) + " of machine " +
                                  std::string(found->name) + ", and the trace is of version " +
                                  version.json.get<std::string>());
    }
    return *found;
  }

  MachineOptions options(const Node& trace, const MachineEntry& machine) const {
    const Node node = member(trace, "machine", "a machine");
    MachineOptions options;
    const Node settings = member(node, "settings", "the settings");
    for (const Setting& setting : machine.settings) {
      const std::string name(setting.name);
      const Node value = document_.required(settings, name);
      const std::string text = document_.text(value, "the value of the setting");
      try {
        options.settings[name] = canonical_value(machine, setting, text);
      } catch (const UsageError& error) {
        document_.fail(value, error.what(), error.suggestion);
      }
    }
    const Node switches = member(node, "reductions", "the reductions");
    for (const auto& [name, field] : reductions) {
      const Node value = document_.required(switches, std::string(name));
      if (!value.json.is_boolean()) document_.fail(value, "expected true or false");
      options.*field = value.json.get<bool>();
    }
    return options;
  }

  WrittenTest test(const Node& trace) const {
    const Node node = document_.required(member(trace, "test", "a test"), "litmus");
    const std::string text = document_.text(node, "the text of the test");
    try {
      return written(read(text, "litmus"));
    } catch (const InputError& error) {
      document_.fail(node, std::string("the test cannot be read: ") + error.what());
    } catch (const std::logic_error& error) {
      document_.fail(node, error.what());
    }
  }

  NamedSteps steps(const Node& trace, const MachineEntry& machine) const {
    const Node list = document_.required(trace, "steps");
    document_.require_array(list, "the steps");
    NamedSteps result;
    for (std::size_t i = 0; i < list.json.size() && !result.cut; ++i) {
      const Node node = Document::element(list, i);
      document_.require_object(node, "a step");
      const std::string name = document_.text(document_.required(node, "rule"), "a rule");
      const auto rule = std::ranges::find(machine.rules, name, &Rule::name);
      const auto thread = number<ThreadId>(document_.required(node, "thread"));
      const auto argument = number<decltype(Step::argument)>(document_.required(node, "argument"));
      result.cut = rule == machine.rules.end() || !thread || !argument;
      if (result.cut) break;
      const auto index = static_cast<std::uint8_t>(rule - machine.rules.begin());
      result.steps.push_back({index, *thread, *argument});
    }
    return result;
  }

 private:
  Node member(const Node& object, const std::string& name, std::string_view what) const {
    document_.require_object(object, "an object");
    Node result = document_.required(object, name);
    document_.require_object(result, what);
    return result;
  }

  // Nothing when it is a whole number that no step has.
  template <class Number>
  std::optional<Number> number(const Node& node) const {
    if (!node.json.is_number_integer()) document_.fail(node, "expected a whole number");
    if (!node.json.is_number_unsigned()) return std::nullopt;  // negative
    const auto value = node.json.get<std::uint64_t>();
    if (value > std::numeric_limits<Number>::max()) return std::nullopt;
    return static_cast<Number>(value);
  }

  const Document& document_;
};

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

std::string statement(const TracedRun& run, const Replayed& replayed, const Json& claim) {
  std::string settings;
  for (const Setting& setting : run.machine.settings) {
    settings += (settings.empty() ? "" : " ") + std::string(setting.name) + '=' +
                std::string(value_of(setting, run.options));
  }
  std::string text = run.test.name + ", " + std::string(run.machine.name) + ' ' +
                     std::string(run.machine.version) +
                     (settings.empty() ? "" : " (" + settings + ")") + ": ";
  const std::size_t count = replayed.trace.steps.size();
  const std::string steps = " in " + std::to_string(count) + (count == 1 ? " step" : " steps");
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

CheckedTrace check_trace(const Document& document, const Node& trace) {
  document.require_object(trace, "a trace");
  const TraceReader reader(document);
  const MachineEntry& machine = reader.machine(trace);
  const MachineOptions options = reader.options(trace, machine);
  const WrittenTest test = reader.test(trace);
  if (const auto refusal = machine.refusal(test.test, options)) {
    document.fail(document.required(trace, "test"),
                  machine_refusal(test.test, machine.name, *refusal).message);
  }
  const NamedSteps named = reader.steps(trace, machine);
  const Replayed replayed = machine.replay(test.test, options, named.steps);
  const TracedRun run{test.test, test.litmus, test.hash, machine, options};
  const Json expected = json_traced(run, replayed, identity(run));
  CheckedTrace checked;
  if (auto fault = first_difference(document, trace, expected)) {
    const std::size_t taken = replayed.trace.steps.size();
    const std::string next = trace.pointer + "/steps/" + std::to_string(taken);
    if ((replayed.refused || named.cut) && fault->pointer == next) {
      fault->expected = possible_steps(machine, replayed);
    }
    checked.fault = *std::move(fault);
    return checked;
  }
  if (!proves_something(replayed.end)) {
    const Node claim = document.required(trace, "claim");
    checked.fault = {
        claim.pointer, document.place_of(claim), std::string(claim_name(replayed.end)),
        "an end that shows something: an outcome, a deadlock, an endless loop or a data race"};
    return checked;
  }
  checked.accepted = true;
  checked.statement = statement(run, replayed, expected["claim"]);
  return checked;
}

// The members of the document around the traces.
void check_head(const Document& document, const Node& root, const ToolInfo& tool) {
  document.require_object(root, "a trace document");
  const Node version = document.required(root, "schema_version");
  if (!version.json.is_number_integer() || version.json != trace_schema_version) {
    document.fail(version, "expected schema version " + std::to_string(trace_schema_version) +
                               ", found " + version.json.dump().substr(0, 20));
  }
  document.check_names(root, {"schema_version", "tool", "traces"});
  const Node maker = document.required(root, "tool");
  document.require_object(maker, "a tool");
  document.check_names(maker, {"name", "version"});
  const auto require = [&](const std::string& name, const std::string& value) {
    const Node node = document.required(maker, name);
    if (document.text(node, "a text") == value) return;
    document.fail(node, "the trace speaks the words of " + node.json.get<std::string>() +
                            ", and this is " + value);
  };
  require("name", tool.name);
  require("version", tool.version);
}

}  // namespace

void check_traces(std::string_view text, const std::string& path, const ToolInfo& tool,
                  const std::function<void(const CheckedTrace&)>& say) {
  const Document document(text, path);
  const Node root = document.root();
  check_head(document, root, tool);
  const Node traces = document.required(root, "traces");
  document.require_array(traces, "the traces");
  if (traces.json.empty()) document.fail(traces, "expected at least one trace");
  for (std::size_t i = 0; i < traces.json.size(); ++i) {
    say(check_trace(document, Document::element(traces, i)));
  }
}

}  // namespace opexplore
