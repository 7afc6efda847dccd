#include "opmodel/amdgpu.hpp"

#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

bool has_release(Order order) { return releases(order) || order == Order::sc; }
bool has_acquire(Order order) { return acquires(order) || order == Order::sc; }

// Whatever undef is, the result is 0.
bool absorbs(ArithmeticOp op, Value left, Value right) {
  const bool can = op == ArithmeticOp::mul || op == ArithmeticOp::bit_and;
  return can && (left == 0 || right == 0);
}

// How far an access reaches by itself. LDS is one memory for a workgroup, whatever is said of the
// access; a volatile access that is not atomic is one of the system.
std::optional<SyncScope> own_reach(const MemoryAccess& access, const Program& program) {
  const LocationId location = program.addresses[access.address].location;
  if (program.locations[location].region == Region::shared) return SyncScope::workgroup;
  if (access.order != Order::weak || access.amdgpu->av) return access.amdgpu->scope;
  if (access.annotation == Annotation::volatile_) return SyncScope::system;
  return std::nullopt;
}

AmdgpuEvent event_of(const MemoryAccess& access) {
  AmdgpuEvent event;
  event.atomic = access.order != Order::weak;
  if (event.atomic || access.amdgpu->av) {
    event.scope = access.amdgpu->scope;
  } else if (access.annotation == Annotation::volatile_) {
    event.scope = SyncScope::system;
  }
  return event;
}

AmdgpuEvent read_of(const MemoryAccess& access, const Program& program) {
  AmdgpuEvent event = event_of(access);
  event.visible = own_reach(access, program);
  event.make_visible = has_acquire(access.order) && !access.amdgpu->av_none;
  return event;
}

AmdgpuEvent write_of(const MemoryAccess& access, const Program& program) {
  AmdgpuEvent event = event_of(access);
  event.available = own_reach(access, program);
  event.make_available = has_release(access.order) && !access.amdgpu->av_none;
  return event;
}

}  // namespace

std::vector<AmdgpuEvent> amdgpu_events(const Action& action, const Program& program) {
  if (const MemoryAccess* const access = memory_access(action)) {
    std::vector<AmdgpuEvent> events;
    if (reads_memory(action)) events.push_back(read_of(*access, program));
    if (writes_memory(action)) events.push_back(write_of(*access, program));
    return events;
  }
  const auto fence = fence_of(action);
  if (!fence) return {};
  const AmdgpuAttributes& attributes = *amdgpu_of(action);
  AmdgpuEvent event;
  event.scope = attributes.scope;
  event.make_available = has_release(fence->order) && !attributes.av_none;
  event.make_visible = has_acquire(fence->order) && !attributes.av_none;
  return {event};
}

const AmdgpuAttributes* amdgpu_of(const Action& action) {
  using Found = const AmdgpuAttributes*;
  const auto given = [](const std::optional<AmdgpuAttributes>& attributes) -> Found {
    return attributes ? &*attributes : nullptr;
  };
  return std::visit(Overloaded{[&](const MemoryAccess& access) { return given(access.amdgpu); },
                               [&](const Fence& fence) { return given(fence.amdgpu); },
                               [](const ProxyFence&) -> Found { return nullptr; },
                               [](const DeviceOperation&) -> Found { return nullptr; },
                               [](const Barrier&) -> Found { return nullptr; },
                               [](const Arithmetic&) -> Found { return nullptr; },
                               [](const Branch&) -> Found { return nullptr; },
                               [](const Asynchronous&) -> Found { return nullptr; }},
                    action);
}

AmdgpuEvent failed_read(const Atomic& atomic, const Program& program) {
  AmdgpuEvent event = read_of(atomic, program);
  event.make_visible = has_acquire(atomic.failure) && !atomic.amdgpu->av_none;
  return event;
}

SyncScope distance(const Thread& a, const Thread& b, bool same) {
  if (same) return SyncScope::singlethread;
  switch (common_scope(a, b)) {
    case Scope::cta:
      return a.warp == b.warp ? SyncScope::wavefront : SyncScope::workgroup;
    case Scope::cluster:
      return SyncScope::cluster;
    case Scope::gpu:
      return SyncScope::agent;
    case Scope::sys:
      break;
  }
  return SyncScope::system;
}

Value evaluate_or_undef(ArithmeticOp op, Value left, Value right, NumberType type) {
  if (absorbs(op, left, right)) return 0;
  if (left == undef || (op != ArithmeticOp::move && right == undef)) return undef;
  return evaluate(op, left, right, type);
}

// What is exchanged, or stored where a comparison succeeded, does not depend on the old value.
Value evaluate_or_undef(AtomicOp op, Value old, Value operand) {
  if (op == AtomicOp::exch || op == AtomicOp::cas) return operand;
  if (op == AtomicOp::bit_and && (old == 0 || operand == 0)) return 0;
  if (old == undef || operand == undef) return undef;
  return as_type(NumberType::s32, evaluate(op, old, operand));
}

std::optional<bool> evaluate_or_undef(Comparison comparison, Value left, Value right) {
  if (left == undef || right == undef) return std::nullopt;
  return evaluate(comparison, left, right);
}

std::optional<InstructionId> execute_local_or_undef(const Action& action, InstructionId pc,
                                                    std::span<Value> registers) {
  using Next = std::optional<InstructionId>;
  const auto next = static_cast<InstructionId>(pc + 1);
  const auto value = [&](const Operand& operand) { return value_of(operand, registers); };
  return std::visit(Overloaded{[&](const Arithmetic& what) -> Next {
                                 registers[what.destination] = evaluate_or_undef(
                                     what.op, value(what.left), value(what.right), what.type);
                                 return next;
                               },
                               [&](const Branch& branch) -> Next {
                                 if (!branch.comparison) return branch.target;
                                 const auto taken = evaluate_or_undef(
                                     *branch.comparison, value(branch.left), value(branch.right));
                                 if (!taken) return std::nullopt;
                                 return *taken ? branch.target : next;
                               },
                               // Not local.
                               [&](const MemoryAccess&) -> Next { return next; },
                               [&](const AnyFence auto&) -> Next { return next; },
                               [&](const Barrier&) -> Next { return next; },
                               [&](const Asynchronous&) -> Next { return next; }},
                    action);
}

}  // namespace opexplore
