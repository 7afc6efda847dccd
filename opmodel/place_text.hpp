// Where an instruction stands, for messages: in a test its line, in a kernel that was compiled the
// line of the source, with that of the PTX beside it.
#pragma once

#include <string>

#include "opmodel/program.hpp"

namespace opexplore {

/// "line 7"; of a compiled program "handoff.cu:10 (PTX line 42)". Empty where tests were made and
/// have no lines.
std::string line_text(const Instruction& instruction);

/// What it does, there: "line 7: ld.weak r1, x"; "handoff.cu:10: *out = data; (PTX line 42:
/// ld.global.u32 %r3, [data])". The text alone where there is no line.
std::string placed_text(const Instruction& instruction);

/// "handoff.cu:10".
std::string to_string(const CodePlace& place);

}  // namespace opexplore
