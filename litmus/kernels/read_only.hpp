// Loads that the compiler or the author takes for ones of memory that nobody writes: ld.global.nc.
#pragma once

#include <vector>

#include "litmus/kernels/facts.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// Makes loads at these places whose location some thread writes go by the way of textures, through
/// a name of its own for each such location, which stands behind all other addresses. Loads of
/// other locations stay as they are. Returns false if there would be too many addresses.
bool separate_read_only(const std::vector<SourcePlace>& places, Program& program);

/// Says where the first such load is, if there is one.
void add_note_on_read_only(LaunchedKernel& launched);

/// Which addresses some thread writes.
std::vector<bool> written_addresses(const Program& program);

}  // namespace opexplore::kernel
