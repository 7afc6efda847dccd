// What decides the verdict, in parts: a disjunction over threads is as many questions, each about
// few of the observables. Then most threads are those that nobody asks about, and their states are
// not told apart: n readers that are each judged by themselves take n small searches, and not one
// that is their product.
//
// A final state decides the verdict if and only if it satisfies one of the parts: the condition, or
// of `forall` its negation, is brought into disjunctive normal form, and disjuncts that ask for the
// same stay together. So nothing decides it if each part says that nothing does.
#pragma once

#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore {

/// More parts than these are not worth asking one by one.
inline constexpr std::size_t most_parts = 256;

/// Propositions about the observables of the test, one of which holds in each final state that
/// decides the verdict, and in no other. None if asking for them one by one would ask for nothing
/// less than the whole does.
std::vector<Proposition> parts_of(const Test& test);

/// The same program, filter and observables with the question whether this can be.
Test asking_for_part(const Test& test, const Proposition& part);

/// Likewise, with the observables alone that it is about.
Test asking_for_part_alone(const Test& test, const Proposition& part);

}  // namespace opexplore
