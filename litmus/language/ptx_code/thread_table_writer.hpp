// The table of threads and instructions of a program as text.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "litmus/language/ptx_code/spelling.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// The columns side by side, each cell as wide as the widest of its column.
std::string columns_text(const std::vector<std::vector<std::string>>& columns);

/// A column per thread of a PTX program, below its heading.
std::string thread_table_text(const Program& program, PtxStyle style,
                              const std::function<std::string(std::size_t)>& heading);

}  // namespace opexplore::detail
