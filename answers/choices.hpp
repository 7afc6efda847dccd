// What else could have happened along the traces of an answer.
#pragma once

#include "answers/reports.hpp"
#include "answers/semantics.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Gives each step of the answer's traces the steps that the machine takes from the state before
/// it. Reductions that let one thread go first are off, so that all threads have theirs. A trace
/// that the machine then does not take step by step goes without.
void add_choices(const ChosenMachine& machine, const Test& test, Answer& answer);

}  // namespace opexplore
