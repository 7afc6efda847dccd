// The rows of a checklist: what stands on the chains of a cycle, and what is missing there. Worked
// out from the execution alone.
#pragma once

#include <vector>

#include "answers/why/chains.hpp"
#include "answers/why/strength.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// The rows for one cycle.
std::vector<WhyRow> checklist(const Happening& happening, const Rules& rules, const Path& cycle);

/// The rows for one chain from an access to a later one that conflicts with it.
std::vector<WhyRow> checklist(const Happening& happening, const Rules& rules, const Chain& chain);

/// What is said of a pair that no chain leads along: rows without remedies.
std::vector<WhyRow> unconnected(const Happening& happening, EventNumber first, EventNumber second);

/// Whether the rows are about the same things and say the same of them.
bool same_row(const WhyRow& a, const WhyRow& b);

/// Adds those that are not there, in their order.
void add_rows(std::vector<WhyRow>& rows, std::vector<WhyRow> more);

}  // namespace opexplore::why_parts
