// Null pointers from memory of which nobody says what it holds. That it starts with zeros is an
// assumption, and not the kernel's fault: a host that was not seen may put addresses there.
#pragma once

#include <optional>
#include <string>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// The memory that nobody gave, "list.head", from which the address of the statement may have been
/// loaded; nothing if there is none. Followed are definitions of registers, whichever way threads
/// take to them, through memory that the kernel writes. `codes` are those of the program's threads,
/// which has the locations of the elements of memory, in order.
std::optional<std::string> memory_not_given(const Surroundings& around, const Program& program,
                                            const Statement& statement);

}  // namespace opexplore::kernel
