// A test in the words of export/coq/Litmus.v, which are nearly those of a litmus file.
#pragma once

#include <string>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore {

/// `Definition NAME : LitmusTest := ...`: the test, and what questions can be about. The line ends;
/// it wants Z_scope and string_scope to be open. Precondition: the program is in PTX.
std::string coq_definition(const Test& test, const std::string& name);

/// `[ P1:"r0" ; LocationOf "x" ]`: what the test observes.
std::string coq_observables(const Test& test);

/// `P1:"r0" = 1 /\ ["x"] = 2`.
std::string coq_text(const Proposition& proposition, const Test& test);

/// `[0; 1]`.
std::string coq_list(const std::vector<Value>& values);

}  // namespace opexplore
