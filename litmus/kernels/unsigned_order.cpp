#include "litmus/kernels/unsigned_order.hpp"

#include <algorithm>

namespace opexplore::kernel {

namespace {

/// Whether all of them are known, and have one sign.
bool have_one_sign(const detail::AtomicValues& met) {
  if (met.old.is_any() || met.operand.is_any()) return false;
  std::vector<Value> all = met.old.values();
  const std::vector<Value> more = met.operand.values();
  all.insert(all.end(), more.begin(), more.end());
  const auto negative = std::ranges::count_if(all, [](Value value) { return value < 0; });
  return negative == 0 || negative == std::ssize(all);
}

}  // namespace

bool orders_unsigned(const std::vector<ThreadCode>& codes) {
  return std::ranges::any_of(codes,
                             [](const ThreadCode& code) { return !code.unsigned_orders.empty(); });
}

void check_unsigned_orders(Surroundings& around, const std::vector<ThreadCode>& codes,
                           const detail::PointerValues* values) {
  bool learnt = false;
  for (std::size_t thread = 0; thread < codes.size(); ++thread) {
    for (const UnsignedOrder& order : codes[thread].unsigned_orders) {
      if (values != nullptr) {
        const auto met = values->atomics.find({static_cast<ThreadId>(thread), order.instruction});
        if (met == values->atomics.end() || have_one_sign(met->second)) continue;
      }
      learnt = around.sizes.in_loops.insert(order.statement).second || learnt;
    }
  }
  if (learnt) throw SizesLearnt();
}

}  // namespace opexplore::kernel
