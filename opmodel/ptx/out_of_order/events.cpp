#include "opmodel/ptx/out_of_order/events.hpp"

#include <algorithm>
#include <utility>

#include "opmodel/parts/flow.hpp"
#include "opmodel/ptx/rule_list.hpp"

namespace opexplore::ptx_model {

Stored stored_at(const Position& position, const Action& action, MaybeValue read,
                 const Reading& reading) {
  Stored stored;
  if (const Atomic* const atomic = read_modify_write(action)) {
    // Others than cas expect nothing, and the thread need not have registers.
    const bool expects = atomic->op == AtomicOp::cas;
    stored = combine(*atomic, read, position.value(atomic->operand),
                     expects ? position.value(atomic->expected) : MaybeValue(), reading);
  } else {
    const MaybeValue value = position.value(*stored_operand(action));
    stored = {value.has_value(), true, value.value_or(0)};
  }
  stored.ready = stored.ready && position.addressed(action);
  return stored;
}

Events::Events(const Context& context, const OutOfOrderState& state)
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

namespace {

void compute(const Arithmetic& arithmetic, Position& at) {
  const MaybeValue left = at.value(arithmetic.left);
  const MaybeValue right = at.value(arithmetic.right);
  const bool known = left && (arithmetic.op == ArithmeticOp::move || right);
  at.registers[arithmetic.destination] =
      known ? MaybeValue(evaluate(arithmetic.op, *left, right.value_or(0), arithmetic.type))
            : std::nullopt;
  ++at.pc;
}

void go(const Branch& branch, Position& at) {
  if (!branch.comparison) {  // a jump has no operands, and the thread need not have registers
    at.stalled = false;
    at.pc = branch.target;
    return;
  }
  const MaybeValue left = at.value(branch.left);
  const MaybeValue right = at.value(branch.right);
  at.stalled = !left || !right;
  if (at.stalled) return;
  const bool taken = evaluate(*branch.comparison, *left, *right);
  at.pc = taken ? branch.target : static_cast<InstructionId>(at.pc + 1);
}

void replay_local(const Action& action, Position& at) {
  if (const Branch* const branch = branch_of(action)) {
    go(*branch, at);
  } else {
    compute(std::get<Arithmetic>(action), at);
  }
}

}  // namespace

// Runs local instructions up to the next one that is visible.
void Events::run_local(ThreadId thread, Position& at) const {
  for (std::uint32_t local = 0; !context_.finished(thread, at.pc);) {
    const Action& action = context_.action(thread, at.pc);
    if (const Barrier* const barrier = barrier_of(action)) {
      at.stalled = (barrier->id && !at.value(*barrier->id)) ||
                   (barrier->quorum && !at.value(*barrier->quorum));
    }
    if (!is_local(action)) return;
    replay_local(action, at);
    if (at.stalled) return;
    if (++local > max_local_run) {
      at.diverged = true;
      return;
    }
  }
}

// Registers follow from the values read: runs the thread again along what it issued.
void Events::replay(ThreadId thread) {
  const InOrderThread<LateSize>& start = state_.past->threads[thread];
  Position& at = positions_[thread];
  at = {};
  at.pc = start.pc;
  for (const Value value : start.registers) at.registers.emplace_back(value);
  for (std::size_t e = 0; e < state_.issued[thread].size(); ++e) {
    run_local(thread, at);
    replay_entry(thread, e, at);
    ++at.pc;
  }
  if (!state_.barriers.waits(thread)) run_local(thread, at);
}

Position Events::behind_read(ThreadId thread, Value value) const {
  Position at = positions_[thread];
  const auto destination = register_written(context_.action(thread, at.pc));
  if (destination) at.registers[*destination] = value;
  ++at.pc;
  run_local(thread, at);
  return at;
}

void Events::replay_entry(ThreadId thread, std::size_t entry, Position& at) {
  const Issued& issued = state_.issued[thread][entry];
  const Action& action = context_.action(thread, issued.instruction);
  const LocationId location = context_.semantics.access(thread, issued.instruction).location;
  const MaybeValue read =
      issued.read_done()
          ? MaybeValue(state_.memory.value(issued.read, location, context_.semantics))
          : std::nullopt;
  Entry& of = entries_[index(thread, entry)];
  of.addressed = at.addressed(action);
  if (context_.semantics.access(thread, issued.instruction).writes) {
    of.stored = stored_at(at, action, read, context_.semantics.reading());
  }
  if (const auto destination = register_written(action)) at.registers[*destination] = read;
}

// Items: the writes by their numbers; then performed reads and fences.
void Events::number_events() {
  count_ = state_.memory.writes.size();
  writers_.resize(count_);
  std::size_t write = state_.past.writes();
  for (std::size_t w = 0; w < write; ++w) writers_[w] = {state_.memory.writes[w].thread, in_past};
  for (std::size_t t = 0; t < state_.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t e = 0; e < state_.issued[t].size(); ++e) {
      const Issued& issued = state_.issued[t][e];
      Entry& entry = entries_[index(thread, e)];
      if (issued.read_done()) entry.read_item = static_cast<std::uint8_t>(count_++);
      if (issued.write_done()) {
        writers_[write] = {thread, e};
        entry.write_item = static_cast<std::uint8_t>(write++);
      }
    }
  }
  for (std::size_t f = 0; f < state_.fences.size(); ++f) {
    Entry& entry = entries_[index(state_.fences[f].thread, state_.fences[f].entry)];
    entry.fence_item = static_cast<std::uint8_t>(count_++);
    entry.fence_index = static_cast<std::uint8_t>(f);
  }
}

Events Events::with_read(const OutOfOrderState& after, ThreadId thread, std::size_t entry) const {
  Events result(*this, after);
  result.entries_[index(thread, entry)].read_item = static_cast<std::uint8_t>(result.count_++);
  result.replay(thread);
  return result;
}

Events Events::with_write(const OutOfOrderState& after, ThreadId thread, std::size_t entry,
                          std::size_t write) const {
  Events result(*this, after);
  ++result.count_;
  for (Entry& of : result.entries_) {
    ++of.read_item;
    ++of.fence_item;
    if (of.write_item >= write) ++of.write_item;
  }
  result.entries_[index(thread, entry)].write_item = static_cast<std::uint8_t>(write);
  result.writers_.insert(result.writers_.begin() + static_cast<std::ptrdiff_t>(write),
                         {thread, entry});
  result.replay(thread);
  return result;
}

// Whether the thread has come to this generation of a barrier, whose other member's entry is given.
bool Events::arrived(ThreadId thread, const Issued& other) const {
  for (std::size_t e = 0; e < state_.issued[thread].size(); ++e) {
    const Issued& mine = state_.issued[thread][e];
    if (rule(thread, e) == number<barrier_> && mine.resource == other.resource &&
        mine.generation == other.generation) {
      return true;
    }
  }
  return false;
}

// Who waited may have waited for the thread to go where it can come to no barrier; or, at a barrier
// of the past, for it to arrive.
void Events::pass_by(ThreadId thread, FunctionRef<void(ThreadId, std::size_t)> reach) const {
  if (!context_.barriers.has_barriers()) return;
  for (std::size_t u = 0; u < state_.issued.size(); ++u) {
    const auto other = static_cast<ThreadId>(u);
    if (other == thread || context_.barriers.cta(other) != context_.barriers.cta(thread)) continue;
    if (state_.past->barriers.waits(other)) reach(other, 0);
    for (std::size_t e = 0; e < state_.issued[u].size(); ++e) {
      const bool barrier = rule(other, e) == number<barrier_>;
      if (barrier && !arrived(thread, state_.issued[u][e])) reach(other, e);
    }
  }
}

// Who reads the entry's write, or meets it at its barrier.
void Events::for_each_effect(ThreadId thread, std::size_t entry, bool barrier,
                             FunctionRef<void(ThreadId, std::size_t)> reach) const {
  const Issued& cause = state_.issued[thread][entry];
  const std::uint8_t write =
      cause.write_done() ? entries_[index(thread, entry)].write_item : Issued::none;
  for (std::size_t t = 0; t < state_.issued.size(); ++t) {
    const auto other = static_cast<ThreadId>(t);
    const IssuedList& log = state_.issued[t];
    for (std::size_t e = 0; e < log.size(); ++e) {
      if (log[e].read_done() && log[e].read == write) reach(other, e);
      const bool meets = barrier && log[e].resource == cause.resource &&
                         log[e].generation == cause.generation &&
                         context_.barriers.cta(thread) == context_.barriers.cta(other) &&
                         rule(other, e) == number<barrier_>;
      if (meets) reach(other, e + 1);
    }
  }
}

Consequences Events::consequences(ThreadId thread, std::size_t entry) const {
  Consequences first;
  for (const IssuedList& log : state_.issued) first.push_back(log.size());
  SmallVector<std::pair<ThreadId, std::size_t>, 32> open;
  ThreadMask passes = 0, passing = 0;
  const auto reach = [&](ThreadId t, std::size_t from) {
    passing |= thread_bit(t) & ~passes;
    passes |= thread_bit(t);
    for (std::size_t e = from; e < first[t]; ++e) open.emplace_back(t, e);
    first[t] = std::min(first[t], from);
  };
  reach(thread, entry);
  while (!open.empty() || passing != 0) {
    for_each_thread(std::exchange(passing, 0), [&](ThreadId t) { pass_by(t, reach); });
    if (open.empty()) continue;
    const auto [t, e] = open.back();
    open.pop_back();
    const bool barrier = rule(t, e) == number<barrier_>;
    if (barrier || state_.issued[t][e].write_done()) for_each_effect(t, e, barrier, reach);
    if (rule(t, e) == number<fence_sc_>) {
      for (const OrderedFence& later : state_.fences) {
        if (later.before.contains(entries_[index(t, e)].fence_index)) {
          reach(later.thread, later.entry);
        }
      }
    }
  }
  return first;
}

}  // namespace opexplore::ptx_model
