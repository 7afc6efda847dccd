// Special registers by name.
#pragma once

#include <string_view>

namespace opexplore::kernel {

/// Whether it tells the time.
bool is_clock(std::string_view name);

}  // namespace opexplore::kernel
