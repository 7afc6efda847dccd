// A state and the thread that is running there are gone on with once, in the order of the changes
// that it took to come there: steps of that thread are taken now, those of others are put off until
// all with fewer changes is done. Where the thread has no step the others go on at no cost. A
// thread that takes very many steps in a row waits for the next bound as well, or a loop that
// writes would never let the others run.
//
// Each state is stored once; which threads were followed from there is kept beside it. What is put
// off is not stored but expanded again, which keeps the states few as long as the bound is small.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/analyses/replay.hpp"
#include "explorer/search/hunt.hpp"
#include "explorer/search/orders.hpp"
#include "explorer/search/search_run.hpp"
#include "explorer/store/taken_threads.hpp"

namespace opexplore {
namespace {

// Long enough for what threads do on their own, short enough to come back from a loop.
constexpr std::uint16_t most_in_a_row = 200;
constexpr std::uint32_t turns_between_polls = 8;

// A state that is to be gone on with.
struct Waiting {
  Position state = 0;
  std::uint32_t depth = 0;
  ThreadSet running = 0;       // nothing: whoever was not followed from there yet
  std::uint16_t in_a_row = 0;  // steps of the thread
};

class ByChanges {
 public:
  ByChanges(const MakeSearched& make, const Test& test, const ExploreOptions& options,
            const SearchPlan& plan)
      : run_(make, test, options, plan), test_(test), options_(options), plan_(plan) {}

  Searched searched() {
    run_.insert_initial();
    if (run_.goes_on()) waiting_.push_back({0, 0, 0, 0});
    while (run_.goes_on()) {
      if (waiting_.empty() && !widen()) break;
      go_on();
    }
    return concluded();
  }

 private:
  // What was put off, in that order, with one change more; false if there is nothing.
  bool widen() {
    if (put_off_.empty()) return false;
    ++changes_;
    std::swap(waiting_, put_off_);
    std::ranges::reverse(waiting_);
    return true;
  }

  void go_on() {
    const Waiting last = waiting_.back();
    waiting_.pop_back();
    run_.waiting = waiting_.size();
    if (++taken_ % turns_between_polls == 0 && run_.is_over()) return;
    if (is_left(last)) follow(last);
  }

  bool is_left(const Waiting& from) {
    const ThreadSet taken = threads_.at(from.state);
    return taken != all_threads && (from.running == 0 || (taken & from.running) == 0);
  }

  void follow(const Waiting& from) {
    const ThreadSet here = expand(from);
    ThreadSet& taken = threads_.at(from.state);
    const bool goes_on = (here & from.running) != 0;
    const ThreadSet now = (goes_on ? from.running : here) & ~taken;
    const bool rest = (here & ~(taken | now)) != 0;
    // Once for each state: it is the first time that one of its threads goes on.
    if (rest && taken == 0) put_off_.push_back({from.state, from.depth, 0, 0});
    taken = rest ? taken | now : all_threads;
    take(from, now, goes_on);
  }

  // Looks at the state for the first time, or makes its successors once more. Gives the threads
  // that have steps there.
  ThreadSet expand(const Waiting& from) {
    Tally tally;
    candidates_.clear();
    expand_(from.state, candidates_, tally);
    ThreadSet here = 0;
    for (const Candidates::Entry& entry : candidates_.entries())
      here |= thread_set(entry.step.thread);
    found_.depth = std::max(found_.depth, from.depth);
    if (threads_.at(from.state) == 0) note(from, here, std::move(tally));
    return here;
  }

  // The steps of these threads. The first goes on first.
  void take(const Waiting& from, ThreadSet now, bool goes_on) {
    const std::size_t before = waiting_.size();
    for (const Candidates::Entry& entry : candidates_.entries()) {
      const ThreadSet running = thread_set(entry.step.thread);
      if ((now & running) == 0) continue;
      const std::optional<Position> next = met(entry);
      if (!next) break;
      const auto in_a_row = static_cast<std::uint16_t>(goes_on ? from.in_a_row + 1 : 1);
      const bool long_enough = in_a_row >= most_in_a_row;
      const Waiting later{*next, from.depth + 1, running,
                          long_enough ? std::uint16_t{0} : in_a_row};
      if (is_left(later)) (long_enough ? put_off_ : waiting_).push_back(later);
    }
    std::reverse(waiting_.begin() + static_cast<std::ptrdiff_t>(before), waiting_.end());
  }

  // Where the state is stored; nothing if a limit has been reached.
  std::optional<Position> met(const Candidates::Entry& entry) {
    const std::string_view bytes = candidates_.bytes_of(entry);
    VisitedSet& visited = found_.visited;
    if (const auto known = visited.find(bytes, entry.hash)) return known;
    if (options_.max_memory) {
      visited.limit_memory(*options_.max_memory - std::min(*options_.max_memory, own_memory()));
    }
    found_.add(entry, bytes);
    if (found_.incomplete != Incomplete::none) return std::nullopt;
    return visited.last();
  }

  // What it has allocated beside the states, and what a list that grows takes for a moment.
  std::uint64_t own_memory() const {
    const std::size_t outcome = 2 * sizeof(Outcome) + sizeof(Value) * test_.observables.size();
    return threads_.bytes() + 3 * sizeof(Waiting) * (waiting_.capacity() + put_off_.capacity()) +
           (outcome + 64) * found_.tally.outcomes.size();
  }

  // What there is about a state, and on its steps, that was not known.
  void note(const Waiting& from, ThreadSet here, Tally&& tally) {
    for (const auto& [outcome, states] : tally.outcomes) {
      if (found_.tally.outcomes.contains(outcome) || !passes_filter(test_, outcome)) continue;
      say(outcome, {from.state, {}}, changes_);
      keep_trace(outcome, from.state);
    }
    for (const auto& [pair, met] : tally.data_races) {
      if (found_.tally.data_races.contains(pair)) continue;
      const bool other = met.step && (here & from.running) != 0 &&
                         (thread_set(met.step->thread) & from.running) == 0;
      say(pair, met, changes_ + (other ? 1U : 0U));
    }
    if (tally.stuck_states != 0 && found_.tally.stuck_states == 0 && *plan_.hunt) {
      say(FoundDeadlock{replay().stuck_reason(from.state)}, {from.state, {}}, changes_);
    }
    if (tally.racy_states != 0 && found_.tally.racy_states == 0 && *plan_.hunt) {
      say(FoundRace{replay().race_reason(from.state)}, {from.state, {}}, changes_);
    }
    found_.tally.add(std::move(tally));
    found_.stopped_at_verdict = options_.verdict_only && run_.decided();
  }

  void say(auto what, const RaceMet& at, std::uint32_t changes) {
    if (!*plan_.hunt) return;
    const auto trace = [&] { return replay().trace_to(at.position, at.step); };
    (*plan_.hunt)({std::move(what), trace, changes, run_.limits.seconds()});
  }

  // What a limit of time leaves no time for later.
  void keep_trace(const Outcome& outcome, Position state) {
    if (options_.traces != Traces::every_outcome || traces_.size() >= most_traced_early) return;
    traces_.emplace(outcome, replay().trace_to(state));
  }

  const Replay& replay() {
    if (!replay_) replay_.emplace(machine_.walker(), test_, options_.machine, found_.visited);
    return *replay_;
  }

  Searched concluded() {
    const bool stopped =
        found_.incomplete == Incomplete::time || found_.incomplete == Incomplete::interrupted;
    // Whether these may come to an end would be asked of each, and no time is left for that.
    if (stopped) found_.tally.idle.clear();
    ExploreOptions options = options_;
    const bool some = options.traces == Traces::every_outcome;
    if (some && found_.incomplete != Incomplete::none) options.traces = Traces::witness;
    const Position farthest = found_.visited.last();
    Searched result = conclude({.machine = machine_,
                                .test = test_,
                                .options = options,
                                .plan = plan_,
                                .found = found_,
                                .farthest = farthest},
                               run_.limits);
    for (AnsweredOutcome& outcome : result.report.outcomes) {
      const auto kept = traces_.find(outcome.values);
      if (kept != traces_.end()) outcome.trace = std::move(kept->second);
    }
    result.report.statistics.memory_bytes = found_.visited.peak_memory() + own_memory();
    return result;
  }

  SearchRun run_;
  const Test& test_;
  const ExploreOptions& options_;
  const SearchPlan& plan_;
  Found& found_ = run_.found;
  SearchedMachine& machine_ = run_.machine;
  Expand expand_ = machine_.expand();
  Candidates candidates_;
  TakenThreads threads_;
  std::vector<Waiting> waiting_;  // last in, first out
  std::vector<Waiting> put_off_;  // until there may be one change more
  std::uint32_t changes_ = 0;
  std::uint32_t taken_ = 0;
  std::optional<Replay> replay_;
  std::map<Outcome, Trace> traces_;
};

}  // namespace

Searched by_changes(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                    const SearchPlan& plan) {
  return ByChanges(make, test, options, plan).searched();
}

}  // namespace opexplore
