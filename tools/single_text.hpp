// What became of a test, as bytes: how it gets from the process that asked to the one that writes.
#pragma once

#include <string>
#include <string_view>

#include "tools/single.hpp"

namespace opexplore {

std::string text_of(const SingleResult& result);

/// Throws std::invalid_argument for a text that is none.
SingleResult single_result(std::string_view text);

}  // namespace opexplore
