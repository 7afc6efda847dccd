// What is known of a program before it runs: the operations of its threads with their tags, and
// what the Vulkan memory model relates them by without looking at an execution.
//
// Source: Vulkan specification, appendix "Memory Model"; Dat3M cat/vulkan.cat; Khronos
// alloy/spirv.als.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/vulkan.hpp"

namespace opexplore::vulkan {

/// Index into the operations of the program.
using OperationId = std::uint16_t;

/// A set of masks, each a set of storage classes: bit i stands for the plan's mask i.
using MaskSet = std::uint16_t;

/// An event that an instruction is when it is executed.
struct Operation {
  VulkanEvent event;
  ThreadId thread = 0;
  InstructionId at = 0;
  LocationId location = 0;  ///< of an access: where, physically
  AddressId reference = 0;  ///< of an access: through which name
  MaskSet classes = 0;      ///< the masks that have its storage class, or only classes it orders

  bool is_read() const { return event.kind == VulkanEvent::Kind::read; }
  bool is_write() const { return event.kind == VulkanEvent::Kind::write; }
  bool is_access() const { return is_read() || is_write(); }
};

class Plan {
 public:
  /// Keeps a reference to the program, which is one of Vulkan.
  explicit Plan(const Program& program);

  const Operation& operator[](OperationId id) const { return operations_[id]; }
  std::size_t size() const { return operations_.size(); }

  /// The event of an instruction that is no read-modify-write, or the read of one.
  OperationId operation(ThreadId thread, InstructionId at) const { return first_[thread][at]; }
  /// Of a read-modify-write: its write, and the read of one that fails, which is all there is.
  OperationId write_of(ThreadId thread, InstructionId at) const {
    return static_cast<OperationId>(first_[thread][at] + 1U);
  }
  OperationId failed(ThreadId thread, InstructionId at) const {
    return static_cast<OperationId>(first_[thread][at] + 2U);
  }

  /// By index: the masks that happens-before is closed for. Never empty.
  std::span<const StorageClassSet> masks() const { return masks_; }
  /// The masks that are subsets of these classes.
  MaskSet within(StorageClassSet classes) const;

  /// Whether both threads are in one instance of that scope.
  bool share(VulkanScope scope, ThreadId a, ThreadId b) const {
    return (instances_[static_cast<std::size_t>(scope)][a] & thread_bit(b)) != 0;
  }
  /// Whether each of the two is inside of the other's scope instance.
  bool in_scope(OperationId a, OperationId b) const;
  /// Whether they are mutually ordered atomics: of one location and reference, and in scope.
  bool mutually_ordered(OperationId a, OperationId b) const;
  /// Whether the access is in what the availability operation makes available, or the visibility
  /// operation, which is first then, makes visible to the access ("avvisinc").
  bool includes(OperationId first, OperationId second) const;
  /// Whether what the read of one location makes visible can be made visible further, to reads of
  /// others, by an operation that makes whole classes visible.
  bool passes_visibility(OperationId read) const { return passes_visibility_[read]; }

  /// Threads that synchronise with this one as a whole: declared, and through others.
  ThreadMask direct_predecessors(ThreadId thread) const { return direct_[thread]; }
  ThreadMask predecessors(ThreadId thread) const { return before_[thread]; }
  /// Whether some thread would have to end before it begins.
  bool waits_for_itself() const;

  /// The threads that meet a thread at a barrier: those of its workgroup whose code has one of that
  /// instance, or, if barriers have a `reach`, of that scope's instance whose code has one with
  /// that scope. An id from a register may be any.
  ThreadMask members(ThreadId thread, Value instance, const std::optional<Value>& id,
                     std::optional<VulkanScope> reach) const;

  /// Operations that the thread may still execute when it stands before `at`.
  std::span<const OperationId> ahead(ThreadId thread, InstructionId at) const {
    return ahead_[thread][at];
  }
  /// Whether it may go back in its code by what it executes there.
  bool steps_back(ThreadId thread, InstructionId at) const { return steps_back_[thread][at]; }

 private:
  void add_operations(ThreadId thread, InstructionId at, const Action& action);
  void set_masks();
  void set_passes_visibility();
  void set_predecessors();
  void set_ahead(ThreadId thread);

  const Program& program_;
  std::vector<Operation> operations_;
  std::vector<std::vector<OperationId>> first_;  // per thread and pc
  std::vector<StorageClassSet> masks_;
  std::array<std::vector<ThreadMask>, 4> instances_;  // per scope and thread: who shares it
  std::vector<bool> passes_visibility_;               // by operation
  std::vector<ThreadMask> direct_;
  std::vector<ThreadMask> before_;
  std::vector<std::vector<std::vector<OperationId>>> ahead_;  // per thread and pc
  std::vector<std::vector<bool>> steps_back_;
};

}  // namespace opexplore::vulkan
