// In which memory the locations live (Sorensen 2014, section 3.1).
#pragma once

#include <string>

#include "litmus/language/builder.hpp"
#include "litmus/language/ptx_code/spelling.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Whether the next tokens begin a memory map; a label looks similar.
bool at_memory_map(const Tokens& tokens);

/// Reads `x: shared, y: global`.
void read_memory_map(Tokens& tokens, ProgramBuilder& builder);

/// Where every location must have a region: reads the map, which may be missing if there are no
/// locations, and complains about locations that it leaves out.
void read_complete_memory_map(Tokens& tokens, ProgramBuilder& builder);

/// `x: shared, y: global` on a line, or nothing; the brief style leaves out what is global.
std::string memory_map_text(const Program& program, PtxStyle style);

}  // namespace opexplore::detail
