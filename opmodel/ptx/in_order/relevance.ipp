#pragma once

#include <algorithm>
#include <vector>

#include "opmodel/ptx/in_order/relevance.hpp"
#include "opmodel/ptx/rules/acquire.hpp"

namespace opexplore::ptx_model {

namespace {

template <class Size>
const Future& future_of(const Context& context, const InOrderState<Size>& state,
                        std::size_t thread) {
  return context.futures[thread][state.threads[thread].pc];
}

}  // namespace

template <class Size>
ThreadMask related_fences(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                          Scope scope) {
  ThreadMask result = 0;
  for (std::size_t u = 0; u < state.threads.size(); ++u) {
    const auto other = static_cast<ThreadId>(u);
    const Future& ahead = future_of(context, state, u);
    if (other == thread || !ahead.fence_sc) continue;
    const Scope needed = context.semantics.distance(thread, other);
    if (scope >= needed && ahead.fence_scope >= needed) result |= thread_bit(other);
  }
  return result;
}

template <class Size>
bool tells_nothing(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                   const FenceFacts& fence) {
  const Semantics& semantics = context.semantics;
  const FenceClusters& clusters = context.fence_clusters;
  Knowledge<Size> after = state.threads[thread].knowledge;
  for (const std::uint16_t cluster : clusters.read(thread, fence.scope)) {
    after.view |= state.fences[cluster];
  }
  if (acquires(fence, semantics.reading())) {
    const auto observed = after.observed;
    observed.for_each([&](std::size_t head) {
      learn(after, semantics, state.messages[head], {thread, fence.scope, Proxy::generic});
    });
  }
  const ThreadMask readers = related_fences(context, state, thread, fence.scope);
  for (const std::uint16_t cluster : clusters.written(thread, fence.scope)) {
    if (state.fences[cluster].includes(after.view)) continue;
    bool read = false;
    for_each_thread(readers, [&](ThreadId u) {
      const auto by = clusters.read(u, future_of(context, state, u).fence_scope);
      read = read || std::find(by.begin(), by.end(), cluster) != by.end();
    });
    if (read) return false;
  }
  return true;
}

namespace {

// Whether what the thread knows may still reach another one, by release, fence.sc or barrier.
template <class Size>
bool passes_on(const Context& context, const InOrderState<Size>& state, std::size_t t,
               bool anybody_acquires) {
  const Future& future = future_of(context, state, t);
  if (future.barrier || (future.releases && anybody_acquires)) return true;
  if (!future.fence_sc) return false;
  // Left open, it may have to come before one that has run.
  return Size::leaves_fences_open ||
         related_fences(context, state, static_cast<ThreadId>(t), future.fence_scope) != 0;
}

// What its thread can still use of a view.
template <class Size>
struct Relevant {
  typename Size::Items items = ~typename Size::Items{};
  BitSet<Size::slot_words> accesses = ~BitSet<Size::slot_words>{};

  void keep(View<Size>& view) const {
    view.items &= items;
    if constexpr (Size::finds_races) view.accesses &= accesses;
  }
};

// For itself: of what it may still access.
template <class Size>
Relevant<Size> relevant_to(const Context& context, const InOrderState<Size>& state,
                           const WritesAt<Size>& writes, std::size_t t) {
  Relevant<Size> result;
  const Future& future = future_of(context, state, t);
  result.items = writes.at_any(future.reads | future.writes);
  if constexpr (Size::finds_races) {
    result.accesses = {};
    const auto thread = static_cast<ThreadId>(t);
    for (const RacePlan::Slot slot : context.races.ahead(thread, state.threads[t].pc)) {
      for (const RacePlan::Slot rival : context.races.rivals(slot)) {
        result.accesses |= BitSet<Size::slot_words>::of(rival);
      }
    }
  }
  return result;
}

// Whether an acquire pattern that began with the message's write could teach the thread anything
// about these writes.
template <class Size>
bool teaches(const Context& context, const Message<Size>& message, ThreadId thread,
             const View<Size>& known, const Relevant<Size>& relevant) {
  return std::ranges::any_of(message, [&](const ReleaseSource<Size>& source) {
    View<Size> view = source.views[level(context.semantics.distance(source.thread, thread))];
    relevant.keep(view);
    return !known.includes(view);
  });
}

// Whether one message hands on all that the other one does.
template <class Size>
bool hands_on(const Message<Size>& message, const Message<Size>& other) {
  return std::ranges::all_of(other, [&](const ReleaseSource<Size>& source) {
    return std::ranges::any_of(message, [&](const ReleaseSource<Size>& mine) {
      if (mine.thread != source.thread || mine.surface_headed != source.surface_headed)
        return false;
      return std::ranges::all_of(all_scopes, [&](Scope s) {
        return mine.views[level(s)].includes(source.views[level(s)]);
      });
    });
  });
}

// Of writes to one address an acquire takes all that were observed, so those are enough whose
// messages hold the others'.
template <class Size>
void keep_last_observed(const Context& context, InOrderState<Size>& state, std::size_t t) {
  auto& observed = state.threads[t].knowledge.observed;
  const auto all = observed;
  all.for_each([&](std::size_t w) {
    bool held = false;
    observed.for_each([&](std::size_t other) {
      held = held || (other != w &&
                      state.memory.access(other, context.semantics).address ==
                          state.memory.access(w, context.semantics).address &&
                      hands_on(state.messages[other], state.messages[w]));
    });
    if (held) observed &= ~Size::Items::of(w);
  });
}

// Patterns that hand on nothing are none.
template <class Size>
void drop_empty_patterns(InOrderState<Size>& state) {
  const auto hands_on_nothing = [](const auto& pattern) { return is_empty<Size>(pattern.views); };
  for (auto& thread : state.threads) {
    erase_if(thread.knowledge.address_released, hands_on_nothing);
  }
  for (auto& message : state.messages) {
    if (message.empty()) continue;
    message.erase(std::remove_if(message.begin(), message.end(), hands_on_nothing), message.end());
  }
}

}  // namespace

template <class Size>
void keep_relevant(const Context& context, InOrderState<Size>& state, const WritesAt<Size>& writes,
                   bool anybody_acquires) {
  using Items = typename Size::Items;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    auto& knowledge = state.threads[t].knowledge;
    if (knowledge.observed.empty() && knowledge.view == View<Size>{}) continue;
    Relevant<Size> relevant;
    if (!passes_on(context, state, t, anybody_acquires)) {
      relevant = relevant_to(context, state, writes, t);
      relevant.keep(knowledge.view);
    }
    const Items observed = knowledge.observed;
    observed.for_each([&](std::size_t w) {
      if (!teaches(context, state.messages[w], static_cast<ThreadId>(t), knowledge.view,
                   relevant)) {
        knowledge.observed &= ~Items::of(w);
      }
    });
    keep_last_observed(context, state, t);
  }
  drop_empty_patterns(state);
}

}  // namespace opexplore::ptx_model
