// What else could have happened along traces.
#include "answers/choices.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "answers/ask.hpp"
#include "explorer/explore.hpp"
#include "litmus/corpus/corpus.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/families.hpp"

using namespace opexplore;

namespace {

Answer answered(const std::string& machine, const Test& test) {
  ExploreOptions explore;
  explore.traces = Traces::every_outcome;
  auto result = answer(Semantics(chosen_machine(machine, {})), test, explore, {});
  return std::get<Answer>(std::move(result));
}

// The values that the thread's next read may take, in the state before that step.
std::set<Value> readable(const TraceStep& step) {
  std::set<Value> values;
  for (const Choice& choice : step.choices) {
    if (choice.step.thread != step.step.thread) continue;
    for (const Event& event : choice.events) {
      if (event.kind == Event::Kind::read) values.insert(event.value);
    }
  }
  return values;
}

const TraceStep* read_of(const Trace& trace, ThreadId thread, InstructionId instruction) {
  const auto found = std::ranges::find_if(trace.steps, [&](const TraceStep& step) {
    return step.step.thread == thread && step.instruction == instruction;
  });
  return found == trace.steps.end() ? nullptr : &*found;
}

const char* const weak_message =
    "PTX MP\n{ x = 0; y = 0; }\n"
    " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    " st.weak x, 1 | ld.weak r0, y ;\n"
    " st.weak y, 1 | ld.weak r1, x ;\n"
    "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n";

const char* const strong_message =
    "PTX MP\n{ x = 0; y = 0; }\n"
    " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    " st.weak x, 1 | ld.acquire.gpu r0, y ;\n"
    " st.release.gpu y, 1 | ld.weak r1, x ;\n"
    "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n";

}  // namespace

TEST_CASE("a read of a trace names what else it could have returned", "[answers][choices]") {
  for (const auto& [text, expected] :
       {std::pair{weak_message, std::set<Value>{0, 1}}, {strong_message, std::set<Value>{1}}}) {
    const Test test = read(text, "MP.litmus");
    const Answer found = answered("ptx-proxy", test);
    bool met = false;
    for (const AnsweredOutcome& outcome : found.outcomes) {
      const auto& trace = (*outcome.trace);
      if (outcome.values[0] != 1) continue;  // the flag was seen
      const TraceStep* const flag = read_of(trace, 1, 0);
      const TraceStep* const data = read_of(trace, 1, 1);
      if (flag > data) continue;  // a late load
      met = true;
      CHECK(readable(*data) == expected);
    }
    CHECK(met);
  }
}

// The machine says which steps it takes behind a list of them in another way, too.
TEST_CASE("choices are what the machine takes from each state", "[answers][choices]") {
  for (const std::string name : {"ptx-proxy", "ptx", "tso", "sc", "gpu-queues", "rmo"}) {
    const ChosenMachine machine = chosen_machine(name, {});
    for (const Test& test : {family("SB", 2), family("IRIW", 4), family("LB", 2)}) {
      if (machine.entry->refusal(test, machine.options)) continue;
      const Answer found = answered(name, test);
      MachineOptions options = found.replayed_with;
      options.ample_threads = options.split_components = false;
      for (const AnsweredOutcome& outcome : found.outcomes) {
        std::vector<Step> before;
        for (const TraceStep& step : (*outcome.trace).steps) {
          INFO(name << ' ' << test.name << " step " << before.size() + 1);
          const Replayed replayed = machine.entry->replay(test, options, before);
          std::vector<Step> choices;
          for (const Choice& choice : step.choices) choices.push_back(choice.step);
          CHECK(choices == replayed.enabled);
          CHECK(std::ranges::count_if(step.choices, &Choice::taken) == 1);
          before.push_back(step.step);
        }
      }
    }
  }
}
