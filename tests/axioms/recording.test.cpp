// Executions that somebody else has run, looked at by a model.
#include "axioms/recording.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "axioms/explain.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"

namespace opexplore::axioms {

namespace {

Edges edges_of(const Execution& execution, const std::string& name) {
  const auto found = std::ranges::find(execution.relations, name, &NamedRelation::name);
  return found == execution.relations.end() ? Edges() : found->edges;
}

AccessName read_by(ThreadId thread, InstructionId instruction, std::size_t time = 0) {
  return {thread, instruction, AccessName::Kind::read, time};
}

AccessName written(ThreadId thread, InstructionId instruction) {
  return {thread, instruction, AccessName::Kind::write};
}

// Events 0 and 1 are the initial writes, of x and y.
const Test synchronised_message_passing =
    short_test("0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: ld.acquire.gpu r0, y; ld.weak r1, x",
               "exists (1:r0=1)");

}  // namespace

TEST_CASE("recording: the model says what synchronises in the execution", "[axioms][recording]") {
  const Model model = load_model("ptx75");
  const Recording seen{{{read_by(1, 0), written(0, 1)}, {read_by(1, 1), written(0, 0)}}, {}};
  const auto execution = recorded_execution(model, synchronised_message_passing, seen);
  REQUIRE(execution);
  CHECK(edges_of(*execution, "rf") == Edges{{2, 5}, {3, 4}});
  CHECK(edges_of(*execution, "synchronizes") == Edges{{3, 4}});
  CHECK(edges_of(*execution, "cause").size() >= 1);

  const Recording unseen{{{read_by(1, 0), std::nullopt}, {read_by(1, 1), written(0, 0)}}, {}};
  const auto other = recorded_execution(model, synchronised_message_passing, unseen);
  REQUIRE(other);
  CHECK(edges_of(*other, "rf") == Edges{{1, 4}, {2, 5}});
  CHECK(edges_of(*other, "synchronizes").empty());
}

TEST_CASE("recording: one that the model forbids, or of another program, has no execution",
          "[axioms][recording]") {
  const Model model = load_model("ptx75");
  const Recording stale{{{read_by(1, 0), written(0, 1)}, {read_by(1, 1), std::nullopt}}, {}};
  CHECK_FALSE(recorded_execution(model, synchronised_message_passing, stale));
  const Recording shorter{{{read_by(1, 0), written(0, 1)}}, {}};
  CHECK_FALSE(recorded_execution(model, synchronised_message_passing, shorter));
  const Recording elsewhere{{{read_by(1, 0), written(0, 1)}, {read_by(0, 0), written(0, 0)}}, {}};
  CHECK_FALSE(recorded_execution(model, synchronised_message_passing, elsewhere));
  const Recording crossed{{{read_by(1, 0), written(0, 0)}, {read_by(1, 1), written(0, 0)}}, {}};
  CHECK_FALSE(recorded_execution(model, synchronised_message_passing, crossed));
}

TEST_CASE("recording: coherence order is the recorded one", "[axioms][recording]") {
  const Model model = load_model("rc11");
  const Test writers = read(
      "C writers\n{ x = 0; }\nP0 (atomic_int* x) { atomic_store_explicit(x, 1, "
      "memory_order_relaxed); }\nP1 (atomic_int* x) { atomic_store_explicit(x, 2, "
      "memory_order_relaxed); }\nexists ([x]=1)\n",
      "writers.litmus");
  for (const auto& [earlier, later] :
       {std::pair<ThreadId, ThreadId>{0, 1}, std::pair<ThreadId, ThreadId>{1, 0}}) {
    const AccessName from = written(earlier, 0);
    const Recording order{{}, {{from, written(later, 0)}}};
    const auto execution = recorded_execution(model, writers, order);
    REQUIRE(execution);
    const Edges coherence = edges_of(*execution, "co");
    const std::pair<std::size_t, std::size_t> wanted{1U + earlier, 1U + later};
    CHECK(std::ranges::find(coherence, wanted) != coherence.end());
  }
}

TEST_CASE("recording: the rounds of a loop are told apart", "[axioms][recording]") {
  const Model model = load_model("ptx75");
  const Test waiting = short_test(
      "0,0: st.relaxed.gpu x, 1 || 1,0: L: ld.relaxed.gpu r0, x; setp.eq.s32 r1, r0, 0; @r1 bra L",
      "exists (1:r0=1)", "x=0;");
  const Recording second{{{read_by(1, 0, 0), std::nullopt}, {read_by(1, 0, 1), written(0, 0)}}, {}};
  const auto execution = recorded_execution(model, waiting, second);
  REQUIRE(execution);
  CHECK(edges_of(*execution, "rf") == Edges{{0, 2}, {1, 3}});
  const Recording never{{{read_by(1, 0, 0), std::nullopt}, {read_by(1, 0, 1), std::nullopt}}, {}};
  CHECK_FALSE(recorded_execution(model, waiting, never));
}

TEST_CASE("recording: what one thread alone accesses may be left out", "[axioms][recording]") {
  const Test own = short_test(
      "0,0: st.weak y, 5; ld.weak r1, y; ld.weak r0, x || 1,0: st.weak x, 1", "exists (0:r0=1)");
  const Model model = load_model("ptx75");
  const auto execution = recorded_execution(model, own, {{{read_by(0, 2), written(1, 0)}}, {}});
  REQUIRE(execution);
  CHECK(edges_of(*execution, "rf") == Edges{{2, 3}, {5, 4}});
  CHECK_FALSE(recorded_execution(model, own, {{{read_by(0, 1), written(0, 0)}}, {}}));
}

TEST_CASE("recording: what an axiom that was made a flag speaks of is kept",
          "[axioms][recording]") {
  const Test forbidden = short_test(
      "0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: ld.acquire.gpu r0, y; ld.weak r1, x",
      "exists (1:r0=1 /\\ 1:r1=0)");
  const auto reached = [&](const Outcome& outcome) { return holds(forbidden.condition, outcome); };
  const Explanation why = forbidding(load_model("ptx75"), forbidden, reached);
  REQUIRE(why.prohibitions.size() == 1);
  const Execution& execution = why.prohibitions[0].execution;
  const auto found = std::ranges::find(execution.broken, "Causality", &NamedRelation::name);
  REQUIRE(found != execution.broken.end());
  // fr and cause go from the read of x to its write, 2, and back: a loop.
  const bool loops =
      std::ranges::any_of(found->edges, [](const auto& edge) { return edge.first == edge.second; });
  CHECK(loops);
}

}  // namespace opexplore::axioms
