// Which process checks what of a campaign: ranges are handed out, and again when who had one died.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "studies/campaign/campaign.hpp"
#include "studies/campaign/ranges.hpp"

namespace opexplore {

/// Hands out the ranges of all parts, in their order, and takes the results. Each range counts
/// once, whoever did it. How many ranges a part has is known once somebody came to its end; until
/// then ranges are handed out that may have no tests.
class Handout {
 public:
  using Worker = std::size_t;

  struct Range {
    std::size_t part = 0;
    std::uint64_t range = 0;
    bool operator==(const Range&) const = default;
  };

  /// What is known already is not handed out.
  Handout(std::size_t parts, CampaignShard shard, std::span<const RangeResult> known);

  /// The next for this worker; nothing when there is none now. There may be more later.
  std::optional<Range> next(Worker worker);

  /// Takes a result. One of a range that nobody has any more is dropped.
  void finish(RangeResult result);

  /// The part has so many tests that are selected.
  void end(std::size_t part, std::uint64_t selected);

  /// The worker is gone: what it had is to be done by another.
  void lose(Worker worker);

  /// A result of the part, each once.
  std::optional<RangeResult> take(std::size_t part);

  /// Whether there is nothing more to do for the part.
  bool is_done(std::size_t part) const;

 private:
  struct Part {
    std::uint64_t fresh = 0;              // all before it were handed out, or are not to be
    std::optional<std::uint64_t> ranges;  // that the part has
    std::set<std::uint64_t> known;        // before
    std::set<std::uint64_t> lost;         // to be done again
    std::map<std::uint64_t, Worker> out;
    std::deque<RangeResult> finished;
  };

  bool has_fresh(Part& part) const;

  CampaignShard shard_;
  std::vector<Part> parts_;
};

}  // namespace opexplore
