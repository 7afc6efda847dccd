// The bookkeeping of one search that needs no machine: what expansion hands over,
// and how it enters the visited set.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/store/store.hpp"
#include "explorer/store/tally.hpp"

namespace opexplore {

/// Successors found by expansion, in the order (predecessor, step).
class Candidates {
 public:
  struct Entry {
    std::uint64_t hash = 0;
    Position predecessor = 0;
    Step step;
    std::uint32_t begin = 0;  ///< of the encoded state in bytes()
    std::uint32_t length = 0;
  };

  /// Where the next state is to be appended; note() must follow.
  std::string& bytes() { return bytes_; }

  /// Records that a state was appended to bytes(); gives its hash.
  std::uint64_t note(Position predecessor, Step step) {
    const std::uint32_t begin =
        entries_.empty() ? 0 : entries_.back().begin + entries_.back().length;
    const std::string_view bytes(bytes_.data() + begin, bytes_.size() - begin);
    const std::uint64_t hash = hash_bytes(bytes);
    entries_.push_back({hash, predecessor, step, begin, static_cast<std::uint32_t>(bytes.size())});
    return hash;
  }

  std::span<const Entry> entries() const { return entries_; }
  std::string_view bytes_of(const Entry& entry) const {
    return {bytes_.data() + entry.begin, entry.length};
  }
  void clear();

 private:
  std::string bytes_;
  std::vector<Entry> entries_;
};

/// Calls use(entry, bytes) for the candidates in their order while it gives true. What the set has
/// in the places of those that come next is on its way from memory.
template <class Use>
void for_each_candidate(const Candidates& candidates, const VisitedSet& visited, const Use& use) {
  constexpr std::size_t ahead = 8;
  const std::span<const Candidates::Entry> entries = candidates.entries();
  for (std::size_t index = 0; index < entries.size(); ++index) {
    if (index + ahead < entries.size()) visited.prefetch_state(entries[index + ahead].hash);
    if (!use(entries[index], candidates.bytes_of(entries[index]))) return;
  }
}

// WART: meeting-threads. All threads wait for the last one at its end.
/// Consecutive states: a level of the breadth-first search, or a part of one.
struct States {
  Position first = 0;
  std::uint64_t count = 0;
};

/// States per chunk: the unit of parallel work and of looking at the limits. The
/// results do not depend on it, except where exactly a limit stops the search.
inline constexpr std::uint32_t chunk_states = 256;

/// Everything found so far.
struct Found {
  explicit Found(const ExploreOptions& options);

  /// Inserts the candidates that are new, in order; they join the next level. Stops
  /// at a limit of states or memory and says so in `incomplete`.
  void merge(const Candidates& candidates);

  /// Inserts one of them, if it is new; says in `incomplete` if a limit forbids it.
  void add(const Candidates::Entry& entry, std::string_view bytes);

  /// The states that were inserted since the last call.
  States take_next();
  std::uint64_t next_states() const { return visited.size() - next; }

  /// States that may still be inserted.
  std::uint64_t states_left() const { return max_states_ - visited.size(); }

  VisitedSet visited;
  Tally tally;
  Position next = 0;  ///< where the level begins that is being filled
  std::uint32_t depth = 0;
  Incomplete incomplete = Incomplete::none;
  std::string storage_error;  ///< the words for Incomplete::storage
  bool stopped_at_verdict = false;
  /// Steps to states that were known: with the predecessors in `visited` these are all. Noted if it
  /// is set before the first merge().
  std::optional<std::vector<Edge>> known_steps;

 private:
  std::uint64_t max_states_;
};

/// Fills what does not depend on the machine: outcomes, statistics, completeness.
void report_found(const Test& test, const ExploreOptions& options, const Found& found,
                  Answer& report);

}  // namespace opexplore
