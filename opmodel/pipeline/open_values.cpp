#include "opmodel/pipeline/open_values.hpp"

#include <algorithm>

namespace opexplore::pipeline {

PossibleValues OpenValues::written_by(const Access& access) const {
  if (!core_.planned(access).writes) return {};
  const Action& action =
      test_.program.threads[access.thread].instructions[access.instruction].action;
  const Atomic* const atomic = read_modify_write(action);
  const bool combines =
      atomic != nullptr && atomic->op != AtomicOp::exch && atomic->op != AtomicOp::cas;
  return combines ? PossibleValues::any() : PossibleValues(access.operand);
}

// What memory may hold at the location from now on, or once it holds something else.
PossibleValues OpenValues::may_hold(const CoreState& state, std::span<const Underway> underway,
                                    LocationId location, MemoryNow now) const {
  PossibleValues result;
  if (now == MemoryNow::counted) result.add(state.memory[location]);
  for (const Underway& entry : underway) {
    if (core_.planned(entry.access).location == location) result.add(written_by(entry.access));
  }
  for (std::size_t index = 0; index < state.threads.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    result.add(ahead_.stored(thread, state.threads[index].pc, location));
  }
  return result;
}

PossibleValues OpenValues::awaited(const CoreState& state, std::span<const Underway> underway,
                                   RegisterTerm term) const {
  for (const Underway& entry : underway) {
    const Planned& what = core_.planned(entry.access);
    if (entry.access.thread != term.thread || what.destination != term.reg) continue;
    return may_hold(state, underway, what.location,
                    entry.behind_store ? MemoryNow::left_out : MemoryNow::counted);
  }
  return PossibleValues::any();
}

PossibleValues OpenValues::register_values(const CoreState& state,
                                           std::span<const Underway> underway,
                                           RegisterTerm term) const {
  const ThreadState& mine = state.threads[term.thread];
  PossibleValues result;
  if (ahead_.may_keep(term.thread, mine.pc, term.reg)) {
    result.add(mine.awaited.test(term.reg) ? awaited(state, underway, term)
                                           : PossibleValues(mine.registers[term.reg]));
  }
  for (const InstructionId writer : ahead_.last_writers(term.thread, mine.pc, term.reg)) {
    const Planned& what = core_.plan().at(term.thread, writer);
    result.add(ahead_.result_of(term.thread, writer,
                                what.reads
                                    ? may_hold(state, underway, what.location, MemoryNow::counted)
                                    : PossibleValues{}));
  }
  return result;
}

// A store that is underway will replace what memory holds now.
PossibleValues OpenValues::possible(const CoreState& state, std::span<const Underway> underway,
                                    std::size_t index) const {
  const Observable& observable = test_.observables[index];
  if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
    return register_values(state, underway, *term);
  }
  const AddressId address = std::get<LocationTerm>(observable).address;
  const LocationId location = test_.program.addresses[address].location;
  const bool replaced = std::ranges::any_of(underway, [&](const Underway& entry) {
    const Planned& what = core_.planned(entry.access);
    return what.location == location && what.writes && !what.reads;
  });
  return may_hold(state, underway, location, replaced ? MemoryNow::left_out : MemoryNow::counted);
}

}  // namespace opexplore::pipeline
