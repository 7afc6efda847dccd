// atomic — a read-modify-write reads as a load does and writes as a store does, in one.
//
// PTX ISA 8.10.3 (Atomicity): between the write that it reads and its own, coherence has no write
// that is morally strong with it (Memory::atomic, which is asked whenever coherence grows).
//
//   t reads w by a read-modify-write op        new = op(value of w, operand)
//   the load rule admits w                     nothing morally strong lies between w and new
//   ----------------------------------------------------------------------------------------
//   as load; then, unless op is a compare-and-swap that fails, as store of new,
//   which inherits what w hands on                                           (release.hpp)
#pragma once

#include "opmodel/ptx/maybe_value.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// What the write half stores.
struct Stored {
  bool ready = false;  ///< enough is known to say it
  bool writes = true;  ///< false for a compare-and-swap that failed
  Value value = 0;
  bool operator==(const Stored&) const = default;
};

/// The write half, given what is known of what it read and of its operands. An exchange is ready
/// before it has read.
inline Stored combine(const Atomic& atomic, MaybeValue read, MaybeValue operand,
                      MaybeValue expected, const Reading& reading) {
  Stored stored;
  if (atomic.op == AtomicOp::exch) {
    stored.ready = operand.has_value();
    stored.value = operand.value_or(0);
  } else if (atomic.op == AtomicOp::cas) {
    const bool failed = read && expected && *read != *expected;
    stored.writes = !failed || reading.failed_cas_writes;
    // Dependencies are syntactic (8.10.4): who puts back what he read waits for the operand, too.
    stored.ready = read && expected && (operand || !stored.writes);
    stored.value = failed ? *read : operand.value_or(0);
  } else {
    stored.ready = read && operand;
    if (stored.ready) stored.value = evaluate(atomic.op, *read, *operand);
  }
  return stored;
}

}  // namespace opexplore::ptx_model
