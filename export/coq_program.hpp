// A test in the words of export/coq/Litmus.v, which are nearly those of a litmus file.
#pragma once

#include <string>
#include <vector>

#include "export/coq_names.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Definitions of the addresses, the registers and the test, whose condition is `condition`. Each
/// line ends; they want Z_scope and string_scope to be open.
/// Precondition: the program is in PTX.
std::string coq_definitions(const Test& test, const Proposition& condition, const CoqNames& names);

/// `P1:r0 = 1 /\ [x] = 2`.
std::string coq_text(const Proposition& proposition, const Test& test, const CoqNames& names);

/// `[0; 1]`.
std::string coq_list(const std::vector<Value>& values);

}  // namespace opexplore
