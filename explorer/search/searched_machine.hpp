// A machine for one search, behind function objects: only expanding a state is compiled for each
// form of each machine, for there the time of a search is spent.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/graph/races.hpp"
#include "explorer/graph/walker.hpp"
#include "explorer/search/final_outcomes.hpp"
#include "explorer/search/goal_directed.hpp"
#include "explorer/store/level.hpp"
#include "explorer/store/tally.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// Expands a stored state: its successors are candidates, all else goes to the tally. Each has
/// memory of its own, so that threads have one each.
using Expand = std::function<void(Position, Candidates&, Tally&)>;

/// One form of a machine, for a search that stores its states in a set. Refers to the machine, the
/// test, the options and the set.
struct SearchedMachine {
  std::string initial;  ///< encoded
  /// Final states that decide the verdict may be reached from the initial one, or more than these
  /// is looked for.
  bool leads_on = true;
  bool goal_directed = false;  ///< nothing but final states that decide the verdict is looked for
  bool finds_races = false;    ///< HasRaces
  bool may_race = false;       ///< an execution may have a race, as far as the machine says
  bool flags_data_races = false;  ///< FlagsDataRaces, and asked to
  bool has_stalls = false;        ///< HasStalls
  bool has_dead_ends = false;     ///< HasDeadEnds
  bool tells_dead_ends = false;   ///< TellsDeadEnds
  /// Whether that a race was found, or may come, says already if the verdict is decided.
  std::optional<bool> decided_by_races(bool raced) const {
    if (flags_data_races) return false;     // more may come
    if (finds_races && raced) return true;  // one makes it Undef
    return finds_races && may_race ? std::optional(false) : std::nullopt;
  }
  std::function<Expand()> expand;
  /// Adds the stored state to the tally if no execution goes on behind it.
  std::function<void(Position, Tally&)> look_at;
  std::function<Walker()> walker;
};

/// The functions of one form.
template <TransitionSystem M>
class SearchFunctions {
 public:
  SearchFunctions(const M& machine, const Test& test, const ExploreOptions& options,
                  const VisitedSet& visited)
      : machine_(machine), test_(test), options_(options), visited_(visited) {
    if (HasRaces<M> && goal_directed()) any_end_test_ = asking_for_end(test);
  }
  SearchFunctions(const SearchFunctions&) = delete;  // goals refer to tests here
  SearchFunctions& operator=(const SearchFunctions&) = delete;

  /// The functions of `self`, which they keep.
  static SearchedMachine all(const std::shared_ptr<const SearchFunctions>& self) {
    const M& machine = self->machine_;
    SearchedMachine all;
    const State initial = machine.initial();
    machine.encode(initial, all.initial);
    all.leads_on = self->leads_on(initial);
    all.goal_directed = self->goal_directed();
    all.finds_races = HasRaces<M>;
    all.may_race = may_race(machine, initial);
    all.flags_data_races = self->flags_data_races();
    all.has_stalls = HasStalls<M>;
    all.has_dead_ends = HasDeadEnds<M>;
    all.tells_dead_ends = TellsDeadEnds<M>;
    all.expand = [self]() -> Expand {
      return [self, state = self->machine_.initial()](Position position, Candidates& candidates,
                                                      Tally& tally) mutable {
        self->expand(position, candidates, tally, state);
      };
    };
    all.look_at = [self, state = initial](Position position, Tally& tally) mutable {
      self->machine_.decode(self->visited_.at(position).bytes, state);
      self->ends_here(position, state, tally);
    };
    all.walker = [self] { return walker_of(self->machine_); };
    return all;
  }

 private:
  using State = typename M::State;

  // Whether the search looks for final states that decide the verdict alone.
  bool goal_directed() const { return HasGoal<M> && options_.machine.goal; }

  bool flags_data_races() const { return FlagsDataRaces<M> && options_.machine.races; }

  // Whether a final state that decides the verdict may be reached, where that is asked.
  bool leads_on(const State& state) const {
    if constexpr (HasGoal<M>) {
      if (!goal_directed()) return true;
      const auto possible = [&](std::size_t index) {
        return machine_.possible_values(state, index);
      };
      if (goal_.is_open(possible)) return true;
      return HasRaces<M> && may_race(machine_, state) && any_end_.is_open(possible);
    }
    return true;
  }

  void expand(Position position, Candidates& candidates, Tally& tally, State& state) const {
    machine_.decode(visited_.bytes_at(position), state);
    if (ends_here(position, state, tally)) return;
    if constexpr (MayOutgrow<M>) {
      tally.outgrown = tally.outgrown || machine_.has_outgrown(state);
    }
    bool stays = true;
    const bool pruned = machine_.for_each_step(state, [&](Step step, State&& next) {
      stays = false;
      if (!leads_on(next)) return;
      ++tally.transitions;
      if (!test_.filter) note_data_races(next, {position, step}, tally.data_races);
      machine_.encode(next, candidates.bytes());
      visited_.prefetch(candidates.note(position, step));
    });
    if (!stays) return;
    if (!pruned) {
      tally.add_stuck(position);
    } else if (!goal_directed() && !may_be_dead_end(machine_, state)) {
      tally.add_idle(position);
    }
  }

  void note_data_races(const State& state, const RaceMet& met,
                       std::map<RacingPair, RaceMet>& races) const {
    if constexpr (FlagsDataRaces<M>) {
      if (!options_.machine.races) return;
      machine_.for_each_data_race(state,
                                  [&](const RacingPair& pair) { races.try_emplace(pair, met); });
    }
  }

  // Whether no execution goes on behind the state: it is final, beyond a bound of the machine, or
  // has a data race that ends the search.
  bool ends_here(Position position, const State& state, Tally& tally) const {
    if (const std::string_view cut = machine_.exceeded(state); !cut.empty()) {
      if (tally.exceeded.empty()) tally.exceeded = cut;
      return true;
    }
    if constexpr (HasRaces<M>) {
      if (machine_.has_raced(state)) {
        tally.add_racy(position);
        if (!goes_on_after_race(machine_)) return true;
      }
    }
    if (!machine_.is_final(state)) return false;
    add_outcomes(position, state, tally);
    return true;
  }

  void add_outcomes(Position position, const State& state, Tally& tally) const {
    std::vector<Outcome> outcomes = outcomes_of(machine_, state);
    if (test_.filter) {
      const bool counts = passes_filter(test_, outcomes.front());
      note_data_races(state, {position, std::nullopt},
                      counts ? tally.data_races : tally.excluded_data_races);
    }
    if (outcomes.size() > most_outcomes) {
      outcomes.pop_back();
      if (tally.exceeded.empty()) tally.exceeded = too_many_outcomes;
    }
    for (Outcome& outcome : outcomes) tally.add_final(std::move(outcome), position);
  }

  const M& machine_;
  const Test& test_;
  const ExploreOptions& options_;
  const VisitedSet& visited_;
  Goal goal_{test_};
  Test any_end_test_;  // of what passes the filter, where races are looked for
  Goal any_end_{any_end_test_};
};

}  // namespace opexplore
