#include "opmodel/instruction.hpp"

#include <type_traits>
#include <variant>

namespace opexplore {

namespace {

template <InstructionKind Kind>
using Alternative = std::variant_alternative_t<std::size_t(Kind), Action>;

static_assert(std::is_same_v<Alternative<InstructionKind::load>, Load> &&
              std::is_same_v<Alternative<InstructionKind::store>, Store> &&
              std::is_same_v<Alternative<InstructionKind::atomic>, Atomic> &&
              std::is_same_v<Alternative<InstructionKind::fence>, Fence> &&
              std::is_same_v<Alternative<InstructionKind::proxy_fence>, ProxyFence> &&
              std::is_same_v<Alternative<InstructionKind::device_operation>, DeviceOperation> &&
              std::is_same_v<Alternative<InstructionKind::barrier>, Barrier> &&
              std::is_same_v<Alternative<InstructionKind::arithmetic>, Arithmetic> &&
              std::is_same_v<Alternative<InstructionKind::branch>, Branch> &&
              std::is_same_v<Alternative<InstructionKind::asynchronous>, Asynchronous> &&
              std::variant_size_v<Action> == std::size_t(InstructionKind::asynchronous) + 1);

// The kinds whose structures have something in common.
template <class A>
concept AccessesMemory = std::is_base_of_v<MemoryAccess, A>;
template <class A>
concept Computes = std::is_same_v<A, Arithmetic> || std::is_same_v<A, Branch>;

// A wait that finds its phase incomplete changes nothing, nor does a fence. A wait that finds it
// complete does so again.
bool may_be_repeated(const AsynchronousAction& action) {
  const auto* const mbarrier = std::get_if<MbarrierOperation>(&action);
  return std::holds_alternative<AsynchronousFence>(action) ||
         (mbarrier != nullptr && mbarrier->kind == MbarrierOperation::Kind::wait);
}

}  // namespace

const MemoryAccess* memory_access(const Action& action) {
  const auto none = [](const auto&) -> const MemoryAccess* { return nullptr; };
  return std::visit(
      Overloaded{
          [](const AccessesMemory auto& access) -> const MemoryAccess* { return &access; },
          [&](const AnyFence auto& fence) { return none(fence); },
          [&](const Barrier& barrier) { return none(barrier); },
          [&](const Computes auto& local) { return none(local); },
          [&](const Asynchronous& other) { return none(other); },
      },
      action);
}

MemoryAccess* memory_access(Action& action) {
  return const_cast<MemoryAccess*>(memory_access(std::as_const(action)));
}

bool reads_memory(const Action& action) {
  return std::visit(Overloaded{
                        [](const Load&) { return true; },
                        [](const Store&) { return false; },
                        [](const Atomic&) { return true; },
                        [](const AnyFence auto&) { return false; },
                        [](const Barrier&) { return false; },
                        [](const Computes auto&) { return false; },
                        [](const Asynchronous&) { return false; },
                    },
                    action);
}

bool writes_memory(const Action& action) {
  return std::visit(Overloaded{
                        [](const Load&) { return false; },
                        [](const Store&) { return true; },
                        [](const Atomic&) { return true; },
                        [](const AnyFence auto&) { return false; },
                        [](const Barrier&) { return false; },
                        [](const Computes auto&) { return false; },
                        [](const Asynchronous&) { return false; },
                    },
                    action);
}

const Atomic* read_modify_write(const Action& action) { return std::get_if<Atomic>(&action); }
Atomic* read_modify_write(Action& action) { return std::get_if<Atomic>(&action); }

std::optional<FenceFacts> fence_of(const Action& action) {
  using Result = std::optional<FenceFacts>;
  return std::visit(Overloaded{
                        [](const AccessesMemory auto&) -> Result { return std::nullopt; },
                        [](const AnyFence auto& fence) -> Result { return facts_of(fence); },
                        [](const Barrier&) -> Result { return std::nullopt; },
                        [](const Computes auto&) -> Result { return std::nullopt; },
                        [](const Asynchronous&) -> Result { return std::nullopt; },
                    },
                    action);
}

const Order* order_of(const Action& action) {
  using Result = const Order*;
  return std::visit(Overloaded{
                        [](const AccessesMemory auto& access) -> Result { return &access.order; },
                        [](const Fence& fence) -> Result { return &fence.order; },
                        [](const ProxyFence&) -> Result { return nullptr; },
                        [](const DeviceOperation&) -> Result { return nullptr; },
                        [](const Barrier& barrier) -> Result {
                          return barrier.vulkan ? &barrier.order : nullptr;
                        },
                        [](const Computes auto&) -> Result { return nullptr; },
                        [](const Asynchronous&) -> Result { return nullptr; },
                    },
                    action);
}

Order* order_of(Action& action) { return const_cast<Order*>(order_of(std::as_const(action))); }

const Scope* scope_of(const Action& action) {
  using Result = const Scope*;
  return std::visit(
      Overloaded{
          [](const AccessesMemory auto& access) -> Result {
            return access.vulkan ? nullptr : &access.scope;
          },
          [](const Fence& fence) -> Result { return fence.vulkan ? nullptr : &fence.scope; },
          [](const ProxyFence&) -> Result { return nullptr; },
          [](const DeviceOperation&) -> Result { return nullptr; },
          [](const Barrier&) -> Result { return nullptr; },
          [](const Computes auto&) -> Result { return nullptr; },
          [](const Asynchronous&) -> Result { return nullptr; },
      },
      action);
}

Scope* scope_of(Action& action) { return const_cast<Scope*>(scope_of(std::as_const(action))); }

const VulkanAttributes* vulkan_of(const Action& action) {
  using Result = const VulkanAttributes*;
  const auto of = [](const auto& what) -> Result { return what.vulkan ? &*what.vulkan : nullptr; };
  return std::visit(Overloaded{
                        [&](const AccessesMemory auto& access) -> Result { return of(access); },
                        [&](const Fence& fence) -> Result { return of(fence); },
                        [](const ProxyFence&) -> Result { return nullptr; },
                        [](const DeviceOperation&) -> Result { return nullptr; },
                        [&](const Barrier& barrier) -> Result { return of(barrier); },
                        [](const Computes auto&) -> Result { return nullptr; },
                        [](const Asynchronous&) -> Result { return nullptr; },
                    },
                    action);
}

VulkanAttributes* vulkan_of(Action& action) {
  return const_cast<VulkanAttributes*>(vulkan_of(std::as_const(action)));
}

const Store* store_of(const Action& action) { return std::get_if<Store>(&action); }
const Barrier* barrier_of(const Action& action) { return std::get_if<Barrier>(&action); }
Barrier* barrier_of(Action& action) { return std::get_if<Barrier>(&action); }
const Branch* branch_of(const Action& action) { return std::get_if<Branch>(&action); }
Branch* branch_of(Action& action) { return std::get_if<Branch>(&action); }

bool may_be_repeated(const Action& action) {
  return std::visit(Overloaded{
                        [](const Load&) { return true; },
                        [](const Store&) { return false; },
                        [](const Atomic&) { return false; },
                        [](const Fence&) { return true; },
                        [](const ProxyFence&) { return true; },
                        [](const DeviceOperation&) { return true; },
                        [](const Barrier&) { return false; },
                        [](const Arithmetic&) { return true; },
                        [](const Branch&) { return true; },
                        [](const Asynchronous& other) { return may_be_repeated(other.what); },
                    },
                    action);
}

std::optional<AddressId> address_of(const Action& action) {
  const MemoryAccess* const access = memory_access(action);
  return access != nullptr ? std::optional(access->address) : std::nullopt;
}

std::optional<RegisterId> pointer_of(const Action& action) {
  const MemoryAccess* const access = memory_access(action);
  return access != nullptr ? access->pointer : std::nullopt;
}

RegisterSet registers_read(const Action& action) {
  RegisterSet set;
  const auto add = [&](const Operand& operand) {
    if (const auto* named = std::get_if<RegisterOperand>(&operand)) set.set(named->id);
  };
  if (const auto pointer = pointer_of(action)) set.set(*pointer);
  std::visit(Overloaded{
                 [](const Load&) {},
                 [&](const Store& store) { add(store.value); },
                 [&](const Atomic& atomic) {
                   add(atomic.operand);
                   if (atomic.op == AtomicOp::cas) add(atomic.expected);
                 },
                 [](const AnyFence auto&) {},
                 [&](const Barrier& barrier) {
                   if (barrier.id) add(*barrier.id);
                   if (barrier.quorum) add(*barrier.quorum);
                   if (barrier.members) add(*barrier.members);
                 },
                 [&](const Arithmetic& arithmetic) {
                   add(arithmetic.left);
                   if (arithmetic.op != ArithmeticOp::move) add(arithmetic.right);
                 },
                 [&](const Branch& branch) {
                   if (!branch.comparison) return;
                   add(branch.left);
                   add(branch.right);
                 },
                 [&](const Asynchronous& other) { for_each_operand(other.what, add); },
             },
             action);
  return set;
}

std::optional<RegisterId> register_written(const Action& action) {
  using Result = std::optional<RegisterId>;
  return std::visit(Overloaded{
                        [](const Load& load) -> Result { return load.destination; },
                        [](const Store&) -> Result { return std::nullopt; },
                        [](const Atomic& atomic) -> Result { return atomic.destination; },
                        [](const AnyFence auto&) -> Result { return std::nullopt; },
                        [](const Barrier&) -> Result { return std::nullopt; },
                        [](const Arithmetic& local) -> Result { return local.destination; },
                        [](const Branch&) -> Result { return std::nullopt; },
                        [](const Asynchronous& other) -> Result {
                          const auto* const to = destination_of(other.what);
                          return to != nullptr ? *to : Result();
                        },
                    },
                    action);
}

void for_each_operand(Action& action, FunctionRef<void(Operand&)> use) {
  std::visit(Overloaded{
                 [](Load&) {},
                 [&](Store& store) { use(store.value); },
                 [&](Atomic& atomic) {
                   use(atomic.expected);
                   use(atomic.operand);
                 },
                 [](AnyFence auto&) {},
                 [&](Barrier& barrier) {
                   if (barrier.id) use(*barrier.id);
                   if (barrier.quorum) use(*barrier.quorum);
                   if (barrier.members) use(*barrier.members);
                 },
                 [&](Computes auto& local) {
                   use(local.left);
                   use(local.right);
                 },
                 [&](Asynchronous& other) { for_each_operand(other.what, use); },
             },
             action);
}

void for_each_operand(const Action& action, FunctionRef<void(const Operand&)> use) {
  for_each_operand(const_cast<Action&>(action), [&](Operand& operand) { use(operand); });
}

void for_each_register(Action& action, FunctionRef<void(RegisterId&)> use) {
  for_each_operand(action, [&](Operand& operand) {
    if (auto* const named = std::get_if<RegisterOperand>(&operand)) use(named->id);
  });
  MemoryAccess* const access = memory_access(action);
  if (access != nullptr && access->pointer) use(*access->pointer);
  std::visit(Overloaded{
                 [&](Load& load) { use(load.destination); },
                 [](Store&) {},
                 [&](Atomic& atomic) {
                   if (atomic.destination) use(*atomic.destination);
                 },
                 [](AnyFence auto&) {},
                 [](Barrier&) {},
                 [&](Arithmetic& arithmetic) { use(arithmetic.destination); },
                 [](Branch&) {},
                 [&](Asynchronous& other) {
                   auto* const to = destination_of(other.what);
                   if (to != nullptr && *to) use(**to);
                 },
             },
             action);
}

void for_each_register(const Action& action, FunctionRef<void(RegisterId)> use) {
  for_each_register(const_cast<Action&>(action), [&](RegisterId& reg) { use(reg); });
}

const Operand* stored_operand(const Action& action) {
  using Result = const Operand*;
  return std::visit(Overloaded{
                        [](const Load&) -> Result { return nullptr; },
                        [](const Store& store) -> Result { return &store.value; },
                        [](const Atomic& atomic) -> Result { return &atomic.operand; },
                        [](const AnyFence auto&) -> Result { return nullptr; },
                        [](const Barrier&) -> Result { return nullptr; },
                        [](const Computes auto&) -> Result { return nullptr; },
                        [](const Asynchronous&) -> Result { return nullptr; },
                    },
                    action);
}

const Operand* compared_operand(const Action& action) {
  const Atomic* const atomic = read_modify_write(action);
  return atomic != nullptr && atomic->op == AtomicOp::cas ? &atomic->expected : nullptr;
}

Value stored_value(const Action& action, std::span<const Value> registers) {
  const Operand* const stored = stored_operand(action);
  return stored != nullptr ? value_of(*stored, registers) : 0;
}

Value compared_value(const Action& action, std::span<const Value> registers) {
  const Operand* const compared = compared_operand(action);
  return compared != nullptr ? value_of(*compared, registers) : 0;
}

std::optional<Value> value_written(const Action& action, Value stored, Value compared, Value read) {
  using Result = std::optional<Value>;
  return std::visit(Overloaded{
                        [](const Load&) -> Result { return std::nullopt; },
                        [&](const Store&) -> Result { return stored; },
                        [&](const Atomic& atomic) -> Result {
                          const bool fails = atomic.op == AtomicOp::cas && read != compared;
                          return fails ? Result() : evaluate(atomic.op, read, stored);
                        },
                        [](const AnyFence auto&) -> Result { return std::nullopt; },
                        [](const Barrier&) -> Result { return std::nullopt; },
                        [](const Computes auto&) -> Result { return std::nullopt; },
                        [](const Asynchronous&) -> Result { return std::nullopt; },
                    },
                    action);
}

std::optional<Value> value_written(const Action& action, std::span<const Value> registers,
                                   Value read) {
  return value_written(action, stored_value(action, registers), compared_value(action, registers),
                       read);
}

}  // namespace opexplore
