#include "explorer/search/levels/ended_levels.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "explorer/analyses/endless.hpp"
#include "explorer/notes/texts.hpp"
#include "explorer/search/levels/way_back.hpp"
#include "opmodel/parts/encoding.hpp"

namespace opexplore {
namespace {

class GatheredConclusion {
 public:
  explicit GatheredConclusion(const EndedLevels& ended)
      : ended_(ended),
        plan_(ended.plan),
        incomplete_(ended.incomplete),
        way_back_(ended.batch, ended.store, ended.ranks, ended.limits) {}

  Searched searched() {
    gather();
    const bool has_graph = keeps_graph();
    const Incomplete untraced = find_ways(has_graph);
    ExploreOptions without_limits = ended_.options;
    without_limits.max_memory.reset();
    without_limits.max_states.reset();
    Found found(without_limits);
    fill(found);
    const SearchedMachine machine = ended_.make(found.visited);
    const Position farthest =
        farthest_ ? found.visited.find(*farthest_, hash_bytes(*farthest_)).value_or(0) : 0;
    Searched result = conclude({.machine = machine,
                                .test = ended_.test,
                                .options = ended_.options,
                                .plan = plan_,
                                .found = found,
                                .farthest = farthest,
                                .outgrown = ended_.outgrown,
                                .has_graph = has_graph},
                               ended_.limits);
    result.report.coverage.untraced = std::max(result.report.coverage.untraced, untraced);
    count(found, result.report.statistics);
    return result;
  }

 private:
  // What all ranks have, added up.
  void gather() {
    const std::vector<std::string> all = from_all(ended_.ranks, own());
    for (std::size_t rank = 0; rank != all.size(); ++rank) {
      ByteReader bytes(all[rank]);
      RankHeld& held = held_.emplace_back();
      held.states = bytes.get_unsigned();
      held.memory_bytes = bytes.get_unsigned();
      held.disk_bytes = bytes.get_unsigned();
      states_ += held.states;
      state_bytes_ += bytes.get_unsigned();
      if (const std::string error = get_text(bytes); !error.empty()) fail(error);
      std::string farthest = get_text(bytes);
      const bool is_there = bytes.get_unsigned() != 0;
      if (is_there && (!farthest_ || farthest < *farthest_)) farthest_ = std::move(farthest);
      NamedTally named = get_named(bytes);
      rank == 0 ? void(found_ = std::move(named)) : found_.add(named);
    }
  }

  std::string own() const {
    std::uint64_t states = 0, state_bytes = 0;
    for (const Run& run : ended_.store.levels()) {
      states += run.states;
      state_bytes += run.state_bytes;
    }
    std::string error = ended_.storage_error;
    const std::optional<std::string> farthest = first_of_last_level(error);
    std::string bytes;
    for (const std::uint64_t part :
         {states, ended_.memory, ended_.store.disk_bytes(), state_bytes}) {
      put_unsigned(bytes, part);
    }
    put_text(bytes, error);
    put_text(bytes, farthest.value_or(std::string()));
    put_unsigned(bytes, farthest ? 1 : 0);
    put_named(bytes, ended_.found);
    return bytes;
  }

  std::optional<std::string> first_of_last_level(std::string& error) const {
    if (incomplete_ == Incomplete::storage) return {};
    std::optional<std::string> first;
    try {
      LevelReader level = ended_.store.read(ended_.depth);
      for (; !level.at_end(); level.next()) {
        if (!first || level.state() < *first) first = level.state();
        if (level.is_sorted()) break;
      }
    } catch (const StorageError& failed) {
      error = failed.what();
    }
    return first;
  }

  void fail(const std::string& words) {
    incomplete_ = Incomplete::storage;
    if (storage_error_.empty()) storage_error_ = words;
  }

  // Whether all states may be looked at together once more.
  bool keeps_graph() const {
    constexpr std::uint64_t beside_each = 128;  // in the tables of a way back
    const auto& most = ended_.options.max_memory;
    return incomplete_ == Incomplete::none && states_ <= most_backward_states &&
           (!most || state_bytes_ + states_ * beside_each <= *most / 2);
  }

  // Gives the reason why there are no ways, if there are none.
  Incomplete find_ways(bool all) {
    bool there = false;
    const bool too_late = incomplete_ == Incomplete::time ||
                          incomplete_ == Incomplete::interrupted ||
                          incomplete_ == Incomplete::storage;
    want_named();
    if (!too_late) {
      try {
        if (all) way_back_.want_all();
        there = !plan_.traces || way_back_.find();
      } catch (const StorageError& error) {
        fail(error.what());
      }
    }
    if (there) return Incomplete::none;
    plan_.traces = false;
    return incomplete_ != Incomplete::none ? incomplete_ : ended_.limits.reason();
  }

  // What the report names, with the ways to what it shows.
  void want_named() {
    const std::set<NamedState> ordered(found_.states.begin(), found_.states.end());
    const std::vector<NamedState> states(ordered.begin(), ordered.end());
    const Tally tally = found_.with_positions([&](const NamedState& state) {
      return static_cast<Position>(std::ranges::lower_bound(states, state) - states.begin());
    });
    const auto want = [&](Position index) {
      if (index != no_position) way_back_.want(states[index]);
    };
    for (const NamedState& state : states) way_back_.mention(state);
    way_back_.mention({0, ended_.batch.machine().initial});
    if (!plan_.traces) return;
    for (const Position index : tally.idle) want(index);
    want(tally.first_stuck);
    want(tally.first_racy);
    if (farthest_ && tally.outcomes.empty()) way_back_.want({ended_.depth, *farthest_});
    const Traces traces = ended_.options.traces;
    if (traces == Traces::none) return;
    for (const auto& [pair, met] : tally.data_races) want(met.position);
    if (traces == Traces::witness) {
      const auto* const telling = most_telling(ended_.test, tally);
      if (telling != nullptr) want(telling->second.first);
    } else {
      for (const auto& [outcome, finals] : tally.outcomes) want(finals.first);
    }
  }

  void fill(Found& found) const {
    way_back_.put_into(found.visited);
    found.tally = found_.with_positions([&](const NamedState& state) {
      return found.visited.find(state.bytes, hash_bytes(state.bytes)).value_or(0);
    });
    found.depth = ended_.depth;
    found.incomplete = incomplete_;
    found.storage_error = storage_error_;
    found.stopped_at_verdict = ended_.stopped_at_verdict;
  }

  void count(const Found& found, Statistics& statistics) const {
    statistics.states = states_;
    statistics.state_bytes = state_bytes_;
    statistics.memory_bytes = found.visited.peak_memory();
    for (const RankHeld& held : held_) statistics.memory_bytes += held.memory_bytes;
    statistics.held = held_;
  }

  const EndedLevels& ended_;
  SearchPlan plan_;
  Incomplete incomplete_;
  std::string storage_error_;
  WayBack way_back_;
  NamedTally found_;
  std::vector<RankHeld> held_;
  std::optional<std::string> farthest_;  // the first state of the last level
  std::uint64_t states_ = 0, state_bytes_ = 0;
};

}  // namespace

Searched concluded(const EndedLevels& ended) { return GatheredConclusion(ended).searched(); }

}  // namespace opexplore
