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
    case BugKind::overlap:
      return "mutual-exclusion";
  }
  return {};
}

}  // namespace opexplore
