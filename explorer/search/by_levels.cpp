#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/analyses/endless.hpp"
#include "explorer/notes/checkpoint.hpp"
#include "explorer/search/goal_directed.hpp"
#include "explorer/search/orders.hpp"
#include "explorer/search/search_run.hpp"
#include "explorer/store/parallel.hpp"
#include "explorer/store/shared_insertion.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {
namespace {

class ByLevels {
 public:
  ByLevels(const MakeSearched& make, const Test& test, const ExploreOptions& options,
           const SearchPlan& plan)
      : run_(make, test, options, plan),
        test_(test),
        options_(options),
        plan_(plan),
        team_(options.threads),
        direct_(machine_) {}

  Searched searched() {
    if (!goes_on()) {
      if (notes_steps()) found_.known_steps.emplace();
      run_.insert_initial();
    }
    go_by_levels();
    if (found_.incomplete != Incomplete::none) {
      noting([&](Checkpoint& checkpoint) { checkpoint.note(found_); });
      look_at_unexpanded();
    }
    return conclude({.machine = machine_,
                     .test = test_,
                     .options = options_,
                     .plan = plan_,
                     .found = found_,
                     .farthest = level_.first,
                     .outgrown = must_go_elsewhere(),
                     .endless = endless_},
                    run_.limits);
  }

 private:
  // What one thread needs to expand a chunk, and what that gave.
  struct Work {
    explicit Work(const SearchedMachine& machine) : expand(machine.expand()) {}
    Expand expand;
    Candidates candidates;
    Tally tally;
  };

  void go_by_levels() {
    while (found_.next_states() != 0 && run_.goes_on()) {
      level_ = found_.take_next();
      noting([&](Checkpoint& checkpoint) { checkpoint.begin_level(found_, level_); });
      if (found_.incomplete != Incomplete::none) break;
      expand_level();
      if (plan_.until_endless != EndlessKind::nothing && leads_nowhere()) break;
      if (found_.next_states() == 0 || must_go_elsewhere()) break;
      if (plan_.until_stuck && found_.tally.stuck_states != 0) break;
      if (plan_.until_data_races && found_.tally.data_races.size() >= *plan_.until_data_races)
        break;
      found_.stopped_at_verdict = options_.verdict_only && run_.decided();
      if (found_.stopped_at_verdict) break;
      ++found_.depth;
    }
  }

  // Whether a state of this level is one that was looked for; if so, which.
  bool leads_nowhere() {
    std::vector<Position> suspects;
    if (plan_.until_endless == EndlessKind::idle) {
      const auto first = std::ranges::lower_bound(found_.tally.idle, level_.first);
      suspects.assign(first, found_.tally.idle.end());
    } else {
      for (std::uint64_t i = 0; i < level_.count; ++i) {
        suspects.push_back(static_cast<Position>(level_.first + i));
      }
    }
    if (suspects.empty()) return false;
    if (!endings_) {
      endings_.emplace(with_all_iterations(machine_.walker(), test_, options_.machine));
    }
    const std::vector<Position> endless = endless_among(suspects, found_.visited, *endings_);
    if (!endless.empty()) endless_ = endless.front();
    return !endless.empty();
  }

  // Of a loop is asked whether it ends (endless.hpp). Notes are no part of what a limit of memory
  // counts, so that under one the steps are taken again.
  bool notes_steps() const {
    return !machine_.goal_directed && !options_.max_memory &&
           std::ranges::any_of(test_.program.threads, has_backward_jump);
  }

  // Whether the search goes on behind what it has noted.
  bool goes_on() {
    bool restored = false;
    noting([&](Checkpoint& checkpoint) { restored = checkpoint.restore(found_); });
    unexpanded_ = found_.next;
    return restored;
  }

  // Uses the checkpoint, if there is one. What cannot be noted ends the search: whoever asks for
  // notes relies on them.
  template <class Use>
  void noting(const Use& use) {
    if (plan_.checkpoint == nullptr || found_.incomplete == Incomplete::storage) return;
    try {
      use(*plan_.checkpoint);
    } catch (const JournalError& error) {
      found_.incomplete = Incomplete::storage;
      found_.storage_error = error.what();
    }
  }

  // Whether what is asked for needs another form of the machine. If that is a verdict, a final
  // state that decides it is enough, and if it is a stuck state, that; so the search goes on.
  bool must_go_elsewhere() const {
    return found_.tally.outgrown && !asks_for_verdict(options_) && !plan_.until_stuck;
  }

  void expand_level() {
    waiting_ = level_.count;
    Position position = level_.first;
    while (waiting_ != 0) {
      const States chunks{position, std::min<std::uint64_t>(waiting_, states_at_once())};
      chunks.count > chunk_states ? expand_together(chunks) : expand_directly(chunks);
      if (found_.incomplete != Incomplete::none || run_.is_over() || must_go_elsewhere()) return;
      position += static_cast<Position>(chunks.count);
    }
  }

  // A chunk, or as many as keep all threads busy and may find room for what is new.
  std::uint64_t states_at_once() const {
    constexpr std::uint64_t chunks_per_thread = 16, new_per_state = 4;
    if (team_.threads() == 1 || waiting_ <= parallel_level) return chunk_states;
    const std::uint64_t most = chunks_per_thread * team_.threads();
    const std::uint64_t fitting = shared_.room() / (new_per_state * chunk_states);
    return std::max<std::uint64_t>(1, std::min(most, fitting)) * chunk_states;
  }

  // One chunk in this thread; successors go into the visited set a few at a time.
  void expand_directly(const States& chunk) {
    const std::uint64_t done = expand(direct_, chunk, found_.tally, run_.progress(),
                                      [&] { found_.merge(direct_.candidates); });
    if (found_.visited.size() > most_backward_states) found_.known_steps.reset();
    if (done != chunk.count) found_.incomplete = run_.limits.reason();
    expanded({chunk.first, done});
  }

  // Expands states; from time to time calls take() for the candidates, which are then gone. Gives
  // how many it has expanded: all of them unless a limit of time says stop, for a single state can
  // take a tenth of a second.
  template <class Take>
  std::uint64_t expand(Work& work, const States& states, Tally& tally, const Progress& now,
                       const Take& take) {
    constexpr std::size_t flush = 64, look_interval = 4;
    std::uint64_t done = 0;
    while (done != states.count && (done % look_interval != 0 || !run_.limits.poll(now))) {
      work.expand(static_cast<Position>(states.first + done), work.candidates, tally);
      ++done;
      if (work.candidates.entries().size() < flush && done != states.count) continue;
      take();
      work.candidates.clear();
    }
    if (!work.candidates.entries().empty()) {
      take();
      work.candidates.clear();
    }
    return done;
  }

  // Several chunks at once; or one by one, if a limit may strike in one of them.
  void expand_together(const States& chunks) {
    const std::uint64_t count = (chunks.count + chunk_states - 1) / chunk_states;
    const auto chunk = [&](std::uint64_t index) {
      const std::uint64_t before = index * chunk_states;
      return States{static_cast<Position>(chunks.first + before),
                    std::min<std::uint64_t>(chunk_states, chunks.count - before)};
    };
    while (works_.size() < count) works_.emplace_back(machine_);
    found_.known_steps.reset();  // not noted here
    shared_.begin(count);
    const Progress now = run_.progress();
    team_.run(count, [&](std::size_t index) {
      Work& work = works_[index];
      work.tally = {};
      if (run_.limits.poll(now)) return;
      expand(work, chunk(index), work.tally, now, [&] { offer(index); });
    });
    const std::optional<std::uint64_t> fresh = shared_.count(team_);
    const bool stops = run_.limits.reason() != Incomplete::none;
    if (!stops && fresh && *fresh <= found_.states_left()) {
      shared_.commit(team_);
      for (std::size_t index = 0; index < count; ++index) {
        found_.tally.add(std::move(works_[index].tally));
      }
      return expanded(chunks);
    }
    shared_.discard();
    for (std::uint64_t index = 0; index < count && !stops; ++index) {
      if (found_.incomplete == Incomplete::none) expand_directly(chunk(index));
    }
  }

  void offer(std::size_t index) {
    for_each_candidate(works_[index].candidates, found_.visited,
                       [&](const Candidates::Entry& entry, std::string_view bytes) {
                         shared_.offer(index, bytes, entry.hash, entry.predecessor, entry.step);
                         return true;
                       });
  }

  void expanded(const States& states) {
    waiting_ -= states.count;
    unexpanded_ = static_cast<Position>(states.first + states.count);
  }

  // After a limit: final states that were stored but not expanded count as well.
  void look_at_unexpanded() {
    for (Position position = unexpanded_; position != found_.visited.end(); ++position) {
      machine_.look_at(position, found_.tally);
    }
  }

  static constexpr std::uint64_t parallel_level = 2048;

  SearchRun run_;
  const Test& test_;
  const ExploreOptions& options_;
  const SearchPlan& plan_;
  Found& found_ = run_.found;
  SearchedMachine& machine_ = run_.machine;
  std::uint64_t& waiting_ = run_.waiting;
  Team team_;
  States level_;
  Work direct_;
  std::vector<Work> works_;
  SharedInsertion shared_{found_.visited};
  Position unexpanded_ = 0;         // the first of those that wait
  std::optional<Endings> endings_;  // of the states that may be
  Position endless_ = no_position;  // what SearchPlan::until_endless has asked for
};

}  // namespace

Searched by_levels(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                   const SearchPlan& plan) {
  return ByLevels(make, test, options, plan).searched();
}

}  // namespace opexplore
