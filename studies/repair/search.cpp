#include "studies/repair/search.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <utility>

namespace opexplore::repair {
namespace {

// What waits, the cheapest first; of equal ones what has less within it, so that nothing comes
// before what is within it.
struct Waiting {
  Price price;
  std::size_t height = 0;
  Assignment levels;
  auto operator<=>(const Waiting&) const = default;
};

using Queue = std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>>;

// The assignments from the bottom up, the cheapest first. Whoever takes one says what excludes it.
class Enumeration {
 public:
  explicit Enumeration(const SearchQuestion& question) : question_(question) {
    push(question.bottom);
  }

  bool empty() const { return queue_.empty(); }
  const Waiting& next() const { return queue_.top(); }
  Assignment take() {
    Assignment levels = queue_.top().levels;
    queue_.pop();
    return levels;
  }

  // Whatever is above `levels` and not within `excluded` is above one of these.
  void expand(const Assignment& levels, const Assignment& excluded) {
    for (std::size_t p = 0; p < levels.size(); ++p) {
      for (const std::uint8_t next : least_above(p, levels[p], excluded[p])) {
        Assignment more = levels;
        more[p] = next;
        push(std::move(more));
      }
    }
  }

 private:
  // The least levels from `low` on that are not within `high`.
  std::vector<std::uint8_t> least_above(std::size_t p, std::uint8_t low, std::uint8_t high) const {
    const std::vector<std::vector<bool>>& within = question_.points[p].within;
    std::vector<std::uint8_t> least;
    for (std::size_t level = 0; level < within.size(); ++level) {
      if (!within[low][level] || within[level][high]) continue;
      const bool is_least =
          std::ranges::none_of(least, [&](std::uint8_t lower) { return within[lower][level]; });
      if (is_least) least.push_back(static_cast<std::uint8_t>(level));
    }
    return least;
  }

  std::size_t height(const Assignment& levels) const {
    std::size_t sum = 0;
    for (std::size_t p = 0; p < levels.size(); ++p) {
      for (const std::vector<bool>& lower : question_.points[p].within) sum += lower[levels[p]];
    }
    return sum;
  }

  void push(Assignment levels) {
    if (!seen_.insert(levels).second) return;
    queue_.push({price_of(question_, levels), height(levels), std::move(levels)});
  }

  const SearchQuestion& question_;
  Queue queue_;
  std::set<Assignment> seen_;
};

const Assignment* covering(const std::vector<Point>& points, const std::vector<Assignment>& all,
                           const Assignment& levels) {
  const auto found =
      std::ranges::find_if(all, [&](const Assignment& one) { return within(points, levels, one); });
  return found == all.end() ? nullptr : &*found;
}

bool has_within(const std::vector<Point>& points, const std::vector<Assignment>& all,
                const Assignment& levels) {
  return std::ranges::any_of(all,
                             [&](const Assignment& one) { return within(points, one, levels); });
}

class Search {
 public:
  explicit Search(const SearchQuestion& question) : question_(question), enumeration_(question) {
    order_.resize(question.bottom.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    const auto dearest = [&](std::size_t p) {
      return -*std::ranges::max_element(question.prices[p]);
    };
    std::ranges::stable_sort(order_, {}, dearest);
    result_.insufficient = question.insufficient;
  }

  SearchResult run() {
    while (!enumeration_.empty()) {
      if (best_ && enumeration_.next().price > *best_) break;
      if (question_.stopped && question_.stopped()) {
        result_.stopped = true;
        break;
      }
      look_at(enumeration_.take());
      if (question_.most_found != 0 && result_.found.size() >= question_.most_found) {
        result_.left_out = !enumeration_.empty();
        break;
      }
    }
    return std::move(result_);
  }

 private:
  void look_at(const Assignment& levels) {
    if (has_within(question_.points, result_.found, levels)) return;
    if (const auto* known = covering(question_.points, result_.insufficient, levels)) {
      enumeration_.expand(levels, *known);
      return;
    }
    switch (question_.judge(levels, Effort::full)) {
      case Judgement::enough:
        if (!question_.all_minimal) best_ = price_of(question_, levels);
        result_.found.push_back(levels);
        return;
      case Judgement::insufficient:
        result_.insufficient.push_back(grown(levels));
        enumeration_.expand(levels, result_.insufficient.back());
        return;
      case Judgement::undecided:
        result_.undecided.push_back(levels);
        enumeration_.expand(levels, levels);
        return;
    }
  }

  // What is found to be insufficient when looked at with little effort, from there on, until
  // nothing more can grow: most often a maximum. The dearest points grow first, so that it excludes
  // what is dear.
  Assignment grown(Assignment levels) {
    for (const std::size_t p : order_) grow(levels, p);
    return levels;
  }

  void grow(Assignment& levels, std::size_t p) {
    const std::vector<std::vector<bool>>& within = question_.points[p].within;
    std::vector<std::size_t> enough;
    for (std::size_t level = within.size(); level-- > 0;) {
      if (level == levels[p] || !within[levels[p]][level]) continue;
      const bool known =
          std::ranges::any_of(enough, [&](std::size_t lower) { return within[lower][level]; });
      if (known) continue;
      Assignment more = levels;
      more[p] = static_cast<std::uint8_t>(level);
      const bool good = has_within(question_.points, result_.found, more);
      if (!good && question_.judge(more, Effort::little) == Judgement::insufficient) {
        levels = std::move(more);
      } else {
        enough.push_back(level);
      }
    }
  }

  const SearchQuestion& question_;
  Enumeration enumeration_;
  std::vector<std::size_t> order_;  // of points, the dearest first
  std::optional<Price> best_;
  SearchResult result_;
};

}  // namespace

Price price_of(const SearchQuestion& question, const Assignment& levels) {
  Price price;
  for (std::size_t p = 0; p < levels.size(); ++p) {
    price.cost += question.prices[p][levels[p]];
    if (question.preference == Preference::edits) {
      price.edits += levels[p] == question.points[p].now ? 0 : 1;
    }
  }
  return price;
}

SearchResult search(const SearchQuestion& question) { return Search(question).run(); }

bool is_covered(const SearchQuestion& question, const SearchResult& result) {
  std::optional<Price> best;
  if (!question.all_minimal && !result.found.empty()) {
    best = price_of(question, result.found.front());
  }
  Enumeration enumeration(question);
  while (!enumeration.empty()) {
    if (best && enumeration.next().price > *best) return true;
    const Assignment levels = enumeration.take();
    if (has_within(question.points, result.found, levels)) continue;
    const auto* const known = covering(question.points, result.insufficient, levels);
    if (known == nullptr) return false;
    enumeration.expand(levels, *known);
  }
  return true;
}

}  // namespace opexplore::repair
