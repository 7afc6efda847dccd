#include "opmodel/machines/ptx_async/barriers.hpp"

#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/thread_run.hpp"

namespace opexplore::ptx_async {

namespace {

// The last event of each of these threads at the barrier.
template <class Use>
void for_each_arrival(const Context& context, const State& next, const Generation& generation,
                      ThreadMask threads, Use&& use) {
  for (std::size_t t = 0; t < context.program().threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if ((threads & thread_bit(thread)) == 0) continue;
    for (std::size_t i = next.events.size(); i-- > 0;) {
      const Event& event = next.events[i];
      if (event.thread != thread || event.what != Happens::barrier) continue;
      std::vector<Value> registers;
      const Standing before = standing_of(context, next, thread, static_cast<EventId>(i));
      for (const MaybeValue& value : before.registers) registers.push_back(value.value_or(0));
      const Barrier& barrier = *barrier_of(context.action(event));
      if (arrival_of(barrier, registers).resource != generation.resource) continue;
      use(static_cast<EventId>(i));
      break;
    }
  }
}

}  // namespace

void open_barriers(const Context& context, State& next) {
  if (!context.barriers().has_barriers()) return;
  for (;;) {
    std::vector<InstructionId> pcs;
    for (std::size_t t = 0; t < context.program().threads.size(); ++t) {
      pcs.push_back(standing_of(context, next, static_cast<ThreadId>(t)).at);
    }
    const auto complete = next.barriers.take_completed(context.barriers(), pcs);
    if (!complete) return;
    EventSet arrived;
    for_each_arrival(context, next, *complete, complete->arrived,
                     [&](EventId event) { arrived |= EventSet::of(event); });
    for_each_arrival(context, next, *complete, complete->waiting,
                     [&](EventId event) { next.events[event].observed = arrived; });
  }
}

}  // namespace opexplore::ptx_async
