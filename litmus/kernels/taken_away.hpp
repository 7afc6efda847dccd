// What the compiler took away: accesses of the source that an optimised module has no more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/module.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// Lines of the source that have more loads, stores or atomics of memory that others may see in the
/// module that is not optimised than in the other, in the kernel of that symbol and in functions,
/// once for each call of one: a line that was inlined twice may have lost one of two. An access
/// that was merged or hoisted counts, too. `path` is that of the modules.
std::vector<CodePlace> taken_away(const Module& optimised, const Module& plain,
                                  std::string_view symbol, const std::string& path);

}  // namespace opexplore::kernel
