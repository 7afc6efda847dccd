#include "opmodel/ptx/rules/atomic.hpp"

namespace opexplore::ptx_model {

Stored combine(const Atomic& atomic, MaybeValue read, MaybeValue operand, MaybeValue expected,
               const Reading& reading) {
  Stored stored;
  if (atomic.op == AtomicOp::exch) {
    stored.ready = operand.has_value();
    stored.value = operand.value_or(0);
  } else if (atomic.op == AtomicOp::cas) {
    const bool failed = read && expected && *read != *expected;
    stored.ready = read && expected && (failed || operand);
    stored.writes = !failed || reading.failed_cas_writes;
    stored.value = failed ? *read : operand.value_or(0);
  } else {
    stored.ready = read && operand;
    if (stored.ready) stored.value = evaluate(atomic.op, *read, *operand);
  }
  return stored;
}

}  // namespace opexplore::ptx_model
