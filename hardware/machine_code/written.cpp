#include "hardware/machine_code/written.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace opexplore::hardware {

namespace {

using Step = Flow::Step;
using Matches = std::function<bool(const Step& own, const Step& other)>;

std::string text(const Step& step) {
  std::string result = step.name;
  for (const auto& value : step.written) result += ", " + (value ? std::to_string(*value) : "?");
  return result;
}

/// Whether each constant of `pattern` is in `step`.
bool fits(const Step& pattern, const Step& step) {
  return pattern.name == step.name &&
         std::ranges::equal(pattern.written, step.written,
                            [](const auto& a, const auto& b) { return !a || a == b; });
}

/// Whether the two may write the same.
bool agree(const Step& a, const Step& b) {
  return a.name == b.name &&
         std::ranges::equal(a.written, b.written,
                            [](const auto& x, const auto& y) { return !x || !y || x == y; });
}

/// The flow in which a step may write, too, what matching steps of the other flow write.
Flow with_alternatives(const Flow& flow, const Flow& other, const Matches& matches) {
  Flow result = flow;
  for (std::size_t i = 0; i < flow.steps.size(); ++i) {
    std::vector<std::vector<std::optional<std::int64_t>>> known{flow.steps[i].written};
    for (const Step& step : other.steps) {
      if (std::ranges::count(known, step.written) != 0 || !matches(flow.steps[i], step)) continue;
      known.push_back(step.written);
      Step alternative = result.steps[i];
      alternative.written = step.written;
      const std::size_t added = result.steps.size();
      result.steps.push_back(std::move(alternative));
      for (Step& before : result.steps) {
        if (std::ranges::count(before.next, i) != 0) before.next.push_back(added);
      }
    }
  }
  return result;
}

/// Whether some step of `first` writes what no step of `second` may write.
bool has_other(const Flow& first, const Flow& second) {
  return std::ranges::any_of(first.steps, [&](const Step& step) {
    return !step.name.empty() && std::ranges::none_of(second.steps, [&](const Step& other) {
      return agree(step, other);
    });
  });
}

/// A step that is not known to write a constant that the test has.
const Step* untold(const Flow& expected, const Flow& found) {
  for (const Step& step : found.steps) {
    const bool may_be_other = std::ranges::any_of(expected.steps, [&](const Step& other) {
      return agree(other, step) && !fits(other, step);
    });
    if (may_be_other) return &step;
  }
  return nullptr;
}

}  // namespace

Flow with_written(const Flow& flow) {
  Flow result = flow;
  for (Step& step : result.steps) {
    if (!step.name.empty()) step.name = text(step);
  }
  return result;
}

WrittenComparison compare_written(const Flow& expected, const Flow& found) {
  const Flow permitted = with_alternatives(expected, found, fits);
  const Flow recognised = with_alternatives(
      found, expected, [](const Step& own, const Step& other) { return fits(other, own); });
  const auto allowed = compare(with_written(permitted), with_written(found));
  const auto covered = compare(with_written(expected), with_written(recognised));
  if (!allowed || !covered) {
    return {WrittenComparison::Result::untold,
            "the machine code has too many ways to compare what they write"};
  }
  if (!allowed->only_second && !covered->only_first) return {WrittenComparison::Result::same};
  if (has_other(found, expected) || has_other(expected, found))
    return {WrittenComparison::Result::changed};
  if (const Step* const step = untold(expected, found)) {
    return {WrittenComparison::Result::untold, "what " + step->name + " writes cannot be told"};
  }
  return {WrittenComparison::Result::changed};
}

}  // namespace opexplore::hardware
