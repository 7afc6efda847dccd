// What the generator asks about the code of a thread.
#pragma once

#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::hardware {

/// Whether the instruction at `index` jumps to itself or before.
bool jumps_back(const Thread& thread, std::size_t index);

/// Whether any does.
bool has_loops(const Thread& thread);

/// Whether the result is 0 whatever the registers hold, and one is read: a false dependency, such
/// as `xor r1, r0, r0` or `and r1, r0, 0`. Predicates excepted.
bool is_zero(const Arithmetic& arithmetic);

/// How many instructions write each register.
std::vector<std::size_t> writes(const Thread& thread);

}  // namespace opexplore::hardware
