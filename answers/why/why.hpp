// Works out why an outcome of a machine is possible (opmodel/results/why.hpp).
//
// docs/races.md says how it is worked out, with examples.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/results/trace.hpp"
#include "opmodel/results/why.hpp"

namespace opexplore {

/// Who is asked, and how.
struct WhyQuestion {
  const MachineEntry& machine;
  Outcome outcome;  ///< at the end of the trace
  /// The options of the machine, threads, and limits of each search for a row.
  ExploreOptions explore;
};

/// The most states of one search for a row.
inline constexpr std::uint64_t most_states_per_row = 100'000;

/// Whether why() has something to say about traces of the machine: it says what orders accesses
/// (Explains).
bool explains_traces(const MachineEntry& machine, const MachineOptions& options);

/// Why the trace's outcome is possible. The trace ends in a final state. Precondition:
/// explains_traces().
Why why(const Test& test, const Trace& trace, const WhyQuestion& question);

/// What forbids the test's condition, or of `forall` its opposite, if that can be said: the
/// accesses that would be to blame, and the rows that stand in the way, all of them ok. Searches
/// the program without its synchronisation; `outcome` is not looked at. Preconditions:
/// explains_traces(), and no execution of the program ends so.
std::optional<Violation> prevented(const Test& test, const WhyQuestion& question);

/// What is said of each read of a trace, in its order; searches nothing. Precondition:
/// explains_traces().
std::vector<ReadReason> reasons_of_reads(const Test& test, const Trace& trace,
                                         const MachineEntry& machine,
                                         const MachineOptions& options);

/// "P1 line 7 `ld.weak r1, x` reads x=0 although P0 wrote x=1 (line 3)".
Phrase sentence_of(const Test& test, const Culprit& culprit);

/// Puts the reasons into the steps of the trace, in the words of litmus tests.
void set_reasons(const Program& program, const std::vector<ReadReason>& reads, Trace& trace);

/// The checklist for two conflicting accesses of a trace, the first of which comes before the
/// second in it: which order is missing between them. No search. Nothing leads from one to the
/// other: the rows say what the last write of the first's thread that the second's reads would have
/// to be, and without one, rows without remedies. Precondition: explains_traces(), and the trace
/// has both instructions; of several executions of one the last is taken.
std::vector<WhyRow> order_between(const Test& test, const Trace& trace, const RacingPair& pair,
                                  const MachineEntry& machine, const MachineOptions& options);

}  // namespace opexplore
