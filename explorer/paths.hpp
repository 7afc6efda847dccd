// The exact number of paths from the initial state to final states.
//
// The search stores no transitions, so they are generated again, twice: once to
// count how many arrive at each state, once to add up. A state is treated when all
// that lead to it have been (Kahn); levels would be no topological order, since a
// state may have predecessors in many of them.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/limits.hpp"
#include "explorer/store.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// Adds up paths over the states of a completed search, numbered 0, 1, … .
class PathCounter {
 public:
  using Count = boost::multiprecision::cpp_int;

  explicit PathCounter(const VisitedSet& visited);

  /// What counting will allocate, numbers beyond one machine word apart.
  static std::uint64_t bytes_for(const VisitedSet& visited);

  /// Positions of all states, by number.
  const std::vector<Position>& positions() const { return positions_; }

  /// First round: a transition to this state. Throws std::logic_error if the search
  /// has not stored it.
  void arrives(std::string_view bytes);

  /// Second round: the number of a state all of whose arrivals have been added up,
  /// each state once; nothing when there is none left.
  std::optional<std::size_t> take_ready();

  /// The state taken last is final.
  void ends() { total_ += current_; }

  /// The state taken last has a transition to this state.
  void passes_on(std::string_view bytes);

  /// The total, unless a cycle kept some states from becoming ready.
  std::optional<Count> total() const;

 private:
  std::size_t number_of(std::string_view bytes) const;

  const VisitedSet& visited_;
  std::vector<Position> positions_;
  std::vector<std::uint32_t> numbers_;   // by position
  std::vector<std::uint32_t> arrivals_;  // not yet added up, by number
  std::vector<Count> counts_;            // paths to the state, by number
  std::vector<std::uint32_t> ready_;
  std::size_t taken_ = 0;
  Count current_;
  Count total_ = 0;
};

/// The number of paths, or nothing if the graph has a cycle or `limits` said stop.
/// Precondition: the search was complete.
template <Machine M>
std::optional<PathCounter::Count> count_paths(const M& machine, const VisitedSet& visited,
                                              Limits& limits) {
  using State = typename M::State;
  PathCounter counter(visited);
  State state = machine.initial();
  std::string bytes;
  std::uint64_t looked_at = 0;
  // Calls visit(bytes) per successor; returns whether the state is final instead.
  const auto expand = [&](std::size_t number, const auto& visit) {
    machine.decode(visited.at(counter.positions()[number]).bytes, state);
    if (machine.is_final(state)) return true;
    machine.for_each_step(state, [&](Step, State&& next) {
      bytes.clear();
      machine.encode(next, bytes);
      visit(bytes);
    });
    return false;
  };
  const auto stop = [&] {
    return ++looked_at % 256 == 0 && limits.poll({0, looked_at, visited.size(), 0, 0});
  };
  for (std::size_t number = 0; number < counter.positions().size(); ++number) {
    if (stop()) return std::nullopt;
    expand(number, [&](std::string_view next) { counter.arrives(next); });
  }
  while (const auto number = counter.take_ready()) {
    if (stop()) return std::nullopt;
    if (expand(*number, [&](std::string_view next) { counter.passes_on(next); })) counter.ends();
  }
  return counter.total();
}

}  // namespace opexplore
