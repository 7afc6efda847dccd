// The instructions that nvlitmus knows, each read as the PTX that it is.
#pragma once

#include <optional>

#include "litmus/language/builder.hpp"
#include "litmus/language/nvlitmus_format/registers.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Reads `ld.acquire.gpu r0, [x] == 1;` and adds it to the program. The result is what has to be
/// returned, if that is said. Throws InputError.
std::optional<Value> read_nvlitmus_instruction(Tokens& tokens, ProgramBuilder& builder,
                                               NvlitmusRegisters& registers, ThreadId thread);

}  // namespace opexplore::detail
