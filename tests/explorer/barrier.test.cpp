#include "opmodel/parts/barrier.hpp"

#include "opmodel/parts/barrier_text.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"
#include "tests/told.hpp"

using namespace opexplore;

namespace {

// P0 and P1 in one CTA, P2 in another; all come to barrier 0, P1 only on one branch.
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

TEST_CASE("a generation is complete when all others have ended", "[opmodel][barrier]") {
  const Test test = three_threads();
  const BarrierPlan plan(test.program);
  CHECK(plan.has_barriers());
  CHECK(plan.cta(0) == 0b011);
  CHECK(plan.cta(2) == 0b100);
  CHECK(plan.waits_for(1, 0, 0));
  CHECK(plan.waits_for(1, 0, 1));  // a barrier that it does not have
  CHECK_FALSE(plan.waits_for(1, 3, 0));
  CHECK(plan.may_wait_for(1, 2));
  CHECK_FALSE(plan.may_wait_for(1, 3));
  CHECK(plan.may_pass_by(1, 1, 3));
  CHECK_FALSE(plan.may_pass_by(1, 1, 2));

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

TEST_CASE("who waits elsewhere keeps a barrier closed, also before its end", "[opmodel][barrier]") {
  TestBuilder builder("crossed");
  for (const Value resource : {0, 1}) {
    builder.thread(0);
    builder.add(barrier(resource));
  }
  const Test test = builder.build();
  const BarrierPlan plan(test.program);
  Barriers barriers;
  const std::vector<InstructionId> pcs{1, 1};
  barriers.arrive(plan, 0, {0, true, {}});
  barriers.arrive(plan, 1, {1, true, {}});
  CHECK_FALSE(barriers.take_completed(plan, pcs).has_value());
}

TEST_CASE("a passable barrier does not wait for who can no longer come", "[opmodel][barrier]") {
  TestBuilder builder("passable");
  builder.thread(0);
  Barrier passable = barrier(7);
  passable.passable = true;
  builder.add(passable);
  builder.thread(0);
  builder.add(Branch{Comparison::equal, RegisterOperand{0}, Value{0}, 2});
  builder.add(passable);
  builder.add(barrier(0));
  const Test test = builder.build();
  const BarrierPlan plan(test.program);
  CHECK(plan.is_passable(7));
  CHECK_FALSE(plan.is_passable(0));
  CHECK(plan.waits_for(1, 0, 7));
  CHECK_FALSE(plan.waits_for(1, 2, 7));
  CHECK(plan.may_pass_by(1, 0, 2));
  CHECK_FALSE(plan.may_pass_by(1, 0, 1));
  Barriers barriers;
  barriers.arrive(plan, 0, {7, true, {}});
  CHECK_FALSE(barriers.take_completed(plan, std::vector<InstructionId>{1, 1}).has_value());
  CHECK(barriers.take_completed(plan, std::vector<InstructionId>{1, 2}).has_value());
}

TEST_CASE("a barrier waits for its members alone", "[opmodel][barrier]") {
  TestBuilder builder("members");
  for (int thread = 0; thread < 3; ++thread) {
    builder.thread(0);
    builder.add(barrier(0));
    builder.add(barrier(0));
  }
  const Test test = builder.build();
  const BarrierPlan plan(test.program);
  Barriers barriers;
  barriers.arrive(plan, 0, {9, true, {}, ThreadMask{0b101}});
  CHECK(told(phrase_of(barriers.generations().front(), test.program)) ==
        "barrier 9 of cta 0,gpu 0: arrived P0, waiting P0, of P0 P2");
  CHECK_FALSE(barriers.take_completed(plan, std::vector<InstructionId>{1, 2, 0}).has_value());
  std::string bytes;
  barriers.encode(bytes);
  Barriers copy;
  ByteReader reader(bytes);
  copy.decode(reader);
  CHECK(copy == barriers);
  copy.move_threads(std::vector<ThreadId>{1, 0, 2});
  CHECK(copy.generations().front().members == 0b110);
  SECTION("the other arrives") {
    barriers.arrive(plan, 2, {9, true, {}, ThreadMask{0b101}});
    CHECK(barriers.take_completed(plan, std::vector<InstructionId>{1, 0, 1}).has_value());
  }
  SECTION("the other ends") {
    CHECK(barriers.take_completed(plan, std::vector<InstructionId>{1, 0, 2}).has_value());
  }
}

namespace {

// One aligned barrier of each thread, with these instance numbers and warps.
Test aligned(std::vector<std::pair<Value, std::uint32_t>> threads, bool of_cuda) {
  TestBuilder builder("aligned");
  for (const auto& [instance, warp] : threads) {
    builder.thread(0);
    Barrier action = barrier(instance);
    action.id = Operand{Value{0}};
    action.aligned = true;
    builder.add(action);
  }
  Test test = builder.build();
  for (std::size_t t = 0; t < threads.size(); ++t) {
    test.program.threads[t].warp = threads[t].second;
    if (of_cuda) test.program.threads[t].instructions[0].code.emplace();
  }
  return test;
}

// All threads but these come to it, the others end.
std::optional<RacingPair> divergence_of(const Test& test, ThreadMask absent = 0) {
  const BarrierPlan plan(test.program);
  Barriers barriers;
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    if ((absent >> t & 1U) == 0) barriers.arrive(plan, static_cast<ThreadId>(t), {0, true, {}});
  }
  const std::vector<InstructionId> pcs(test.program.threads.size(), 1);
  CHECK(barriers.take_completed(plan, pcs).has_value());
  std::string bytes;
  barriers.encode(bytes);
  Barriers copy;
  ByteReader reader(bytes);
  copy.decode(reader);
  CHECK(copy == barriers);
  return barriers.divergence();
}

}  // namespace

TEST_CASE("an aligned barrier tells who comes to it apart", "[opmodel][barrier]") {
  const auto apart = PairKind::divergence;
  CHECK_FALSE(divergence_of(aligned({{0, 0}, {0, 0}}, false)));
  CHECK(divergence_of(aligned({{0, 0}, {1, 0}}, false)) == RacingPair{0, 0, 1, 0, apart});
  CHECK(divergence_of(aligned({{0, 0}, {0, 0}}, false), 0b10) == RacingPair{0, 0, 1, 1, apart});
  // Of two warps CUDA C++ alone says that they come together.
  CHECK_FALSE(divergence_of(aligned({{0, 0}, {1, 1}}, false)));
  CHECK(divergence_of(aligned({{0, 0}, {1, 1}}, true)) == RacingPair{0, 0, 1, 0, apart});
  Test unaligned = aligned({{0, 0}, {1, 0}}, true);
  for (Thread& thread : unaligned.program.threads) {
    std::get<Barrier>(thread.instructions[0].action).aligned = false;
  }
  CHECK_FALSE(divergence_of(unaligned));
  CHECK_FALSE(divergence_of(unaligned, 0b10));
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
  CHECK(told(phrase_of(*done, test.program)) ==
        "barrier 5 of cta 0,gpu 0: arrived P1 P3, waiting P3, quorum 2");
}

TEST_CASE("an id in a register names a barrier when it runs", "[opmodel][barrier]") {
  TestBuilder builder("dynamic");
  builder.thread(0);
  builder.add(barrier(7));
  builder.thread(0);
  builder.add(Barrier{false, 0, Operand{RegisterOperand{0}}, {}});
  const Test test = builder.build();
  const BarrierPlan plan(test.program);
  CHECK(plan.waits_for(1, 0, 7));
  CHECK(plan.waits_for(1, 0, 12345));
  CHECK_FALSE(plan.waits_for(1, 1, 7));
  CHECK(arrival_of(std::get<Barrier>(test.program.threads[1].instructions[0].action),
                   std::vector<Value>{9})
            .resource == 9);
}
