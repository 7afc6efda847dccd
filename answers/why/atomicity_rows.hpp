// Atomicity: nothing morally strong comes between the halves of a read-modify-write (PTX ISA
// 8.10.3); what is not, may.
#pragma once

#include <vector>

#include "answers/why/chains.hpp"
#include "answers/why/strength.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// Whether the cycle is one of single accesses to one location, a read-modify-write among them.
bool is_atomicity(const Happening& happening, const std::vector<Chain>& chains);

/// What those accesses lack to exclude each other.
std::vector<WhyRow> atomicity_rows(const Happening& happening, const Rules& rules,
                                   const std::vector<Chain>& chains);

}  // namespace opexplore::why_parts
