// herd's verdict on the condition of a test, from what a search found.
#pragma once

#include <cstdint>

#include "opmodel/condition.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// herd's word on the proposition.
enum class Frequency : std::uint8_t { undecided, never, sometimes, always };

/// herd's verdict on the condition: Ok or No.
/// For an incomplete answer only a witnessed answer is `decided`; with a data race none is.
/// A program that reaches no final state satisfies no quantifier: nothing that holds of an empty
/// set says anything about it.
struct Verdict {
  bool ok = false;       ///< the quantified condition holds of what was found
  bool decided = false;  ///< the search earned it
  /// Everything was searched, and no execution ends; a filter that lets none through is another
  /// matter.
  bool never_ends = false;
  Frequency observation = Frequency::undecided;  ///< undecided: more searching could change it
  std::uint64_t positive = 0;                    ///< final states that satisfy the proposition
  std::uint64_t negative = 0;                    ///< final states that do not
};
Verdict verdict(const Test& test, const Answer& answer);

/// What a verdict depends on, whoever found it.
struct VerdictGrounds {
  bool complete = false;            ///< no limit ended the search
  bool stopped_at_verdict = false;  ///< Answer::stopped_at_verdict
  bool goal_directed = false;       ///< Answer::goal_directed
  bool filters = false;             ///< the test has a filter
  bool races = false;               ///< there is a data race
  bool nothing = false;             ///< no final state, not even one that a filter keeps back
  std::uint64_t positive = 0;       ///< Verdict::positive
  std::uint64_t negative = 0;       ///< Verdict::negative
};
Verdict verdict(Quantifier quantifier, const VerdictGrounds& grounds);

/// Whether everything was searched and no execution ends (Verdict::never_ends). With a data race
/// nothing is known.
bool never_ends(const Answer& answer);

}  // namespace opexplore
