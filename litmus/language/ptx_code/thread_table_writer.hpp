// The table of threads and instructions of a PTX program as text.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "litmus/language/ptx_code/spelling.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// A column per thread, below its heading.
std::string thread_table_text(const Program& program, PtxStyle style,
                              const std::function<std::string(std::size_t)>& heading);

}  // namespace opexplore::detail
