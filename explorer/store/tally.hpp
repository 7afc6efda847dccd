// What the expansion of states found, besides successors. Tallies of chunks are
// merged in the order of the chunks, so that "first" means the same for any number
// of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/store/store.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"

namespace opexplore {

// WART: counted-states. herd7 counts executions, and this final states.
/// The final states with one outcome.
struct FinalStates {
  std::uint64_t count = 0;
  Position first = no_position;  ///< the shortest and least
};

/// Where a racing pair was met: by a step from a stored state, or in that state itself.
struct RaceMet {
  Position position = no_position;
  std::optional<Step> step;
};

struct Tally {
  static constexpr std::size_t most_idle = 256;

  std::uint64_t transitions = 0;
  std::map<Outcome, FinalStates> outcomes;
  std::uint64_t stuck_states = 0;
  Position first_stuck = no_position;
  std::vector<Position> idle;  ///< the first states that only iterations without effect leave
  std::uint64_t racy_states = 0;
  Position first_racy = no_position;
  std::map<RacingPair, RaceMet> data_races;           ///< the first time that each was met
  std::map<RacingPair, RaceMet> excluded_data_races;  ///< in executions that fail the filter
  bool outgrown = false;  ///< some execution may need another form of the machine (MayOutgrow)
  std::string exceeded;   ///< the machine's words about the first state it had to cut

  /// Counts a final state.
  void add_final(Outcome outcome, Position position) {
    FinalStates& states = outcomes[std::move(outcome)];
    ++states.count;
    states.first = std::min(states.first, position);
  }

  /// Counts a stuck state.
  void add_stuck(Position position) {
    ++stuck_states;
    first_stuck = std::min(first_stuck, position);
  }

  /// Keeps a state that only loop iterations without effect leave.
  void add_idle(Position position) {
    if (idle.size() < most_idle) idle.push_back(position);
  }

  /// Counts a state with a data race.
  void add_racy(Position position) {
    ++racy_states;
    first_racy = std::min(first_racy, position);
  }

  /// Adds what a later chunk found.
  void add(Tally&& later);
};

/// Whether one of the outcomes decides.
bool is_decided(const Test& test, const Tally& tally);

/// The outcome whose trace shows most about the verdict: of those that decide, the
/// one reached first; if none does, the first of all that count.
const std::pair<const Outcome, FinalStates>* most_telling(const Test& test, const Tally& tally);

/// Fills outcomes and the counts of states in the report.
void report_outcomes(const Test& test, const Tally& tally, Answer& report);

}  // namespace opexplore
