// What is said of culprits and reads, in sentences.
#pragma once

#include "answers/why/cycle.hpp"
#include "answers/why/strength.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// The value for others.
Culprit culprit_of(const Happening& happening, const Blamed& blamed);

/// The sentence of all violations.
Phrase sentence_of(const Test& test, const std::vector<Violation>& violations);

/// What is said of each read of the trace; of machines whose own words say why others had their
/// values, of those alone that are to blame.
std::vector<ReadReason> read_reasons(const Happening& happening, const Rules& rules,
                                     const std::vector<Fallacy>& found);

}  // namespace opexplore::why_parts
