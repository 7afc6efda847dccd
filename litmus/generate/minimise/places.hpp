// Fewer GPUs and CTAs.
#pragma once

#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::minimise {

/// The program with its threads in simpler places, simplest first: GPUs, CTAs and warps numbered
/// from 0 in the order of their first threads; a GPU or a CTA less; one thread in the CTA of an
/// earlier one; a thread in a warp of its own, as threads are that name none.
/// Threads that are in one CTA or warp stay together where not said otherwise, and others do not
/// come to share a warp.
std::vector<Program> simpler_places(const Program& program);

}  // namespace opexplore::minimise
