#include "hardware/machine_code/flow.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace opexplore::hardware {

namespace {

using Steps = std::set<std::size_t>;

/// All that is reached from `from` without doing anything more. Named steps are not passed.
Steps reached(const Flow& flow, const Steps& from) {
  Steps result = from;
  std::vector<std::size_t> open(from.begin(), from.end());
  while (!open.empty()) {
    const Flow::Step& step = flow.steps[open.back()];
    open.pop_back();
    if (!step.name.empty()) continue;
    for (const std::size_t next : step.next) {
      if (result.insert(next).second) open.push_back(next);
    }
  }
  return result;
}

Steps first(const Flow& flow) { return flow.steps.empty() ? Steps{} : reached(flow, {0}); }

bool ends(const Flow& flow, const Steps& steps) {
  return std::ranges::any_of(steps, [&](std::size_t step) {
    return flow.steps[step].name.empty() && flow.steps[step].next.empty();
  });
}

/// What comes after each name that can come now.
std::map<std::string, Steps> after(const Flow& flow, const Steps& steps) {
  std::map<std::string, Steps> result;
  for (const std::size_t step : steps) {
    const Flow::Step& now = flow.steps[step];
    if (now.name.empty()) continue;
    result[now.name].insert(now.next.begin(), now.next.end());
  }
  for (auto& [name, next] : result) next = reached(flow, next);
  return result;
}

bool is_wider(const std::string& name) {
  return name.rfind("MEMBAR.", 0) == 0 && (name.ends_with(".GPU") || name.ends_with(".SYS"));
}

}  // namespace

void drop_fences_before_wider_ones(Flow& flow) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Flow::Step& step : flow.steps) {
      if (step.name != "MEMBAR.ALL.CTA") continue;
      const Steps next = reached(flow, {step.next.begin(), step.next.end()});
      const auto following = after(flow, next);
      const bool all_wider =
          std::ranges::all_of(following, [](const auto& entry) { return is_wider(entry.first); });
      if (following.empty() || !all_wider || ends(flow, next)) continue;
      step.name.clear();
      changed = true;
    }
  }
}

std::optional<std::vector<std::string>> only_word(const Flow& flow) {
  std::vector<std::string> word;
  Steps now = first(flow);
  while (word.size() <= flow.steps.size()) {
    const auto following = after(flow, now);
    const bool end = ends(flow, now);
    if (following.empty()) return end ? std::optional(word) : std::nullopt;
    if (end || following.size() > 1) return std::nullopt;
    word.push_back(following.begin()->first);
    now = following.begin()->second;
  }
  return std::nullopt;
}

std::vector<std::string> names_in_order(const Flow& flow) {
  std::set<std::pair<std::uint64_t, std::string>> by_place;
  for (const Flow::Step& step : flow.steps) {
    if (!step.name.empty()) by_place.emplace(step.order, step.name);
  }
  std::vector<std::string> result;
  for (const auto& [place, name] : by_place) result.push_back(name);
  return result;
}

std::optional<FlowComparison> compare(const Flow& left, const Flow& right) {
  constexpr std::size_t limit = 20'000;
  FlowComparison result;
  std::set<std::pair<Steps, Steps>> seen{{first(left), first(right)}};
  std::vector<std::pair<Steps, Steps>> open(seen.begin(), seen.end());
  while (!open.empty()) {
    if (seen.size() > limit) return std::nullopt;
    const auto [here, there] = std::move(open.back());
    open.pop_back();
    const bool left_ends = ends(left, here), right_ends = ends(right, there);
    result.only_first |= left_ends && !right_ends;
    result.only_second |= right_ends && !left_ends;
    const auto here_next = after(left, here), there_next = after(right, there);
    std::set<std::string> names;
    for (const auto& [name, next] : here_next) names.insert(name);
    for (const auto& [name, next] : there_next) names.insert(name);
    for (const std::string& name : names) {
      const auto at = [&](const auto& next) {
        const auto found = next.find(name);
        return found == next.end() ? Steps{} : found->second;
      };
      if (auto pair = std::pair(at(here_next), at(there_next)); seen.insert(pair).second) {
        open.push_back(std::move(pair));
      }
    }
  }
  return result;
}

}  // namespace opexplore::hardware
