#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/forget.hpp"
#include "opmodel/ptx/rules/barrier.hpp"
#include "opmodel/ptx/rules/propagate.hpp"
#include "opmodel/ptx/rules/settle.hpp"

namespace opexplore::ptx_model {

namespace {

// Loads in a row that are passed before the thread stands at one again.
constexpr std::size_t max_passed = 64;

// Passes loads that are no steps, and the local instructions behind each. A thread that goes round
// and round stands at the least place of the circle: there it spins, as it would without this.
template <class Size>
void pass_loads(const Context& context, InOrderThread<Size>& mine, ThreadId thread) {
  using Place = std::pair<InstructionId, PlainVector<Value, 4>>;
  std::vector<Place> passed;
  while (context.skips(thread, mine.pc) && passed.size() < max_passed) {
    const Place here{mine.pc, mine.registers};
    const auto before = std::find(passed.begin(), passed.end(), here);
    if (before != passed.end()) {
      const auto& least = *std::min_element(before, passed.end());
      mine.pc = least.first;
      mine.registers = least.second;
      return;
    }
    passed.push_back(here);
    ++mine.pc;
    context.local.run(thread, mine.pc, span_of(mine.registers));
  }
}

// Runs the local instructions that follow, or at least clears dead registers.
template <class Size>
void settle_thread(const Context& context, InOrderState<Size>& state, ThreadId thread) {
  auto& mine = state.threads[thread];
  if (context.options.fuse_local) {
    context.local.run(thread, mine.pc, span_of(mine.registers));
    pass_loads(context, mine, thread);
  } else {
    context.liveness.clear_dead(thread, mine.pc, span_of(mine.registers));
  }
}

// Those who wait at a complete barrier go on, knowing what everybody brought.
template <class Size>
void release_barriers(const Context& context, InOrderState<Size>& state) {
  const auto positions = [&] {
    SmallVector<InstructionId, max_threads> pcs;
    for (const auto& thread : state.threads) pcs.push_back(thread.pc);
    return pcs;
  };
  complete_barriers(context, state.barriers, positions, [&](const Generation& generation) {
    const auto gathering = element_for(state.gatherings, generation.cta, generation.resource);
    for_each_thread(generation.waiting, [&](ThreadId thread) {
      auto& mine = state.threads[thread];
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

template <class Size>
bool all_finished(const Context& context, const InOrderState<Size>& state) {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (!context.finished(static_cast<ThreadId>(t), state.threads[t].pc)) return false;
  }
  return state.barriers.waiting() == 0;
}

template <class Size>
InOrderState<Size> initial_state(const Context& context) {
  InOrderState<Size> state;
  state.fences.resize(context.fence_clusters.count());
  state.order.passed.resize(context.ordered_addresses.places());
  if constexpr (Size::leaves_fences_open) state.open_fences.resize(context.fence_slots.count());

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

template <class Size>
void run_local(const Context& context, InOrderState<Size>& state, ThreadId thread) {
  if (state.barriers.waits(thread)) {
    auto& mine = state.threads[thread];
    context.liveness.clear_dead(thread, mine.pc, span_of(mine.registers));
  } else {
    settle_thread(context, state, thread);
  }
}

namespace {

// Locations that have one last value keep that at once, where paths are no traces anyway.
template <class Size>
void settle_certain(const Context& context, InOrderState<Size>& state) {
  if (!context.options.erase_writes || context.options.liveness || !context.symmetry.none()) return;
  while (all_finished(context, state) && !settled(context, state)) {
    const auto values = last_values(context, state);
    if (values.size() != 1) return;
    state.settled.push_back(
        state.memory.value(values.front(), next_to_settle(context, state), context.semantics));
  }
}

}  // namespace

template <class Size>
void advance(const Context& context, InOrderState<Size>& state, ThreadId thread) {
  ++state.threads[thread].pc;
  run_local(context, state, thread);
  end_step(context, state);
  settle_certain(context, state);
}

template <class Size>
void end_step(const Context& context, InOrderState<Size>& state) {
  release_barriers(context, state);
  for (const LocationId location : context.brought) {
    for (auto& thread : state.threads) {
      propagate(thread.floor, state.memory, location, context.semantics);
    }
  }
  forget(context, state, all_finished(context, state));
}

}  // namespace opexplore::ptx_model
