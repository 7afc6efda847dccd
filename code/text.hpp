// The language as text, for people.
#pragma once

#include <functional>
#include <string>

#include "code/function.hpp"

namespace opexplore::code {

/// "%r1 = add s32 %r2, 4": what it does, in the names of its source.
std::string to_string(const Instruction& instruction);

/// The function, a line for each label and instruction; behind that what `remark` says of the
/// instruction of an index.
std::string to_string(const Function& function,
                      const std::function<std::string(std::size_t)>& remark);

}  // namespace opexplore::code
