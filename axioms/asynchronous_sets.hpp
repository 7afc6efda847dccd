// The sets and relations that models of asynchronous operations are written in.
#pragma once

#include "axioms/base_names.hpp"

namespace opexplore::axioms {

/// Whether the event of a thread is in the set. False of sets that are not of asynchronous
/// operations alone. Throws Unsupported.
bool in_asynchronous_set(Base base, const GraphEvent& event, const Program& program);

/// The relation; empty if it is not of asynchronous operations alone.
Relation asynchronous_relation(Base base, const Skeleton& skeleton);

}  // namespace opexplore::axioms
