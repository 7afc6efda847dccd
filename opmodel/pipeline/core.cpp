#include "opmodel/pipeline/core.hpp"

#include <algorithm>

#include "opmodel/parts/barrier_text.hpp"
#include "opmodel/parts/order_events.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::pipeline {

namespace {

const Action& action_of(const Program& program, const Access& access) {
  return program.threads[access.thread].instructions[access.instruction].action;
}

}  // namespace

Core::Core(const Test& test, const MachineOptions& options, unsigned sms)
    : test_(test),
      plan_(test, sms),
      barriers_(test.program),
      liveness_(test),
      local_(test.program, liveness_),
      fused_(options.fuse_local) {}

CoreState Core::initial() const {
  CoreState state;
  for (const Location& location : program().locations) state.memory.push_back(location.initial);
  for (std::size_t t = 0; t < program().threads.size(); ++t) {
    ThreadState& thread = state.threads.emplace_back();
    for (const Register& reg : program().threads[t].registers) {
      thread.registers.push_back(reg.initial);
    }
    liveness_.clear_dead(static_cast<ThreadId>(t), 0, span_of(thread.registers));
  }
  settle(state);
  return state;
}

const Planned* Core::ready(const CoreState& state, ThreadId thread) const {
  const ThreadState& mine = state.threads[thread];
  if (plan_.ends_at(thread, mine.pc) || state.barriers.waits(thread)) return nullptr;
  const Planned& next = plan_.at(thread, mine.pc);
  // WART: computing-awaits. In tso-sm arithmetic does not wait.
  if ((next.touched & mine.awaited).any()) return nullptr;
  return fused_ && next.kind == Kind::local ? nullptr : &next;
}

Access Core::access_at(const CoreState& state, ThreadId thread) const {
  const ThreadState& mine = state.threads[thread];
  if (!plan_.at(thread, mine.pc).writes) return {thread, mine.pc, 0, 0};
  const Action& action = program().threads[thread].instructions[mine.pc].action;
  const auto registers = span_of(mine.registers);
  return {thread, mine.pc, stored_value(action, registers), compared_value(action, registers)};
}

void Core::advance(ThreadId thread, ThreadState& state) const {
  ++state.pc;
  liveness_.clear_dead(thread, state.pc, span_of(state.registers));
}

Access Core::issue(CoreState& state, ThreadId thread) const {
  const Access access = access_at(state, thread);
  ThreadState& mine = state.threads[thread];
  if (const auto destination = planned(access).destination) {
    mine.registers[*destination] = 0;
    mine.awaited.set(*destination);
  }
  advance(thread, mine);
  return access;
}

void Core::pass(CoreState& state, ThreadId thread) const { advance(thread, state.threads[thread]); }

void Core::local(CoreState& state, ThreadId thread) const {
  ThreadState& mine = state.threads[thread];
  local_.step(thread, mine.pc, span_of(mine.registers));
}

bool Core::may_arrive(const CoreState& state, ThreadId thread) const {
  const ThreadState& mine = state.threads[thread];
  const Action& action = program().threads[thread].instructions[mine.pc].action;
  const Arrival arrival = arrival_of(*barrier_of(action), span_of(mine.registers));
  return state.barriers.may_arrive(barriers_, thread, arrival.resource);
}

void Core::arrive(CoreState& state, ThreadId thread) const {
  ThreadState& mine = state.threads[thread];
  const Action& action = program().threads[thread].instructions[mine.pc].action;
  const Arrival arrival = arrival_of(*barrier_of(action), span_of(mine.registers));
  state.barriers.arrive(barriers_, thread, arrival);
  advance(thread, mine);
}

void Core::give(CoreState& state, const Access& access, Value value) const {
  const auto destination = planned(access).destination;
  if (!destination) return;
  ThreadState& thread = state.threads[access.thread];
  thread.awaited.reset(*destination);
  if (liveness_.is_live(access.thread, thread.pc, *destination)) {
    thread.registers[*destination] = value;
  }
}

void Core::complete(CoreState& state, const Access& access) const {
  const Planned& what = planned(access);
  Value& cell = state.memory[what.location];
  const Value old = cell;
  if (what.writes) {
    const Action& action = action_of(program(), access);
    cell = value_written(action, access.operand, access.expected, old).value_or(old);
  }
  give(state, access, old);
}

void Core::complete_with(CoreState& state, const Access& load, Value value) const {
  give(state, load, value);
}

LocalRun Core::run_local(ThreadId thread, ThreadState& state) const {
  const auto registers = span_of(state.registers);
  if (state.awaited.none()) return local_.run(thread, state.pc, registers);
  return local_.run(thread, state.pc, registers, [&](InstructionId pc) {
    return (plan_.at(thread, pc).touched & state.awaited).any();
  });
}

void Core::settle(CoreState& state, ThreadMask busy) const {
  bool released = false;
  do {
    if (fused_) {
      for (std::size_t t = 0; t < state.threads.size(); ++t) {
        const auto thread = static_cast<ThreadId>(t);
        if (!state.barriers.waits(thread)) run_local(thread, state.threads[t]);
      }
    }
    released = false;
    if (state.barriers.generations().empty()) return;
    SmallVector<InstructionId, 8> places;
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      const InstructionId pc = state.threads[t].pc;
      const bool ends_later = pc != 0 && plan_.ends_at(thread, pc) && (busy & thread_bit(thread));
      places.push_back(ends_later ? pc - 1 : pc);
    }
    while (state.barriers.take_completed(barriers_, span_of(places))) released = true;
  } while (released);
}

bool Core::runs_forever(const CoreState& state, ThreadId thread) const {
  const ThreadState& mine = state.threads[thread];
  return fused_ && local_.at_local(thread, mine.pc) && !state.barriers.waits(thread) &&
         (plan_.at(thread, mine.pc).touched & mine.awaited).none();
}

bool Core::diverges(const CoreState& state) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (runs_forever(state, static_cast<ThreadId>(t))) return true;
  }
  return false;
}

Standing Core::standing(const CoreState& state) const {
  Standing result{0, state.barriers.waiting()};
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (state.barriers.waits(thread)) continue;
    if (plan_.ends_at(thread, state.threads[t].pc)) {
      result.ended |= thread_bit(thread);
    } else if (cannot_arrive(state, thread)) {
      result.waiting |= thread_bit(thread);
    }
  }
  return result;
}

bool Core::cannot_arrive(const CoreState& state, ThreadId thread) const {
  const Planned* const next = ready(state, thread);
  if (next == nullptr) return false;
  const bool barrier = next->kind == Kind::barrier_sync || next->kind == Kind::barrier_arrive;
  return barrier && !may_arrive(state, thread);
}

bool Core::done(const CoreState& state) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (!plan_.ends_at(static_cast<ThreadId>(t), state.threads[t].pc)) return false;
  }
  return state.barriers.waiting() == 0;
}

Outcome Core::outcome(const CoreState& state) const {
  Outcome values;
  values.reserve(test_.observables.size());
  for (const Observable& observable : test_.observables) {
    if (const auto* term = std::get_if<RegisterTerm>(&observable)) {
      values.push_back(state.threads[term->thread].registers[term->reg]);
    } else {
      const AddressId address = std::get<LocationTerm>(observable).address;
      values.push_back(state.memory[program().addresses[address].location]);
    }
  }
  return values;
}

// Places first: they say which registers are live, and only those are written.
void Core::encode(const CoreState& state, std::string& bytes) const {
  std::size_t registers = 0;
  for (const ThreadState& thread : state.threads) registers += thread.registers.size();
  {
    ByteWriter writer(bytes, state.threads.size() + state.memory.size() + registers);
    for (const ThreadState& thread : state.threads) writer.put_unsigned(thread.pc);
    for (const Value value : state.memory) writer.put_value(value);
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      const ThreadState& thread = state.threads[t];
      for (const RegisterId reg : liveness_.live(static_cast<ThreadId>(t), thread.pc)) {
        writer.put_value(thread.registers[reg]);
      }
    }
  }
  if (barriers_.has_barriers()) state.barriers.encode(bytes);
}

void Core::decode(ByteReader& reader, CoreState& state) const {
  state.threads.resize(program().threads.size());
  state.memory.resize(program().locations.size());
  for (ThreadState& thread : state.threads) {
    thread.pc = static_cast<InstructionId>(reader.get_unsigned());
  }
  for (Value& value : state.memory) value = reader.get_value();
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    ThreadState& thread = state.threads[t];
    thread.awaited.reset();
    thread.registers.assign(program().threads[t].registers.size(), 0);
    for (const RegisterId reg : liveness_.live(static_cast<ThreadId>(t), thread.pc)) {
      thread.registers[reg] = reader.get_value();
    }
  }
  if (barriers_.has_barriers()) state.barriers.decode(reader);
}

void Core::encode_access(const Access& access, std::string& bytes) const {
  put_unsigned(bytes, access.thread);
  put_unsigned(bytes, access.instruction);
  if (!planned(access).from_registers) return;
  put_value(bytes, access.operand);
  put_value(bytes, access.expected);
}

Access Core::decode_access(ByteReader& reader, CoreState& state) const {
  Access access;
  access.thread = static_cast<ThreadId>(reader.get_unsigned());
  access.instruction = static_cast<InstructionId>(reader.get_unsigned());
  const Planned& what = planned(access);
  if (what.destination) state.threads[access.thread].awaited.set(*what.destination);
  if (what.from_registers) {
    access.operand = reader.get_value();
    access.expected = reader.get_value();
  } else if (what.writes) {
    access.operand = stored_value(action_of(program(), access), {});
    access.expected = compared_value(action_of(program(), access), {});
  }
  return access;
}

void Core::describe(const CoreState& state, std::vector<Component>& components) const {
  for (std::size_t location = 0; location < state.memory.size(); ++location) {
    components.push_back(
        {"[" + program().locations[location].name + "]", std::to_string(state.memory[location])});
  }
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const ThreadState& mine = state.threads[t];
    const bool end = plan_.ends_at(thread, mine.pc);
    components.push_back({thread_name(thread) + " next",
                          end ? "end" : program().threads[t].instructions[mine.pc].text});
    for (std::size_t reg = 0; reg < mine.registers.size(); ++reg) {
      const auto id = static_cast<RegisterId>(reg);
      const bool awaited = mine.awaited.test(reg);
      if (!awaited && !liveness_.is_live(thread, mine.pc, id)) continue;
      components.push_back({thread_name(thread) + " " + program().threads[t].registers[reg].name,
                            awaited ? "awaited" : std::to_string(mine.registers[reg])});
    }
  }
  opexplore::describe(state.barriers, program(), components);
}

std::string Core::text(const Access& access) const {
  return thread_name(access.thread) + " " +
         program().threads[access.thread].instructions[access.instruction].text;
}

std::string Core::effect(const CoreState& state, const Access& access) const {
  const Planned& what = planned(access);
  const Value old = state.memory[what.location];
  const std::string location = name(what.location) + "=";
  std::string text = what.reads ? "reads " + location + std::to_string(old) : "";
  if (!what.writes) return text;
  if (!text.empty()) text += ", ";
  const auto written =
      value_written(action_of(program(), access), access.operand, access.expected, old);
  return text + "writes " + (written ? location + std::to_string(*written) : "nothing");
}

AddressId Core::address(const Access& access) const {
  return *address_of(action_of(program(), access));
}

std::vector<Event> Core::events(const CoreState& state, const Access& access) const {
  const Planned& what = planned(access);
  const Value old = state.memory[what.location];
  std::vector<Event> events;
  if (what.reads) events.push_back({Event::Kind::read, address(access), old});
  if (!what.writes) return events;
  const auto written =
      value_written(action_of(program(), access), access.operand, access.expected, old);
  if (written) events.push_back({Event::Kind::write, address(access), *written});
  return events;
}

std::vector<Event> Core::order_events(ThreadId thread, InstructionId at) const {
  const auto& instructions = program().threads[thread].instructions;
  if (at >= instructions.size()) return {};
  return opexplore::order_events(instructions[at].action);
}

Phrase Core::stuck_reason(const CoreState& state) const {
  Phrase reason = waiting_phrase(state.barriers, program());
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (!cannot_arrive(state, thread)) continue;
    append_part(reason, cannot_arrive_phrase(
                            thread, program().threads[t].instructions[state.threads[t].pc]));
  }
  return reason;
}

std::string_view Core::exceeded(const CoreState& state) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (!runs_forever(state, thread)) continue;
    ThreadState copy = state.threads[t];
    if (run_local(thread, copy) != LocalRun::too_long) continue;
    return "a thread executes more than 65,536 arithmetic instructions and branches in a row";
  }
  return {};
}

}  // namespace opexplore::pipeline
