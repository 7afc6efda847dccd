#include "opmodel/ptx/in_order/forget.hpp"

#include <vector>

namespace opexplore::ptx_model {

namespace {

// What all threads together may still do.
struct AllFutures {
  Future any;
  bool anybody_acquires = false;
};

template <unsigned Width>
const Future& future_of(const Context& context, const InOrderState<Width>& state,
                        std::size_t thread) {
  return context.futures[thread][state.threads[thread].pc];
}

template <unsigned Width>
AllFutures all_futures(const Context& context, const InOrderState<Width>& state) {
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
struct Useful {
  ItemSet alive = 0;     // their location is accessed again
  ItemSet readable = 0;  // strong reads may still observe them
  ItemSet written = 0;   // their location is written again
};

Useful useful_writes(const Semantics& semantics, const Memory& memory, const Future& any) {
  Useful useful;
  for (std::size_t w = semantics.locations(); w < memory.writes.size(); ++w) {
    const Write& each = memory.writes[w];
    const Access& access = semantics.access(each.thread, each.instruction);
    if (((any.reads | any.writes) & place(access.location)) != 0) useful.alive |= item(w);
    if ((any.strong_reads & place(access.address)) != 0) useful.readable |= item(w);
    if ((any.writes & place(access.location)) != 0) useful.written |= item(w);
  }
  for (std::size_t w = 0; w < semantics.locations(); ++w) {
    if ((any.writes & place(w)) != 0) useful.written |= item(w);
  }
  return useful;
}

// Of what the thread observed, what an acquire may still follow.
ItemSet useful_observed(const Semantics& semantics, const Memory& memory, ItemSet observed,
                        const Future& future) {
  if (future.acquire_fence) return observed;
  ItemSet useful = 0;
  for_each_item(observed, [&](std::size_t w) {
    const Write& each = memory.writes[w];
    const Access& access = semantics.access(each.thread, each.instruction);
    if ((future.acquire_loads & place(access.address)) != 0) useful |= item(w);
  });
  return useful;
}

template <unsigned Width>
void forget_in_thread(const Context& context, InOrderState<Width>& state, std::size_t t,
                      bool anybody_acquires) {
  auto& knowledge = state.threads[t].knowledge;
  const auto thread = static_cast<ThreadId>(t);
  const Future& future = future_of(context, state, t);
  const bool done = context.finished(thread, state.threads[t].pc) && !state.barriers.waits(thread);
  if (done) knowledge.view = {};
  knowledge.observed = useful_observed(context.semantics, state.memory, knowledge.observed, future);
  if (future.strong_writes == 0 || !anybody_acquires) knowledge.released = {};
  std::erase_if(knowledge.address_released, [&](const AddressRelease<Width>& waiting) {
    return !anybody_acquires || (future.strong_writes & place(waiting.address)) == 0;
  });
  bool other_fences = false;
  for (std::size_t u = 0; u < state.threads.size(); ++u) {
    other_fences = other_fences || (u != t && future_of(context, state, u).fence_sc);
  }
  if (!other_fences) knowledge.fenced = {};
}

}  // namespace

template <unsigned Width>
void forget_dead(const Context& context, InOrderState<Width>& state) {
  const auto [any, anybody_acquires] = all_futures(context, state);
  const Useful useful = useful_writes(context.semantics, state.memory, any);
  ItemSet observed = 0;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    forget_in_thread(context, state, t, anybody_acquires);
    observed |= state.threads[t].knowledge.observed;
  }
  for (std::size_t w = 0; w < state.messages.size(); ++w) {
    if (!anybody_acquires || !contains(useful.readable | observed, w)) state.messages[w].clear();
    if (!contains(useful.written, w)) {
      state.memory.writes[w].not_after = 0;
      state.memory.writes[w].rmw_source = Write::none;
    }
  }
  for_each_view(state, [&](View<Width>& view) {
    for (ItemSet& stage : view.stage) stage &= useful.alive;
  });
}

template void forget_dead(const Context&, InOrderState<1>&);
template void forget_dead(const Context&, InOrderState<few_stages>&);

}  // namespace opexplore::ptx_model
