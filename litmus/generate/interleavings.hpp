// What a program does if its threads take turns: to ask for what surprises.
#pragma once

#include <set>

#include "opmodel/condition.hpp"

namespace opexplore::generate {

/// The outcomes of the interleavings of the test's threads, as values of its observables.
/// Precondition: the program has neither barriers nor loops.
std::set<Outcome> interleaved_outcomes(const Test& test);

/// Makes the condition: `exists` an outcome that no interleaving has.
void ask_for_others(Test& test);

}  // namespace opexplore::generate
