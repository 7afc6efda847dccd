// What moral strength alone gives: nothing comes between the halves of a read-modify-write (PTX ISA
// 8.10.3), and coherence orders two writes (8.9.6).
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

/// Adds what two writes lack of which a read took the one that, as it seems, the other overwrote:
/// coherence does not order writes that race.
void contest_rows(const Happening& happening, const Rules& rules, const Path& cycle,
                  std::vector<WhyRow>& rows);

}  // namespace opexplore::why_parts
