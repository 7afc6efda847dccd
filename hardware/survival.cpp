#include "hardware/survival.hpp"

#include <algorithm>
#include <array>

namespace opexplore::hardware {

namespace {

/// From best to worst.
constexpr std::array by_severity{Survival::Verdict::exact,  Survival::Verdict::reordered,
                                 Survival::Verdict::merged, Survival::Verdict::deleted,
                                 Survival::Verdict::extra,  Survival::Verdict::unknown};

std::ptrdiff_t severity(Survival::Verdict verdict) {
  return std::ranges::find(by_severity, verdict) - by_severity.begin();
}

}  // namespace

std::string_view to_string(Survival::Verdict verdict) {
  switch (verdict) {
    case Survival::Verdict::exact:
      return "exact";
    case Survival::Verdict::merged:
      return "merged";
    case Survival::Verdict::deleted:
      return "deleted";
    case Survival::Verdict::reordered:
      return "reordered";
    case Survival::Verdict::extra:
      return "extra";
    case Survival::Verdict::unknown:
      break;
  }
  return "unknown";
}

std::optional<Survival::Verdict> survival_verdict_named(std::string_view name) {
  for (const Survival::Verdict verdict : by_severity) {
    if (to_string(verdict) == name) return verdict;
  }
  return std::nullopt;
}

Survival::Verdict worst(const std::vector<Survival>& roles) {
  Survival::Verdict result = Survival::Verdict::exact;
  for (const Survival& role : roles) {
    if (severity(role.verdict) > severity(result)) result = role.verdict;
  }
  return result;
}

}  // namespace opexplore::hardware
