#include "opmodel/queues/queues.hpp"

#include <algorithm>

namespace opexplore::queue_model {

Queues::Queues(const Test& test, const MachineOptions& options, bool coherent_loads,
               QueueRules rules)
    : program_(test.program),
      plan_(test),
      liveness_(test),
      local_(program_, liveness_),
      fused_(options.fuse_local),
      liveness_steps_(options.liveness),
      coherent_loads_(coherent_loads),
      rules_(rules) {}

ThreadState Queues::initial(ThreadId thread) const {
  ThreadState state;
  for (const Register& reg : program_.threads[thread].registers) {
    state.registers.push_back(reg.initial);
  }
  liveness_.clear_dead(thread, 0, span_of(state.registers));
  settle(thread, state);
  return state;
}

// An operand is known unless some pending entry still has to deliver it.
std::optional<std::size_t> Queues::awaited_by_next(ThreadId thread,
                                                   const ThreadState& state) const {
  if (plan_.ends_at(thread, state.pc)) return std::nullopt;
  const RegisterSet& operands = plan_.at(thread, state.pc).operands;
  for (std::size_t e = 0; e < state.pending.size(); ++e) {
    const Pending& entry = state.pending[e];
    if (entry.awaited && operands.test(*planned(thread, entry).destination)) return e;
  }
  return std::nullopt;
}

bool Queues::lacks_room(const ThreadState& state) const {
  if (!liveness_steps_) return false;
  const auto same = std::ranges::count(state.pending, state.pc, &Pending::instruction);
  return static_cast<std::size_t>(same) >= liveness_window;
}

bool Queues::can_issue(ThreadId thread, const ThreadState& state) const {
  return !plan_.ends_at(thread, state.pc) && state.pending.size() < max_pending &&
         !awaited_by_next(thread, state) && !lacks_room(state);
}

// A younger instruction writes the register: what is on its way there comes too late.
void Queues::overwrite(ThreadId thread, ThreadState& state, RegisterId destination) const {
  for (Pending& entry : state.pending) {
    if (entry.awaited && *planned(thread, entry).destination == destination) {
      entry.awaited = false;
    }
  }
}

void Queues::issue(ThreadId thread, ThreadState& state) const {
  const Planned& next = plan_.at(thread, state.pc);
  const auto registers = span_of(state.registers);
  if (next.destination) overwrite(thread, state, *next.destination);
  if (next.kind == Kind::local) {
    local_.step(thread, state.pc, registers);
    return;
  }
  Pending entry;
  entry.instruction = state.pc;
  const Action& action = program_.threads[thread].instructions[state.pc].action;
  entry.value = stored_value(action, registers);
  entry.expected = compared_value(action, registers);
  if (next.destination) {
    entry.awaited = true;
    registers[*next.destination] = 0;
  }
  state.pending.push_back(entry);
  ++state.pc;
  liveness_.clear_dead(thread, state.pc, registers);
}

bool Queues::at_head(ThreadId thread, const ThreadState& state, std::size_t entry) const {
  const Planned& mine = planned(thread, state.pending[entry]);
  for (std::size_t e = 0; e < entry; ++e) {
    if (state.pending[e].out) continue;
    const Planned& older = planned(thread, state.pending[e]);
    if (is_fence(mine.kind) || is_fence(older.kind)) return false;
    if (older.location == mine.location && rules_.same_address_order) return false;
  }
  return true;
}

bool Queues::older_load(ThreadId thread, const ThreadState& state, std::size_t entry) const {
  const Planned& mine = planned(thread, state.pending[entry]);
  for (std::size_t e = 0; e < entry; ++e) {
    if (state.pending[e].out && planned(thread, state.pending[e]).location == mine.location) {
      return true;
    }
  }
  return false;
}

bool Queues::can_leave(ThreadId thread, const ThreadState& state, std::size_t entry) const {
  const Pending& load = state.pending[entry];
  return planned(thread, load).kind == Kind::load && !load.out && !coherent_loads_ &&
         at_head(thread, state, entry);
}

bool Queues::can_load(ThreadId thread, const ThreadState& state, std::size_t entry) const {
  const Pending& load = state.pending[entry];
  if (planned(thread, load).kind != Kind::load) return false;
  return coherent_loads_ ? at_head(thread, state, entry) : load.out;
}

bool Queues::can_write(ThreadId thread, const ThreadState& state, std::size_t entry) const {
  const Kind kind = planned(thread, state.pending[entry]).kind;
  if (kind != Kind::store && kind != Kind::atomic) return false;
  return at_head(thread, state, entry) &&
         !(rules_.store_after_loads && older_load(thread, state, entry));
}

void Queues::perform(ThreadId thread, ThreadState& state, std::size_t entry,
                     std::optional<Value> value) const {
  const Pending performed = state.pending[entry];
  state.pending.erase(state.pending.begin() + static_cast<std::ptrdiff_t>(entry));
  if (value && performed.awaited) {
    const RegisterId destination = *planned(thread, performed).destination;
    if (liveness_.is_live(thread, state.pc, destination)) state.registers[destination] = *value;
  }
  settle(thread, state);
}

LocalRun Queues::run_local(ThreadId thread, ThreadState& state) const {
  for (;;) {
    RegisterSet awaited;
    for (const Pending& entry : state.pending) {
      if (entry.awaited) awaited.set(*planned(thread, entry).destination);
    }
    const auto registers = span_of(state.registers);
    if (awaited.none()) return local_.run(thread, state.pc, registers);
    const LocalRun run = local_.run(thread, state.pc, registers, [&](InstructionId pc) {
      const Planned& next = plan_.at(thread, pc);
      return (next.operands & awaited).any() || (next.destination && awaited[*next.destination]);
    });
    const bool overwrites = run == LocalRun::stopped && local_.at_local(thread, state.pc) &&
                            !awaited_by_next(thread, state);
    if (!overwrites) return run;
    issue(thread, state);  // one less is awaited
  }
}

void Queues::settle(ThreadId thread, ThreadState& state) const {
  if (!fused_) return;
  for (bool issues = true; issues;) {
    while (can_issue(thread, state)) {
      if (!local_.at_local(thread, state.pc)) {
        if (liveness_steps_) break;
        issue(thread, state);
      } else if (run_local(thread, state) != LocalRun::stopped) {
        break;
      }
    }
    issues = false;
    for (std::size_t e = 0; e < state.pending.size(); ++e) {
      Pending& entry = state.pending[e];
      if (can_leave(thread, state, e)) entry.out = true;
      // Nobody will look at the register. Whoever only seems to need it may be issued.
      if (!entry.awaited) continue;
      entry.awaited = liveness_.is_live(thread, state.pc, *planned(thread, entry).destination);
      issues = issues || !entry.awaited;
    }
  }
}

std::string_view Queues::exceeded(std::span<const ThreadState> threads) const {
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const auto bound = exceeded(static_cast<ThreadId>(t), threads[t]);
    if (!bound.empty()) return bound;
  }
  return {};
}

std::string_view Queues::exceeded(ThreadId thread, const ThreadState& state) const {
  if (state.pending.size() == max_pending) {
    return "a thread has 64 instructions in its queues";
  }
  if (!runs_forever(thread, state)) return {};
  ThreadState copy = state;
  if (run_local(thread, copy) != LocalRun::too_long) return {};
  return "a thread executes more than 65,536 arithmetic instructions and branches in a row";
}

// Locations of pending instructions of this kind, and of atomics.
LocationSet Queues::left(ThreadId thread, const ThreadState& state, Kind kind) const {
  LocationSet set = 0;
  for (const Pending& entry : state.pending) {
    const Planned& what = planned(thread, entry);
    if (what.kind == kind || what.kind == Kind::atomic) set |= location_bit(what.location);
  }
  return set;
}

// Values that follow from the program are not written: those of stores and atomics are kept
// only if a register gave them.
void Queues::encode(ThreadId thread, const ThreadState& state, std::string& bytes) const {
  ByteWriter writer(bytes, 2 + 4 * state.pending.size() + state.registers.size());
  writer.put_unsigned(state.pc);
  writer.put_unsigned(state.pending.size());
  for (const Pending& entry : state.pending) {
    writer.put_unsigned(entry.instruction);
    const unsigned flags =
        (entry.out ? 1U : 0U) | (entry.awaited ? 2U : 0U) | (entry.crossed ? 4U : 0U);
    const bool values = planned(thread, entry).operands.any() || entry.crossed;
    writer.put_unsigned(flags);
    if (values) writer.put_value(entry.value);
    if (values) writer.put_value(entry.expected);
  }
  for (const RegisterId reg : liveness_.live(thread, state.pc)) {
    writer.put_value(state.registers[reg]);
  }
}

void Queues::decode(ThreadId thread, ByteReader& reader, ThreadState& state) const {
  state.pc = static_cast<InstructionId>(reader.get_unsigned());
  state.pending.resize(reader.get_unsigned());
  for (Pending& entry : state.pending) {
    entry = {};
    entry.instruction = static_cast<InstructionId>(reader.get_unsigned());
    const std::uint64_t flags = reader.get_unsigned();
    entry.out = (flags & 1U) != 0;
    entry.awaited = (flags & 2U) != 0;
    entry.crossed = (flags & 4U) != 0;
    const Planned& what = planned(thread, entry);
    if (what.operands.any() || entry.crossed) {
      entry.value = reader.get_value();
      entry.expected = reader.get_value();
    } else {
      const Action& action = program_.threads[thread].instructions[entry.instruction].action;
      entry.value = stored_value(action, {});
      entry.expected = compared_value(action, {});
    }
  }
  state.registers.assign(program_.threads[thread].registers.size(), 0);
  for (const RegisterId reg : liveness_.live(thread, state.pc)) {
    state.registers[reg] = reader.get_value();
  }
}

}  // namespace opexplore::queue_model
