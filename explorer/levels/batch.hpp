// The expansion of states that lie elsewhere: a batch of them at a time is put where the machine
// looks for them.
#pragma once

#include <cstdint>
#include <utility>

#include "explorer/level.hpp"
#include "explorer/levels/runs.hpp"
#include "explorer/search.hpp"
#include "explorer/searched_machine.hpp"
#include "explorer/store.hpp"

namespace opexplore {

class Batch {
 public:
  explicit Batch(const MakeSearched& make) : machine_(make(states_)), expand_(machine_.expand()) {}
  Batch(const Batch&) = delete;  // the machine refers to the states
  Batch& operator=(const Batch&) = delete;

  const SearchedMachine& machine() const { return machine_; }

  /// The states of the batch, in the order in which they came.
  const VisitedSet& states() const { return states_; }

  /// Takes the next states of the run instead. Throws StorageError.
  void fill(RunReader& run) {
    states_ = VisitedSet();
    for (std::uint32_t count = 0; count != most && !run.at_end(); ++count, run.next()) {
      const std::string_view bytes = run.state();
      states_.insert(bytes, hash_bytes(bytes), 0, {});
    }
  }

  /// Expands them, in order; calls take(candidates) from time to time, until it gives false.
  template <class Take>
  void expand(Tally& tally, const Take& take) {
    constexpr std::size_t flush = 64;
    for (Position position = 0; position != states_.end(); ++position) {
      expand_(position, candidates_, tally);
      if (candidates_.entries().size() < flush && position + 1 != states_.end()) continue;
      const bool goes_on = take(std::as_const(candidates_));
      candidates_.clear();
      if (!goes_on) return;
    }
  }

  /// Looks whether executions end in them.
  void look_at(Tally& tally) const {
    for (Position position = 0; position != states_.end(); ++position) {
      machine_.look_at(position, tally);
    }
  }

 private:
  static constexpr std::uint32_t most = 1'024;

  VisitedSet states_;
  SearchedMachine machine_;
  Expand expand_;
  Candidates candidates_;
};

}  // namespace opexplore
