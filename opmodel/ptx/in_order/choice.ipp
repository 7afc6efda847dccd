#pragma once

#include <bit>

#include "opmodel/ptx/in_order/choice.hpp"
#include "opmodel/ptx/in_order/look_ahead.hpp"
#include "opmodel/ptx/in_order/relevance.hpp"
#include "opmodel/ptx/rule_list.hpp"

namespace opexplore::ptx_model {

// The answers of one state.
template <class Size>
class InOrderConflicts {
 public:
  InOrderConflicts(const Context& context, const InOrderState<Size>& state)
      : context_(context), state_(state), waiting_(state.barriers.waiting()) {}

  ThreadMask with(ThreadId thread) const {
    const InstructionId pc = state_.threads[thread].pc;
    if ((waiting_ & thread_bit(thread)) != 0) return barrier_mates(thread);
    if (context_.finished(thread, pc)) return 0;
    if (context_.skips(thread, pc)) return 0;
    const std::uint8_t rule = context_.semantics.rule(thread, pc);
    if (context_.commutes(thread, pc)) return 0;
    if (rule == number<load_> || rule == number<atomic_>) return writers(thread, pc);
    if (rule == number<fence_sc_>) return fences(thread, pc);
    if (rule == number<barrier_>) return arrives_freely(thread, pc) ? 0 : barrier_mates(thread);
    return 0;
  }

  bool branches(ThreadId thread) const {
    const InstructionId pc = state_.threads[thread].pc;
    return context_.semantics.access(thread, pc).reads && !context_.commutes(thread, pc);
  }

 private:
  template <class F>
  ThreadMask others(ThreadId thread, F&& may) const {
    ThreadMask result = 0;
    for (std::size_t u = 0; u < state_.threads.size(); ++u) {
      const auto other = static_cast<ThreadId>(u);
      if (other != thread && may(other, state_.threads[u].pc)) result |= thread_bit(other);
    }
    return result;
  }

  const Future& future(ThreadId thread, InstructionId pc) const {
    return context_.futures[thread][pc];
  }

  ThreadMask writers(ThreadId thread, InstructionId pc) const {
    const LocationId location = context_.semantics.access(thread, pc).location;
    const ThreadMask all = others(thread, [&](ThreadId u, InstructionId at) {
      return (future(u, at).writes & place(location)) != 0 && may_write_before(u, at, thread, pc);
    });
    if (all == 0 || !context_.options.goal) return all;
    return threads_for_goal(context_, state_, thread, all);
  }

  // Whether the other thread may write what the access reads before that is executed: no barrier
  // that the reader has yet to come to is in front of the write.
  bool may_write_before(ThreadId other, InstructionId from, ThreadId thread,
                        InstructionId pc) const {
    if (context_.semantics.reading().barriers_by_instance) return true;
    const LocationId location = context_.semantics.access(thread, pc).location;
    return std::ranges::any_of(context_.writes_ahead[other][from], [&](InstructionId at) {
      const Access& access = context_.semantics.access(other, at);
      return access.writes && access.location == location &&
             !context_.barrier_order.precedes(thread, pc, other, at);
    });
  }

  ThreadMask fences(ThreadId thread, InstructionId pc) const {
    if (Size::leaves_fences_open) return 0;  // it takes no place among the others
    const FenceFacts facts = *fence_of(context_.action(thread, pc));
    const ThreadMask all = related_fences(context_, state_, thread, facts.scope);
    if (all == 0 || !context_.options.relevance) return all;
    return tells_nothing(context_, state_, thread, facts) ? 0 : all;
  }

  ThreadMask barrier_mates(ThreadId thread) const {
    const ThreadMask cta = context_.barriers.cta(thread);
    return others(thread, [&](ThreadId u, InstructionId at) {
      return (cta & thread_bit(u)) != 0 && context_.barriers.may_wait_for(u, at);
    });
  }

  bool arrives_freely(ThreadId thread, InstructionId pc) const {
    if (context_.has_quorum) return false;
    const Arrival arrival =
        arrival_at(context_.semantics.reading(), *barrier_of(context_.action(thread, pc)),
                   span_of(state_.threads[thread].registers));
    return state_.barriers.may_arrive(context_.barriers, thread, arrival.resource);
  }

  const Context& context_;
  const InOrderState<Size>& state_;
  ThreadMask waiting_;
};

template <class Size>
ThreadMask choose_threads(const Context& context, const InOrderState<Size>& state,
                          ThreadMask able) {
  const InOrderConflicts<Size> conflicts(context, state);
  const auto with = [&](ThreadId thread) { return conflicts.with(thread); };
  const auto branches = [&](ThreadId thread) { return conflicts.branches(thread); };
  return ample_threads(able, {with, branches});
}

template <class Size>
bool awaits_in_vain(const Context& context, const InOrderState<Size>& state, ThreadId thread) {
  const auto& mine = state.threads[thread];
  if (!mine.awaits) return false;
  const LocationId location = context.semantics.access(thread, mine.pc).location;
  return mine.passed_over.includes(state.memory.at_location(location, context.semantics));
}

template <class Size>
std::optional<ThreadId> reader_of(const Context& context, const InOrderState<Size>& state,
                                  ThreadMask chosen) {
  if (!context.awaits_writes || std::popcount(chosen) < 2) return std::nullopt;
  std::optional<ThreadId> result;
  for_each_thread(chosen, [&](ThreadId thread) {
    const InstructionId pc = state.threads[thread].pc;
    const bool reads = !context.finished(thread, pc) && !context.skips(thread, pc) &&
                       context.semantics.access(thread, pc).reads;
    if (!result && reads) result = thread;
  });
  return result;
}

}  // namespace opexplore::ptx_model
