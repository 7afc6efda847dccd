// The rows of a checklist for machines with store buffers (x86-TSO: Owens, Sarkar, Sewell, TPHOLs
// 2009): all that goes against program order is a load that is done before a store of its thread.
#pragma once

#include <vector>

#include "answers/why/cycle.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// Of each load on the cycle that comes behind a store of its thread to another location: whether
/// something drains the buffer between the two.
std::vector<WhyRow> buffer_rows(const Happening& happening, const Path& cycle);

}  // namespace opexplore::why_parts
