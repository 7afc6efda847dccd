#include "hardware/survival.hpp"

#include <algorithm>
#include <array>

namespace opexplore::hardware {

namespace {

using Verdict = Survival::Verdict;

/// From best to worst.
constexpr std::array by_severity{Verdict::exact,   Verdict::reordered, Verdict::merged,
                                 Verdict::deleted, Verdict::extra,     Verdict::unknown};

std::ptrdiff_t severity(Verdict verdict) {
  return std::ranges::find(by_severity, verdict) - by_severity.begin();
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::exact:
      return "exact";
    case Verdict::merged:
      return "merged";
    case Verdict::deleted:
      return "deleted";
    case Verdict::reordered:
      return "reordered";
    case Verdict::extra:
      return "extra";
    case Verdict::unknown:
      break;
  }
  return "unknown";
}

std::optional<Verdict> survival_verdict_named(std::string_view name) {
  for (const Verdict verdict : by_severity) {
    if (to_string(verdict) == name) return verdict;
  }
  return std::nullopt;
}

Verdict worst(const std::vector<Survival>& roles) {
  Verdict result = Verdict::exact;
  for (const Survival& role : roles) {
    if (severity(role.verdict) > severity(result)) result = role.verdict;
  }
  return result;
}

}  // namespace opexplore::hardware
