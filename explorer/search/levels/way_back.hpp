// The states that a report names, with the ways to them, out of the levels of a search: what is
// needed of its graph once it has ended.
//
// Of each state the predecessor is the least in the level before that has a step to it. Levels are
// gone through once more for that, from the last one that has a wanted state back to the first.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "explorer/limits.hpp"
#include "explorer/ranks.hpp"
#include "explorer/search/levels/batch.hpp"
#include "explorer/search/levels/level_store.hpp"
#include "explorer/search/levels/named_tally.hpp"
#include "explorer/store/level.hpp"

namespace opexplore {

/// The last step to a state.
struct LastStep {
  std::string predecessor;
  Step step;
  auto operator<=>(const LastStep&) const = default;
};

class WayBack {
 public:
  WayBack(Batch& batch, LevelStore& store, const Ranks& ranks, Limits& limits)
      : batch_(batch), store_(store), ranks_(ranks), limits_(limits) {}

  /// Wants this state, and the way to it.
  void want(const NamedState& state);

  /// Wants this state alone.
  void mention(const NamedState& state);

  /// Wants all states of all levels. Throws StorageError.
  void want_all();

  /// Finds the ways to what is wanted. False: a limit has struck. What is wrong with the files of
  /// any rank is thrown by all: StorageError.
  bool find();

  /// Puts what is wanted into the set, by level and bytes.
  void put_into(VisitedSet& visited) const;

 private:
  struct Wanted {
    bool with_way = false;
    std::optional<LastStep> last;
  };
  using Level = std::map<std::string, Wanted>;

  Wanted& wanted(const NamedState& state);
  bool find_last_steps(std::uint32_t number, Level& level);
  Marks marks_before(const VisitedSet& wanted) const;
  void look_for(std::uint32_t before, const VisitedSet& wanted, const Marks& marks,
                std::vector<std::optional<LastStep>>& last);
  bool agree(std::vector<std::optional<LastStep>>& last, const std::string& error, bool stops);

  Batch& batch_;
  LevelStore& store_;
  const Ranks& ranks_;
  Limits& limits_;
  std::vector<Level> levels_;
};

}  // namespace opexplore
