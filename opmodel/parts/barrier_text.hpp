// Barriers in traces and messages.
#pragma once

#include <vector>

#include "opmodel/parts/barrier.hpp"
#include "opmodel/phrase.hpp"
#include "opmodel/program.hpp"
#include "opmodel/trace_parts.hpp"

namespace opexplore {

/// "barrier 0 of cta 1,gpu 0: arrived P0 P1, waiting P0".
Phrase phrase_of(const Generation& generation, const Program& program);

/// Appends a component per generation that is being gathered.
void describe(const Barriers& barriers, const Program& program, std::vector<Component>& components);

/// Which generations threads wait for; empty when none waits.
Phrase waiting_phrase(const Barriers& barriers, const Program& program);

/// That the thread stands before a barrier in whose generation it has arrived already.
Phrase cannot_arrive_phrase(ThreadId thread, const Instruction& barrier);

}  // namespace opexplore
