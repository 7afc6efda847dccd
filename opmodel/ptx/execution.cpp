#include "opmodel/ptx/execution.hpp"

#include <utility>

#include "opmodel/ptx/sc_per_location.hpp"

namespace opexplore::ptx_model {

template <unsigned Width>
bool Execution<Width>::saturate() {
  const std::size_t threads = state_.issued.size();
  messages_.resize(state_.memory.writes.size());
  fence_views_.resize(state_.fences.size());
  knowledge_.resize(threads);
  views_.resize(events_.entries());
  for (bool changed = true; changed && !contradiction_;) {
    changed = false;
    for (std::size_t t = 0; t < threads; ++t) {
      if (walk(static_cast<ThreadId>(t))) changed = true;
    }
  }
  return !contradiction_;
}

// One pass along a thread. Returns whether it told others anything new.
template <unsigned Width>
bool Execution<Width>::walk(ThreadId thread) {
  Knowledge<Width> knowledge;
  bool changed = false;
  for (std::size_t e = 0; e < state_.issued[thread].size(); ++e) {
    const Issued& issued = state_.issued[thread][e];
    views_[events_.index(thread, e)].before = knowledge.view;
    const Action& action = context_.action(thread, issued.instruction);
    if (std::holds_alternative<Fence>(action)) {
      changed = walk_fence(knowledge, thread, e) || changed;
    } else if (const auto* fence = std::get_if<ProxyFence>(&action)) {
      if (context_.semantics.reading().proxies) {
        knowledge.view.pass_fence(fence->kind, context_.semantics.cta(thread),
                                  context_.semantics.stages());
      }
    } else if (std::holds_alternative<Barrier>(action)) {
      changed = walk_barrier(knowledge, thread, e) || changed;
    } else {
      if (issued.read_done()) walk_read(knowledge, thread, e, events_.access(thread, e));
      views_[events_.index(thread, e)].before_write = knowledge.view;
      if (issued.write_done()) {
        changed = walk_write(knowledge, thread, e, events_.access(thread, e)) || changed;
      }
    }
  }
  knowledge_[thread] = std::move(knowledge);
  return changed;
}

template <unsigned Width>
void Execution<Width>::walk_read(Knowledge<Width>& knowledge, ThreadId thread, std::size_t entry,
                                 const Access& access) const {
  const Semantics& semantics = context_.semantics;
  const std::size_t source = state_.issued[thread][entry].read;
  knowledge.view.add(events_.entry(thread, entry).read_item, access, semantics.stages());
  if (state_.memory.morally_strong(source, access, semantics)) {
    knowledge.view.add(source, access, semantics.stages());
    if (access.strong) knowledge.observed |= item(source);
  }
  if (!access.acquires) return;
  // The pattern may have begun with an earlier strong read of this address.
  const ItemSet heads = knowledge.observed & state_.memory.at_address(access.address, semantics);
  for_each_item(heads, [&](std::size_t head) {
    learn(knowledge, semantics, messages_[head], thread, access.scope, access.proxy);
  });
}

template <unsigned Width>
bool Execution<Width>::walk_write(Knowledge<Width>& knowledge, ThreadId thread, std::size_t entry,
                                  const Access& access) {
  const std::size_t write = events_.entry(thread, entry).write_item;
  knowledge.view.add(write, access, context_.semantics.stages());
  Message<Width> message = messages_[write];
  release_through(knowledge, access, message);
  const Issued& issued = state_.issued[thread][entry];
  if (issued.read_done() && state_.memory.morally_strong(issued.read, access, context_.semantics)) {
    inherit(message, messages_[issued.read]);
  }
  if (message == messages_[write]) return false;
  messages_[write] = std::move(message);
  return true;
}

template <unsigned Width>
bool Execution<Width>::walk_fence(Knowledge<Width>& knowledge, ThreadId thread, std::size_t entry) {
  const auto& fence =
      std::get<Fence>(context_.action(thread, state_.issued[thread][entry].instruction));
  const bool sc = fence.order == Order::sc;
  bool changed = false;
  const Events::Entry& mine = events_.entry(thread, entry);
  const ItemSet own = item(mine.fence_item);
  if (sc) {
    for_each_item(state_.fences[mine.fence_index].before,
                  [&](std::size_t earlier) { knowledge.view |= fence_views_[earlier]; });
    if ((knowledge.view.anywhere() & own) != 0) contradiction_ = true;
    knowledge.view.stage[Stages::generic] |= own;
  }
  if (acquires(fence, context_.semantics.reading())) {
    for_each_item(knowledge.observed, [&](std::size_t head) {
      learn(knowledge, context_.semantics, messages_[head], thread, fence.scope, Proxy::generic);
    });
  }
  if (releases(fence, context_.semantics.reading())) {
    publish(knowledge.released, fence.scope, knowledge.view);
  }
  if (sc && !fence_views_[mine.fence_index].includes(knowledge.view)) {
    fence_views_[mine.fence_index] = knowledge.view;
    changed = true;
  }
  return changed;
}

template <unsigned Width>
bool Execution<Width>::walk_barrier(Knowledge<Width>& knowledge, ThreadId thread,
                                    std::size_t entry) {
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
  const bool changed = !issued.too_late && !place->view.includes(knowledge.view);
  if (changed) place->view |= knowledge.view;
  const bool waits = entry + 1 == state_.issued[thread].size() && state_.barriers.waits(thread);
  const bool arrive = std::get<Barrier>(context_.action(thread, issued.instruction)).arrive;
  if (!waits && !arrive) knowledge.view |= place->view;
  return changed;
}

template <unsigned Width>
bool Execution<Width>::impose_coherence(Memory& memory) const {
  const Semantics& semantics = context_.semantics;
  for (std::size_t w = semantics.locations(); w < memory.writes.size(); ++w) {
    const auto [thread, entry] = events_.entry_of(w);
    const Access& mine = events_.access(thread, entry);
    const ItemSet known =
        memory.ordered_before(views_[events_.index(thread, entry)].before_write, mine, semantics) |
        item(mine.location);
    if (contains(known, w) || !memory.order(known, item(w))) return false;
  }
  return true;
}

template <unsigned Width>
bool Execution<Width>::consistent(const Memory& memory) const {
  const Semantics& semantics = context_.semantics;
  // Reads by (source, items) once; then Causality both ways.
  for (std::size_t t = 0; t < state_.issued.size(); ++t) {
    for (std::size_t e = 0; e < state_.issued[t].size(); ++e) {
      const Issued& issued = state_.issued[t][e];
      if (!issued.read_done()) continue;
      const auto thread = static_cast<ThreadId>(t);
      const Access& mine = events_.access(thread, e);
      // fr;cause: nothing known may overwrite what was read.
      const ItemSet known =
          memory.ordered_before(views_[events_.index(thread, e)].before, mine, semantics);
      if ((memory.writes[issued.read].after & known) != 0) return false;
      // rf;cause: the write read from must not know of the read.
      if (memory.writes[issued.read].thread == Write::initial) continue;
      const auto [writer, at] = events_.entry_of(issued.read);
      const Access& theirs = events_.access(writer, at);
      const View<Width>& view = views_[events_.index(writer, at)].before_write;
      const ItemSet own = item(events_.entry(thread, e).read_item);
      if ((theirs.address == mine.address &&
           (view.at_same_address(theirs, semantics.stages()) & own) != 0) ||
          (view.at_aliases(theirs, semantics.stages()) & own) != 0) {
        return false;
      }
    }
  }
  for (std::size_t l = 0; l < semantics.locations(); ++l) {
    if (!memory.atomic(static_cast<LocationId>(l), semantics)) return false;
  }
  if (!semantics.lateness().mixed_scopes) return true;
  for (std::size_t a = 0; a < context_.test.program.addresses.size(); ++a) {
    const auto address = static_cast<AddressId>(a);
    if (semantics.check_sc_per_location(address) && !sc_per_location(events_, memory, address)) {
      return false;
    }
  }
  return true;
}

template class Execution<1>;
template class Execution<few_stages>;
template class Execution<max_stages>;

}  // namespace opexplore::ptx_model
