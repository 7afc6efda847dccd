#include "opmodel/parts/components.hpp"

#include <bit>

#include "opmodel/parts/ahead.hpp"

namespace opexplore {

namespace {

Footprint footprint_of(const Action& action, const SharedLocations& shared) {
  const auto fence = fence_of(action);
  return {shared.accessed_by(action), fence && fence->order == Order::sc,
          barrier_of(action) != nullptr};
}

void join(Footprint& into, const Footprint& other) {
  into.accesses.add(other.accesses);
  into.fence_sc = into.fence_sc || other.fence_sc;
  into.barrier = into.barrier || other.barrier;
}

}  // namespace

Components::Components(const Program& program, FenceOrder order) : order_(order) {
  const SharedLocations shared(program);
  const BarrierPlan plan(program);
  for (const Thread& thread : program.threads) {
    ctas_.push_back(plan.cta(static_cast<ThreadId>(ctas_.size())));
    const auto of = [&](InstructionId pc) {
      return footprint_of(thread.instructions[pc].action, shared);
    };
    threads_.push_back(facts_ahead(thread, Footprint{}, of, join));
  }
}

bool Components::interact(ThreadId left, ThreadId right, std::span<const InstructionId> pcs,
                          ThreadMask waiting) const {
  const Footprint& a = footprint(left, pcs[left]);
  const Footprint& b = footprint(right, pcs[right]);
  if (a.accesses.conflict_with(b.accesses)) return true;
  if (order_ == FenceOrder::shared && a.fence_sc && b.fence_sc) return true;
  const auto meets = [&](ThreadId thread, const Footprint& print) {
    return print.barrier || (waiting & thread_bit(thread)) != 0;
  };
  // A barrier also waits for the end of those who do not come to it.
  const auto is_waited_for = [&](ThreadId thread, const Footprint& print) {
    return meets(thread, print) || pcs[thread] + 1U < threads_[thread].size();
  };
  return (ctas_[left] & thread_bit(right)) != 0 && ((meets(left, a) && is_waited_for(right, b)) ||
                                                    (meets(right, b) && is_waited_for(left, a)));
}

ThreadMask Components::to_expand(std::span<const InstructionId> pcs, ThreadMask waiting,
                                 ThreadMask able) const {
  if (able == 0) return 0;
  ThreadMask component = able & (~able + 1);
  ThreadMask left = component;
  ThreadMask outside = 0;
  for (std::size_t thread = 0; thread < pcs.size(); ++thread) {
    outside |= thread_bit(static_cast<ThreadId>(thread));
  }
  outside &= ~component;
  while (left != 0) {
    const auto member = static_cast<ThreadId>(std::countr_zero(left));
    left &= left - 1;
    for (ThreadMask others = outside; others != 0; others &= others - 1) {
      const auto other = static_cast<ThreadId>(std::countr_zero(others));
      if (!interact(member, other, pcs, waiting)) continue;
      component |= thread_bit(other);
      left |= thread_bit(other);
      outside &= ~thread_bit(other);
    }
  }
  return component;
}

}  // namespace opexplore
