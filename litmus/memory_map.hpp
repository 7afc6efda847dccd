// In which memory the locations live (Sorensen 2014, section 3.1).
#pragma once

#include "litmus/builder.hpp"
#include "litmus/tokens.hpp"

namespace opexplore::detail {

/// Whether the next tokens begin a memory map; a label looks similar.
bool at_memory_map(const Tokens& tokens);

/// Reads `x: shared, y: global`.
void read_memory_map(Tokens& tokens, ProgramBuilder& builder);

/// In the GPU_PTX dialect every location has a region: reads the map, which may be missing if
/// there are no locations, and complains about locations that it leaves out.
void read_complete_memory_map(Tokens& tokens, ProgramBuilder& builder);

}  // namespace opexplore::detail
