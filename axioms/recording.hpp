// An execution that somebody else has run, as a model sees it: a trace of a machine, say.
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "axioms/axioms.hpp"
#include "axioms/skeleton.hpp"
#include "opmodel/program.hpp"

namespace opexplore::axioms {

/// A read or a write of a thread, by its instruction.
struct RecordedAccess {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  std::size_t time = 0;  ///< how many reads, or writes, the instruction has done before
  auto operator<=>(const RecordedAccess&) const = default;
};

struct Recording {
  /// The source of every read; none: the initial write.
  std::map<RecordedAccess, std::optional<RecordedAccess>> reads_from;
  /// The order of writes to one location, as far as it is known.
  std::vector<std::pair<RecordedAccess, RecordedAccess>> coherence;
};

/// A recording among the events of one choice of paths.
struct RecordedEvents {
  std::vector<EventSet> sources;  ///< of each event, what it reads from; empty for other events
  Relation coherence;             ///< transitive
};

/// Nothing if these paths are not those of the recording.
std::optional<RecordedEvents> events_of(const Recording& recording, const Skeleton& skeleton);

/// The first execution with these reads that the model allows, whose coherence order agrees with
/// the recorded one. Nothing if there is none or if it is not among the first candidates, whose
/// number is the same on every run. Throws Unsupported as evaluate() does.
std::optional<Execution> recorded_execution(const Model& model, const Test& test,
                                            const Recording& recording);

}  // namespace opexplore::axioms
