#include "opmodel/machines/sc/rules.hpp"

#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"

using namespace opexplore;

namespace {

// One thread before one instruction, x = 5 and r0 = 3; executes it.
struct ExecutedInstruction {
  explicit ExecutedInstruction(const Action& action) {
    TestBuilder builder("rule");
    const AddressId x = builder.location("x", 5);
    builder.alias("x_alias", x);
    builder.thread(0);
    builder.add(action);
    builder.thread(0);
    builder.add(barrier(0));
    for (RegisterId reg = 0; reg < 2; ++reg) builder.observe(0, reg);
    test = builder.build();
    test.program.threads[0].registers = {{"r0", 3}, {"r1", 0}};
    const sc::Context context(test);
    state.memory = {5};
    state.next = {0, 0};
    state.registers = {3, 0};
    REQUIRE(sc::enabled(context, state, 0));
    sc::apply(context, state, 0);
    CHECK(state.next[1] == 0);
  }

  Test test;
  sc::State state;
};

constexpr AddressId x = 0;
constexpr AddressId x_alias = 1;
const RegisterOperand r0{0};

Atomic atomic(AtomicOp op, Value operand, Value expected) {
  return {{x, Proxy::generic, Order::relaxed, Scope::gpu, {}, {}},
          op,
          RegisterId{1},
          operand,
          expected};
}

}  // namespace

TEST_CASE("sc: load", "[sc]") {
  const ExecutedInstruction example(load(1, x_alias));
  CHECK(example.state.registers == std::vector<Value>{3, 5});
  CHECK(example.state.memory[0] == 5);
  CHECK(example.state.next[0] == 1);
}

TEST_CASE("sc: store", "[sc]") {
  CHECK(ExecutedInstruction(store(x, r0)).state.memory[0] == 3);
  CHECK(ExecutedInstruction(store(x_alias, Value{-9})).state.memory[0] == -9);
}

TEST_CASE("sc: atomic", "[sc]") {
  const ExecutedInstruction add(atomic(AtomicOp::add, 10, 0));
  CHECK(add.state.memory[0] == 15);
  CHECK(add.state.registers[1] == 5);
  const ExecutedInstruction success(atomic(AtomicOp::cas, 10, 5));
  CHECK(success.state.memory[0] == 10);
  CHECK(success.state.registers[1] == 5);
  const ExecutedInstruction failure(atomic(AtomicOp::cas, 10, 6));
  CHECK(failure.state.memory[0] == 5);
  CHECK(failure.state.registers[1] == 5);
}

TEST_CASE("sc: fence and proxy_fence", "[sc]") {
  for (const Action& action : {Action{fence_sc()}, Action{ProxyFence{ProxyFenceKind::alias}}}) {
    const ExecutedInstruction example(action);
    CHECK(example.state.memory[0] == 5);
    CHECK(example.state.registers == std::vector<Value>{3, 0});
    CHECK(example.state.next[0] == 1);
  }
}

TEST_CASE("sc: barrier_sync and barrier_arrive", "[sc]") {
  const ExecutedInstruction sync(barrier(0));
  CHECK(sync.state.barriers.waits(0));
  CHECK(sync.state.next[0] == 1);
  const ExecutedInstruction passing(arrive(0));
  CHECK_FALSE(passing.state.barriers.waits(0));
  REQUIRE(passing.state.barriers.generations().size() == 1);
  CHECK(passing.state.barriers.generations()[0].arrived == 0b01);
}

TEST_CASE("sc: local", "[sc]") {
  const ExecutedInstruction sum(Arithmetic{ArithmeticOp::add, 1, r0, Value{4}});
  CHECK(sum.state.registers == std::vector<Value>{3, 7});
  CHECK(ExecutedInstruction(Branch{Comparison::equal, r0, Value{3}, 0}).state.next[0] == 0);
  CHECK(ExecutedInstruction(Branch{Comparison::equal, r0, Value{4}, 0}).state.next[0] == 1);
}

TEST_CASE("sc: who waits or has arrived already is not enabled", "[sc]") {
  TestBuilder builder("enabled");
  builder.thread(0);
  builder.add(arrive(0));
  builder.add(barrier(0));
  builder.thread(0);
  builder.add(barrier(0));
  const Test test = builder.build();
  const sc::Context context(test);
  sc::State state{{}, {0, 0}, {}, {}};
  sc::apply(context, state, 0);
  sc::complete_barriers(context, state);
  CHECK_FALSE(sc::enabled(context, state, 0));  // before its second arrival
  REQUIRE(sc::enabled(context, state, 1));
  sc::apply(context, state, 1);
  CHECK_FALSE(sc::enabled(context, state, 1));  // waits, and at the end
  sc::complete_barriers(context, state);
  CHECK_FALSE(state.barriers.waits(1));
  CHECK(sc::enabled(context, state, 0));  // now in the next generation
}
