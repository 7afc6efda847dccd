// Whether a program has something that only machines with asynchronous operations run.
#pragma once

#include <optional>

#include "opmodel/program.hpp"
#include "opmodel/refusal.hpp"

namespace opexplore {

/// The first thing of the program that is of PTX 8 and 9: an Asynchronous instruction, an access
/// through the read-only proxy, a scope of clusters of PTX, threads of PTX that are placed in
/// clusters, threads of dependent grids, an mbarrier, tensormap or tensor memory. `why` names it, a
/// noun phrase.
std::optional<Refusal> asynchronous_found(const Program& program);

}  // namespace opexplore
