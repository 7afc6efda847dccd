// The transitions of a completed search, for what is computed after it.
//
// The search stores states, but no transitions: they are generated again, and lead from number
// to number.
#pragma once

#include <cstdint>
#include <string_view>

#include "explorer/state_cursor.hpp"
#include "explorer/store.hpp"
#include "opmodel/parts/function_ref.hpp"

namespace opexplore {

/// The states of a completed search, numbered 0, 1, … in the order in which they were found.
class StateNumbers {
 public:
  explicit StateNumbers(const VisitedSet& visited) : visited_(visited) {}

  std::size_t size() const { return visited_.size(); }

  /// The state with that number, encoded.
  std::string_view state(std::size_t number) const {
    return visited_.at(static_cast<Position>(number)).bytes;
  }

  /// The number of an encoded state. Throws std::logic_error if the search has not stored it.
  std::uint32_t number_of(std::string_view state) const;

 private:
  const VisitedSet& visited_;
};

/// Generates transitions. As in the search, final states and those whose race ends it have none.
class Transitions {
 public:
  Transitions(const StateCursor& machine, const StateNumbers& numbers)
      : machine_(machine), numbers_(numbers) {}

  /// Calls visit(number) for the successor of each step of that state, to which the machine goes.
  /// Returns whether the state is final.
  bool expand(std::size_t number, FunctionRef<void(std::uint32_t)> visit) const;

 private:
  const StateCursor& machine_;
  const StateNumbers& numbers_;
};

}  // namespace opexplore
