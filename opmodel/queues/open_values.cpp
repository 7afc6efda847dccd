#include "opmodel/queues/open_values.hpp"

#include <algorithm>

namespace opexplore::queue_model {

PossibleValues OpenValues::possible(Threads threads, std::size_t observable, Found found,
                                    FunctionRef<PossibleValues(LocationId)> in_memory) const {
  const Observable& asked = test_.observables[observable];
  if (const auto* const term = std::get_if<RegisterTerm>(&asked)) {
    return of_register(threads, *term, found);
  }
  return in_memory(test_.program.addresses[std::get<LocationTerm>(asked).address].location);
}

PossibleValues OpenValues::of_register(Threads threads, RegisterTerm term, Found found) const {
  const ThreadState& mine = threads[term.thread];
  const auto awaits = [&](const Pending& entry) {
    return entry.awaited && queues_.planned(term.thread, entry).destination == term.reg;
  };
  PossibleValues result;
  if (ahead_.may_keep(term.thread, mine.pc, term.reg)) {
    const auto pending = span_of(mine.pending);
    const auto entry = std::ranges::find_if(pending, awaits);
    if (entry == pending.end()) {
      result.add(mine.registers[term.reg]);
    } else {
      result.add(found({term.thread, queues_.planned(term.thread, *entry).location,
                        static_cast<std::size_t>(entry - pending.begin())}));
    }
  }
  for (const InstructionId writer : ahead_.last_writers(term.thread, mine.pc, term.reg)) {
    const Planned& what = queues_.plan().at(term.thread, writer);
    const bool reads = what.kind == Kind::load || what.kind == Kind::atomic;
    result.add(ahead_.result_of(
        term.thread, writer,
        reads ? found({term.thread, what.location, mine.pending.size()}) : PossibleValues{}));
  }
  return result;
}

PossibleValues OpenValues::stored(Threads threads, LocationId location) const {
  PossibleValues result;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (const Pending& entry : threads[t].pending) {
      const Planned& what = queues_.planned(thread, entry);
      if (what.location != location) continue;
      if (what.kind == Kind::store) result.add(entry.value);
      if (what.kind == Kind::atomic) result.add(PossibleValues::any());
    }
    result.add(ahead_.stored(thread, threads[t].pc, location));
  }
  return result;
}

bool OpenValues::store_pending(Threads threads, LocationId location) const {
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (store_pending(threads, {thread, location, threads[t].pending.size()})) return true;
  }
  return false;
}

bool OpenValues::store_pending(Threads threads, const Reader& before) const {
  const auto older = span_of(threads[before.thread].pending).first(before.entry);
  return std::ranges::any_of(older, [&](const Pending& entry) {
    const Planned& what = queues_.planned(before.thread, entry);
    return what.kind == Kind::store && what.location == before.location;
  });
}

// What its register gets is what is observed in the end.
bool OpenValues::is_last_in_register(const ThreadState& state, const Reader& load) const {
  const Pending& entry = state.pending[load.entry];
  if (!entry.awaited) return false;
  const RegisterId reg = *queues_.planned(load.thread, entry).destination;
  return ahead_.observable(load.thread, reg) && !ahead_.may_write(load.thread, state.pc, reg);
}

bool OpenValues::has_to_find(Threads threads, const Reader& load, Value value,
                             const PossibleValues& all, Goal::Possible possible) const {
  const ThreadState& mine = threads[load.thread];
  if (all.is_any() || !is_last_in_register(mine, load)) return false;
  const Planned& what = queues_.planned(load.thread, mine.pending[load.entry]);
  const std::size_t read = *ahead_.observable(load.thread, *what.destination);
  return std::ranges::none_of(all.values(), [&](Value other) {
    return other != value && goal_.is_open([&](std::size_t index) {
      return index == read ? PossibleValues(other) : possible(index);
    });
  });
}

}  // namespace opexplore::queue_model
