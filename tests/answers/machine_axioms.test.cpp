// Traces of machines as the model sees them that the machine implements.
#include "answers/machine_axioms.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "axioms/axioms.hpp"
#include "explorer/explore.hpp"
#include "litmus/corpus/corpus.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/asynchronous_use.hpp"
#include "tests/catch.hpp"
#include "tests/short_test.hpp"

using namespace opexplore;

namespace {

Answer answered(const ChosenMachine& machine, const Test& test) {
  ExploreOptions explore;
  explore.traces = Traces::every_outcome;
  explore.max_states = 20'000;
  return std::get<Answer>(answer(Semantics(machine), test, explore));
}

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

Edges edges_of(const Execution& execution, const std::string& name) {
  const auto found = std::ranges::find(execution.relations, name, &NamedRelation::name);
  return found == execution.relations.end() ? Edges() : found->edges;
}

// Loads that take effect late do not say so in Vulkan.
bool names_what_it_reads(const Trace& trace) {
  return std::ranges::all_of(trace.steps, [](const TraceStep& step) {
    const bool late = step.rule == "put_off" || step.rule == "read_late";
    return !late && std::ranges::none_of(step.events, [](const Event& event) {
      return event.kind == Event::Kind::read && !event.read_from;
    });
  });
}

const char* const handed_over =
    "0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: ld.acquire.gpu r0, y; ld.weak r1, x";

}  // namespace

TEST_CASE("the axioms say what synchronises in a machine's trace", "[answers][axioms]") {
  const Test test = testing::short_test(handed_over, "exists (1:r0=1)");
  const ChosenMachine machine = chosen_machine("ptx-proxy", {});
  const std::optional<ChosenModel> model = implemented_model(machine);
  REQUIRE(model);
  for (const AnsweredOutcome& outcome : answered(machine, test).outcomes) {
    const auto execution = execution_of(*model, test, (*outcome.trace));
    REQUIRE(execution);
    // Two initial writes, then the events of P0 and of P1.
    const Edges expected = outcome.values[0] == 1 ? Edges{{3, 4}} : Edges{};
    CHECK(edges_of(*execution, "synchronizes") == expected);
  }
}

TEST_CASE("machines that implement no model, or no longer do, add nothing", "[answers][axioms]") {
  CHECK_FALSE(implemented_model(chosen_machine("gpu-queues", {})));
  CHECK_FALSE(implemented_model(chosen_machine("tso:sms=1", {})));
}

// The axioms are another definition of the same: a trace whose reads they forbid is a mistake of
// the machine or of what its events say.
TEST_CASE("traces of the corpus are executions that the machine's axioms allow",
          "[answers][axioms][corpus]") {
  std::size_t traces = 0;
  for (const auto& [name, language] :
       {std::pair{"ptx-proxy", Language::ptx}, std::pair{"ptx", Language::ptx},
        std::pair{"cxx", Language::cxx}, std::pair{"vulkan", Language::vulkan},
        std::pair{"sc", Language::ptx}, std::pair{"tso", Language::ptx},
        std::pair{"sc-naive", Language::ptx}}) {
    const ChosenMachine machine = chosen_machine(name, {});
    const std::optional<ChosenModel> model = implemented_model(machine);
    REQUIRE(model);
    std::size_t index = 0;
    const std::size_t stride = language == Language::vulkan ? 1 : 5;
    for (const Test& test : corpus(language)) {
      if (asynchronous_found(test.program)) continue;
      if (index++ % stride != 0 || machine.entry->refusal(test, machine.options)) continue;
      const Answer found = answered(machine, test);
      for (const AnsweredOutcome& outcome : found.outcomes) {
        const auto* const trace = trace_of(outcome);
        if (trace == nullptr || !names_what_it_reads(*trace)) continue;
        INFO(name << " " << test.path);
        CHECK(execution_of(*model, test, *trace));
        ++traces;
      }
    }
  }
  CHECK(traces > 500);
}
