// What a thread does that waits at an mbarrier in vain: it tries again, and may look at a clock and
// count meanwhile.
#pragma once

#include <cstddef>
#include <vector>

#include "code/function.hpp"

namespace opexplore::kernel {

/// Whether the instruction is a wait at an mbarrier that a thread leaves at one place alone, with
/// the same registers, as far as they are read there, however often it has tried. `live`: by
/// instruction, the registers that are read from there on before they are written.
bool waits_unseen(const code::Function& function, std::size_t at,
                  const std::vector<std::vector<bool>>& live);

}  // namespace opexplore::kernel
