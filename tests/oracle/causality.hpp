// Causality order of a (possibly partial) candidate execution.
#pragma once

#include "tests/oracle/candidate.hpp"

namespace opexplore::oracle {

/// The choices that causality depends on.
struct Choices {
  ReadsFrom reads_from;
  Relation fence_order;    ///< Fence-SC order: every morally strong pair, one direction
  Relation barrier_order;  ///< barrier event to the synchronised ones
};

struct Causality {
  Relation base;   ///< base causality order
  Relation cause;  ///< causality order
};

/// rf as a relation, from writes to reads.
Relation reads_from_relation(const Candidate& candidate, const ReadsFrom& reads_from);

/// Both orders for the reads decided so far; more decided reads only add pairs. Observation before
/// it is one step, where the model has proxies: for outcomes that is enough.
Causality causality(const Candidate& candidate, const Choices& choices);

/// Causality order with observation as the model closes it, which decides what races. Precondition:
/// all reads are decided.
Relation causality_of_races(const Candidate& candidate, const Choices& choices);

}  // namespace opexplore::oracle
