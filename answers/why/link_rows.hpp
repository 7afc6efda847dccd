// Release side, acquire side and scope of each link of a chain.
#pragma once

#include <vector>

#include "answers/why/chains.hpp"
#include "answers/why/strength.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// Adds the rows of all links. `fenced`: an SC fence is, or will be, in the last thread of the
/// chain, and acquires what that has read.
void link_rows(const Happening& happening, const Rules& rules, const Chain& chain, bool fenced,
               std::vector<WhyRow>& rows);

}  // namespace opexplore::why_parts
