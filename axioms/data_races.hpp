// Which accesses of the program race, from the executions in which they do.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "axioms/compiled_model.hpp"
#include "axioms/skeleton.hpp"
#include "opmodel/data_race.hpp"

namespace opexplore::axioms {

/// Those of executions that pass the filter of the test, and those of the others.
struct DataRaces {
  std::set<RacingPair> counted, excluded;
};

/// The checks of the model whose relations are its data races: a model that includes another may
/// have more than that one.
std::vector<std::size_t> data_race_checks(const CompiledModel& model);

/// The data races of all executions of one choice of paths.
class RacingEvents {
 public:
  explicit RacingEvents(const Skeleton& skeleton);

  /// Those of one execution: a row for each event.
  void add(std::span<const EventSet> races, bool passes_filter);

  /// The instructions of these events: the two events of an atomic are one access, and so are those
  /// of an instruction that a loop repeats.
  void add_to(DataRaces& races) const;

 private:
  const Skeleton& skeleton_;
  Relation counted_, excluded_;
};

}  // namespace opexplore::axioms
