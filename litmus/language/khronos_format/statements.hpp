// `SATISFIABLE consistent[X] && #dr=0`.
#pragma once

#include "litmus/language/khronos_format/lines.hpp"
#include "litmus/language/statement.hpp"

namespace opexplore::detail {

/// Whether the line is a statement.
bool is_statement(const KhronosLine& line);

/// Reads it. What is asked for is any formula of Alloy; one of another form than those that
/// AskedRaces has is refused in the result.
Statement read_statement(const Source& source, const KhronosLine& line);

}  // namespace opexplore::detail
