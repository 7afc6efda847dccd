#include "mappings/check_witness.hpp"

#include <algorithm>

#include "axioms/explain.hpp"
#include "litmus/generate/sketch.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore::mappings {

namespace {

// Makes the test ask for the outcome.
void ask_for(Test& test, const Outcome& outcome) {
  std::vector<generate::Expected> expected;
  for (std::size_t i = 0; i < outcome.size(); ++i) {
    expected.emplace_back(test.observables[i], outcome[i]);
  }
  generate::ask(test, std::move(expected));
  test.filter.reset();
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::string ending(const Outcome& outcome, const Test& test) {
  std::string text;
  for (std::size_t i = 0; i < outcome.size() && i < test.observables.size(); ++i) {
    text += (text.empty() ? "" : " ") + to_string(test.observables[i], test.program) + "=" +
            std::to_string(outcome[i]);
  }
  return text;
}

std::string event_text(const ExecutionEvent& event, const Program& program) {
  std::string text;
  if (event.thread) {
    const auto thread = static_cast<std::size_t>(*event.thread);
    text = "P" + std::to_string(thread) + ": ";
    if (event.instruction) {
      text += program.threads[thread].instructions[*event.instruction].text;
    }
  } else {
    text = "initially:";
  }
  if (event.address && event.value) {
    const bool read = event.kind == ExecutionEvent::Kind::read;
    text += std::string(read           ? " reads "
                        : event.thread ? " writes "
                                       : " ") +
            program.addresses[*event.address].name + "=" + std::to_string(*event.value);
  }
  return text;
}

void describe(Counterexample& example, const Execution& execution) {
  for (const ExecutionEvent& event : execution.events) {
    const std::string letter(1, static_cast<char>('a' + example.events.size() % 26));
    example.events.push_back(letter + "  " + event_text(event, example.source.program));
  }
  for (const NamedRelation& relation : execution.relations) {
    const auto& names = execution.shown;
    const bool basic = relation.name == "rf" || relation.name == "co" || relation.name == "fr";
    if (!basic && std::find(names.begin(), names.end(), relation.name) == names.end()) continue;
    if (relation.edges.empty()) continue;
    std::string text = relation.name + ":";
    for (const auto& [from, to] : relation.edges) {
      text += ' ';
      text += static_cast<char>('a' + from % 26);
      text += static_cast<char>('a' + to % 26);
    }
    example.relations += (example.relations.empty() ? "" : "; ") + text;
  }
}

/// Whether a model allows the outcome; nothing if it cannot say.
struct Opinion {
  std::optional<bool> allows;
  bool bounded = false;
};

Opinion opinion(const axioms::Model& model, const Test& test, const CheckOptions& options) {
  axioms::EvaluateOptions evaluate;
  evaluate.timeout = options.timeout;
  evaluate.interrupted = options.interrupted;
  evaluate.witnesses = false;
  evaluate.enough = [&](const Outcome& outcome) { return holds(test.condition, outcome); };
  try {
    const axioms::AxiomaticReport report = axioms::evaluate(model, test, evaluate);
    const bool found = std::any_of(
        report.outcomes.begin(), report.outcomes.end(),
        [&](const axioms::AxiomaticOutcome& it) { return holds(test.condition, it.values); });
    if (found) return {true, false};
    if (report.complete()) return {false, false};
    if (report.stopped == Stopped::bound) return {false, true};
  } catch (const axioms::Unsupported&) {
    // Then the machines alone have said it.
  }
  return {};
}

// Which axioms of the source forbid the outcome, in which execution.
void explain(Counterexample& example, const axioms::Model& model) {
  const auto why = axioms::forbidding(model, example.source, [&](const Outcome& outcome) {
    return holds(example.source.condition, outcome);
  });
  if (why.prohibitions.empty()) return;
  example.axioms = why.prohibitions.front().axioms;
  describe(example, why.prohibitions.front().execution);
}

void ask_axioms(Counterexample& example, const CheckOptions& options) {
  if (const auto& model = options.source.model) {
    const Opinion said = opinion(*model, example.source, options);
    example.bounded = example.bounded || said.bounded || !said.allows;
    if (said.allows == true) {
      example.disagreement = model->name() + " allows the outcome in the source, the machine " +
                             std::string(options.source.machine->name) + " does not";
      return;
    }
    if (said.allows == false) explain(example, *model);
  }
  if (const auto& model = options.target.model) {
    const Opinion said = opinion(*model, example.compiled, options);
    if (said.allows == false && !said.bounded) {
      example.disagreement = model->name() + " forbids the outcome of the compiled test, " +
                             std::string(options.target.machine->name) + " allows it";
    }
    example.bounded = example.bounded || said.bounded || !said.allows;
  }
}

// Whether a model has a data race in the test; nothing if it cannot say.
std::optional<bool> races(const std::optional<axioms::Model>& model, const Test& test,
                          const CheckOptions& options) {
  if (!model) return std::nullopt;
  axioms::EvaluateOptions evaluate;
  evaluate.timeout = options.timeout;
  evaluate.interrupted = options.interrupted;
  evaluate.witnesses = false;
  try {
    const axioms::AxiomaticReport report = axioms::evaluate(*model, test, evaluate);
    const bool raised = std::ranges::any_of(
        report.flags, [](const auto& flag) { return flag.name == axioms::data_race_flag; });
    if (raised || report.complete()) return raised;
  } catch (const axioms::Unsupported&) {
    // Then the machines alone have said it.
  }
  return std::nullopt;
}

void ask_axioms_of_races(Counterexample& example, const CheckOptions& options) {
  const auto source = races(options.source.model, example.source, options);
  const auto target = races(options.target.model, example.compiled, options);
  example.bounded = !source || !target;
  if (source == true) {
    example.disagreement = options.source.model->name() + " has a data race in the source";
  } else if (target == false) {
    example.disagreement = options.target.model->name() + " has no data race in the compiled test";
  }
}

void add_why(Counterexample& example, const Outcome& outcome, const ExploreOptions& explore,
             const MachineEntry& machine) {
  if (!explains_traces(machine, explore.machine)) return;
  example.why = why(example.compiled, example.trace, {machine, outcome, explore});
  set_reasons(example.compiled.program, example.why->reads, example.trace);
}

void find_trace(Counterexample& example, const CheckOptions& options) {
  if (options.target.machine->refusal(example.compiled, options.target.options)) return;
  ExploreOptions explore;
  explore.machine = options.target.options;
  explore.threads = 1;
  explore.interrupted = options.interrupted;
  explore.traces = Traces::witness;
  explore.verdict_only = true;
  Answer report = options.target.machine->explore(example.compiled, explore);
  for (AnsweredOutcome& outcome : report.outcomes) {
    if (!outcome.trace || !holds(example.compiled.condition, outcome.values)) continue;
    example.trace = std::move(*outcome.trace);
    add_why(example, outcome.values, explore, *options.target.machine);
  }
  example.trace_machine = report.answered_by + " " + report.machine_version;
}

std::string quoted(const Template& code) { return "`" + to_string(code) + "`"; }

// With which template the outcome is gone: "`X`, as lustig19 has it,".
std::string cured(const Blame& blame, std::size_t i) {
  const std::string code = quoted(blame.cures[i]);
  return blame.fences.empty() ? code + ", as " + blame.source + " has it,"
                              : code + " (" + blame.source + blame.fences + ")";
}

// What is to blame, and what helps. `what` is possible with the table: "the outcome", "the race".
std::string blame_text(const Blame& blame, const Table& table, const std::string& what) {
  if (blame.entries.empty()) return "No stronger entry helps.";
  const auto entry = [&](std::size_t i) { return to_string(blame.entries[i], table); };
  const auto code = [&](std::size_t i) { return quoted(table.at(blame.entries[i]).code); };
  if (blame.entries.size() == 1) {
    return "With " + code(0) + " for " + entry(0) + " " + what + " is possible; with " +
           cured(blame, 0) + " it is not.";
  }
  std::string text = blame.together ? "It takes all of these to make " + what + " impossible: "
                                    : "Each of these alone makes " + what + " impossible: ";
  for (std::size_t i = 0; i < blame.entries.size(); ++i) {
    if (i != 0) text += "; ";
    text += "for " + entry(i) + " " + cured(blame, i) + " instead of " + code(i);
  }
  return text + ".";
}

// Equal instructions can differ in what their modules say of them.
std::string module_text(const Blame& blame, const Table& table) {
  if (table.language.empty() || blame.source.empty()) return "";
  const SpirvModule& cure = meanings_of(table).module;
  if (cure == table.module) return "";
  return std::string(" (Modules of ") + blame.source + " are of the memory model " +
         (cure.vulkan ? "Vulkan" : "GLSL450") + ", those of " + table.name + " of " +
         (table.module.vulkan ? "Vulkan" : "GLSL450") + ".)";
}

std::string sentence_of(const Counterexample& example, const Table& table, const Blame& blame,
                        const CheckOptions& options) {
  if (!example.race.empty()) {
    return "As " + table.name +
           " compiles it, the test has a data race, which the source has not: " + example.race +
           ". " + blame_text(blame, table, "the race") + module_text(blame, table);
  }
  std::string text = "As " + table.name + " compiles it, the test can end with " + example.ending +
                     ", which " + std::string(options.source.machine->name);
  for (const auto& [name, value] : options.source.options.settings) text += " " + value;
  text += " forbids";
  if (!example.axioms.empty()) text += " (" + joined(example.axioms, ", ") + ")";
  return text + ". " + blame_text(blame, table, "the outcome") + module_text(blame, table);
}

}  // namespace

Counterexample counterexample(const CheckedTests& tests, const Table& table,
                              const BlamedTest& blamed, const TestResult& result) {
  const CheckOptions& options = tests.options();
  Counterexample example;
  example.index = blamed.index;
  example.source = tests.make(blamed.index);
  example.race = result.reason;
  example.ending = ending(result.extra, example.source);
  if (example.race.empty()) ask_for(example.source, result.extra);
  generate::settle(example.source);
  Compiled compiled = compile(example.source, table, options.width);
  example.compiled = std::move(compiled.test);
  example.origin = std::move(compiled.origin);
  example.blamed = blamed.blame.entries;
  example.together = blamed.blame.together;
  for (const Template& cure : blamed.blame.cures) example.cures.push_back(to_string(cure));
  example.cure = blamed.blame.source + blamed.blame.fences;
  if (example.race.empty()) {
    find_trace(example, options);
    ask_axioms(example, options);
  } else {
    ask_axioms_of_races(example, options);
  }
  example.sentence = sentence_of(example, table, blamed.blame, options);
  return example;
}

}  // namespace opexplore::mappings
