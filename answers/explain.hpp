// Why models forbid what is asked about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/pairing.hpp"
#include "axioms/explain.hpp"
#include "litmus/input/deadline.hpp"

namespace opexplore {

/// For outcomes that one of the pair has and the other, a model, certainly lacks: for the first
/// few. Nothing where `explore` asks for no executions. Precondition: there is a second.
std::vector<Forbidden> differences_explained(const Pairing& pairing, const Test& test,
                                             const OutcomeComparison& comparison,
                                             const ExploreOptions& explore);

/// Why a model has no outcome that satisfies the proposition. Nothing for a machine, where there is
/// one, and where `explore` asks for no executions.
std::vector<Forbidden> verdict_explained(const Semantics& semantics, const Test& test,
                                         const Answer& answer, const ExploreOptions& explore);

/// The options with which traces and races of the answer are explained: all of it together takes
/// what the question has left of its time, and a moment where nothing is left.
ExploreOptions for_explanations(const ExploreOptions& explore, const Deadline& deadline);

/// Says of each outcome with a trace why it is possible, where the machine explains_traces(), and
/// gives the steps of the trace the reasons of their reads.
void explain_traces(const ChosenMachine& machine, const Test& test, const ExploreOptions& explore,
                    Answer& answer);

/// Says of the races what order is missing and what they can do, and of the reads of their traces
/// why they could return their values; where the machine explains_traces().
void explain_data_races(const ChosenMachine& machine, const Test& test,
                        const ExploreOptions& explore, Answer& answer);

}  // namespace opexplore
