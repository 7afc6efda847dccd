#pragma once

#include <vector>

#include "opmodel/ptx/in_order/erase.hpp"
#include "opmodel/ptx/in_order/fairness.hpp"
#include "opmodel/ptx/in_order/forget.hpp"
#include "opmodel/ptx/in_order/location_order.hpp"
#include "opmodel/ptx/in_order/open_fences.hpp"
#include "opmodel/ptx/in_order/races.hpp"
#include "opmodel/ptx/in_order/relevance.ipp"
#include "opmodel/ptx/in_order/walk.hpp"
#include "opmodel/ptx/in_order/writes_at.hpp"

namespace opexplore::ptx_model {

namespace {

// What all threads together may still do.
struct AllFutures {
  Future any;
  bool anybody_acquires = false;
};

template <class Size>
AllFutures all_futures(const Context& context, const InOrderState<Size>& state) {
  AllFutures all;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const Future& future = future_of(context, state, t);
    all.anybody_acquires =
        all.anybody_acquires || future.acquire_fence || future.acquire_loads != 0;
    all.any |= future;
  }
  return all;
}

// Knowledge of other writes than these is dropped.
template <class Size>
void know_only(InOrderState<Size>& state, const typename Size::Items& alive,
               const typename Size::Items& all) {
  if (alive.includes(all)) return;
  for_each_view(state, [&](View<Size>& view) { view.items &= alive; });
}

// Of what the thread observed, what an acquire may still follow.
template <unsigned Words>
ItemSet<Words> useful_observed(const Semantics& semantics, const Memory<Words>& memory,
                               const ItemSet<Words>& observed, const Future& future) {
  if (future.acquire_fence) return observed;
  ItemSet<Words> useful;
  observed.for_each([&](std::size_t w) {
    const Access& access = memory.access(w, semantics);
    if ((future.acquire_loads & place(access.address)) != 0) useful |= ItemSet<Words>::of(w);
  });
  return useful;
}

template <class Size>
bool knows_nothing(const Knowledge<Size>& knowledge) {
  return knowledge.view == View<Size>{} && knowledge.observed.empty() &&
         is_empty<Size>(knowledge.released) && knowledge.address_released.empty();
}

template <class Size>
void forget_in_thread(const Context& context, InOrderState<Size>& state, std::size_t t,
                      bool anybody_acquires) {
  auto& knowledge = state.threads[t].knowledge;
  if (knows_nothing(knowledge)) return;
  const auto thread = static_cast<ThreadId>(t);
  const Future& future = future_of(context, state, t);
  if (knowledge.view != View<Size>{} && context.finished(thread, state.threads[t].pc) &&
      !state.barriers.waits(thread)) {
    knowledge.view = {};
  }
  knowledge.observed = useful_observed(context.semantics, state.memory, knowledge.observed, future);
  if (future.strong_writes == 0 || !anybody_acquires) knowledge.released = {};
  erase_if(knowledge.address_released, [&](const AddressRelease<Size>& waiting) {
    return !anybody_acquires || (future.strong_writes & place(waiting.address)) == 0;
  });
}

// What was known at fence.sc is dropped where no fence.sc ahead can learn it.
template <class Size>
void forget_fences(const Context& context, InOrderState<Size>& state) {
  if (state.fences.empty()) return;
  std::vector<char> read(state.fences.size(), 0);
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const Future& future = future_of(context, state, t);
    if (!future.fence_sc) continue;
    const auto thread = static_cast<ThreadId>(t);
    for (const std::uint16_t cluster : context.fence_clusters.read(thread, future.fence_scope)) {
      read[cluster] = 1;
    }
  }
  for (std::size_t cluster = 0; cluster < read.size(); ++cluster) {
    if (read[cluster] == 0) state.fences[cluster] = {};
  }
}

// What each thread keeps for itself, and for its releases to come.
template <class Size>
void forget_in_threads(const Context& context, InOrderState<Size>& state, bool anybody_acquires) {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    forget_in_thread(context, state, t, anybody_acquires);
  }
}

// What writes hand on: nothing unless strong reads may still observe them, or have.
template <class Size>
void forget_handed_on(const Context& context, InOrderState<Size>& state, const Future& any,
                      bool anybody_acquires) {
  typename Size::Items observed;
  for (const auto& thread : state.threads) observed |= thread.knowledge.observed;
  for (std::size_t w = 0; w < state.messages.size(); ++w) {
    auto& message = state.messages[w];
    if (!Size::finds_races && message.empty()) continue;
    const AddressId address = state.memory.access(w, context.semantics).address;
    const bool readable = (any.strong_reads & place(address)) != 0;
    if (!anybody_acquires || !(readable || observed.contains(w))) message.clear();
    if constexpr (Size::finds_races) {
      if (!readable) state.racing.observed[w] = {};
    }
  }
}

// How writes must not be ordered, where none comes any more.
template <class Size>
void forget_forbidden(InOrderState<Size>& state, const typename Size::Items& settled) {
  settled.for_each([&](std::size_t w) {
    state.memory.writes[w].not_after = {};
    state.memory.writes[w].rmw_source = Write<Size::words>::none;
  });
}

}  // namespace

template <class Size>
void forget(const Context& context, InOrderState<Size>& state, bool finished) {
  const MachineOptions& options = context.options;
  const bool forgets = options.forget_dead || finished;
  const auto [any, anybody_acquires] = all_futures(context, state);
  if (forgets) forget_accesses(context, state);
  for (;;) {
    const WritesAt<Size> writes(state.memory, context.semantics);
    if (forgets) {
      auto alive = writes.at_any(any.reads | any.writes);
      if constexpr (Size::leaves_fences_open) alive |= kept_for_fences(context, state, any);
      know_only(state, alive, writes.all());
      forget_in_threads(context, state, anybody_acquires);
      if (options.liveness || !context.brought.empty()) forget_floors(context, state);
      forget_fences(context, state);
    }
    if (options.relevance) keep_relevant(context, state, writes, anybody_acquires);
    if (forgets) {
      forget_handed_on(context, state, any, anybody_acquires);
      forget_forbidden(state, writes.at_any(~any.writes));
      if (!context.ordered_addresses.empty()) forget_order(context, state, any);
      if constexpr (Size::leaves_fences_open) {
        if (forget_open_fences(context, state, any)) continue;
      }
    }
    // Without the writes that are erased, more may turn out to be useless.
    if (!options.erase_writes || !erase_writes(context, state, writes, any)) return;
  }
}

}  // namespace opexplore::ptx_model
