// The bookkeeping of one search that needs no machine: what expansion hands over,
// and how it enters the visited set.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/store.hpp"
#include "explorer/tally.hpp"

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
    bool known = false;  ///< seen to be in the visited set already
  };

  /// Where the next state is to be appended; note() must follow.
  std::string& bytes() { return bytes_; }

  /// Records that a state was appended to bytes(); gives its hash.
  std::uint64_t note(Position predecessor, Step step);

  /// Marks those that the set already holds.
  void mark_known(const VisitedSet& visited);

  std::span<const Entry> entries() const { return entries_; }
  std::string_view bytes_of(const Entry& entry) const {
    return std::string_view(bytes_).substr(entry.begin, entry.length);
  }
  void clear();

 private:
  std::string bytes_;
  std::vector<Entry> entries_;
};

/// Consecutive states of one level.
struct Chunk {
  Position first = 0;
  std::uint32_t count = 0;
};

/// States per chunk: the unit of parallel work and of looking at the limits. The
/// results do not depend on it, except where exactly a limit stops the search.
inline constexpr std::uint32_t chunk_states = 256;

// WART: meeting-threads. All threads wait for the last one at its end.
/// A level of the breadth-first search.
struct Level {
  std::vector<Chunk> chunks;
  std::uint64_t states = 0;

  void add(Position position);
  void clear();
};

/// Everything found so far.
struct Found {
  explicit Found(const ExploreOptions& options);

  /// Inserts the candidates that are new, in order; they join the next level. Stops
  /// at a limit of states or memory and says so in `incomplete`.
  void merge(const Candidates& candidates);

  VisitedSet visited;
  Tally tally;
  Level next;  ///< the level being filled
  std::uint32_t depth = 0;
  Incomplete incomplete = Incomplete::none;
  bool stopped_at_verdict = false;

 private:
  void add(const Candidates::Entry& entry, std::string_view bytes);

  std::uint64_t max_states_;
};

/// Fills what does not depend on the machine: outcomes, statistics, completeness.
void report_found(const Test& test, const ExploreOptions& options, const Found& found,
                  Report& report);

}  // namespace opexplore
