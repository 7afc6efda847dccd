#include "studies/campaign/handout.hpp"

#include <utility>

namespace opexplore {

Handout::Handout(std::size_t parts, CampaignShard shard, std::span<const RangeResult> known)
    : shard_(shard), parts_(parts) {
  for (const RangeResult& result : known) parts_.at(result.part).known.insert(result.range);
}

bool Handout::has_fresh(Part& part) const {
  while (!shard_.has(part.fresh) || part.known.contains(part.fresh)) ++part.fresh;
  return !part.ranges || part.fresh < *part.ranges;
}

std::optional<Handout::Range> Handout::next(Worker worker) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    if (!part.lost.empty()) {
      const std::uint64_t range = part.lost.extract(part.lost.begin()).value();
      part.out.emplace(range, worker);
      return Range{i, range};
    }
    if (has_fresh(part)) {
      part.out.emplace(part.fresh, worker);
      return Range{i, part.fresh++};
    }
  }
  return std::nullopt;
}

void Handout::finish(RangeResult result) {
  Part& part = parts_.at(result.part);
  if (part.out.erase(result.range) == 1) part.finished.push_back(std::move(result));
}

void Handout::end(std::size_t part, std::uint64_t selected) {
  Part& ended = parts_.at(part);
  const std::uint64_t ranges = (selected + tests_per_range - 1) / tests_per_range;
  ended.ranges = ranges;
  ended.out.erase(ended.out.lower_bound(ranges), ended.out.end());
  ended.lost.erase(ended.lost.lower_bound(ranges), ended.lost.end());
}

void Handout::lose(Worker worker) {
  for (Part& part : parts_) {
    for (auto entry = part.out.begin(); entry != part.out.end();) {
      if (entry->second != worker) {
        ++entry;
        continue;
      }
      part.lost.insert(entry->first);
      entry = part.out.erase(entry);
    }
  }
}

std::optional<RangeResult> Handout::take(std::size_t part) {
  std::deque<RangeResult>& finished = parts_.at(part).finished;
  if (finished.empty()) return std::nullopt;
  RangeResult result = std::move(finished.front());
  finished.pop_front();
  return result;
}

bool Handout::is_done(std::size_t number) const {
  const Part& part = parts_.at(number);
  if (!part.ranges || !part.out.empty() || !part.lost.empty() || !part.finished.empty()) {
    return false;
  }
  for (std::uint64_t range = part.fresh; range < *part.ranges; ++range) {
    if (shard_.has(range) && !part.known.contains(range)) return false;
  }
  return true;
}

}  // namespace opexplore
