// Where threads run: when a test does not say, and how it says it.
#pragma once

#include <cstdint>
#include <string>

#include "opmodel/program.hpp"

namespace opexplore {

/// The warp of a thread that names none: the first number that no thread before it has in
/// its CTA. Tests that name no warps thus give every thread a warp of its own.
std::uint32_t default_warp(const Program& program, ThreadId thread);

/// "@cta 0,gpu 0", or "@warp 1,cta 0,cluster 0,grid 1,gpu 0" if it has another warp than that one,
/// a cluster, and is not of grid 0.
std::string placement_text(const Program& program, ThreadId thread);

}  // namespace opexplore
