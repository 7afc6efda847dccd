#include "explorer/search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/goal_directed.hpp"
#include "explorer/hunt_search.hpp"
#include "explorer/limits.hpp"
#include "explorer/parallel.hpp"

namespace opexplore {
namespace {

// One search of one machine.
class Search {
 public:
  Search(const MakeSearched& make, const Test& test, const ExploreOptions& options, SearchPlan plan)
      : test_(test),
        options_(options),
        plan_(plan),
        limits_(options),
        team_(options.threads),
        found_(options),
        machine_(make(found_.visited)),
        direct_(machine_) {}

  // Explores until everything is known or a limit says stop.
  Searched run() {
    insert_initial();
    if (plan_.depth_first) {
      go_down();
    } else {
      go_by_levels();
      if (found_.incomplete != Incomplete::none) look_at_unexpanded();
    }
    const Position farthest = level_.chunks.empty() ? 0 : level_.chunks.front().first;
    return conclude({machine_, test_, options_, plan_, found_, farthest, must_go_elsewhere()},
                    limits_);
  }

 private:
  // What one thread needs to expand a chunk, and what that gave.
  struct Work {
    explicit Work(const SearchedMachine& machine) : expand(machine.expand()) {}
    Expand expand;
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
      if (plan_.until_data_races && found_.tally.data_races.size() >= *plan_.until_data_races)
        break;
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
    if (found_.stopped_at_verdict) found_.depth = steps_to(deciding_state());
  }

  // A data race decides before any execution has come to its end.
  Position deciding_state() const {
    const Tally& tally = found_.tally;
    return tally.racy_states != 0 ? tally.first_racy : most_telling(test_, tally)->second.first;
  }

  // How many steps the search took to the state.
  std::uint32_t steps_to(Position position) const {
    std::uint32_t steps = 0;
    for (; position != 0; ++steps) position = found_.visited.at(position).predecessor;
    return steps;
  }

  // The state itself is stored whatever is asked, and not expanded if that can say nothing.
  void insert_initial() {
    direct_.candidates.bytes() += machine_.initial;
    direct_.candidates.note(0, Step{});
    found_.merge(direct_.candidates);
    direct_.candidates.clear();
    if (!machine_.leads_on) found_.next.clear();
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
      direct_.expand(position, direct_.candidates, found_.tally);
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
        work.expand(position, work.candidates, work.tally);
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
      machine_.look_at(position, found_.tally);
    }
  }

  bool decided() {
    if (machine_.flags_data_races) return false;  // more may come
    if (machine_.finds_races) {
      if (found_.tally.racy_states != 0) return true;  // one makes it Undef
      if (machine_.may_race) return false;
    }
    if (found_.tally.outcomes.size() == outcomes_checked_) return false;
    outcomes_checked_ = found_.tally.outcomes.size();
    return is_decided(test_, found_.tally);
  }

  Progress progress() const {
    return {found_.depth, found_.tally.transitions, found_.visited.size(), waiting_, 0};
  }

  static constexpr std::uint64_t parallel_level = 2048;

  const Test& test_;
  const ExploreOptions& options_;
  SearchPlan plan_;
  Limits limits_;
  Team team_;
  Found found_;
  SearchedMachine machine_;
  Level level_;
  Work direct_;
  std::vector<Work> works_;
  std::uint64_t waiting_ = 0;  // states of level_ not yet expanded
  Chunk last_chunk_;
  std::size_t outcomes_checked_ = 0;
};

}  // namespace

Searched searched(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                  SearchPlan plan) {
  if (plan.hunt != nullptr) return hunted(make, test, options, plan);
  return Search(make, test, options, plan).run();
}

}  // namespace opexplore
