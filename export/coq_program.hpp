// A test in the words of export/coq/Litmus.v, which are nearly those of a litmus file.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore {

/// `Definition NAME : LitmusTest := ...`: the test, and what questions can be about. The line ends;
/// it wants Z_scope and string_scope to be open. Precondition: the program is in PTX.
std::string coq_definition(const Test& test, const std::string& name);

/// \name Parts of it.
/// @{
/// `[ in_global "x" 0 ; alias "z" "x" ]`.
std::string coq_memory(const Program& program);
/// `[ ("r0", 0) ]`.
std::string coq_registers(const Thread& thread);
/// `st.relaxed.gpu "x", 1`.
std::string coq_instruction(const Action& action, const Thread& thread, const Program& program);
/// `"3"`: the label above an instruction that branches go to.
std::string coq_label(InstructionId target);
/// Those.
std::set<InstructionId> labelled(const Thread& thread);
/// A list with an element on each line.
std::string coq_lines(const std::vector<std::string>& elements, const std::string& indentation);
/// A list on one line.
std::string coq_elements(const std::vector<std::string>& elements);
/// @}

/// `[ P1:"r0" ; LocationOf "x" ]`: what the test observes.
std::string coq_observables(const Test& test);

/// `P1:"r0" = 1 /\ ["x"] = 2`.
std::string coq_text(const Proposition& proposition, const Test& test);

/// `[0; 1]`.
std::string coq_list(const std::vector<Value>& values);

}  // namespace opexplore
