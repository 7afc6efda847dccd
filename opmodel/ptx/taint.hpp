// Which registers of a thread wait for a load that has been put off, and what that keeps from
// running: dependencies through registers, addresses and branches.
#pragma once

#include <bit>
#include <cstdint>

#include "opmodel/instruction.hpp"

namespace opexplore::ptx_model {

/// A set of registers of one thread, one bit each (the reader admits 64): those whose value is not
/// known as long as the load has not run.
using Tainted = std::uint64_t;

inline bool depends(RegisterId id, Tainted tainted) { return (tainted >> id & 1U) != 0; }

/// The set with the register as a member, or without it.
inline Tainted with(Tainted set, RegisterId id, bool member) {
  const Tainted bit = Tainted{1} << id;
  return member ? set | bit : set & ~bit;
}

/// Whether the instruction reads one of these registers.
inline bool reads_any(const Action& action, Tainted tainted) {
  const RegisterSet read = registers_read(action);
  for (Tainted left = tainted; left != 0; left &= left - 1) {
    if (read.test(static_cast<std::size_t>(std::countr_zero(left)))) return true;
  }
  return false;
}

/// Whether the address of an access is not known.
inline bool waits(const Action& action, Tainted tainted) {
  const auto pointer = pointer_of(action);
  return pointer && depends(*pointer, tainted);
}

/// Whether a thread stops before the instruction as long as it does not know these registers.
inline bool stops(const Action& action, Tainted tainted) {
  if (branch_of(action) == nullptr && barrier_of(action) == nullptr) return false;
  return reads_any(action, tainted);
}

/// Whether it is a barrier, or a write that needs none of these registers.
inline bool performs(const Action& action, Tainted tainted) {
  if (barrier_of(action) != nullptr) return true;
  return writes_memory(action) && !reads_any(action, tainted);
}

/// Which registers are not known behind the instruction.
inline Tainted tainted_after(const Action& action, Tainted tainted) {
  const auto written = register_written(action);
  if (!written) return tainted;
  // A read takes a value from memory, whatever the registers are, as soon as its address is known.
  const bool unknown = is_local(action) ? reads_any(action, tainted) : waits(action, tainted);
  return with(tainted, *written, unknown);
}

}  // namespace opexplore::ptx_model
