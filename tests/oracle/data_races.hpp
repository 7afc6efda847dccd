// Data races of one execution, from the definition in PTX ISA 8.7.1: two conflicting operations
// that are not morally strong and not related in causality order.
#pragma once

#include <set>

#include "opmodel/data_race.hpp"
#include "tests/oracle/causality.hpp"

namespace opexplore::oracle {

/// The pairs of instructions with operations that race. Precondition: everything is chosen.
std::set<RacingPair> data_races(const Candidate& candidate, const Choices& choices);

}  // namespace opexplore::oracle
