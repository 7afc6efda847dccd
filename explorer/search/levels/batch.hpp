// The expansion of states that lie elsewhere: a batch of them at a time is put where the machine
// looks for them.
//
// They are expanded as they came, if they can be: neighbours then have successors that are the
// same, or lie near each other. Only where a tally names states, the first of several, they are
// put in order, and expanded once more if that has come as a surprise.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/search/levels/level_store.hpp"
#include "explorer/search/levels/runs.hpp"
#include "explorer/search/search.hpp"
#include "explorer/search/searched_machine.hpp"
#include "explorer/store/level.hpp"
#include "explorer/store/store.hpp"
#include "explorer/store/tally.hpp"

namespace opexplore {

class Batch {
 public:
  explicit Batch(const MakeSearched& make) : machine_(make(states_)), expand_(machine_.expand()) {}
  Batch(const Batch&) = delete;  // the machine refers to the states
  Batch& operator=(const Batch&) = delete;

  const SearchedMachine& machine() const { return machine_; }

  /// The states of the batch, in increasing order if a tally names one: the first is the least.
  const VisitedSet& states() const { return states_; }

  /// The mark of a state of the batch.
  std::uint8_t mark(Position position) const { return marks_[position]; }

  /// Takes the next states of the level instead, those with one of these marks. Throws
  /// StorageError.
  void fill(LevelReader& level, const Marks& marks = all_marks()) {
    clear();
    came_.clear();
    in_order_ = level.is_sorted();
    for (std::size_t count = 0; count != most && !level.at_end(); level.next()) {
      const std::string_view bytes = level.state();
      const std::uint64_t hash = hash_bytes(bytes);
      if (!marks[mark_of(hash)]) continue;
      add(bytes, hash);
      if (!in_order_) came_.push_back({key_of(bytes), bytes});
      ++count;
    }
    if (names_) put_in_order();
  }

  /// Expands them; calls take(candidates) from time to time, until it gives false. Precondition:
  /// the tally is empty.
  template <class Take>
  void expand(Tally& tally, const Take& take) {
    constexpr std::size_t flush = 256;
    for (Position position = 0; position != states_.end(); ++position) {
      expand_(position, candidates_, tally);
      if (candidates_.entries().size() < flush && position + 1 != states_.end()) continue;
      const bool goes_on = take(std::as_const(candidates_));
      candidates_.clear();
      if (!goes_on) return;
    }
    names_ = names_states(tally);
    if (names_ && !in_order_) tally = expanded_in_order();
  }

  /// Looks whether executions end in them.
  void look_at(Tally& tally) {
    put_in_order();
    for (Position position = 0; position != states_.end(); ++position) {
      machine_.look_at(position, tally);
    }
  }

 private:
  // Not more than a tally keeps of any kind, so that those that it keeps are the least.
  static constexpr std::size_t most = Tally::most_idle;

  static bool names_states(const Tally& tally) {
    return !tally.outcomes.empty() || tally.stuck_states != 0 || !tally.idle.empty() ||
           tally.racy_states != 0 || !tally.data_races.empty() ||
           !tally.excluded_data_races.empty() || !tally.exceeded.empty();
  }

  void clear() {
    states_ = VisitedSet();
    marks_.clear();
  }

  void add(std::string_view bytes, std::uint64_t hash) {
    states_.insert(bytes, hash, 0, {});
    marks_.push_back(mark_of(hash));
  }

  void put_in_order() {
    if (in_order_) return;
    in_order_ = true;
    std::sort(came_.begin(), came_.end());
    clear();
    for (const KeyedState& state : came_) add(state.bytes, hash_bytes(state.bytes));
  }

  // Which states are named must not depend on how they came.
  Tally expanded_in_order() {
    put_in_order();
    Tally tally;
    for (Position position = 0; position != states_.end(); ++position) {
      expand_(position, candidates_, tally);
    }
    candidates_.clear();
    return tally;
  }

  VisitedSet states_;
  std::vector<std::uint8_t> marks_;
  std::vector<KeyedState> came_;  // the same, if the level is not in order
  bool in_order_ = true;
  bool names_ = false;  // the last tally names states, so that the next one will, too
  SearchedMachine machine_;
  Expand expand_;
  Candidates candidates_;
};

}  // namespace opexplore
