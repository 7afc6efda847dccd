// AMDGPU programs as LLVM's memory model of that target sees them: what an instruction does to
// availability and visibility, which threads a syncscope has in one instance, and the value
// `undef`. Whoever evaluates or runs such programs asks here, so that what an instruction implies
// without saying so is decided once (llvm/docs/AMDGPUMemoryModel, read as of August 2026).
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// What the log calls this reading of the documents.
inline constexpr std::string_view amdgpu_reading = "llvm-2026-08";

/// What a read gives that races, or whose write has not been made available and visible: any
/// number, each time it is used. Programs of AMDGPU compute in 32 bits, so that no number is this.
inline constexpr Value undef = std::numeric_limits<Value>::min();

/// An access or a fence. Of a read-modify-write its read has what it acquires and makes visible,
/// its write the rest.
struct AmdgpuEvent {
  bool atomic = false;
  /// Of an atomic, a fence, an `av` access, and of a volatile one that is not atomic.
  std::optional<SyncScope> scope = std::nullopt;
  /// How far its write is available, or what it reads visible, without another operation.
  std::optional<SyncScope> available = std::nullopt;
  std::optional<SyncScope> visible = std::nullopt;
  bool make_available = false;  ///< within `scope`, of all writes that happen before it
  bool make_visible = false;    ///< within `scope`, to all reads behind it
  bool operator==(const AmdgpuEvent&) const = default;
};

/// The events of an instruction in program order: of a read-modify-write its read and its write, of
/// barriers, arithmetic and jumps none. Precondition: it is one of a program for AMDGPU.
std::vector<AmdgpuEvent> amdgpu_events(const Action& action, const Program& program);

/// What AMDGPU says of an access or a fence; null of all others.
const AmdgpuAttributes* amdgpu_of(const Action& action);

/// The read of a compare-and-swap that fails: it makes visible what its order for that says.
AmdgpuEvent failed_read(const Atomic& atomic, const Program& program);

/// The smallest scope that has both threads in one instance. Two columns are two threads: of one
/// wavefront they share that.
SyncScope distance(const Thread& a, const Thread& b, bool same);

/// \name Arithmetic of 32 bits in which an undef operand gives undef.
/// @{
Value evaluate_or_undef(ArithmeticOp op, Value left, Value right, NumberType type);
Value evaluate_or_undef(AtomicOp op, Value old, Value operand);
/// Nothing: a side is undef, so that it may go either way.
std::optional<bool> evaluate_or_undef(Comparison comparison, Value left, Value right);
/// execute_local() (opmodel/parts/local.hpp) with such arithmetic. Nothing: a branch that compares
/// undef, so that it may go either way.
std::optional<InstructionId> execute_local_or_undef(const Action& action, InstructionId pc,
                                                    std::span<Value> registers);
/// @}

}  // namespace opexplore
