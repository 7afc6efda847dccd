// An execution that somebody else has run, as a model sees it: a trace of a machine, say.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "axioms/axioms.hpp"
#include "axioms/skeleton.hpp"
#include "opmodel/access_names.hpp"

namespace opexplore::axioms {

struct Recording {
  /// The source of each read; none: the initial write. Reads of a location that one thread alone
  /// accesses may be left out: there is one that they can read.
  std::map<AccessName, std::optional<AccessName>> reads_from;
  /// The order of writes to one location, as far as it is known.
  std::vector<std::pair<AccessName, AccessName>> coherence;
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
