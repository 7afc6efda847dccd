#pragma once

#include <vector>

#include "opmodel/ptx/in_order/erase.hpp"
#include "opmodel/ptx/in_order/fairness.hpp"
#include "opmodel/ptx/in_order/forget.hpp"
#include "opmodel/ptx/in_order/location_order.hpp"
#include "opmodel/ptx/in_order/open_fences.hpp"
#include "opmodel/ptx/in_order/races.hpp"
#include "opmodel/ptx/in_order/relevance.ipp"

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

// Writes that can still matter.
template <unsigned Words>
struct Useful {
  ItemSet<Words> alive;     // their location is accessed again
  ItemSet<Words> readable;  // strong reads may still observe them
  ItemSet<Words> written;   // their location is written again
};

template <unsigned Words>
Useful<Words> useful_writes(const Semantics& semantics, const Memory<Words>& memory,
                            const Future& any) {
  Useful<Words> useful;
  for (std::size_t w = 0; w < memory.writes.size(); ++w) {
    const Access& access = memory.access(w, semantics);
    const auto write = ItemSet<Words>::of(w);
    if (((any.reads | any.writes) & place(access.location)) != 0) useful.alive |= write;
    if ((any.strong_reads & place(access.address)) != 0) useful.readable |= write;
    if ((any.writes & place(access.location)) != 0) useful.written |= write;
  }
  return useful;
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
void forget_in_thread(const Context& context, InOrderState<Size>& state, std::size_t t,
                      bool anybody_acquires) {
  auto& knowledge = state.threads[t].knowledge;
  const auto thread = static_cast<ThreadId>(t);
  const Future& future = future_of(context, state, t);
  const bool done = context.finished(thread, state.threads[t].pc) && !state.barriers.waits(thread);
  if (done) knowledge.view = {};
  knowledge.observed = useful_observed(context.semantics, state.memory, knowledge.observed, future);
  if (future.strong_writes == 0 || !anybody_acquires) knowledge.released = {};
  std::erase_if(knowledge.address_released, [&](const AddressRelease<Size>& waiting) {
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

// What writes hand on, and how they must not be ordered.
template <class Size>
void forget_in_memory(InOrderState<Size>& state, const Useful<Size::words>& useful,
                      bool anybody_acquires) {
  typename Size::Items observed;
  for (const auto& thread : state.threads) observed |= thread.knowledge.observed;
  for (std::size_t w = 0; w < state.messages.size(); ++w) {
    if (!anybody_acquires || !(useful.readable | observed).contains(w)) state.messages[w].clear();
    if constexpr (Size::finds_races) {
      if (!useful.readable.contains(w)) state.racing.observed[w] = {};
    }
    if (!useful.written.contains(w)) {
      state.memory.writes[w].not_after = {};
      state.memory.writes[w].rmw_source = Write<Size::words>::none;
    }
  }
}

}  // namespace

template <class Size>
void forget(const Context& context, InOrderState<Size>& state, bool finished) {
  const MachineOptions& options = context.options;
  const bool forgets = options.forget_dead || finished;
  const auto [any, anybody_acquires] = all_futures(context, state);
  if (forgets) forget_accesses(context, state);
  for (;;) {
    auto useful = useful_writes(context.semantics, state.memory, any);
    if constexpr (Size::leaves_fences_open) useful.alive |= kept_for_fences(context, state, any);
    if (forgets) {
      for_each_view(state, [&](View<Size>& view) { view.items &= useful.alive; });
      forget_in_threads(context, state, anybody_acquires);
      if (options.liveness) forget_floors(context, state);
      forget_fences(context, state);
    }
    if (options.relevance) keep_relevant(context, state, anybody_acquires);
    if (forgets) {
      forget_in_memory(state, useful, anybody_acquires);
      if (!context.ordered_addresses.empty()) forget_order(context, state, any);
      if constexpr (Size::leaves_fences_open) {
        if (forget_open_fences(context, state, any)) continue;
      }
    }
    // Without the writes that are erased, more may turn out to be useless.
    if (!options.erase_writes || !erase_writes(context, state, any)) return;
  }
}

}  // namespace opexplore::ptx_model
