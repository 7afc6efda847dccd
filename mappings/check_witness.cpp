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

// What is to blame, and what helps.
std::string blame_text(const Blame& blame, const Table& table) {
  if (blame.entries.empty()) return "No stronger entry helps.";
  const auto entry = [&](std::size_t i) { return to_string(blame.entries[i], table); };
  const auto code = [&](std::size_t i) { return quoted(table.at(blame.entries[i]).code); };
  if (blame.entries.size() == 1) {
    return "With " + code(0) + " for " + entry(0) + " the outcome is possible; with " +
           cured(blame, 0) + " it is not.";
  }
  std::string text = blame.together ? "It takes all of these to make the outcome impossible: "
                                    : "Each of these alone makes the outcome impossible: ";
  for (std::size_t i = 0; i < blame.entries.size(); ++i) {
    if (i != 0) text += "; ";
    text += "for " + entry(i) + " " + cured(blame, i) + " instead of " + code(i);
  }
  return text + ".";
}

std::string sentence_of(const Counterexample& example, const Table& table, const Blame& blame,
                        const CheckOptions& options) {
  std::string text = "As " + table.name + " compiles it, the test can end with " + example.ending +
                     ", which " + std::string(options.source.machine->name);
  for (const auto& [name, value] : options.source.options.settings) text += " " + value;
  text += " forbids";
  if (!example.axioms.empty()) text += " (" + joined(example.axioms, ", ") + ")";
  return text + ". " + blame_text(blame, table);
}

}  // namespace

Counterexample counterexample(const CheckedTests& tests, const Table& table,
                              const BlamedTest& blamed, const Outcome& outcome) {
  const CheckOptions& options = tests.options();
  Counterexample example;
  example.index = blamed.index;
  example.source = tests.make(blamed.index);
  example.ending = ending(outcome, example.source);
  ask_for(example.source, outcome);
  generate::settle(example.source);
  Compiled compiled = compile(example.source, table, options.width);
  example.compiled = std::move(compiled.test);
  example.origin = std::move(compiled.origin);
  example.blamed = blamed.blame.entries;
  example.together = blamed.blame.together;
  for (const Template& cure : blamed.blame.cures) example.cures.push_back(to_string(cure));
  example.cure = blamed.blame.source + blamed.blame.fences;
  find_trace(example, options);
  ask_axioms(example, options);
  example.sentence = sentence_of(example, table, blamed.blame, options);
  return example;
}

}  // namespace opexplore::mappings
