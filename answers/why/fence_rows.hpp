// SC order: an SC fence in each chain of a cycle that goes against time more than once.
#pragma once

#include <vector>

#include "answers/why/chains.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// Adds the rows: whether there is an SC fence in the last thread of each chain, and whether those
/// reach each other.
void fence_rows(const Happening& happening, const Rules& rules, const std::vector<Chain>& chains,
                std::vector<WhyRow>& rows);

}  // namespace opexplore::why_parts
