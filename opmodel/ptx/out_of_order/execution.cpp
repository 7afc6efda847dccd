#include "opmodel/ptx/out_of_order/execution.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "opmodel/ptx/out_of_order/sc_per_location.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/barrier.hpp"
#include "opmodel/ptx/rules/fence.hpp"
#include "opmodel/ptx/rules/fence_sc.hpp"
#include "opmodel/ptx/rules/load.hpp"
#include "opmodel/ptx/rules/proxy_fence.hpp"
#include "opmodel/ptx/rules/store.hpp"

namespace opexplore::ptx_model {

LateItems floor_at(const Context& context, const OutOfOrderState& state, const LateMemory& memory,
                   const Access& access) {
  const LateItems& floor = state.past->threads[access.thread].floor;
  if (floor.empty()) return floor;
  return floor & memory.at_location(access.location, context.semantics);
}

Present::Present(const Context& context, const OutOfOrderState& state) : events_(context, state) {}

Present::Present(const Present& before, Events events) : events_(std::move(events)) {
  std::visit(
      [&]<class Known>(const Known& known) {
        if constexpr (!std::is_same_v<Known, std::monostate>) {
          execution_.template emplace<Known>(known, events_);
        }
      },
      before.execution_);
}

LateItems Present::known_to_write(ThreadId thread, const Access& access) {
  const LateMemory& memory = events_.state().memory;
  return with([&](auto& execution) {
    return memory.ordered_before(execution.knowledge(thread).view, access,
                                 events_.context().semantics);
  });
}

LateItems Present::known_next(ThreadId thread, const Access& access) {
  const OutOfOrderState& state = events_.state();
  return known_to_write(thread, access) | floor_at(events_.context(), state, state.memory, access);
}

LateItems Present::known_before(ThreadId thread, std::size_t entry) {
  const LateMemory& memory = events_.state().memory;
  const Semantics& semantics = events_.context().semantics;
  const Access& access = events_.access(thread, entry);
  return with([&](auto& execution) {
    return memory.ordered_before(execution.view_before(thread, entry), access, semantics) |
           floor_at(events_.context(), events_.state(), memory, access);
  });
}

LateItems Present::known_between_halves(ThreadId thread, const Access& access, std::size_t source) {
  return with(
      [&](auto& execution) { return execution.known_between_halves(thread, access, source); });
}

template <class Size>
bool Execution<Size>::saturate() {
  const std::size_t threads = state_.issued.size();
  messages_.resize(state_.memory.writes.size());
  fence_views_.resize(state_.fences.size());
  knowledge_.resize(threads);
  views_.resize(events_.entries());
  if (context_.folds) begin_from_past();
  walk_all();
  return !contradiction_;
}

template <class Size>
void Execution<Size>::walk_all() {
  for (bool changed = true; changed && !contradiction_;) {
    changed = false;
    for (std::size_t t = 0; t < state_.issued.size(); ++t) {
      if (walk(static_cast<ThreadId>(t))) changed = true;
    }
  }
}

template <class Size>
Execution<Size>::Execution(const Events& events)
    : events_(events), context_(events.context()), state_(events.state()) {
  for (const auto& futures : context_.futures) {
    const Future& all = futures.front();
    anybody_acquires_ = anybody_acquires_ || all.acquire_fence || all.acquire_loads != 0;
  }
}

template <class Size>
Execution<Size>::Execution(const Execution& before, const Events& after)
    : events_(after),
      context_(before.context_),
      state_(after.state()),
      views_(before.views_),
      knowledge_(before.knowledge_),
      messages_(before.messages_),
      fence_views_(before.fence_views_),
      generations_(before.generations_),
      anybody_acquires_(before.anybody_acquires_),
      contradiction_(before.contradiction_) {}

template <class Size>
bool Execution<Size>::saturate_behind(ThreadId thread) {
  if (walk(thread)) walk_all();
  return !contradiction_;
}

template <class Size>
void Execution<Size>::make_room(std::size_t write) {
  const auto stages = static_cast<std::size_t>(context_.semantics.stages().count);
  const auto view = [&](View<Size>& of) {
    for (std::size_t s = 0; s < stages; ++s) {
      of.items.stage[s] = of.items.stage[s].make_room(write);
    }
  };
  const auto scoped = [&](ScopedViews<Size>& views) {
    for (View<Size>& of : views) view(of);
  };
  for (EntryViews& entry : views_) {
    view(entry.before);
    view(entry.before_write);
  }
  for (Knowledge<Size>& knowledge : knowledge_) {
    view(knowledge.view);
    scoped(knowledge.released);
    knowledge.observed = knowledge.observed.make_room(write);
    for (AddressRelease<Size>& waiting : knowledge.address_released) scoped(waiting.views);
  }
  for (Message<Size>& message : messages_) {
    for (ReleaseSource<Size>& source : message) scoped(source.views);
  }
  messages_.insert(messages_.begin() + static_cast<std::ptrdiff_t>(write), Message<Size>());
  for (View<Size>& fence : fence_views_) view(fence);
  for (GenerationView& generation : generations_) view(generation.view);
}

template <class Size>
LateItems Execution<Size>::known_between_halves(ThreadId thread, const Access& access,
                                                std::size_t source) {
  Knowledge<Size> knowledge = knowledge_[thread];
  ptx_model::load(knowledge, shared(), access, source);
  return state_.memory.ordered_before(knowledge.view, access, context_.semantics);
}

// What the past has of messages, and what its unfinished barriers have gathered.
template <class Size>
void Execution<Size>::begin_from_past() {
  if constexpr (std::is_same_v<Size, LateSize>) {
    for (std::size_t w = 0; w < state_.past.writes(); ++w) messages_[w] = state_.past->messages[w];
    for (const Gathering<Size>& gathering : state_.past->gatherings) {
      generations_.push_back({gathering.cta, gathering.resource, 0, gathering.view});
    }
  }
}

// Who waited at a barrier of the past, and does not any more, knows what everybody brought.
template <class Size>
Knowledge<Size> Execution<Size>::at_start(ThreadId thread) const {
  if constexpr (std::is_same_v<Size, LateSize>) {
    const InOrderThread<Size>& start = state_.past->threads[thread];
    Knowledge<Size> knowledge = start.knowledge;
    const bool still_waits = state_.issued[thread].empty() && state_.barriers.waits(thread);
    if (!state_.past->barriers.waits(thread) || still_waits) return knowledge;
    for (const Generation& generation : state_.past->barriers.generations()) {
      if ((generation.waiting & thread_bit(thread)) == 0) continue;
      const auto pc = static_cast<InstructionId>(start.pc - 1);
      leave(knowledge, *gathered(generation.cta, generation.resource, 0),
            *barrier_of(context_.action(thread, pc)));
    }
    return knowledge;
  } else {
    return {};
  }
}

template <class Size>
const View<Size>* Execution<Size>::gathered(ThreadMask cta, Value resource,
                                            std::uint8_t generation) const {
  const auto place = std::ranges::find_if(generations_, [&](const GenerationView& view) {
    return view.cta == cta && view.resource == resource && view.generation == generation;
  });
  return place == generations_.end() ? nullptr : &place->view;
}

// One pass along a thread: each rule acts where its instruction was issued. Returns whether that
// told others anything new.
template <class Size>
bool Execution<Size>::walk(ThreadId thread) {
  Knowledge<Size> knowledge = at_start(thread);
  bool changed = false;
  for (std::size_t e = 0; e < state_.issued[thread].size(); ++e) {
    views_[events_.index(thread, e)].before = knowledge.view;
    changed = execute(events_.rule(thread, e), *this, knowledge, thread, e) || changed;
  }
  knowledge_[thread] = std::move(knowledge);
  return changed;
}

template <class Size>
FenceFacts Execution<Size>::facts(ThreadId thread, std::size_t entry) const {
  return *fence_of(context_.action(thread, state_.issued[thread][entry].instruction));
}

template <class Size>
bool Execution<Size>::load(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry) {
  const Issued& issued = state_.issued[thread][entry];
  if (!issued.read_done()) return false;
  const Access& access = events_.access(thread, entry);
  // Reads are items too: a write that follows one may not be what it reads (rf;cause).
  knowledge.view.add(events_.entry(thread, entry).read_item, access, context_.semantics.stages());
  ptx_model::load(knowledge, shared(), access, issued.read);
  return false;
}

template <class Size>
bool Execution<Size>::store(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry) {
  views_[events_.index(thread, entry)].before_write = knowledge.view;
  if (!state_.issued[thread][entry].write_done()) return false;
  const std::size_t write = events_.entry(thread, entry).write_item;
  const Access& access = events_.access(thread, entry);
  if (!anybody_acquires_ || (!access.strong && !access.reads)) {  // ends no release pattern
    knowledge.view.add(write, access, context_.semantics.stages());
    return false;
  }
  const Message<Size> before = messages_[write];
  ptx_model::store(knowledge, shared(), access, write);
  return before != messages_[write];
}

template <class Size>
bool Execution<Size>::atomic(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry) {
  load(knowledge, thread, entry);
  return store(knowledge, thread, entry);
}

template <class Size>
bool Execution<Size>::fence(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry) {
  ptx_model::fence(knowledge, shared(), thread, facts(thread, entry));
  return false;
}

template <class Size>
bool Execution<Size>::proxy_fence(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry) {
  ptx_model::proxy_fence(knowledge.view, thread, *facts(thread, entry).proxy, context_.semantics);
  return false;
}

template <class Size>
bool Execution<Size>::fence_sc(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry) {
  const Events::Entry& mine = events_.entry(thread, entry);
  SmallVector<const View<Size>*, max_threads> earlier;
  state_.fences[mine.fence_index].before.for_each(
      [&](std::size_t fence) { earlier.push_back(&fence_views_[fence]); });
  if constexpr (std::is_same_v<Size, LateSize>) {
    const Scope scope = facts(thread, entry).scope;
    if (context_.folds) {
      for (const std::uint16_t cluster : context_.fence_clusters.read(thread, scope)) {
        earlier.push_back(&state_.past->fences[cluster]);
      }
    }
  }
  if (!ptx_model::fence_sc(knowledge, shared(), thread, facts(thread, entry),
                           std::span<const View<Size>* const>(earlier.data(), earlier.size()),
                           LateItems::of(mine.fence_item))) {
    contradiction_ = true;
  }
  View<Size>& known = fence_views_[mine.fence_index];
  const bool changed = !known.includes(knowledge.view);
  if (changed) known = knowledge.view;
  return changed;
}

template <class Size>
bool Execution<Size>::barrier(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry) {
  const Issued& issued = state_.issued[thread][entry];
  const ThreadMask cta = context_.barriers.cta(thread);
  auto place = generations_.begin();
  while (place != generations_.end() && (place->cta != cta || place->resource != issued.resource ||
                                         place->generation != issued.generation)) {
    ++place;
  }
  if (place == generations_.end()) {
    place = generations_.insert(place, {cta, issued.resource, issued.generation, {}});
  }
  const bool changed = !issued.too_late && arrive(place->view, knowledge);
  const bool waits = entry + 1 == state_.issued[thread].size() && state_.barriers.waits(thread);
  if (!waits)
    leave(knowledge, place->view, *barrier_of(context_.action(thread, issued.instruction)));
  return changed;
}

template <class Size>
bool Execution<Size>::local(Knowledge<Size>&, ThreadId, std::size_t) {
  return false;
}

template <class Size>
bool Execution<Size>::impose_coherence(LateMemory& memory) const {
  const Semantics& semantics = context_.semantics;
  for (std::size_t w = 0; w < memory.writes.size(); ++w) {
    const auto [thread, entry] = events_.entry_of(w);
    if (entry == Events::in_past) continue;
    const View<Size>& view = views_[events_.index(thread, entry)].before_write;
    if (!may_store(memory, view, events_.access(thread, entry), w, semantics)) return false;
  }
  return true;
}

template <class Size>
bool Execution<Size>::consistent(const LateMemory& memory) const {
  const Semantics& semantics = context_.semantics;
  for (std::size_t t = 0; t < state_.issued.size(); ++t) {
    for (std::size_t e = 0; e < state_.issued[t].size(); ++e) {
      const Issued& issued = state_.issued[t][e];
      if (!issued.read_done()) continue;
      const auto thread = static_cast<ThreadId>(t);
      const Access& mine = events_.access(thread, e);
      // fr;cause: nothing known may overwrite what was read.
      const LateItems known =
          memory.ordered_before(views_[events_.index(thread, e)].before, mine, semantics);
      if (!may_load(memory, known | floor_at(context_, state_, memory, mine), issued.read)) {
        return false;
      }
      // rf;cause: the write read from must not know of the read.
      if (issued.read == initial_write) continue;
      const auto [writer, at] = events_.entry_of(issued.read);
      if (at == Events::in_past) continue;
      const Access& theirs = events_.access(writer, at);
      const View<Size>& view = views_[events_.index(writer, at)].before_write;
      const LateItems own = LateItems::of(events_.entry(thread, e).read_item);
      if ((theirs.address == mine.address &&
           view.items.at_same_address(theirs, semantics.stages()).intersects(own)) ||
          view.items.at_aliases(theirs, semantics.stages()).intersects(own)) {
        return false;
      }
    }
  }
  if (!memory.atomic_everywhere(semantics)) return false;
  if (!semantics.lateness().mixed_scopes) return true;
  for (std::size_t a = 0; a < context_.test.program.addresses.size(); ++a) {
    const auto address = static_cast<AddressId>(a);
    if (semantics.check_sc_per_location(address) && !sc_per_location(events_, memory, address)) {
      return false;
    }
  }
  return true;
}

template class Execution<Size<1, late_words>>;
template class Execution<Size<few_stages, late_words>>;
template class Execution<Size<max_stages, late_words>>;

}  // namespace opexplore::ptx_model
