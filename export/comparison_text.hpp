// A comparison to read: a table of outcomes, and which of them only one machine has.
//
// Invariant: no line can be taken for one of herd's, so the part may follow any block.
#pragma once

#include <iosfwd>
#include <string>

#include "answers/compare.hpp"
#include "export/outcome_text.hpp"

namespace opexplore {

/// A machine of the comparison: how users call it, and what it found.
struct ComparedMachine {
  std::string name;
  const Answer& answer;
};

/// Writes the statistics of the second machine (those of the first stand after its block), the
/// table and the answer; an empty line ends it. A star marks outcomes that satisfy the proposition.
void write_comparison(std::ostream& out, const Test& test, const ComparedMachine& first,
                      const ComparedMachine& second, const OutcomeComparison& comparison,
                      Radix radix = Radix::decimal);

/// "equal", "only sc: 2, only ptx: 0" or "undecided: …"; of an inclusion "sc is within ptx", "sc is
/// not within ptx: 2 outcomes that ptx lacks" or "undecided: …"; "undefined: drf0 found a data
/// race".
std::string comparison_answer(const std::string& first, const std::string& second,
                              const OutcomeComparison& comparison);

}  // namespace opexplore
