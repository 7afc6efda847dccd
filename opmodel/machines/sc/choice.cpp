#include "opmodel/machines/sc/choice.hpp"

#include <algorithm>
#include <bit>

namespace opexplore::sc {

// An access whose value nobody looks at can still race.
Choice::Choice(const Test& test, const Context& context, const MachineOptions& options,
               Purpose purpose)
    : test_(test),
      context_(context),
      memory_(test.program, context.liveness,
              purpose == Purpose::races ? DeadLoads::counted : DeadLoads::ignored),
      goal_(test) {
  if (purpose == Purpose::races) {
    for (const Thread& thread : test.program.threads) steps_back_.push_back(steps_back(thread));
  } else if (options.goal) {
    values_.emplace(test);
  }
}

ThreadMask Choice::of(const State& state, ThreadMask able) const {
  return ample_threads(able, {[&](ThreadId thread) { return conflicts(state, thread); },
                              [](ThreadId) { return false; }});
}

ThreadMask Choice::all_threads(const State& state) {
  return ~ThreadMask{0} >> (max_mask_threads - state.next.size());
}

ThreadMask Choice::conflicts(const State& state, ThreadId thread) const {
  if (state.barriers.waits(thread)) return barrier_partners(state, thread);
  const Instruction* const next = context_.next(state, thread);
  if (next == nullptr) return 0;
  // A loop is left out of no state in which it goes round: what happens beside it may be a race,
  // after which there is nothing that the loop could come to.
  if (!steps_back_.empty() && steps_back_[thread][state.next[thread]]) return all_threads(state);
  if (barrier_of(next->action) != nullptr) return arrival_conflicts(state, thread);
  return access_conflicts(state, thread);
}

// Who may complete the generation that the thread waits for, or that it is to come after.
ThreadMask Choice::barrier_partners(const State& state, ThreadId thread) const {
  ThreadMask partners = 0;
  ThreadMask others = context_.barriers.cta(thread) & ~thread_bit(thread);
  for (; others != 0; others &= others - 1) {
    const auto other = static_cast<ThreadId>(std::countr_zero(others));
    if (context_.barriers.may_wait_for(other, state.next[other])) partners |= thread_bit(other);
  }
  return partners;
}

// A generation without a quorum waits for every thread that has not ended, so it is the same one
// whoever arrives first. With a quorum it is a race who belongs to it.
ThreadMask Choice::arrival_conflicts(const State& state, ThreadId thread) const {
  if (!context_.barriers.has_quorum() && may_arrive(context_, state, thread)) return 0;
  return barrier_partners(state, thread);
}

ThreadMask Choice::access_conflicts(const State& state, ThreadId thread) const {
  const Accesses& mine = memory_.at(thread, state.next[thread]);
  ThreadMask result = 0;
  if (mine == Accesses{}) return result;
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    if (other == thread || !mine.conflict_with(memory_.from(other, state.next[other]))) continue;
    if (!cannot_matter(state, thread, other)) result |= thread_bit(other);
  }
  return result;
}

// Whether, in all executions from here that decide the verdict, the next access of the thread and
// those of the other to its location come in an order that is known, or may come in any.
bool Choice::cannot_matter(const State& state, ThreadId thread, ThreadId other) const {
  if (!values_) return false;
  const Action& action = context_.next(state, thread)->action;
  if (reads_memory(action) && writes_memory(action)) return false;
  return reads_memory(action) ? load_ignores(state, thread, other)
                              : store_comes_before(state, thread, other);
}

// The load is the last to write its register, so it reads what is observed in the end. Then it
// reads none of the values that leave the goal closed; if the other writes only such values, or
// the one that is there now, the load can read now what it would read later.
bool Choice::load_ignores(const State& state, ThreadId thread, ThreadId writer) const {
  const InstructionId load = state.next[thread];
  if (!values_->is_last_load(thread, load)) return false;
  const LocationId location = location_of(thread, load);
  const PossibleValues& written = values_->stored(writer, state.next[writer], location);
  return !written.is_any() && std::ranges::none_of(written.values(), [&](Value value) {
    return value != state.memory[location] && is_open_with(state, thread, load, value);
  });
}

// Nobody but the threads that the store conflicts with anyhow, those that write, changes what is
// there now. A load that must not read that in the end comes after the store.
bool Choice::store_comes_before(const State& state, ThreadId thread, ThreadId reader) const {
  const LocationId location = location_of(thread, state.next[thread]);
  const InstructionId from = state.next[reader];
  if (values_->stored(reader, from, location) != PossibleValues{}) return false;
  return std::ranges::all_of(values_->readers(reader, from, location), [&](InstructionId load) {
    const auto destination =
        register_written(test_.program.threads[reader].instructions[load].action);
    const auto next = static_cast<InstructionId>(load + 1);
    if (destination && !context_.liveness.is_live(reader, next, *destination)) return true;
    return values_->is_last_load(reader, load) &&
           !is_open_with(state, reader, load, state.memory[location]);
  });
}

// Whether the verdict may still be decided by an execution in which the last load of a register
// reads this value.
bool Choice::is_open_with(const State& state, ThreadId thread, InstructionId load,
                          Value value) const {
  const Action& action = test_.program.threads[thread].instructions[load].action;
  const std::size_t read = *values_->observable(thread, *register_written(action));
  return goal_.is_open([&](std::size_t index) {
    return index == read ? PossibleValues(value) : possible_values(state, index);
  });
}

LocationId Choice::location_of(ThreadId thread, InstructionId pc) const {
  const Action& action = test_.program.threads[thread].instructions[pc].action;
  return test_.program.addresses[*address_of(action)].location;
}

// What memory may hold at the location from now on.
PossibleValues Choice::may_hold(const State& state, LocationId location) const {
  PossibleValues result(state.memory[location]);
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    result.add(values_->stored(thread, state.next[index], location));
  }
  return result;
}

PossibleValues Choice::register_values(const State& state, RegisterTerm term) const {
  const InstructionId pc = state.next[term.thread];
  PossibleValues result;
  if (values_->may_keep(term.thread, pc, term.reg)) {
    result.add(context_.frame.registers(state, term.thread)[term.reg]);
  }
  for (const InstructionId writer : values_->last_writers(term.thread, pc, term.reg)) {
    const Action& action = test_.program.threads[term.thread].instructions[writer].action;
    const bool reads = reads_memory(action);
    result.add(values_->result_of(
        term.thread, writer,
        reads ? may_hold(state, location_of(term.thread, writer)) : PossibleValues{}));
  }
  return result;
}

PossibleValues Choice::possible_values(const State& state, std::size_t index) const {
  if (!values_) return PossibleValues::any();
  const Observable& observable = test_.observables[index];
  if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
    return register_values(state, *term);
  }
  const AddressId address = std::get<LocationTerm>(observable).address;
  return may_hold(state, test_.program.addresses[address].location);
}

}  // namespace opexplore::sc
