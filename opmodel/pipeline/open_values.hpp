// What observables may still be at the end of a program whose accesses are issued in order and act
// on memory later (HasGoal in opmodel/machine.hpp).
#pragma once

#include <cstddef>
#include <span>

#include "opmodel/parts/values_ahead.hpp"
#include "opmodel/pipeline/core.hpp"

namespace opexplore::pipeline {

/// An access that has been issued and has not completed.
struct Underway {
  Access access;
  bool behind_store = false;  ///< a load that cannot read what memory holds now
};

class OpenValues {
 public:
  /// Keeps references to both.
  OpenValues(const Test& test, const Core& core) : test_(test), core_(core), ahead_(test) {}

  const ValuesAhead& ahead() const { return ahead_; }

  /// The values that the access may write; none if it only reads.
  PossibleValues written_by(const Access& access) const;

  /// What an observable of the test may still be; `underway`: all accesses of the state.
  PossibleValues possible(const CoreState& state, std::span<const Underway> underway,
                          std::size_t index) const;

 private:
  enum class MemoryNow : std::uint8_t { counted, left_out };

  PossibleValues may_hold(const CoreState& state, std::span<const Underway> underway,
                          LocationId location, MemoryNow now) const;
  PossibleValues awaited(const CoreState& state, std::span<const Underway> underway,
                         RegisterTerm term) const;
  PossibleValues register_values(const CoreState& state, std::span<const Underway> underway,
                                 RegisterTerm term) const;

  const Test& test_;
  const Core& core_;
  ValuesAhead ahead_;
};

}  // namespace opexplore::pipeline
