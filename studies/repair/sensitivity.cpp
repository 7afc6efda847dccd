#include "studies/repair/sensitivity.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

namespace opexplore::repair {
namespace {

using Prices = std::vector<std::vector<Cost>>;

Cost sum_of(const Prices& prices, const Assignment& levels) {
  Cost sum = 0;
  for (std::size_t p = 0; p < levels.size(); ++p) sum += prices[p][levels[p]];
  return sum;
}

Prices combined(const Prices& a, const Prices& b, Cost times) {
  Prices result = a;
  for (std::size_t p = 0; p < a.size(); ++p) {
    for (std::size_t level = 0; level < a[p].size(); ++level)
      result[p][level] += times * b[p][level];
  }
  return result;
}

// One number of the table as it goes one way.
class Number {
 public:
  Number(const Test& test, const Costs& costs, const SearchQuestion& search,
         const Assignment& first, std::pair<std::string, std::string> entry)
      : test_(test), costs_(costs), search_(search), first_(first), entry_(std::move(entry)) {}

  // The last value up to `end` with which the first change is the cheapest; nothing if that is the
  // end. From one number of the table to the next one that goes with it costs are straight lines.
  std::optional<Cost> limit(Cost end) {
    Cost begin = now();
    for (const Cost next : corners(end)) {
      const auto reached = limit(begin, next);
      if (reached || !is_known_) return reached;
      begin = next;
    }
    return std::nullopt;
  }

  Cost now() const { return costs_.rows().at(entry_.first).at(entry_.second); }
  bool is_known() const { return is_known_; }

 private:
  Costs with(Cost number) const { return costs_.with(entry_.first, entry_.second, number); }
  Prices prices_at(Cost number) const { return prices(test_, search_.points, with(number)); }

  // The numbers on the way that change with this one, and the end.
  std::vector<Cost> corners(Cost end) const {
    std::set<Cost> found{end};
    const Costs changed = with(end);
    for (const auto& [row, numbers] : costs_.rows()) {
      for (const auto& [column, number] : numbers) {
        const bool between = std::min(now(), end) < number && number < std::max(now(), end);
        if (between && changed.rows().at(row).at(column) != number) found.insert(number);
      }
    }
    std::vector<Cost> way(found.begin(), found.end());
    if (end < now()) std::ranges::reverse(way);
    return way;
  }

  // Asks for the cheapest of all at the end, and where the lines meet, and there again: as in the
  // method of Newton.
  std::optional<Cost> limit(Cost begin, Cost end) {
    const Cost step = end > begin ? 1 : -1;
    const Prices base = prices_at(begin);
    const Prices slope = combined(prices_at(begin + step), base, -1);
    std::optional<Cost> reached;
    for (Cost steps = std::abs(end - begin); steps != 0;) {
      const Prices there = combined(base, slope, steps);
      const std::optional<Assignment> other = cheapest(there);
      if (!other || sum_of(there, *other) >= sum_of(there, first_)) return reached;
      steps = (sum_of(base, *other) - sum_of(base, first_)) /
              (sum_of(slope, first_) - sum_of(slope, *other));
      reached = begin + step * steps;
    }
    return reached;
  }

  std::optional<Assignment> cheapest(const Prices& there) {
    SearchQuestion asked = search_;
    asked.prices = there;
    asked.most_found = 1;
    const SearchResult result = search(asked);
    is_known_ = is_known_ && !result.stopped && result.undecided.empty();
    if (!is_known_ || result.found.empty()) return std::nullopt;
    return result.found.front();
  }

  const Test& test_;
  const Costs& costs_;
  const SearchQuestion& search_;
  const Assignment& first_;
  std::pair<std::string, std::string> entry_;
  bool is_known_ = true;
};

}  // namespace

std::optional<std::vector<Sensitivity>> sensitivity(const Test& test, const Costs& costs,
                                                    const SearchQuestion& search,
                                                    const Assignment& first) {
  std::vector<Sensitivity> all;
  for (const auto& [row, numbers] : costs.rows()) {
    for (const auto& [column, now] : numbers) {
      // What costs nothing in this program says nothing.
      const Costs other = costs.with(row, column, now == largest_cost ? now - 1 : now + 1);
      if (prices(test, search.points, other) == search.prices) continue;
      Number number(test, costs, search, first, {row, column});
      Sensitivity one{row, column, now, {}, {}};
      if (now != 0) one.least = number.limit(0);
      if (number.is_known()) one.most = number.limit(largest_cost);
      if (!number.is_known()) return std::nullopt;
      if (one.least || one.most) all.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace opexplore::repair
