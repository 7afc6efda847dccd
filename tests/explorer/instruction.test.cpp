// What instructions do: every kind against what is expected of it, word by word.
#include "opmodel/instruction.hpp"

#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"

using namespace opexplore;

namespace {

constexpr RegisterId destination = 1;
constexpr RegisterId first_source = 2;
constexpr RegisterId compared = 3;
constexpr RegisterId pointer = 4;
constexpr RegisterId second_source = 5;

MemoryAccess access(Order order, std::optional<RegisterId> from = std::nullopt) {
  return {7, Proxy::generic, order, Scope::gpu, Annotation::none, from};
}
Operand reg(RegisterId id) { return RegisterOperand{id}; }

Action load() { return Load{access(Order::acquire, pointer), destination}; }
Action store() { return Store{access(Order::release, pointer), reg(first_source)}; }
Action atomic(AtomicOp op) {
  return Atomic{access(Order::acq_rel, pointer),
                op,
                destination,
                reg(first_source),
                reg(compared),
                Order::relaxed};
}
Action reduction() {
  return Atomic{access(Order::relaxed), AtomicOp::add, std::nullopt, Value{5}, Value{0},
                Order::relaxed};
}
Action fence() { return Fence{Order::sc, Scope::cta}; }
Action proxy_fence() { return ProxyFence{ProxyFenceKind::texture}; }
Action device_operation() { return DeviceOperation{DeviceOperationKind::make_visible}; }
Action barrier() { return Barrier{true, 0, reg(first_source), reg(second_source)}; }
Action arithmetic(ArithmeticOp op) {
  return Arithmetic{op, destination, reg(first_source), reg(second_source), NumberType::s32};
}
Action branch(std::optional<Comparison> comparison) {
  return Branch{comparison, reg(first_source), reg(second_source), 9};
}

Action asynchronous() {
  return Asynchronous{
      MbarrierOperation{.operand = reg(first_source), .expected = reg(second_source)}};
}

std::vector<Action> one_of_each() {
  return {load(),
          store(),
          atomic(AtomicOp::cas),
          fence(),
          proxy_fence(),
          device_operation(),
          barrier(),
          arithmetic(ArithmeticOp::add),
          branch(Comparison::less),
          asynchronous()};
}

RegisterSet set(std::initializer_list<RegisterId> registers) {
  RegisterSet result;
  for (const RegisterId id : registers) result.set(id);
  return result;
}

// A letter per kind that the predicate holds of: Load, Store, Atomic, Fence, Proxy fence, operation
// of the Device, Barrier, aRithmetic, branCh, asYnchronous.
template <class Predicate>
std::string kinds_with(Predicate predicate) {
  const std::string letters = "LSAFPDBRCY";
  std::string result;
  const std::vector<Action> actions = one_of_each();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (predicate(actions[i])) result += letters.at(i);
  }
  return result;
}

std::vector<Operand> operands(const Action& action) {
  std::vector<Operand> result;
  for_each_operand(action, [&](const Operand& operand) { result.push_back(operand); });
  return result;
}

}  // namespace

TEST_CASE("each alternative is its kind", "[opmodel][instruction]") {
  const std::vector<Action> actions = one_of_each();
  const std::vector<InstructionKind> kinds{
      InstructionKind::load,        InstructionKind::store,       InstructionKind::atomic,
      InstructionKind::fence,       InstructionKind::proxy_fence, InstructionKind::device_operation,
      InstructionKind::barrier,     InstructionKind::arithmetic,  InstructionKind::branch,
      InstructionKind::asynchronous};
  REQUIRE(actions.size() == std::variant_size_v<Action>);
  for (std::size_t i = 0; i < actions.size(); ++i) CHECK(kind_of(actions[i]) == kinds.at(i));
}

TEST_CASE("what kinds of instructions do", "[opmodel][instruction]") {
  CHECK(kinds_with([](const Action& a) { return memory_access(a) != nullptr; }) == "LSA");
  CHECK(kinds_with([](const Action& a) { return address_of(a) == AddressId{7}; }) == "LSA");
  CHECK(kinds_with([](const Action& a) { return pointer_of(a) == pointer; }) == "LSA");
  CHECK(kinds_with([](const Action& a) { return reads_memory(a); }) == "LA");
  CHECK(kinds_with([](const Action& a) { return writes_memory(a); }) == "SA");
  CHECK(kinds_with([](const Action& action) { return may_be_repeated(action); }) == "LFPDRC");
  CHECK(kinds_with([](const Action& a) { return read_modify_write(a) != nullptr; }) == "A");
  CHECK(kinds_with([](const Action& a) { return fence_of(a).has_value(); }) == "FPD");
  CHECK(kinds_with([](const Action& a) { return order_of(a) != nullptr; }) == "LSAF");
  CHECK(kinds_with([](const Action& a) { return scope_of(a) != nullptr; }) == "LSAF");
  CHECK(kinds_with([](const Action& a) { return barrier_of(a) != nullptr; }) == "B");
  CHECK(kinds_with([](const Action& a) { return branch_of(a) != nullptr; }) == "C");
  CHECK(kinds_with([](const Action& a) { return is_local(a); }) == "RC");
  CHECK(kinds_with([](const Action& a) { return register_written(a) == destination; }) == "LAR");
  CHECK(kinds_with([](const Action& a) { return stored_operand(a) != nullptr; }) == "SA");
  CHECK(kinds_with([](const Action& a) { return compared_operand(a) != nullptr; }) == "A");
}

TEST_CASE("what instructions order", "[opmodel][instruction]") {
  CHECK(fence_of(fence()) == FenceFacts{Order::sc, Scope::cta, std::nullopt});
  CHECK(fence_of(device_operation()) ==
        FenceFacts{Order::weak, Scope::sys, {}, DeviceOperationKind::make_visible});
  CHECK(fence_of(proxy_fence()) == FenceFacts{Order::weak, Scope::sys, ProxyFenceKind::texture});
  CHECK(*order_of(load()) == Order::acquire);
  CHECK(*order_of(fence()) == Order::sc);
  CHECK(*scope_of(store()) == Scope::gpu);
  CHECK(*scope_of(fence()) == Scope::cta);
  Action changed = fence();
  *order_of(changed) = Order::acquire;
  *scope_of(changed) = Scope::sys;
  CHECK(changed == Action{Fence{Order::acquire, Scope::sys}});
}

TEST_CASE("facts of an instruction can be changed", "[opmodel][instruction]") {
  Action changed = store();
  memory_access(changed)->address = 8;
  CHECK(address_of(changed) == AddressId{8});
  changed = atomic(AtomicOp::add);
  read_modify_write(changed)->op = AtomicOp::exch;
  CHECK(changed == atomic(AtomicOp::exch));
  changed = barrier();
  barrier_of(changed)->arrive = false;
  CHECK_FALSE(barrier_of(std::as_const(changed))->arrive);
  changed = branch(Comparison::less);
  branch_of(changed)->target = 3;
  CHECK(branch_of(std::as_const(changed))->target == 3);
}

TEST_CASE("registers that instructions read", "[opmodel][instruction]") {
  CHECK(registers_read(load()) == set({pointer}));
  CHECK(registers_read(store()) == set({first_source, pointer}));
  CHECK(registers_read(atomic(AtomicOp::cas)) == set({first_source, compared, pointer}));
  CHECK(registers_read(atomic(AtomicOp::add)) == set({first_source, pointer}));
  CHECK(registers_read(reduction()) == set({}));
  CHECK(registers_read(fence()) == set({}));
  CHECK(registers_read(proxy_fence()) == set({}));
  CHECK(registers_read(barrier()) == set({first_source, second_source}));
  CHECK(registers_read(arithmetic(ArithmeticOp::add)) == set({first_source, second_source}));
  CHECK(registers_read(arithmetic(ArithmeticOp::move)) == set({first_source}));
  CHECK(registers_read(branch(Comparison::less)) == set({first_source, second_source}));
  CHECK(registers_read(branch(std::nullopt)) == set({}));
  CHECK(register_written(reduction()) == std::nullopt);
}

TEST_CASE("operands come in the order in which they are written", "[opmodel][instruction]") {
  using Operands = std::vector<Operand>;
  CHECK(operands(load()) == Operands{});
  CHECK(operands(store()) == Operands{reg(first_source)});
  CHECK(operands(atomic(AtomicOp::cas)) == Operands{reg(compared), reg(first_source)});
  CHECK(operands(fence()) == Operands{});
  CHECK(operands(proxy_fence()) == Operands{});
  CHECK(operands(barrier()) == Operands{reg(first_source), reg(second_source)});
  CHECK(operands(Barrier{}) == Operands{});
  CHECK(operands(arithmetic(ArithmeticOp::move)) ==
        Operands{reg(first_source), reg(second_source)});
  CHECK(operands(branch(std::nullopt)) == Operands{reg(first_source), reg(second_source)});
}

TEST_CASE("all registers of an instruction can be renamed", "[opmodel][instruction]") {
  const auto renamed = [](Action action) {
    for_each_register(action, [](RegisterId& id) { id = static_cast<RegisterId>(id + 10); });
    return action;
  };
  const MemoryAccess moved = access(Order::relaxed, RegisterId{pointer + 10});
  CHECK(renamed(Load{access(Order::relaxed, pointer), destination}) ==
        Action{Load{moved, destination + 10}});
  CHECK(renamed(Store{access(Order::relaxed, pointer), reg(first_source)}) ==
        Action{Store{moved, reg(first_source + 10)}});
  CHECK(renamed(Atomic{access(Order::relaxed, pointer), AtomicOp::cas, destination,
                       reg(first_source), reg(compared), Order::relaxed}) ==
        Action{Atomic{moved, AtomicOp::cas, RegisterId{destination + 10}, reg(first_source + 10),
                      reg(compared + 10), Order::relaxed}});
  CHECK(renamed(reduction()) == reduction());
  CHECK(renamed(fence()) == fence());
  CHECK(renamed(proxy_fence()) == proxy_fence());
  CHECK(renamed(barrier()) ==
        Action{Barrier{true, 0, reg(first_source + 10), reg(second_source + 10)}});
  CHECK(renamed(arithmetic(ArithmeticOp::add)) ==
        Action{Arithmetic{ArithmeticOp::add, destination + 10, reg(first_source + 10),
                          reg(second_source + 10), NumberType::s32}});
  CHECK(renamed(branch(Comparison::less)) ==
        Action{Branch{Comparison::less, reg(first_source + 10), reg(second_source + 10), 9}});
}

TEST_CASE("what instructions write", "[opmodel][instruction]") {
  const std::vector<Value> registers{0, 0, 20, 30, 0, 0};  // of first_source and compared
  CHECK(stored_value(store(), registers) == 20);
  CHECK(stored_value(reduction(), registers) == 5);
  CHECK(stored_value(load(), registers) == 0);
  CHECK(compared_value(atomic(AtomicOp::cas), registers) == 30);
  CHECK(compared_value(atomic(AtomicOp::add), registers) == 0);
  CHECK(value_written(store(), registers) == 20);
  CHECK(value_written(reduction(), registers, 3) == 8);
  CHECK(value_written(atomic(AtomicOp::exch), registers, 3) == 20);
  CHECK(value_written(atomic(AtomicOp::cas), registers, 30) == 20);
  CHECK(value_written(atomic(AtomicOp::cas), registers, 3) == std::nullopt);
  CHECK(value_written(atomic(AtomicOp::cas), 1, 2, 2) == 1);
  CHECK(value_written(atomic(AtomicOp::cas), 1, 2, 3) == std::nullopt);
  for (const Action& action : {load(), fence(), proxy_fence(), barrier(),
                               arithmetic(ArithmeticOp::add), branch(Comparison::less)}) {
    CHECK(value_written(action, registers, 3) == std::nullopt);
  }
}
