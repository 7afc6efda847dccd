// The exact number of paths from the initial state to final states.
//
// Transitions are generated twice: once to count how many arrive at each state, once to
// add up. A state is treated when all that lead to it have been (Kahn); levels would be no
// topological order, since a state may have predecessors in many of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explorer/graph/walker.hpp"
#include "explorer/limits.hpp"
#include "explorer/store/store.hpp"

namespace opexplore {

/// Adds up paths over states that are numbered 0, 1, … , the initial one being 0.
class PathCounter {
 public:
  explicit PathCounter(std::size_t states);
  ~PathCounter();

  /// What counting will allocate, numbers beyond one machine word apart.
  static std::uint64_t bytes_for(std::uint64_t states);

  /// First round: a transition to this state.
  void arrives(std::uint32_t number) { ++arrivals_[number]; }

  /// Second round: the number of a state all of whose arrivals have been added up,
  /// each state once; nothing when there is none left.
  std::optional<std::size_t> take_ready();

  /// The state taken last is final.
  void ends();

  /// The state taken last has a transition to this state.
  void passes_on(std::uint32_t number);

  /// The total in decimal digits, unless a cycle kept some states from becoming ready.
  std::optional<std::string> total() const;

 private:
  struct Sums;  // numbers of any size, whose header takes the compiler longer than all else here

  std::vector<std::uint32_t> arrivals_;  // not yet added up, by number
  std::vector<std::uint32_t> ready_;
  std::size_t taken_ = 0;
  std::unique_ptr<Sums> sums_;
};

/// The number of paths in decimal digits, or nothing if the graph has a cycle or `limits` said
/// stop. Precondition: the search was complete.
std::optional<std::string> count_paths(const Walker& walker, const VisitedSet& visited,
                                       Limits& limits);

}  // namespace opexplore
