// What a branch says of the registers that it tests.
#pragma once

#include <vector>

#include "litmus/language/value_set.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// Takes from the registers, by RegisterId, the values that they cannot have behind the branch
/// `code[branch]` if it is taken, or is not; false if no values are left. The instructions from
/// `begin` on have been executed one after the other before it: one of them may be the `setp` whose
/// result the branch tests.
bool narrow(std::vector<ValueSet>& registers, const std::vector<Instruction>& code,
            InstructionId begin, InstructionId branch, bool taken);

}  // namespace opexplore::detail
