// A formula as steps that compute it over a partly decided execution.
//
// While choices are open a node has a lower bound (pairs that it has whatever is chosen) and an
// upper one (pairs that it can have). A check is broken for good once its lower bound breaks it. An
// operand under ~ or to the right of \ counts with its other bound; only what needs an upper bound
// gets one. What depends on no open choice has one value, both bounds at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "axioms/compiled_model.hpp"

namespace opexplore::axioms {

enum class Bound : std::uint8_t { lower, upper };

/// Where a value is kept.
using Slot = std::uint32_t;

struct Step {
  enum class Kind : std::uint8_t { operation, check, loop };
  Kind kind = Kind::operation;
  Op op = Op::empty_set;  ///< operation
  Base base = Base::everything;
  bool of_sets = false;  ///< operation, check: the first operand is a set
  Slot target = 0, first = 0, second = 0;
  Variables variables = 0;  ///< to be done again when one of these changes
  std::size_t index = 0;    ///< check: which; loop: its number
};

/// Steps that are repeated until the names hold what they are defined as.
struct Loop {
  std::vector<Step> steps;
  std::vector<Slot> names, bodies;
};

/// Slots of a demand.
struct DemandSlots {
  Slot needed = 0;
  std::optional<Slot> otherwise;
};

struct Plan {
  /// Everything that decides whether the execution is consistent, each check as soon as possible.
  std::vector<Step> search;
  /// With everything decided: negated checks and the other flags.
  std::vector<Step> final;
  /// With everything decided: the flag of accesses that race (racing_accesses_flag).
  std::vector<Step> races;
  /// After those: the relations that are shown.
  std::vector<Step> shown;
  std::vector<Loop> loops;
  std::vector<DemandSlots> demands;  ///< of CompiledModel::demands
  std::vector<std::pair<std::string, Slot>> relations;
  /// Of rf, barriers, sync_fence, co: their bounds.
  std::array<std::array<Slot, 2>, 4> variables{};
  std::size_t slots = 0;
  std::size_t checks = 0;
};

Plan make_plan(const CompiledModel& model);

}  // namespace opexplore::axioms
