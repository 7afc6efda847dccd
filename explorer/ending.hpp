// Whether any execution ends, asked when a search towards the condition found no final state: a
// program that reaches none satisfies no quantifier.
//
// Depth first, with a visited set of its own: most programs end, and then the first path does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/limits.hpp"
#include "explorer/store.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// What the search for a final state said.
struct EndSearch {
  bool found = false;
  Incomplete limit = Incomplete::none;  ///< what ended it before it knew
};

/// The states that wait for their turn, last in, first out.
class DepthFirst {
 public:
  explicit DepthFirst(const ExploreOptions& options);

  /// Remembers an encoded state that is new.
  void meet(std::string_view bytes);

  /// The next state, or nothing: none is left, or a limit says stop.
  std::optional<std::string_view> next();

  Incomplete limit() const { return limit_; }

 private:
  VisitedSet visited_;
  std::vector<Position> waiting_;
  Limits limits_;
  std::uint64_t max_states_;
  std::uint64_t taken_ = 0;
  Incomplete limit_ = Incomplete::none;
};

/// Looks for a final state of the machine within the limits.
template <TransitionSystem M>
EndSearch find_ending(const M& machine, const ExploreOptions& options) {
  DepthFirst states(options);
  typename M::State state = machine.initial();
  std::string bytes;
  const auto meet = [&](const typename M::State& met) {
    bytes.clear();
    machine.encode(met, bytes);
    states.meet(bytes);
  };
  meet(state);
  while (const auto encoded = states.next()) {
    machine.decode(*encoded, state);
    if (!machine.exceeded(state).empty()) continue;
    if (machine.is_final(state)) return {true};
    machine.for_each_step(state, [&](Step, typename M::State&& after) { meet(after); });
  }
  return {false, states.limit()};
}

}  // namespace opexplore
