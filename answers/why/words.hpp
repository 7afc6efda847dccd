// What is said of culprits and reads, in sentences.
#pragma once

#include <string>

#include "answers/why/cycle.hpp"
#include "answers/why/strength.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// The value for others.
Culprit culprit_of(const Happening& happening, const Blamed& blamed);

/// "P1 line 7 `ld.weak r1, x` reads x=0 although P0 wrote x=1 (line 3)".
std::string sentence_of(const Test& test, const Culprit& culprit);

/// The sentence of all violations.
std::string sentence_of(const Test& test, const std::vector<Violation>& violations);

/// What is said of each read of the trace.
std::vector<ReadReason> read_reasons(const Happening& happening, const Rules& rules,
                                     const std::vector<Fallacy>& found);

}  // namespace opexplore::why_parts
