#include "opmodel/machines/vulkan/plan.hpp"

#include <algorithm>

#include "opmodel/parts/ahead.hpp"

namespace opexplore::vulkan {

Plan::Plan(const Program& program) : program_(program) {
  const std::size_t count = program.threads.size();
  for (std::size_t index = 0; index < count; ++index) {
    const auto thread = static_cast<ThreadId>(index);
    first_.emplace_back();
    const auto& instructions = program.threads[index].instructions;
    for (std::size_t at = 0; at < instructions.size(); ++at) {
      first_.back().push_back(static_cast<OperationId>(operations_.size()));
      add_operations(thread, static_cast<InstructionId>(at), instructions[at].action);
    }
    steps_back_.push_back(opexplore::steps_back(program.threads[index]));
  }
  for (std::size_t scope = 0; scope < instances_.size(); ++scope) {
    for (const Thread& one : program.threads) {
      ThreadMask all = 0;
      for (std::size_t other = 0; other < count; ++other) {
        if (!opexplore::share(static_cast<VulkanScope>(scope), one, program.threads[other])) {
          continue;
        }
        all |= thread_bit(static_cast<ThreadId>(other));
      }
      instances_[scope].push_back(all);
    }
  }
  set_masks();
  set_passes_visibility();
  set_predecessors();
  for (std::size_t thread = 0; thread < count; ++thread) set_ahead(static_cast<ThreadId>(thread));
}

void Plan::add_operations(ThreadId thread, InstructionId at, const Action& action) {
  const auto address = address_of(action);
  const auto add = [&](const VulkanEvent& event) {
    Operation operation{event, thread, at, 0, 0, 0};
    if (address) {
      operation.location = program_.addresses[*address].location;
      operation.reference = *address;
    }
    operations_.push_back(operation);
  };
  for (const VulkanEvent& event : vulkan_events(action)) add(event);
  const Atomic* const atomic = read_modify_write(action);
  if (atomic == nullptr) return;
  // A compare-and-swap that fails is a read, with the order that it has then.
  Load failed{*atomic, 0};
  if (atomic->op == AtomicOp::cas) failed.order = atomic->failure;
  for (const VulkanEvent& event : vulkan_events(failed)) add(event);
}

// Happens-before is closed for each non-empty subset of what some operation orders. Where nothing
// is ordered one mask is enough: threads can still synchronise as a whole.
void Plan::set_masks() {
  for (const StorageClassSet set : semantics_used(program_)) {
    for (StorageClassSet mask = 1; mask <= all_storage_classes; ++mask) {
      if ((mask & ~set) == 0) masks_.push_back(mask);
    }
  }
  if (masks_.empty()) masks_.push_back(1);
  std::ranges::sort(masks_);
  masks_.erase(std::unique(masks_.begin(), masks_.end()), masks_.end());
  for (Operation& operation : operations_) {
    for (std::size_t mask = 0; mask < masks_.size(); ++mask) {
      const auto bit = static_cast<MaskSet>(1U << mask);
      const auto& storage_class = operation.event.storage_class;
      if (storage_class && has_class(masks_[mask], *storage_class)) operation.classes |= bit;
    }
    operation.classes |= within(operation.event.semantics);
  }
}

MaskSet Plan::within(StorageClassSet classes) const {
  MaskSet result = 0;
  for (std::size_t mask = 0; mask < masks_.size(); ++mask) {
    if ((masks_[mask] & ~classes) == 0) result |= static_cast<MaskSet>(1U << mask);
  }
  return result;
}

void Plan::set_predecessors() {
  direct_.assign(program_.threads.size(), 0);
  for (const SystemSynchronisation& pair : program_.system_synchronisations) {
    direct_[pair.after] |= thread_bit(pair.before);
  }
  before_ = direct_;
  for (std::size_t round = 0; round < before_.size(); ++round) {
    for (ThreadMask& before : before_) {
      for (std::size_t other = 0; other < before_.size(); ++other) {
        if ((before & thread_bit(static_cast<ThreadId>(other))) != 0) before |= before_[other];
      }
    }
  }
}

bool Plan::waits_for_itself() const {
  for (std::size_t thread = 0; thread < before_.size(); ++thread) {
    if ((before_[thread] & thread_bit(static_cast<ThreadId>(thread))) != 0) return true;
  }
  return false;
}

// The operations of a thread have numbers in a row.
void Plan::set_ahead(ThreadId thread) {
  const Thread& code = program_.threads[thread];
  const std::span<const Operation> mine(
      std::ranges::lower_bound(operations_, thread, {}, &Operation::thread),
      std::ranges::upper_bound(operations_, thread, {}, &Operation::thread));
  const auto first = static_cast<std::size_t>(mine.data() - operations_.data());
  using Fact = std::vector<bool>;  // by operation of the thread
  const Fact none(mine.size(), false);
  const auto of = [&](InstructionId at) {
    Fact fact = none;
    for (std::size_t own = first_[thread][at] - first; own < mine.size(); ++own) {
      if (mine[own].at != at) break;
      fact[own] = true;
    }
    return fact;
  };
  const auto join = [](Fact& fact, const Fact& other) {
    for (std::size_t own = 0; own < fact.size(); ++own) fact[own] = fact[own] || other[own];
  };
  std::vector<std::vector<OperationId>>& rows = ahead_.emplace_back();
  for (const Fact& fact : facts_ahead(code, none, of, join)) {
    std::vector<OperationId>& row = rows.emplace_back();
    for (std::size_t own = 0; own < fact.size(); ++own) {
      if (fact[own]) row.push_back(static_cast<OperationId>(first + own));
    }
  }
}

bool Plan::in_scope(OperationId a, OperationId b) const {
  const Operation& first = operations_[a];
  const Operation& second = operations_[b];
  if (!first.event.scope || !second.event.scope) return false;
  return share(*first.event.scope, first.thread, second.thread) &&
         share(*second.event.scope, first.thread, second.thread);
}

bool Plan::mutually_ordered(OperationId a, OperationId b) const {
  const Operation& first = operations_[a];
  const Operation& second = operations_[b];
  return first.event.atomic && second.event.atomic && first.reference == second.reference &&
         in_scope(a, b);
}

bool Plan::includes(OperationId first, OperationId second) const {
  using Kind = VulkanEvent::Kind;
  const Operation& a = operations_[first];
  const Operation& b = operations_[second];
  if (a.is_access() && b.event.kind == Kind::device_available) return true;
  if (a.event.kind == Kind::device_visible && b.is_access()) return true;
  if (a.is_access() && b.event.make_available &&
      has_class(b.event.semantics, *a.event.storage_class)) {
    return true;
  }
  if (b.is_access() && a.event.make_visible &&
      has_class(a.event.semantics, *b.event.storage_class)) {
    return true;
  }
  const bool operates =
      a.event.available || a.event.visible || b.event.available || b.event.visible;
  return operates && a.is_access() && b.is_access() && a.reference == b.reference;
}

// A chain may go on through reads of that reference, until one of them or a fence speaks of
// classes.
void Plan::set_passes_visibility() {
  for (const Operation& read : operations_) {
    bool passes = false;
    for (OperationId one = 0; one < operations_.size(); ++one) {
      const Operation& between = operations_[one];
      if (!read.is_read() || !between.is_read() || between.reference != read.reference) continue;
      for (OperationId last = 0; last < operations_.size(); ++last) {
        passes = passes || (operations_[last].event.make_visible && includes(one, last));
      }
    }
    passes_visibility_.push_back(passes);
  }
}

ThreadMask Plan::members(ThreadId thread, Value instance, const std::optional<Value>& id,
                         std::optional<VulkanScope> reach) const {
  ThreadMask result = 0;
  for (std::size_t index = 0; index < program_.threads.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    if (!share(reach.value_or(VulkanScope::workgroup), thread, other)) continue;
    for (const Instruction& instruction : program_.threads[index].instructions) {
      const Barrier* const barrier = barrier_of(instruction.action);
      if (barrier == nullptr || barrier->instance != instance) continue;
      if (reach && barrier->vulkan->scope != *reach) continue;
      const bool any_id = barrier->id && std::holds_alternative<RegisterOperand>(*barrier->id);
      const bool same_id = any_id ? id.has_value()
                                  : barrier->id.has_value() == id.has_value() &&
                                        (!id || std::get<Value>(*barrier->id) == *id);
      if (same_id) result |= thread_bit(other);
    }
  }
  return result;
}

}  // namespace opexplore::vulkan
