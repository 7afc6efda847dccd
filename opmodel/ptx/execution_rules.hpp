// Execution: replaying threads, saturating views, checking axioms. Included by
// execution.hpp.
#pragma once

#include "opmodel/ptx/execution.hpp"

namespace opexplore::ptx_model {

template <unsigned Width>
Execution<Width>::Execution(const Context& context, const OutOfOrderState& state)
    : context_(context), state_(state), positions_(state.issued.size()) {
  std::size_t size = 0;
  for (const IssuedList& list : state.issued) {
    first_.push_back(size);
    size += list.size();
  }
  entries_.resize(size);
  for (std::size_t t = 0; t < state.issued.size(); ++t) replay(static_cast<ThreadId>(t));
  number_events();
}

// Registers follow from the values read: runs the thread again along what it issued.
template <unsigned Width>
void Execution<Width>::replay(ThreadId thread) {
  const Thread& code = context_.thread(thread);
  Position& at = positions_[thread];
  for (const Register& reg : code.registers) at.registers.emplace_back(reg.initial);
  std::size_t entry = 0;
  std::uint32_t local = 0;
  while (!context_.finished(thread, at.pc)) {
    const Action& action = context_.action(thread, at.pc);
    if (const auto* branch = std::get_if<Branch>(&action)) {
      const MaybeValue left = at.value(branch->left);
      const MaybeValue right = at.value(branch->right);
      at.stalled = branch->comparison && (!left || !right);
      if (at.stalled) return;
      const bool taken = !branch->comparison || evaluate(*branch->comparison, *left, *right);
      at.pc = taken ? branch->target : static_cast<InstructionId>(at.pc + 1);
    } else if (const auto* arithmetic = std::get_if<Arithmetic>(&action)) {
      const MaybeValue left = at.value(arithmetic->left);
      const MaybeValue right = at.value(arithmetic->right);
      const bool unary = arithmetic->op == ArithmeticOp::move;
      at.registers[arithmetic->destination] =
          left && (unary || right)
              ? MaybeValue(evaluate(arithmetic->op, *left, right.value_or(0), arithmetic->type))
              : std::nullopt;
      ++at.pc;
    } else {
      local = 0;
      if (entry == state_.issued[thread].size()) break;
      replay_entry(thread, entry++, at);
      ++at.pc;
    }
    if (is_local(action) && ++local > max_local_run) {
      at.diverged = true;
      return;
    }
  }
  if (context_.finished(thread, at.pc)) return;
  if (const auto* barrier = std::get_if<Barrier>(&context_.action(thread, at.pc))) {
    at.stalled = (barrier->id && !at.value(*barrier->id)) ||
                 (barrier->quorum && !at.value(*barrier->quorum));
  }
}

template <unsigned Width>
void Execution<Width>::replay_entry(ThreadId thread, std::size_t entry, Position& at) {
  const Issued& issued = state_.issued[thread][entry];
  const Action& action = context_.action(thread, issued.instruction);
  const MaybeValue read =
      issued.read_done() ? MaybeValue(state_.memory.writes[issued.read].value) : std::nullopt;
  Pending& pending = entries_[index(thread, entry)].pending;
  pending.addressed = at.addressed(action);
  if (const auto* load = std::get_if<Load>(&action)) {
    at.registers[load->destination] = read;
  } else if (const auto* store = std::get_if<Store>(&action)) {
    const MaybeValue value = at.value(store->value);
    pending.ready = value.has_value();
    pending.value = value.value_or(0);
  } else if (const auto* atomic = std::get_if<Atomic>(&action)) {
    const MaybeValue operand = at.value(atomic->operand);
    const MaybeValue expected = at.value(atomic->expected);
    if (atomic->op == AtomicOp::exch) {
      pending.ready = operand.has_value();
      pending.value = operand.value_or(0);
    } else if (atomic->op == AtomicOp::cas) {
      const bool failed = read && expected && *read != *expected;
      pending.ready = read && expected && (failed || operand);
      pending.writes = !failed || context_.semantics.reading().failed_cas_writes;
      pending.value = failed ? *read : operand.value_or(0);
    } else {
      pending.ready = read && operand;
      if (pending.ready) pending.value = evaluate(atomic->op, *read, *operand);
    }
    if (atomic->destination) at.registers[*atomic->destination] = read;
  }
  pending.ready = pending.ready && pending.addressed;
}

// Items: the writes by their numbers, then performed reads and fences.
template <unsigned Width>
void Execution<Width>::number_events() {
  events_ = state_.memory.writes.size();
  std::size_t write = context_.semantics.locations();
  writers_.resize(state_.memory.writes.size());
  for (std::size_t t = 0; t < state_.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t e = 0; e < state_.issued[t].size(); ++e) {
      const Issued& issued = state_.issued[t][e];
      Entry& entry = entries_[index(thread, e)];
      if (issued.read_done()) entry.read_item = static_cast<std::uint8_t>(events_++);
      if (issued.write_done()) {
        writers_[write] = {thread, e};
        entry.write_item = static_cast<std::uint8_t>(write++);
      }
    }
  }
  for (std::size_t f = 0; f < state_.fences.size(); ++f) {
    Entry& entry = entries_[index(state_.fences[f].thread, state_.fences[f].entry)];
    entry.fence_item = static_cast<std::uint8_t>(events_++);
    entry.fence_index = static_cast<std::uint8_t>(f);
  }
}

template <unsigned Width>
bool Execution<Width>::saturate() {
  const std::size_t threads = state_.issued.size();
  messages_.resize(state_.memory.writes.size());
  fence_views_.resize(state_.fences.size());
  knowledge_.resize(threads);
  views_.resize(entries_.size());
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
    views_[index(thread, e)].before = knowledge.view;
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
      if (issued.read_done()) walk_read(knowledge, thread, e, access(thread, e));
      views_[index(thread, e)].before_write = knowledge.view;
      if (issued.write_done()) {
        changed = walk_write(knowledge, thread, e, access(thread, e)) || changed;
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
  knowledge.view.add(entries_[index(thread, entry)].read_item, access, semantics.stages());
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
  const std::size_t write = entries_[index(thread, entry)].write_item;
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
  const Entry& mine = entries_[index(thread, entry)];
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
    const auto [thread, entry] = writers_[w];
    const Access& mine = access(thread, entry);
    const ItemSet known =
        memory.ordered_before(views_[index(thread, entry)].before_write, mine, semantics) |
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
      const Access& mine = access(thread, e);
      // fr;cause: nothing known may overwrite what was read.
      const ItemSet known = memory.ordered_before(views_[index(thread, e)].before, mine, semantics);
      if ((memory.writes[issued.read].after & known) != 0) return false;
      // rf;cause: the write read from must not know of the read.
      if (memory.writes[issued.read].thread == Write::initial) continue;
      const auto [writer, at] = writers_[issued.read];
      const Access& theirs = access(writer, at);
      const View<Width>& view = views_[index(writer, at)].before_write;
      const ItemSet own = item(entries_[index(thread, e)].read_item);
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
    if (semantics.check_sc_per_location(address) && !sc_per_location(memory, address)) {
      return false;
    }
  }
  return true;
}

// acyclic ((morally strong & (rf | co | fr)) | po-loc), per virtual address
// (PTX ISA 8.10.5; Lustig 2019, section 3).
template <unsigned Width>
bool Execution<Width>::sc_per_location(const Memory& memory, AddressId address) const {
  const Semantics& semantics = context_.semantics;
  std::array<ItemSet, max_items> next{};
  const auto strong = [&](std::size_t write, const Access& mine) {
    return memory.morally_strong(write, mine, semantics);
  };
  for (std::size_t t = 0; t < state_.issued.size(); ++t) {
    ItemSet earlier = 0;
    for (std::size_t e = 0; e < state_.issued[t].size(); ++e) {
      const Issued& issued = state_.issued[t][e];
      if (!issued.read_done() && !issued.write_done()) continue;
      const Access& mine = access(static_cast<ThreadId>(t), e);
      if (mine.address != address) continue;
      const Entry& items = entries_[index(static_cast<ThreadId>(t), e)];
      const auto follow = [&](std::size_t event) {
        for_each_item(earlier, [&](std::size_t before) { next[before] |= item(event); });
        earlier |= item(event);
      };
      if (issued.read_done()) {
        const std::size_t read = items.read_item;
        follow(read);
        if (strong(issued.read, mine)) next[issued.read] |= item(read);
        for_each_item(memory.writes[issued.read].after, [&](std::size_t later) {
          if (strong(later, mine)) next[read] |= item(later);
        });
      }
      if (issued.write_done()) {
        const std::size_t write = items.write_item;
        follow(write);
        for_each_item(memory.writes[write].after, [&](std::size_t later) {
          if (strong(later, mine)) next[write] |= item(later);
        });
      }
    }
  }
  for (std::size_t middle = 0; middle < events_; ++middle) {
    for (std::size_t from = 0; from < events_; ++from) {
      if (contains(next[from], middle)) next[from] |= next[middle];
    }
  }
  for (std::size_t event = 0; event < events_; ++event) {
    if (contains(next[event], event)) return false;
  }
  return true;
}

template <unsigned Width>
std::vector<std::size_t> Execution<Width>::consequences(ThreadId thread, std::size_t entry) const {
  std::vector<std::size_t> first;
  for (const auto& log : state_.issued) first.push_back(log.size());
  std::vector<std::pair<ThreadId, std::size_t>> open;
  const auto reach = [&](ThreadId t, std::size_t from) {
    if (from >= first[t]) return;
    for (std::size_t e = from; e < first[t]; ++e) open.emplace_back(t, e);
    first[t] = from;
  };
  reach(thread, entry);
  while (!open.empty()) {
    const auto [t, e] = open.back();
    open.pop_back();
    const Issued& cause = state_.issued[t][e];
    const Action& action = context_.action(t, cause.instruction);
    const auto* barrier = std::get_if<Barrier>(&action);
    for (std::size_t u = 0; u < state_.issued.size(); ++u) {
      for (std::size_t i = 0; i < state_.issued[u].size(); ++i) {
        const Issued& effect = state_.issued[u][i];
        const bool reads = cause.write_done() && effect.read == entries_[index(t, e)].write_item;
        const bool meets =
            barrier != nullptr && effect.resource == cause.resource &&
            effect.generation == cause.generation &&
            context_.barriers.cta(t) == context_.barriers.cta(static_cast<ThreadId>(u)) &&
            std::holds_alternative<Barrier>(
                context_.action(static_cast<ThreadId>(u), effect.instruction));
        if (reads || meets) reach(static_cast<ThreadId>(u), meets ? i + 1 : i);
      }
    }
    const auto* fence = std::get_if<Fence>(&action);
    if (fence != nullptr && fence->order == Order::sc) {
      for (const OrderedFence& later : state_.fences) {
        if (contains(later.before, entries_[index(t, e)].fence_index))
          reach(later.thread, later.entry);
      }
    }
  }
  return first;
}

}  // namespace opexplore::ptx_model
