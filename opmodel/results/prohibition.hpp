// Which axioms forbid an outcome, as values (axioms/explain.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/execution.hpp"

namespace opexplore {

/// Why an evaluation has not seen every execution; `bound`: a loop was cut, or an execution has too
/// many events.
enum class Stopped : std::uint8_t { no, time, interrupted, bound };

/// Axioms of which every single one stands in the way.
struct Prohibition {
  /// By their names after `as`; others are called "acyclic at FILE:LINE".
  std::vector<std::string> axioms;
  Execution execution;  ///< breaks these axioms and no other
};

struct Explanation {
  bool allowed = false;  ///< the model allows it; then there are no prohibitions
  /// All sets of axioms of the smallest size without which the outcome is allowed, in the model's
  /// order. Empty and not allowed: no candidate execution has the outcome (no write has the value,
  /// say, or it would have to justify itself).
  std::vector<Prohibition> prohibitions;
  Stopped stopped = Stopped::no;  ///< then sets may be missing, and larger ones found
  std::string incomplete_reason;  ///< one sentence; empty when complete
};

/// Why a model lacks an outcome.
struct Forbidden {
  std::string model;               ///< its name
  std::optional<Outcome> outcome;  ///< none: any that satisfies the test's proposition
  Explanation explanation;
};

}  // namespace opexplore
