#include "opmodel/ptx/in_order/advance.hpp"

#include <utility>

#include "opmodel/ptx/in_order/forget.hpp"
#include "opmodel/ptx/rules/barrier.hpp"

namespace opexplore::ptx_model {

namespace {

// Runs the local instructions that follow, or at least clears dead registers.
template <unsigned Width>
void settle_thread(const Context& context, InOrderState<Width>& state, ThreadId thread) {
  auto& mine = state.threads[thread];
  if (context.options.fuse_local) {
    context.local.run(thread, mine.pc, span_of(mine.registers));
  } else {
    context.liveness.clear_dead(thread, mine.pc, span_of(mine.registers));
  }
}

// Those who wait at a complete barrier go on, knowing what everybody brought.
template <unsigned Width>
void release_barriers(const Context& context, InOrderState<Width>& state) {
  const auto positions = [&] {
    SmallVector<InstructionId, max_threads> pcs;
    for (const auto& thread : state.threads) pcs.push_back(thread.pc);
    return pcs;
  };
  complete_barriers(context, state.barriers, positions, [&](const Generation& generation) {
    const auto gathering = element_for(state.gatherings, generation.cta, generation.resource);
    for_each_item(generation.waiting, [&](std::size_t t) {
      auto& mine = state.threads[t];
      const auto thread = static_cast<ThreadId>(t);
      const auto pc = static_cast<InstructionId>(mine.pc - 1);
      leave(mine.knowledge, gathering->view, *barrier_of(context.action(thread, pc)));
      settle_thread(context, state, thread);
    });
    if (context.semantics.reading().barriers_by_instance && generation.quorum) {
      gathering->complete = true;
    } else {
      state.gatherings.erase(gathering);
    }
  });
}

}  // namespace

template <unsigned Width>
bool all_finished(const Context& context, const InOrderState<Width>& state) {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (!context.finished(static_cast<ThreadId>(t), state.threads[t].pc)) return false;
  }
  return state.barriers.waiting() == 0;
}

template <unsigned Width>
InOrderState<Width> initial_state(const Context& context) {
  InOrderState<Width> state;
  state.memory = initial_memory(context.test.program);
  state.messages.resize(state.memory.writes.size());
  for (const Thread& thread : context.test.program.threads) {
    auto& mine = state.threads.emplace_back();
    for (const Register& reg : thread.registers) mine.registers.push_back(reg.initial);
  }
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    settle_thread(context, state, static_cast<ThreadId>(t));
  }
  end_step(context, state);
  return state;
}

template <unsigned Width>
void advance(const Context& context, InOrderState<Width>& state, ThreadId thread) {
  ++state.threads[thread].pc;
  if (state.barriers.waits(thread)) {
    auto& mine = state.threads[thread];
    context.liveness.clear_dead(thread, mine.pc, span_of(mine.registers));
  } else {
    settle_thread(context, state, thread);
  }
  end_step(context, state);
}

template <unsigned Width>
void end_step(const Context& context, InOrderState<Width>& state) {
  release_barriers(context, state);
  if (context.options.forget_dead || all_finished(context, state)) forget_dead(context, state);
}

template bool all_finished(const Context&, const InOrderState<1>&);
template InOrderState<1> initial_state(const Context&);
template void advance(const Context&, InOrderState<1>&, ThreadId);
template void end_step(const Context&, InOrderState<1>&);
template bool all_finished(const Context&, const InOrderState<few_stages>&);
template InOrderState<few_stages> initial_state(const Context&);
template void advance(const Context&, InOrderState<few_stages>&, ThreadId);
template void end_step(const Context&, InOrderState<few_stages>&);

}  // namespace opexplore::ptx_model
