// Level-synchronous breadth-first search over the states of any machine.
//
// One level after the other is cut into chunks; chunks are expanded one by one, or
// several at a time when the level is large; what they find is merged in the order
// of the chunks. So the first in (predecessor, step) order always wins: numbers,
// counts and shortest traces are the same for any number of threads.
//
// A final state is the end of an execution and is not expanded. A state below which
// the machine gave up (exceeded) is not expanded either, and its outcome not counted;
// nor is one in which the machine has found a data race (HasRaces), unless it goes on behind it.
// A search towards the condition (goal_directed.hpp) drops states from which no final state that
// decides the verdict can be reached.
//
// A machine may have several forms, e.g. one per width of its state, and pick one
// per test: if it has a static member template
//     static auto dispatch(const Test&, const MachineOptions&, auto&& run);
// that returns run(machine) for a value `machine` of some type that satisfies the
// concept TransitionSystem, then that one is searched instead of M itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/endless.hpp"
#include "explorer/explore.hpp"
#include "explorer/goal_directed.hpp"
#include "explorer/level.hpp"
#include "explorer/limits.hpp"
#include "explorer/parallel.hpp"
#include "explorer/paths.hpp"
#include "explorer/races.hpp"
#include "explorer/report.hpp"
#include "explorer/stalls.hpp"
#include "explorer/trace.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {

/// What is special about a search that is one of several for a question.
struct SearchPlan {
  bool traces = true;        ///< paths are traces: give those that are asked for
  bool until_stuck = false;  ///< end with the level of the first stuck state
  /// Take the state that was found last, not the first, until a final state decides the verdict.
  bool depth_first = false;
};

/// What one search says.
struct Searched {
  Report report;
  /// It is no answer: the question has to be put to another form of the machine (MayOutgrow).
  bool outgrown = false;
  /// The index in `report.outcomes` of the one whose trace shows most about the verdict; or none,
  /// which is their number.
  std::size_t telling = 0;
  bool endless = false;  ///< there is something to show for Report::endless
};

/// Whether the outcome with this index shall have a trace.
inline bool is_traced(Traces traces, std::size_t index, std::size_t telling) {
  return traces == Traces::every_outcome || (traces == Traces::witness && index == telling);
}

/// One search of one machine.
template <TransitionSystem M>
class Search {
 public:
  Search(const M& machine, const Test& test, const ExploreOptions& options, SearchPlan plan = {})
      : machine_(machine),
        test_(test),
        options_(options),
        plan_(plan),
        limits_(options),
        team_(options.threads),
        found_(options),
        direct_(machine) {
    if (HasRaces<M> && goal_directed()) any_end_test_ = asking_for_end(test);
  }

  /// Explores until everything is known or a limit says stop.
  Searched run() {
    insert_initial();
    if (plan_.depth_first) {
      go_down();
    } else {
      go_by_levels();
      if (found_.incomplete != Incomplete::none) look_at_unexpanded();
    }
    return searched();
  }

 private:
  using State = typename M::State;

  // What one thread needs to expand a chunk, and what that gave.
  struct Work {
    explicit Work(const M& machine) : state(machine.initial()) {}
    State state;
    Candidates candidates;
    Tally tally;
    bool done = false;
  };

  void go_by_levels() {
    while (found_.next.states != 0 && found_.incomplete == Incomplete::none) {
      std::swap(level_, found_.next);
      found_.next.clear();
      expand_level();
      if (found_.next.states == 0 || must_go_elsewhere()) break;
      if (plan_.until_stuck && found_.tally.stuck_states != 0) break;
      found_.stopped_at_verdict = options_.verdict_only && decided();
      if (found_.stopped_at_verdict) break;
      ++found_.depth;
    }
  }

  // The states met on the way down, those beside it last found first.
  void go_down() {
    constexpr std::uint32_t look_interval = 64;
    std::vector<Position> stack;
    std::uint32_t taken = 0;
    while (found_.incomplete == Incomplete::none && !found_.stopped_at_verdict) {
      for (const Chunk& chunk : found_.next.chunks) {
        Position position = chunk.first;
        for (std::uint32_t left = chunk.count; left != 0; --left) {
          stack.push_back(position);
          position = found_.visited.next(position);
        }
      }
      found_.next.clear();
      if (stack.empty()) return;
      waiting_ = stack.size();
      expand_directly({stack.back(), 1});
      stack.pop_back();
      found_.stopped_at_verdict = decided();
      const bool looks = ++taken % look_interval == 0;
      if (looks && limits_.poll(progress())) found_.incomplete = limits_.reason();
    }
    if (found_.stopped_at_verdict) {
      found_.depth = steps_to(most_telling(test_, found_.tally)->second.first);
    }
  }

  // How many steps the search took to the state.
  std::uint32_t steps_to(Position position) const {
    std::uint32_t steps = 0;
    for (; position != 0; ++steps) position = found_.visited.at(position).predecessor;
    return steps;
  }

  // The state itself is stored whatever is asked, and not expanded if that can say nothing.
  void insert_initial() {
    machine_.encode(direct_.state, direct_.candidates.bytes());
    direct_.candidates.note(0, Step{});
    found_.merge(direct_.candidates);
    direct_.candidates.clear();
    races_ = may_race(machine_, direct_.state);
    if (!leads_on(direct_.state)) found_.next.clear();
  }

  // Whether the search looks for final states that decide the verdict alone.
  bool goal_directed() const { return HasGoal<M> && options_.machine.goal; }

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

  // Whether what is asked for needs another form of the machine. If that is a verdict, a final
  // state that decides it is enough, and if it is a stuck state, that; so the search goes on.
  bool must_go_elsewhere() const {
    return found_.tally.outgrown && !asks_for_verdict(options_) && !plan_.until_stuck;
  }

  void expand_level() {
    const bool parallel = team_.threads() > 1 && level_.states > parallel_level;
    const std::size_t batch = parallel ? std::size_t{8} * team_.threads() : 1;
    waiting_ = level_.states;
    for (std::size_t first = 0; first < level_.chunks.size(); first += batch) {
      const std::size_t count = std::min(batch, level_.chunks.size() - first);
      const Chunk* const chunks = level_.chunks.data() + first;
      parallel ? expand_together(chunks, count) : expand_directly(*chunks);
      if (found_.incomplete == Incomplete::none && limits_.poll(progress())) {
        found_.incomplete = limits_.reason();
      }
      if (found_.incomplete != Incomplete::none || must_go_elsewhere()) return;
    }
  }

  // One chunk in this thread; successors go into the visited set a few at a time.
  void expand_directly(const Chunk& chunk) {
    constexpr std::size_t flush = 64;
    Position position = chunk.first;
    for (std::uint32_t left = chunk.count; left != 0; --left) {
      expand(position, direct_.candidates, found_.tally, direct_.state);
      position = found_.visited.next(position);
      if (direct_.candidates.entries().size() < flush && left != 1) continue;
      found_.merge(direct_.candidates);
      direct_.candidates.clear();
    }
    expanded(chunk);
  }

  // Several chunks at once; the visited set does not change meanwhile.
  void expand_together(const Chunk* chunks, std::size_t count) {
    while (works_.size() < count) works_.emplace_back(machine_);
    const Progress now = progress();
    team_.run(count, [&](std::size_t index) {
      Work& work = works_[index];
      work.candidates.clear();
      work.tally = {};
      work.done = !limits_.poll(now);
      if (!work.done) return;
      Position position = chunks[index].first;
      for (std::uint32_t left = chunks[index].count; left != 0; --left) {
        expand(position, work.candidates, work.tally, work.state);
        position = found_.visited.next(position);
      }
      work.candidates.mark_known(found_.visited);
    });
    for (std::size_t index = 0; index < count; ++index) {
      Work& work = works_[index];
      if (!work.done || found_.incomplete != Incomplete::none) return;
      found_.tally.add(std::move(work.tally));
      found_.merge(work.candidates);
      expanded(chunks[index]);
    }
  }

  void expand(Position position, Candidates& candidates, Tally& tally, State& state) const {
    machine_.decode(found_.visited.at(position).bytes, state);
    if (ends_here(position, state, tally)) return;
    if constexpr (MayOutgrow<M>) {
      tally.outgrown = tally.outgrown || machine_.has_outgrown(state);
    }
    bool stays = true;
    const bool pruned = machine_.for_each_step(state, [&](Step step, State&& next) {
      stays = false;
      if (!leads_on(next)) return;
      ++tally.transitions;
      machine_.encode(next, candidates.bytes());
      found_.visited.prefetch(candidates.note(position, step));
    });
    if (!stays) return;
    if (!pruned) {
      tally.add_stuck(position);
    } else if (!goal_directed() && !may_be_dead_end(machine_, state)) {
      tally.add_idle(position);
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
    tally.add_final(machine_.outcome(state), position);
    return true;
  }

  void expanded(const Chunk& chunk) {
    waiting_ -= chunk.count;
    last_chunk_ = chunk;
  }

  // After a limit: final states that were stored but not expanded count as well.
  void look_at_unexpanded() {
    Position position = last_chunk_.first;
    for (std::uint32_t left = last_chunk_.count; left != 0; --left) {
      position = found_.visited.next(position);
    }
    for (; position != found_.visited.end(); position = found_.visited.next(position)) {
      machine_.decode(found_.visited.at(position).bytes, direct_.state);
      ends_here(position, direct_.state, found_.tally);
    }
  }

  bool decided() {
    if constexpr (HasRaces<M>) {
      if (found_.tally.racy_states != 0) return true;  // one makes it Undef
      if (races_) return false;
    }
    if (found_.tally.outcomes.size() == outcomes_checked_) return false;
    outcomes_checked_ = found_.tally.outcomes.size();
    return is_decided(test_, found_.tally);
  }

  Progress progress() const {
    return {found_.depth, found_.tally.transitions, found_.visited.size(), waiting_, 0};
  }

  Searched searched() const {
    Searched result;
    Report& report = result.report;
    report_found(test_, options_, found_, report);
    report.goal_directed = goal_directed();
    result.outgrown =
        must_go_elsewhere() || (found_.tally.outgrown && found_.incomplete == Incomplete::none &&
                                !is_decided(test_, found_.tally));
    result.telling = telling_outcome(report);
    if (result.outgrown) return result;
    add_counts(report);
    if (plan_.traces) {
      add_traces(result.telling, report);
    } else {
      result.endless = shown_endless(report) != no_position;
    }
    report.statistics.seconds = limits_.seconds();
    return result;
  }

  std::size_t telling_outcome(const Report& report) const {
    const auto* const telling = most_telling(test_, found_.tally);
    if (telling == nullptr) return report.outcomes.size();
    const auto place = std::ranges::find(report.outcomes, telling->first, &OutcomeReport::values);
    return static_cast<std::size_t>(place - report.outcomes.begin());
  }

  // What goes through all transitions once more.
  void add_counts(Report& report) const {
    if (report.incomplete != Incomplete::none || report.stopped_at_verdict) return;
    if (report.goal_directed) return;
    const std::uint64_t before =
        report.statistics.memory_bytes + StateNumbers::bytes_for(found_.visited);
    const std::uint64_t states = found_.visited.size();
    if (options_.count_paths && fits(before + PathCounter::bytes_for(states), report)) {
      report.statistics.paths = count_paths(machine_, found_.visited, limits_);
    }
    if constexpr (HasStalls<M>) {
      const std::uint64_t transitions = found_.tally.transitions;
      if (options_.count_stalls &&
          fits(before + StallGraph::bytes_for(states, transitions), report)) {
        report.stalls = count_stalls(machine_, found_.visited, transitions, limits_);
      }
    }
  }

  // Whether so much memory may be allocated together, which is then counted.
  bool fits(std::uint64_t needed, Report& report) const {
    if (options_.max_memory && needed > *options_.max_memory) return false;
    report.statistics.memory_bytes = std::max(report.statistics.memory_bytes, needed);
    return true;
  }

  void add_traces(std::size_t telling, Report& report) const {
    const Replay<M> replay(test_, options_.machine, found_.visited);
    for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
      if (!is_traced(options_.traces, i, telling)) continue;
      OutcomeReport& outcome = report.outcomes[i];
      outcome.trace = replay.trace_to(found_.tally.outcomes.at(outcome.values).first);
    }
    if (found_.tally.stuck_states != 0) {
      report.deadlock = replay.trace_to(found_.tally.first_stuck);
      report.deadlock_reason = replay.stuck_reason(found_.tally.first_stuck);
    }
    if (const Position first = shown_endless(report); first != no_position) {
      report.endless = replay.trace_to(first);
      report.endless_reason = replay.endless_reason(first);
    }
    if constexpr (HasRaces<M>) {
      if (found_.tally.racy_states == 0) return;
      report.race = replay.trace_to(found_.tally.first_racy);
      report.race_reason = replay.race_reason(found_.tally.first_racy);
    }
  }

  // Counts the endless states; gives the one to show, or no_position.
  Position shown_endless(Report& report) const {
    if (goal_directed()) return no_position;
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
    std::vector<std::string> states;
    for (const Position position : suspects) {
      states.emplace_back(found_.visited.at(position).bytes);
    }
    const std::vector<bool> certain =
        never_end(with_all_iterations<M>(test_, options_.machine), states);
    std::vector<Position> result;
    for (std::size_t i = 0; i < suspects.size(); ++i) {
      if (certain[i]) result.push_back(suspects[i]);
    }
    return result;
  }

  // Without a jump back there is no loop, without a final state each state is one.
  std::vector<Position> without_end() const {
    if ((HasDeadEnds<M> && !TellsDeadEnds<M>) || found_.incomplete != Incomplete::none ||
        found_.stopped_at_verdict || found_.tally.outcomes.empty() ||
        found_.visited.size() > most_backward_states ||
        !std::ranges::any_of(test_.program.threads, has_backward_jump)) {
      return {};
    }
    LookedAt looked_at(limits_, found_.visited.size());
    const auto first = first_without_end(machine_, found_.visited, looked_at);
    if (!first) return {};
    Position position = 0;
    for (std::size_t number = 0; number < *first; ++number) {
      position = found_.visited.next(position);
    }
    // A loop iteration that was left out on the way from a dead end counts as none there.
    if constexpr (TellsDeadEnds<M>) return certain_of({position});
    return {position};
  }

  // A state from which no final state can be reached, or no_position: the first of these, or, when
  // there is no final state at all, one where threads are idle, or else the first of those farthest
  // from the initial one. Where that may be a dead end, no execution's state, it is the initial
  // one.
  Position endless_state(const std::vector<Position>& endless, const Report& report) const {
    if (!endless.empty()) return endless.front();
    const Tally& tally = found_.tally;
    if (!never_ends(report) || tally.stuck_states != 0) return no_position;
    if (HasDeadEnds<M>) return 0;
    return tally.idle.empty() ? level_.chunks.front().first : tally.idle.front();
  }

  static constexpr std::uint64_t parallel_level = 2048;

  const M& machine_;
  const Test& test_;
  const ExploreOptions& options_;
  SearchPlan plan_;
  Goal goal_{test_};
  Test any_end_test_;  // of what passes the filter, where races are looked for
  Goal any_end_{any_end_test_};
  bool races_ = false;  // from the initial state on, some execution may have a race
  mutable Limits limits_;
  Team team_;
  Found found_;
  Level level_;
  Work direct_;
  std::vector<Work> works_;
  std::uint64_t waiting_ = 0;  // states of level_ not yet expanded
  Chunk last_chunk_;
  std::size_t outcomes_checked_ = 0;
};

/// Explores the test with a machine that exists already, by one search.
template <TransitionSystem M>
Report search(const M& machine, const Test& test, const ExploreOptions& options) {
  return Search<M>(machine, test, options).run().report;
}

}  // namespace opexplore
