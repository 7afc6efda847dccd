// Which models let reads and fences be left out of an execution.
//
// A relation of a model *shrinks* if, without some reads and fences, it has no pairs but those it
// had, and *keeps* if it still has all that it had, as far as both events are left. What is said of
// single events and pairs does both. A sequence or a closure shrinks, but does not keep: it may
// have gone through an event that is gone. Negation turns one into the other.
#pragma once

#include <optional>

#include "axioms/compiled_model.hpp"

namespace opexplore::axioms {

/// How many idle iterations (idle_iterations.hpp) of each thread an evaluation has to look at; with
/// nothing it has to look at all. 0 where every axiom holds of relations that shrink. 1 where flags
/// are to be found, too, `data_races` saying whether that of racing accesses is: each has to be
/// raised by two events that a relation keeps.
std::optional<unsigned> idle_iterations_needed(const CompiledModel& model, bool data_races);

}  // namespace opexplore::axioms
