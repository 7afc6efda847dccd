// The initial state of a PTX program as text.
#pragma once

#include <string>

#include "litmus/language/ptx_code/spelling.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// A line for each register, `0: .reg .b64 r1 = x;`; the brief style leaves out types that go
/// without saying, as in `0:r1=x;`.
std::string registers_text(const Program& program, PtxStyle style);

/// A line for each location and each alias, `x = 0;`, `y @ texture aliases x;`.
std::string locations_text(const Program& program, PtxStyle style);

}  // namespace opexplore::detail
