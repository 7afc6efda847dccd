// The searches that a question takes of a machine, one after the other, as values and in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opexplore {

/// What a search looks for.
enum class Seeks : std::uint8_t {
  outcomes,   ///< all that there are, or as many as decide the verdict
  condition,  ///< final states that decide the verdict alone (explorer/search/goal_directed.hpp)
  parts,      ///< those of each part of the condition, and of all of it, in turn
              ///< (explorer/plan/parts.hpp)
  ending,     ///< whether any execution ends
  traces      ///< what the report shows, each by a shortest way there
};

/// In which order it takes states.
enum class SearchOrder : std::uint8_t {
  levels,         ///< all that are so many steps away, then the next
  stored_levels,  ///< likewise, and they lie on disk or with several ranks
  depth_first,    ///< the state that was found last
  changes         ///< by changes of the thread that runs (explorer/search/hunt.hpp)
};

/// "level by level".
constexpr std::string_view to_string(SearchOrder order) {
  switch (order) {
    case SearchOrder::levels:
      return "level by level";
    case SearchOrder::stored_levels:
      return "level by level, in files or ranks";
    case SearchOrder::depth_first:
      return "depth first";
    case SearchOrder::changes:
      return "by changes of the thread";
  }
  return {};
}

/// One search, or several of a kind. Each comes only if those before it have left the question
/// open; `ending` if these have found no final state, and `traces` of what they have found.
struct Stage {
  Seeks seeks = Seeks::outcomes;
  SearchOrder order = SearchOrder::levels;
  bool until_decided = false;                ///< ends once the verdict is known
  std::optional<std::uint64_t> states = {};  ///< so many at most
  std::size_t parts = 0;                     ///< of the condition; with Seeks::parts
  bool operator==(const Stage&) const = default;
};

using Plan = std::vector<Stage>;

/// "towards the condition, level by level, until the verdict is known".
std::string to_string(const Stage& stage);

}  // namespace opexplore
