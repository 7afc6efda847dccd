#include "opmodel/parts/barrier.hpp"

#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"

using namespace opexplore;

namespace {

// P0 and P1 in one CTA, P2 in another; all `bar.sync 0`, P1 only on one branch.
Test three_threads() {
  TestBuilder builder("barriers");
  const AddressId x = builder.location("x");
  builder.thread(0);
  builder.add(barrier(0));
  builder.add(barrier(1));
  builder.thread(0);
  builder.add(load(0, x));
  builder.add(Branch{Comparison::equal, RegisterOperand{0}, Value{0}, 3});
  builder.add(barrier(0));
  builder.thread(1);
  builder.add(barrier(0));
  return builder.build();
}

}  // namespace

TEST_CASE("a generation is complete when nobody else can come", "[opmodel][barrier]") {
  const Test test = three_threads();
  const BarrierPlan plan(test.program);
  CHECK(plan.has_barriers());
  CHECK(plan.cta(0) == 0b011);
  CHECK(plan.cta(2) == 0b100);
  CHECK(plan.may_reach(0, 0, 0));
  CHECK(plan.may_reach(0, 1, 1));
  CHECK_FALSE(plan.may_reach(0, 1, 0));
  CHECK_FALSE(plan.may_reach(1, 0, 1));
  CHECK_FALSE(plan.may_reach_any(1, 3));

  Barriers barriers;
  barriers.arrive(plan, 0, {0, true, {}});
  CHECK(barriers.waits(0));
  CHECK_FALSE(barriers.waits(1));
  std::vector<InstructionId> pcs{1, 0, 0};
  CHECK_FALSE(barriers.take_completed(plan, pcs).has_value());
  SECTION("P1 arrives") {
    barriers.arrive(plan, 1, {0, true, {}});
    pcs[1] = 3;
    const auto done = barriers.take_completed(plan, pcs);
    REQUIRE(done.has_value());
    CHECK(done->arrived == 0b011);
    CHECK(done->waiting == 0b011);
  }
  SECTION("P1 goes around it") {
    pcs[1] = 3;
    const auto done = barriers.take_completed(plan, pcs);
    REQUIRE(done.has_value());
    CHECK(done->arrived == 0b001);
  }
  SECTION("P1 arrives without waiting") {
    barriers.arrive(plan, 1, {0, false, {}});
    pcs[1] = 3;
    const auto done = barriers.take_completed(plan, pcs);
    REQUIRE(done.has_value());
    CHECK(done->arrived == 0b011);
    CHECK(done->waiting == 0b001);
  }
  CHECK(barriers == Barriers{});
}

TEST_CASE("CTAs do not share barriers", "[opmodel][barrier]") {
  const Test test = three_threads();
  const BarrierPlan plan(test.program);
  Barriers barriers;
  barriers.arrive(plan, 2, {0, true, {}});
  const std::vector<InstructionId> pcs{0, 0, 1};
  const auto done = barriers.take_completed(plan, pcs);
  REQUIRE(done.has_value());
  CHECK(done->arrived == 0b100);
  CHECK(done->cta == 0b100);
}

TEST_CASE("a quorum counts threads that arrive", "[opmodel][barrier]") {
  TestBuilder builder("quorum");
  for (int thread = 0; thread < 4; ++thread) {
    builder.thread(0);
    builder.add(Barrier{false, 0, Operand{Value{5}}, Operand{Value{2}}});
  }
  const Test test = builder.build();
  const BarrierPlan plan(test.program);
  Barriers barriers;
  std::vector<InstructionId> pcs{0, 0, 0, 0};
  barriers.arrive(plan, 3, {5, true, Value{2}});
  pcs[3] = 1;
  CHECK_FALSE(barriers.take_completed(plan, pcs).has_value());
  CHECK_FALSE(barriers.may_arrive(plan, 3, 5));
  CHECK(barriers.may_arrive(plan, 3, 0));
  CHECK(barriers.may_arrive(plan, 0, 5));
  std::string bytes;
  barriers.encode(bytes);
  Barriers copy;
  ByteReader reader(bytes);
  copy.decode(reader);
  CHECK(reader.done());
  CHECK(copy == barriers);
  barriers.arrive(plan, 1, {5, false, Value{2}});
  pcs[1] = 1;
  const auto done = barriers.take_completed(plan, pcs);
  REQUIRE(done.has_value());
  CHECK(done->arrived == 0b1010);
  CHECK(done->waiting == 0b1000);
  CHECK(done->resource == 5);
  CHECK(to_string(*done, test.program) ==
        "barrier 5 of cta 0,gpu 0: arrived P1 P3, waiting P3, quorum 2");
}

TEST_CASE("an id in a register may name any barrier", "[opmodel][barrier]") {
  TestBuilder builder("dynamic");
  builder.thread(0);
  builder.add(barrier(7));
  builder.thread(0);
  builder.add(Barrier{false, 0, Operand{RegisterOperand{0}}, {}});
  const Test test = builder.build();
  const BarrierPlan plan(test.program);
  CHECK(plan.may_reach(1, 0, 7));
  CHECK(plan.may_reach(1, 0, 12345));
  CHECK_FALSE(plan.may_reach(1, 1, 7));
  CHECK(arrival_of(std::get<Barrier>(test.program.threads[1].instructions[0].action),
                   std::vector<Value>{9})
            .resource == 9);
}
