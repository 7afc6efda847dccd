// The body of a thread of a C++ program as text.
#pragma once

#include <string>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore::detail {

/// The lines of the body, without its braces, each indented by `indent` blanks at least. Jumps
/// become if, else, loops, break and continue; if they are none of these, labels and goto. Reading
/// it gives the same instructions if the reader made them.
std::vector<std::string> body_of(const Test& test, ThreadId thread, std::size_t indent);

}  // namespace opexplore::detail
