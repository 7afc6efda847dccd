#include "explorer/search/conclude.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explorer/analyses/data_races.hpp"
#include "explorer/analyses/endless.hpp"
#include "explorer/analyses/paths.hpp"
#include "explorer/analyses/replay.hpp"
#include "explorer/analyses/stalls.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {

bool is_traced(Traces traces, std::size_t index, std::size_t telling) {
  return traces == Traces::every_outcome || (traces == Traces::witness && index == telling);
}

namespace {

class Conclusion {
 public:
  Conclusion(const EndedSearch& search, Limits& limits)
      : machine_(search.machine),
        test_(search.test),
        options_(search.options),
        found_(search.found),
        search_(search),
        limits_(limits),
        begin_(limits.seconds()) {}

  Searched searched() const {
    Searched result;
    Answer& report = result.report;
    report_found(test_, options_, found_, report);
    report.coverage.goal_directed = machine_.goal_directed;
    result.outgrown =
        search_.outgrown || (found_.tally.outgrown && found_.incomplete == Incomplete::none &&
                             !is_decided(test_, found_.tally));
    result.telling = telling_outcome(report);
    if (result.outgrown) return result;
    add_counts(report);
    const Position endless = shown_endless(report);
    if (endless != no_position) {
      const bool idle = std::ranges::binary_search(found_.tally.idle, endless);
      result.endless = idle ? EndlessKind::idle : EndlessKind::moving;
    }
    if (machine_.flags_data_races) add_data_races(endless != no_position, report);
    add_reasons(endless, report);
    if (search_.plan.traces) add_traces(result.telling, endless, report);
    report.statistics.seconds = limits_.seconds();
    return result;
  }

 private:
  const Walker& walker() const {
    if (!walker_) walker_ = machine_.walker();
    return *walker_;
  }

  // Of a machine of its own, which takes its time.
  const Replay& replay() const {
    if (!replay_) replay_.emplace(walker(), test_, options_.machine, found_.visited);
    return *replay_;
  }

  // Looked for where somebody asks: that goes through all outcomes once more.
  std::size_t telling_outcome(const Answer& report) const {
    if (options_.traces != Traces::witness) return report.outcomes.size();
    const auto* const telling = most_telling(test_, found_.tally);
    if (telling == nullptr) return report.outcomes.size();
    const auto place =
        std::ranges::lower_bound(report.outcomes, telling->first, {}, &AnsweredOutcome::values);
    return static_cast<std::size_t>(place - report.outcomes.begin());
  }

  // What goes through all transitions once more.
  void add_counts(Answer& report) const {
    if (!report.coverage.complete() || report.coverage.stopped_at_verdict) return;
    if (report.coverage.goal_directed || !search_.has_graph) return;
    const std::uint64_t before = report.statistics.memory_bytes;
    const std::uint64_t states = found_.visited.size();
    if (options_.count_paths && fits(before + PathCounter::bytes_for(states), report)) {
      report.statistics.paths = count_paths(walker(), found_.visited, limits_);
    }
    if (!machine_.has_stalls || !options_.count_stalls) return;
    const std::uint64_t transitions = found_.tally.transitions;
    if (fits(before + StallGraph::bytes_for(states, transitions), report)) {
      report.stalls = count_stalls(walker(), found_.visited, transitions, limits_);
    }
  }

  // Whether so much memory may be allocated together, which is then counted.
  bool fits(std::uint64_t needed, Answer& report) const {
    if (options_.max_memory && needed > *options_.max_memory) return false;
    report.statistics.memory_bytes = std::max(report.statistics.memory_bytes, needed);
    return true;
  }

  // Whether it was to end with what was found first: then not all states were expanded.
  bool ends_early() const {
    return search_.plan.until_stuck || search_.plan.until_data_races.has_value();
  }

  // Which pairs race; in executions that end, unless some do not.
  void add_data_races(bool endless, Answer& report) const {
    report.looked_for_data_races = true;
    if (report.data_races.empty() && report.excluded_data_races.empty()) return;
    std::optional<std::set<RacingPair>> in_endings;
    const bool all_end = found_.tally.stuck_states == 0 && !endless;
    if (!all_end && !test_.filter && report.coverage.complete() && !ends_early() &&
        search_.has_graph) {
      LookedAt looked_at(limits_, 2 * found_.visited.size());
      in_endings = racing_in_endings(walker(), found_.visited, looked_at);
    }
    for (AnsweredDataRace& race : report.data_races) {
      race.in_ending = !in_endings || in_endings->contains(race.pair);
    }
    if (search_.plan.traces && options_.traces != Traces::none) {
      for (AnsweredDataRace* const race : told_with_trace(test_.program, report)) {
        if (is_time_over(report)) break;
        const RaceMet& met = found_.tally.data_races.at(race->pair);
        race->trace = replay().trace_to(met.position, met.step);
      }
    }
    add_alike(walker(), report);
  }

  // Whether or not there will be traces.
  void add_reasons(Position endless, Answer& report) const {
    const Tally& tally = found_.tally;
    if (tally.racy_states == 0 && tally.stuck_states == 0 && endless == no_position) return;
    if (tally.racy_states != 0) report.race_reason = replay().race_reason(tally.first_racy);
    if (tally.stuck_states != 0) report.deadlock_reason = replay().stuck_reason(tally.first_stuck);
    if (endless == no_position) return;
    report.endless_reason = replay().endless_reason(endless);
    report.endless_waiting = replay().waiting(endless);
  }

  // Whether traces have to end: at a limit of time, and a moment later where it ended the search.
  bool is_time_over(Answer& report) const {
    constexpr double moment = 0.3;
    if (!limits_.poll({0, 0, found_.visited.size(), 0, 0})) return false;
    if (limits_.seconds() - begin_ < moment) return false;
    report.coverage.untraced = limits_.reason();
    return true;
  }

  void add_traces(std::size_t telling, Position endless, Answer& report) const {
    for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
      if (!is_traced(options_.traces, i, telling) || is_time_over(report)) continue;
      AnsweredOutcome& outcome = report.outcomes[i];
      outcome.trace = replay().trace_to(found_.tally.outcomes.at(outcome.values).first);
    }
    const Tally& tally = found_.tally;
    if (tally.stuck_states != 0) report.deadlock = replay().trace_to(tally.first_stuck);
    if (endless != no_position) report.endless = replay().trace_to(endless);
    if (tally.racy_states != 0) report.race = replay().trace_to(tally.first_racy);
  }

  // Counts the endless states; gives the one to show, or no_position.
  Position shown_endless(Answer& report) const {
    if (machine_.goal_directed) return no_position;
    if (search_.endless != no_position) {
      report.statistics.endless_states = 1;  // of those looked for, the first
      return search_.endless;
    }
    const std::vector<Position> endless = endless_states();
    report.statistics.endless_states = endless.size();
    return endless_state(endless, report);
  }

  // Of the idle states, or else of the first without an end in the graph, those from which it is
  // certain that no final state can be reached.
  std::vector<Position> endless_states() const {
    std::vector<Position> endless = certain_of(found_.tally.idle);
    if (!endless.empty()) return endless;
    return certain_of(without_end());
  }

  std::vector<Position> certain_of(const std::vector<Position>& suspects) const {
    if (suspects.empty()) return {};
    Endings endings(with_all_iterations(walker(), test_, options_.machine));
    return endless_among(suspects, found_.visited, endings);
  }

  // Without a jump back there is no loop, without a final state each state is one.
  std::vector<Position> without_end() const {
    if ((machine_.has_dead_ends && !machine_.tells_dead_ends) ||
        found_.incomplete != Incomplete::none || found_.stopped_at_verdict || ends_early() ||
        found_.tally.outcomes.empty() || !search_.has_graph ||
        found_.visited.size() > most_backward_states ||
        !std::ranges::any_of(test_.program.threads, has_backward_jump)) {
      return {};
    }
    if (found_.known_steps && all_may_end(walker(), found_.visited, *found_.known_steps)) return {};
    LookedAt looked_at(limits_, found_.visited.size());
    const auto first = first_without_end(walker(), found_.visited, looked_at);
    if (!first) return {};
    // A loop iteration that was left out on the way from a dead end counts as none there.
    if (machine_.tells_dead_ends) return certain_of({*first});
    return {*first};
  }

  // A state from which no final state can be reached, or no_position: the first of these, or, when
  // there is no final state at all, one where threads are idle, or else the first of those farthest
  // from the initial one. Where that may be a dead end, no execution's state, it is the initial
  // one.
  Position endless_state(const std::vector<Position>& endless, const Answer& report) const {
    if (!endless.empty()) return endless.front();
    const Tally& tally = found_.tally;
    if (!never_ends(report) || tally.stuck_states != 0) return no_position;
    if (machine_.has_dead_ends) return 0;
    return tally.idle.empty() ? search_.farthest : tally.idle.front();
  }

  const SearchedMachine& machine_;
  const Test& test_;
  const ExploreOptions& options_;
  const Found& found_;
  const EndedSearch& search_;
  Limits& limits_;
  double begin_;                          // seconds of the search itself
  mutable std::optional<Walker> walker_;  // both made when they are needed
  mutable std::optional<Replay> replay_;
};

}  // namespace

Searched conclude(const EndedSearch& search, Limits& limits) {
  return Conclusion(search, limits).searched();
}

}  // namespace opexplore
