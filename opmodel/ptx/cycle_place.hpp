// Where the search for cycles is, and what it knows there (cycle_walk.hpp).
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "opmodel/program.hpp"
#include "opmodel/ptx/maybe_value.hpp"
#include "opmodel/ptx/taint.hpp"

namespace opexplore::ptx_model {

/// A release pattern (PTX ISA 8.8), or a fence.sc, that the load is causally before.
struct Released {
  ThreadId thread = 0;
  Scope scope = Scope::cta;
  auto operator<=>(const Released&) const = default;
};

/// The registers of a thread as far as they are known.
struct Constants {
  std::vector<Value> values;  // zero where not known
  Tainted known = 0;
  auto operator<=>(const Constants&) const = default;

  /// What the operand is, if that is known.
  MaybeValue value(const Operand& operand) const {
    const auto* const named = std::get_if<RegisterOperand>(&operand);
    if (named == nullptr) return std::get<Value>(operand);
    return depends(named->id, known) ? MaybeValue(values[named->id]) : std::nullopt;
  }
  void set(RegisterId id, MaybeValue value) {
    values[id] = value.value_or(0);
    known = with(known, id, value.has_value());
  }
};

/// How the walk stands before an instruction.
struct Place {
  ThreadId thread = 0;
  InstructionId at = 0;
  InstructionId entry = 0;  // where it came into the thread
  bool entering = false;    // there it is: a read, of this value if that is known
  MaybeValue read;
  bool quiet = false;   // it has only read since it came in, that included
  Tainted written = 0;  // the registers that have been written since, that not included
  Tainted tainted = 0;  // in the load's thread: those that wait for it
  Constants registers;
  // Base causality from the load to here (PTX ISA 8.9.5), in three levels: `causal`; not, but a
  // release pattern behind the load is `observed`, at `observed_at`; neither.
  bool causal = false;
  std::optional<Scope> fenced;  // if causal: the widest releasing fence since
  std::optional<Released> observed;
  AddressId observed_at = 0;
  // If causal: the widest fence.sc since, in this thread or before the barriers behind which it was
  // entered.
  std::optional<Released> ordered;
  // What it read on entering was written causally after this fence.sc, through the same address.
  std::optional<Released> read_behind;
  bool overwritten = false;  // what the thread writes follows, in coherence, what the load's wrote
  auto operator<=>(const Place&) const = default;
};

}  // namespace opexplore::ptx_model
