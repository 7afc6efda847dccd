// The variables that CUDA C++ declares for several threads, found without a compiler. Where the
// text leaves doubt (macros, conditional code, several variables in one declaration) nothing is
// found.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/module.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// A variable with `__shared__`, `__device__` or `__managed__`.
struct SourceVariable {
  std::string name;
  std::string kind;    ///< "shared", "device" or "managed"
  std::string kernel;  ///< in which it is declared; empty outside of functions
  SourcePlace place;   ///< of the name
  bool used = false;   ///< the name stands elsewhere in the kernel, or in the text
};

/// Those of namespaces and kernels, in the order of the text.
std::vector<SourceVariable> source_variables(std::string_view cuda);

/// A note for each of them that the source uses and the PTX does not have. Of kernels those in
/// `kernels` count, named as in Facts. `file` is the name of the source in messages.
std::vector<CompilerNote> removed_variables(const Module& module,
                                            const std::vector<std::string>& kernels,
                                            std::string_view cuda, const std::string& file);

}  // namespace opexplore::kernel
