#include "opmodel/results/findings.hpp"

namespace opexplore {

std::string_view name_of(BugKind kind) {
  switch (kind) {
    case BugKind::data_race:
      return "data-race";
    case BugKind::same_value:
      return "same-value-race";
    case BugKind::assertion:
      return "assertion";
    case BugKind::misuse:
      return "misuse";
    case BugKind::divergence:
      return "barrier-divergence";
    case BugKind::unexpected:
      return "unexpected";
    case BugKind::deadlock:
      return "deadlock";
    case BugKind::hang:
      return "hang";
    case BugKind::watched:
      return "watched";
  }
  return {};
}

std::string_view name_of(const Bug& bug) { return bug.rule.empty() ? name_of(bug.kind) : bug.rule; }

}  // namespace opexplore
