// The static analyses that machines share.
#include <limits>
#include <random>
#include <string>
#include <tuple>

#include "opmodel/parts/components.hpp"
#include "opmodel/parts/encoding.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/parts/liveness.hpp"
#include "opmodel/parts/local.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"

using namespace opexplore;

namespace {

Arithmetic increment(RegisterId reg) {
  return {ArithmeticOp::add, reg, RegisterOperand{reg}, Value{1}};
}

Branch jump(InstructionId target) { return {std::nullopt, Value{0}, Value{0}, target}; }

std::vector<RegisterId> live(const Liveness& liveness, InstructionId pc) {
  const auto span = liveness.live(0, pc);
  return {span.begin(), span.end()};
}

}  // namespace

TEST_CASE("numbers read back as they were written", "[opmodel][encoding]") {
  std::mt19937_64 random(3);
  std::vector<Value> values{0,
                            1,
                            -1,
                            63,
                            64,
                            -64,
                            -65,
                            std::numeric_limits<Value>::max(),
                            std::numeric_limits<Value>::min()};
  for (int count = 0; count < 1000; ++count) {
    values.push_back(static_cast<Value>(random() >> (random() % 64)));
  }
  std::string bytes;
  for (const Value value : values) {
    put_value(bytes, value);
    put_unsigned(bytes, static_cast<std::uint64_t>(value));
  }
  ByteReader reader(bytes);
  for (const Value value : values) {
    REQUIRE(reader.get_value() == value);
    REQUIRE(reader.get_unsigned() == static_cast<std::uint64_t>(value));
  }
  CHECK(reader.done());
  std::string small;
  put_value(small, -64);
  put_value(small, 63);
  put_unsigned(small, 127);
  CHECK(small.size() == 3);
}

TEST_CASE("a reference to a function calls what it refers to", "[opmodel][function_ref]") {
  int sum = 0;
  const auto add = [&](std::string&& text, int number) {
    const std::string taken = std::move(text);
    return sum += static_cast<int>(taken.size()) + number;
  };
  const FunctionRef<int(std::string&&, int)> direct = add;
  const FunctionRef<void(std::string&&, int)> copied = direct;  // the result is dropped
  std::string text = "abc";
  CHECK(direct(std::move(text), 2) == 5);
  CHECK(text.empty());
  copied("d", 1);
  CHECK(sum == 7);
}

TEST_CASE("a register is live until its last use", "[opmodel][liveness]") {
  TestBuilder builder("live");
  const AddressId x = builder.location("x");
  builder.thread();
  builder.add(load(0, x));                                                  // 0
  builder.add(load(1, x));                                                  // 1
  builder.add(store(x, RegisterOperand{0}));                                // 2
  builder.add(increment(2));                                                // 3: counts only itself
  builder.add(Branch{Comparison::equal, RegisterOperand{1}, Value{0}, 1});  // 4
  builder.observe(0, 1);
  const Test test = builder.build();
  const Liveness liveness(test);
  using Registers = std::vector<RegisterId>;
  CHECK(live(liveness, 0) == Registers{});
  CHECK(live(liveness, 1) == Registers{0});  // the loop stores r0 again
  CHECK(live(liveness, 2) == Registers{0, 1});
  CHECK(live(liveness, 3) == Registers{0, 1});
  CHECK(live(liveness, 4) == Registers{0, 1});
  CHECK(live(liveness, 5) == Registers{1});
  CHECK(liveness.is_live(0, 5, 1));
  CHECK_FALSE(liveness.is_live(0, 3, 2));
  std::vector<Value> registers{7, 8, 9};
  liveness.clear_dead(0, 3, registers);
  CHECK(registers == std::vector<Value>{7, 8, 0});
  liveness.clear_dead(0, 5, registers);
  CHECK(registers == std::vector<Value>{0, 8, 0});
}

TEST_CASE("operands of every instruction keep registers alive", "[opmodel][liveness]") {
  const auto live_before = [](const Action& action) {
    TestBuilder builder("operands");
    builder.location("x");
    builder.thread();
    builder.add(action);
    const Test test = builder.build();
    return live(Liveness(test), 0);
  };
  using Registers = std::vector<RegisterId>;
  const RegisterOperand r1{1};
  const RegisterOperand r2{2};
  CHECK(live_before(Atomic{{}, AtomicOp::cas, RegisterId{0}, r1, r2}) == Registers{1, 2});
  CHECK(live_before(Atomic{{}, AtomicOp::add, {}, r1, r2}) == Registers{1});
  CHECK(live_before(Barrier{false, 0, Operand{r1}, Operand{r2}}) == Registers{1, 2});
  CHECK(live_before(Arithmetic{ArithmeticOp::add, 0, r1, r2}).empty());
  CHECK(live_before(Branch{std::nullopt, r1, r2, 1}).empty());
  CHECK(live_before(Load{{}, 1}).empty());
}

TEST_CASE("local runs stop, diverge or are given up", "[opmodel][local]") {
  const auto run = [](const std::vector<Action>& actions, std::vector<Value> registers,
                      RegisterId observed) {
    TestBuilder builder("local");
    builder.location("x");
    builder.thread();
    for (const Action& action : actions) builder.add(action);
    builder.observe(0, observed);
    const Test test = builder.build();
    const Liveness liveness(test);
    const LocalSteps steps(test.program, liveness);
    InstructionId pc = 0;
    registers.resize(test.program.threads[0].registers.size());
    const LocalRun end = steps.run(0, pc, registers);
    return std::tuple{end, pc, registers};
  };
  using Result = std::tuple<LocalRun, InstructionId, std::vector<Value>>;
  const Branch below_5{Comparison::less, RegisterOperand{0}, Value{5}, 0};
  CHECK(run({increment(0), below_5, load(0, 0)}, {}, 1) ==
        Result{LocalRun::stopped, 2, {0, 0}});  // r0 is dead before the load
  CHECK(run({increment(0), below_5}, {}, 0) == Result{LocalRun::stopped, 2, {5}});
  CHECK(run({jump(0)}, {}, 0) == Result{LocalRun::diverges, 0, {0}});
  // r0 counts for ever, but nobody looks: the places repeat.
  CHECK(run({increment(0), jump(0)}, {}, 0) == Result{LocalRun::diverges, 0, {0}});
  const Branch not_never{Comparison::not_equal, RegisterOperand{0}, Value{-1}, 0};
  CHECK(std::get<0>(run({increment(0), not_never}, {}, 0)) == LocalRun::too_long);
  // A cycle of four places entered at any of them ends in the same one.
  const std::vector<Action> cycle{
      increment(0), Arithmetic{ArithmeticOp::bit_and, 0, RegisterOperand{0}, Value{3}},
      Branch{Comparison::not_equal, RegisterOperand{0}, Value{9}, 0}};
  const Result first = run(cycle, {0}, 0);
  CHECK(std::get<0>(first) == LocalRun::diverges);
  for (Value start = 1; start < 40; ++start) REQUIRE(run(cycle, {start}, 0) == first);
}

TEST_CASE("a jump to a start that is not local is no endless loop", "[opmodel][local]") {
  TestBuilder builder("back");
  const AddressId x = builder.location("x");
  builder.thread();
  builder.add(store(x, Value{1}));
  builder.add(jump(0));
  const Test test = builder.build();
  const Liveness liveness(test);
  const LocalSteps steps(test.program, liveness);
  InstructionId pc = 1;
  CHECK(steps.run(0, pc, {}) == LocalRun::stopped);
  CHECK(pc == 0);
}

TEST_CASE("threads fall into components", "[opmodel][components]") {
  TestBuilder builder("components");
  const AddressId x = builder.location("x");
  const AddressId y = builder.location("y");
  const AddressId z = builder.location("z");
  const AddressId w = builder.alias("w", z);
  builder.thread(0);  // P0 writes x, then z
  builder.add(store(x, Value{1}));
  builder.add(store(z, Value{1}));
  builder.thread(1);  // P1 reads x and y
  builder.add(load(0, x));
  builder.add(load(1, y));
  builder.thread(2);  // P2 reads y
  builder.add(load(0, y));
  builder.thread(3);  // P3 reads z by another name
  builder.add(load(0, w));
  const Test test = builder.build();
  const Components components(test.program, FenceOrder::ignored);
  const auto expand = [&](std::vector<InstructionId> pcs, ThreadMask able) {
    return components.to_expand(pcs, 0, able);
  };
  CHECK(expand({0, 0, 0, 0}, 0b1111) == 0b1011);  // reads of y do not interact
  CHECK(expand({1, 0, 0, 0}, 0b1111) == 0b1001);
  CHECK(expand({2, 0, 0, 0}, 0b1110) == 0b0010);
  CHECK(expand({0, 2, 0, 0}, 0b1101) == 0b1001);
  CHECK(expand({1, 2, 0, 0}, 0b0100) == 0b0100);
  CHECK(expand({2, 2, 1, 1}, 0) == 0);
  // From P1's place on, the lowest able thread's component is wanted.
  CHECK(expand({0, 0, 0, 0}, 0b0100) == 0b0100);
}

TEST_CASE("fence.sc and barriers connect components", "[opmodel][components]") {
  TestBuilder builder("connected");
  builder.thread(0);
  builder.add(fence_sc());
  builder.add(barrier(0));
  builder.thread(1);
  builder.add(fence_sc());
  builder.thread(0);
  builder.add(barrier(0));
  const Test test = builder.build();
  const Components with_order(test.program, FenceOrder::shared);
  const Components without(test.program, FenceOrder::ignored);
  const std::vector<InstructionId> start{0, 0, 0};
  const std::vector<InstructionId> later{1, 0, 0};
  const std::vector<InstructionId> waiting{1, 0, 1};
  CHECK(with_order.to_expand(start, 0, 0b111) == 0b111);
  CHECK(with_order.to_expand(later, 0, 0b111) == 0b101);
  CHECK(without.to_expand(start, 0, 0b111) == 0b101);
  // P2 has no barrier left, but waits for P0 at one.
  CHECK(without.to_expand(waiting, 0b100, 0b011) == 0b101);
  CHECK(without.to_expand(waiting, 0, 0b011) == 0b001);
}
