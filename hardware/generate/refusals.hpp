// Which tests cannot become a CUDA program of this kind.
#pragma once

#include "hardware/prepared.hpp"

namespace opexplore::hardware {

/// Throws InputError `unsupported: …` with the place of the first thing that no chip of the target
/// can do, or that needs another kernel. What is spelled as PTX has it not, but has a counterpart
/// there, is fine: types (the generated code writes its own), `atom.sub` (adds the negative
/// number), `red.acquire` and `red.acq_rel` (an `atom` whose result nobody reads), predicates as
/// numbers.
void require_supported(const Test& test, const Target& target, std::uint32_t word_bytes);

}  // namespace opexplore::hardware
