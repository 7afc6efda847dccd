#include "litmus/kernels/frame.hpp"

#include <tuple>

namespace opexplore::kernel {

// Equal paths mean equal functions, and as many callers.
std::strong_ordering operator<=>(const Frame& a, const Frame& b) {
  const auto mine = std::tie(a.path, a.statement, a.allocations, a.environment);
  const auto order = mine <=> std::tie(b.path, b.statement, b.allocations, b.environment);
  if (order != 0 || a.caller == b.caller) return order;
  return *a.caller <=> *b.caller;
}

bool operator==(const Frame& a, const Frame& b) { return (a <=> b) == 0; }

}  // namespace opexplore::kernel
