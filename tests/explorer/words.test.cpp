// Machines without words: they run as those that have them, and say less.
#include "explorer/graph/words.hpp"

#include <array>

#include "tests/catch.hpp"
#include "tests/explorer/explore_toy.hpp"

using namespace opexplore;

namespace {

using MutePit = toy::Mute<toy::Corridor>;
const toy::Corridor pit{5, true};  // stuck at 3, final at 100
const MutePit mute_pit{5, true};

static_assert(Machine<toy::Corridor>);
static_assert(TransitionSystem<MutePit> && !Describes<MutePit> && !DescribesInPart<MutePit>);

// Has forgotten what its steps do.
struct ForgetfulPit : MutePit {
  using MutePit::MutePit;
  std::string stuck_reason(const State&) const { return "it has forgotten"; }
};
static_assert(TransitionSystem<ForgetfulPit> && DescribesInPart<ForgetfulPit>);

ExploreOptions with_traces() {
  ExploreOptions options = with_threads(1);
  options.traces = Traces::every_outcome;
  options.count_paths = true;
  return options;
}

}  // namespace

TEST_CASE("words: the search needs none", "[explorer]") {
  const Answer told = explore_toy(pit, with_traces());
  const Answer mute = explore_toy(mute_pit, with_traces());
  CHECK(mute.answered_by == told.answered_by);
  CHECK(mute.statistics.states == told.statistics.states);
  CHECK(mute.statistics.transitions == told.statistics.transitions);
  CHECK(mute.statistics.stuck_states == 1);
  CHECK(mute.statistics.paths == told.statistics.paths);
  REQUIRE(mute.outcomes.size() == 1);
  CHECK(mute.outcomes.front().values == told.outcomes.front().values);
}

TEST_CASE("words: without them a trace has rules and arguments", "[explorer]") {
  const Answer told = explore_toy(pit, with_traces());
  const Answer mute = explore_toy(mute_pit, with_traces());
  REQUIRE(mute.outcomes.front().trace);
  const Trace& trace = *mute.outcomes.front().trace;
  CHECK(trace.initial.empty());
  REQUIRE(trace.steps.size() == 2);
  for (std::size_t index = 0; index < trace.steps.size(); ++index) {
    const TraceStep& step = trace.steps[index];
    CHECK(step.step == told.outcomes.front().trace->steps[index].step);
    CHECK(step.rule == "move");
    CHECK(step.arguments == (index == 0 ? "" : "argument 1"));
    CHECK(step.changes.empty());
    CHECK_FALSE(step.instruction);
  }
}

TEST_CASE("words: arguments have the names that the rule gives them", "[explorer]") {
  constexpr std::array<ArgumentField, 2> fields{{{"entry", 8}, {"from", 2}}};
  const Rule rule{"load", "", "", fields};
  CHECK(arguments_in_numbers(rule, {0, 1, 0x305}) == "entry=5 from=3");
  CHECK(arguments_in_numbers(rule, {0, 1, 0}) == "entry=0 from=0");
}

TEST_CASE("words: a state in which threads go no further has none", "[explorer]") {
  const Answer stuck = explore_toy(mute_pit, with_threads(1));
  REQUIRE(stuck.deadlock);
  CHECK(stuck.deadlock->steps.size() == 3);
  CHECK(stuck.deadlock_reason == no_words);
  const Answer spinning = explore_toy(toy::Mute<toy::Spinner>{}, with_threads(1));
  REQUIRE(spinning.endless);
  CHECK(spinning.endless_reason == no_words);
}

TEST_CASE("words: the registry replays a machine without any", "[explorer]") {
  const MachineEntry entry = machine_entry<MutePit>();
  const Test test = mute_pit.sized(question(Quantifier::exists, {0, 0}));
  const Step on{0, 0, 0};
  const Replayed stuck = entry.replay(test, {}, std::vector{on, on, on});
  CHECK_FALSE(stuck.refused);
  CHECK(stuck.end == TraceEnd::stuck);
  CHECK(stuck.reason == no_words);
  const Replayed refused = entry.replay(test, {}, std::vector{on, on, on, on});
  CHECK(refused.refused == 3);
}
