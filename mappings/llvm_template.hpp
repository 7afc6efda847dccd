// Templates in LLVM IR, between C++ and what a back end makes of it. Its atomics are those of C++
// (LLVM Language Reference, "Atomic Memory Ordering Constraints"): monotonic is relaxed.
#pragma once

#include <string>
#include <vector>

#include "mappings/template.hpp"

namespace opexplore::mappings {

/// Reads a template of LLVM IR, an instruction a line, without types: `{destination} = load atomic
/// {address} syncscope({scope}) acquire`, `{destination} = atomicrmw {op} {address}, {value}
/// seq_cst`. Throws TemplateError.
Template read_llvm_template(const std::vector<std::string>& lines);

}  // namespace opexplore::mappings
