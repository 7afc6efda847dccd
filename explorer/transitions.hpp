// The transitions of a completed search, for what is computed after it.
//
// The search stores states, but no transitions: they are generated again, and lead from number
// to number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/races.hpp"
#include "explorer/store.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// The states of a completed search, numbered 0, 1, … in the order in which they were found.
class StateNumbers {
 public:
  explicit StateNumbers(const VisitedSet& visited);

  /// What the numbers will allocate.
  static std::uint64_t bytes_for(const VisitedSet& visited);

  std::size_t size() const { return positions_.size(); }

  /// The state with that number, encoded.
  std::string_view state(std::size_t number) const { return visited_.at(positions_[number]).bytes; }

  /// The number of an encoded state. Throws std::logic_error if the search has not stored it.
  std::uint32_t number_of(std::string_view state) const;

 private:
  const VisitedSet& visited_;
  std::vector<Position> positions_;     // by number
  std::vector<std::uint32_t> numbers_;  // by position
};

/// Generates transitions. As in the search, final states and those whose race ends it have none.
template <TransitionSystem M>
class Transitions {
 public:
  using State = typename M::State;

  Transitions(const M& machine, const StateNumbers& numbers)
      : machine_(machine), numbers_(numbers), state_(machine.initial()) {}

  /// Calls visit(number) for the successor of each step of that state. Returns whether the state
  /// is final.
  template <class Visit>
  bool expand(std::size_t number, const Visit& visit) {
    machine_.decode(numbers_.state(number), state_);
    if constexpr (HasRaces<M>) {
      if (!goes_on_after_race(machine_) && machine_.has_raced(state_)) return false;
    }
    if (machine_.is_final(state_)) return true;
    machine_.for_each_step(state_, [&](Step, State&& next) {
      bytes_.clear();
      machine_.encode(next, bytes_);
      visit(numbers_.number_of(bytes_));
    });
    return false;
  }

  /// The state expanded last.
  const State& state() const { return state_; }

 private:
  const M& machine_;
  const StateNumbers& numbers_;
  State state_;
  std::string bytes_;
};

}  // namespace opexplore
