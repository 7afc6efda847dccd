// What an instruction does, said once: registers, memory, order, control flow. Who does not care
// which instruction it is asks here, and never looks into the variant.
//
// A new kind of instruction does not compile before instruction.cpp has said all of this of it. Who
// does care (a reader, a writer, a rule) visits with `Overloaded` and one case per kind, or
// switches over `kind_of`: then a new kind does not compile there either.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/program.hpp"

namespace opexplore {

/// A visitor made of lambdas. With one for each kind, a visit that forgets a kind does not compile.
template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

/// The kinds of instructions, in the order of Action's alternatives: what to switch over.
enum class InstructionKind : std::uint8_t {
  load,
  store,
  atomic,
  fence,
  proxy_fence,
  device_operation,
  barrier,
  arithmetic,
  branch,
  asynchronous
};

/// Which kind it is.
inline InstructionKind kind_of(const Action& action) {
  return static_cast<InstructionKind>(action.index());
}

/// Whether the order has an acquire half, and a release half. What sc adds depends on the model: it
/// is none of the two here.
/// @{
constexpr bool acquires(Order order) { return order == Order::acquire || order == Order::acq_rel; }
constexpr bool releases(Order order) { return order == Order::release || order == Order::acq_rel; }
/// @}

/// What a fence orders, whichever instruction it is.
struct FenceFacts {
  /// acquire, release, acq_rel or sc of a fence between threads; weak of one between proxies, which
  /// by itself neither begins nor ends a pattern, and of an operation of the device.
  Order order = Order::weak;
  Scope scope = Scope::sys;             ///< meaningless when weak, and in Vulkan
  std::optional<ProxyFenceKind> proxy;  ///< of a proxy fence: what it orders
  std::optional<DeviceOperationKind> device = std::nullopt;  ///< of an operation of the device
  bool operator==(const FenceFacts&) const = default;
};

/// \name What each kind of fence orders. A kind that has this is a fence.
/// @{
constexpr FenceFacts facts_of(const Fence& fence) { return {fence.order, fence.scope, {}}; }
constexpr FenceFacts facts_of(const ProxyFence& fence) {
  return {Order::weak, Scope::sys, fence.kind};
}
constexpr FenceFacts facts_of(const DeviceOperation& operation) {
  return {Order::weak, Scope::sys, {}, operation.kind};
}
/// @}

/// Any of them: for the case of a visit that is the same for all, `[](const AnyFence auto& fence)`.
template <class Kind>
concept AnyFence = requires(const Kind& kind) {
  facts_of(kind);
};

/// A set of registers of one thread.
using RegisterSet = std::bitset<256>;

/// \name What an instruction does. Null and nothing mean that it does not. Of asynchronous ones
/// that is what their own thread does: none accesses memory by itself.
/// @{
/// Its access to memory; through the second it can be changed.
const MemoryAccess* memory_access(const Action& action);
MemoryAccess* memory_access(Action& action);
/// Whether it reads memory, and whether it writes: a cas that fails does not, and counts.
bool reads_memory(const Action& action);
bool writes_memory(const Action& action);
/// How it combines what it reads with what it writes, if it does both in one.
const Atomic* read_modify_write(const Action& action);
Atomic* read_modify_write(Action& action);
/// What it orders as a fence.
std::optional<FenceFacts> fence_of(const Action& action);
/// The order and the scope that are written in it, of an access or of a fence; through the second
/// they can be changed. The scope of a weak access means nothing. In Vulkan a barrier has an order
/// too, and no instruction has this kind of scope.
const Order* order_of(const Action& action);
Order* order_of(Action& action);
const Scope* scope_of(const Action& action);
Scope* scope_of(Action& action);
/// What Vulkan says of it, of an access, a fence or a barrier; through the second it can be
/// changed.
const VulkanAttributes* vulkan_of(const Action& action);
VulkanAttributes* vulkan_of(Action& action);
/// The store that it is, if it is one.
const Store* store_of(const Action& action);
/// The barrier that it arrives at; through the second its operands can be changed.
const Barrier* barrier_of(const Action& action);
Barrier* barrier_of(Action& action);
/// Where it may go other than to the next instruction; through the second that can be moved.
const Branch* branch_of(const Action& action);
Branch* branch_of(Action& action);
/// Whether it touches nothing but the thread's own registers and pc. Threads ask it of each
/// instruction that they run, so it is here.
inline bool is_local(const Action& action) {
  switch (kind_of(action)) {
    case InstructionKind::arithmetic:
    case InstructionKind::branch:
      return true;
    case InstructionKind::load:
    case InstructionKind::store:
    case InstructionKind::atomic:
    case InstructionKind::fence:
    case InstructionKind::proxy_fence:
    case InstructionKind::device_operation:
    case InstructionKind::barrier:
    case InstructionKind::asynchronous:
      return false;
  }
  return false;
}
/// Whether doing it once more changes nothing for anybody: a loop of such instructions alone may
/// come round any number of times.
bool may_be_repeated(const Action& action);
/// The address that it accesses, and the register that it takes it from, if from one.
std::optional<AddressId> address_of(const Action& action);
std::optional<RegisterId> pointer_of(const Action& action);
/// The registers that it reads, and the one that it writes.
RegisterSet registers_read(const Action& action);
std::optional<RegisterId> register_written(const Action& action);
/// @}

/// Calls `use` for each operand that is written in the instruction, as it is ordered in it (of a
/// cas first the expected value), also where the operation ignores it (the second one of a move).
void for_each_operand(const Action& action, FunctionRef<void(const Operand&)> use);
void for_each_operand(Action& action, FunctionRef<void(Operand&)> use);

/// Calls `use` for each place of the instruction that names a register: the operands, the pointer,
/// the destination. Through the first they can be renamed.
void for_each_register(Action& action, FunctionRef<void(RegisterId&)> use);
void for_each_register(const Action& action, FunctionRef<void(RegisterId)> use);

/// The value of an operand, given the registers of its thread.
inline Value value_of(const Operand& operand, std::span<const Value> registers) {
  const auto* named = std::get_if<RegisterOperand>(&operand);
  return named != nullptr ? registers[named->id] : std::get<Value>(operand);
}

/// The operand that it stores, or combines with what it reads; null if it does not write memory.
const Operand* stored_operand(const Action& action);
/// The operand that it has to read in order to write, of a compare-and-swap alone.
const Operand* compared_operand(const Action& action);
/// Their values, given the registers of its thread; 0 where there is none.
Value stored_value(const Action& action, std::span<const Value> registers);
Value compared_value(const Action& action, std::span<const Value> registers);

/// What memory holds after the instruction, given these two values and, of a read-modify-write,
/// what it has read. Nothing if it does not write memory, or is a compare-and-swap that fails.
std::optional<Value> value_written(const Action& action, Value stored, Value compared, Value read);
/// The same, given the registers of its thread.
std::optional<Value> value_written(const Action& action, std::span<const Value> registers,
                                   Value read = 0);

}  // namespace opexplore
