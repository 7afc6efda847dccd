#include "opmodel/machines/cxx/barriers.hpp"

#include <bit>

namespace opexplore::cxx {

namespace {

const Planned* last_arrival(const Context& context, const State& state, ThreadId thread) {
  const auto& events = state.threads[thread];
  if (events.empty() || events.back().done != Done::barrier) return nullptr;
  return &context.plan(thread, events.back().instruction);
}

/// Whether a thread that has arrived as often need not wait for the other one. `waiting`: those
/// that are known to wait, so that they have not ended.
bool lets_go(const Context& context, const State& state, const Planned& barrier, std::size_t round,
             ThreadId other, const Outlook& outlook, ThreadMask waiting) {
  const std::size_t its = arrivals(context, state, other, state.threads[other].size(), barrier);
  if (its >= round) return true;
  if (context.barriers().waits_for(other, outlook.pc, barrier.resource)) return false;
  return (waiting & thread_bit(other)) == 0 || context.barriers().is_passable(barrier.resource);
}

bool opens(const Context& context, const State& state, ThreadId thread,
           std::span<const Outlook> outlooks, ThreadMask waiting) {
  const Planned& barrier = *last_arrival(context, state, thread);
  const std::size_t round = arrivals(context, state, thread, state.threads[thread].size(), barrier);
  for (ThreadMask left = barrier.members; left != 0; left &= left - 1) {
    const auto other = static_cast<ThreadId>(std::countr_zero(left));
    if (other == thread) continue;
    if (!lets_go(context, state, barrier, round, other, outlooks[other], waiting)) return false;
  }
  return true;
}

}  // namespace

std::size_t arrivals(const Context& context, const State& state, ThreadId thread, std::size_t end,
                     const Planned& barrier) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const GraphEvent& event = state.threads[thread][i];
    if (event.done != Done::barrier) continue;
    if (context.plan(thread, event.instruction).resource == barrier.resource) ++count;
  }
  return count;
}

// Who waits at one barrier may be let go by the end of a thread that waits at another: as often as
// there are threads.
std::vector<Outlook> outlooks_of(const Context& context, const State& state) {
  std::vector<Outlook> outlooks;
  ThreadMask waiting = 0;
  for (std::size_t t = 0; t < context.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    outlooks.push_back(outlook_of(context, state, thread));
    if (last_arrival(context, state, thread) != nullptr) waiting |= thread_bit(thread);
  }
  for (bool changed = waiting != 0; changed;) {
    changed = false;
    for (ThreadMask left = waiting; left != 0; left &= left - 1) {
      const auto thread = static_cast<ThreadId>(std::countr_zero(left));
      if (!opens(context, state, thread, outlooks, waiting)) continue;
      waiting &= ~thread_bit(thread);
      changed = true;
    }
  }
  for (ThreadMask left = waiting; left != 0; left &= left - 1) {
    Outlook& outlook = outlooks[static_cast<std::size_t>(std::countr_zero(left))];
    outlook.next.reset();
    outlook.stand = Stand::barrier;
  }
  return outlooks;
}

}  // namespace opexplore::cxx
