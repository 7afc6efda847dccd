// What machines and models report, as one kind of answer, and where things are in it.
#pragma once

#include "axioms/axioms.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/verdict.hpp"

namespace opexplore {

/// The answer that a report of a model gives.
Answer answer_of(axioms::AxiomaticReport report);

/// Takes pairs of a search that are no races out of its data races.
void tell_divergences_apart(Answer& answer);

/// \name The trace to it, or nullptr.
/// @{
inline const Trace* trace_of(const AnsweredOutcome& outcome) {
  return outcome.trace ? &*outcome.trace : nullptr;
}
inline const Trace* trace_of(const AnsweredDataRace& race) {
  return race.trace ? &*race.trace : nullptr;
}
/// @}

/// What is said of one of its traces; nullptr for one to no outcome.
const Why* why_of(const Answer& answer, const Trace& trace);

/// The pair that races at the end of one of its traces; nullptr for one to something else.
const RacingPair* race_of(const Answer& answer, const Trace& trace);

}  // namespace opexplore
