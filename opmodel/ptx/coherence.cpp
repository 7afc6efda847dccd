#include "opmodel/ptx/coherence.hpp"

#include <utility>

namespace opexplore::ptx_model {

Write initial_write(const Program& program, LocationId location) {
  Write write;
  write.instruction = static_cast<InstructionId>(location);
  write.value = program.locations[location].initial;
  return write;
}

Memory initial_memory(const Program& program) {
  Memory memory;
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    memory.writes.push_back(initial_write(program, static_cast<LocationId>(l)));
  }
  return memory;
}

ItemSet Memory::at_location(LocationId location, const Semantics& semantics) const {
  ItemSet result = 0;
  for (std::size_t w = 0; w < writes.size(); ++w) {
    if (Memory::location(writes[w], semantics) == location) result |= item(w);
  }
  return result;
}

ItemSet Memory::at_address(AddressId address, const Semantics& semantics) const {
  ItemSet result = 0;
  for (std::size_t w = semantics.locations(); w < writes.size(); ++w) {
    if (semantics.access(writes[w].thread, writes[w].instruction).address == address) {
      result |= item(w);
    }
  }
  return result;
}

ItemSet Memory::before(std::size_t write) const {
  ItemSet result = 0;
  for (std::size_t w = 0; w < writes.size(); ++w) {
    if (contains(writes[w].after, write)) result |= item(w);
  }
  return result;
}

ItemSet Memory::last(LocationId location, const Semantics& semantics) const {
  ItemSet result = 0;
  for_each_item(at_location(location, semantics), [&](std::size_t w) {
    if (writes[w].after == 0) result |= item(w);
  });
  return result;
}

std::size_t Memory::place_for(ThreadId thread, std::size_t earlier) const {
  std::size_t at = 0;
  while (at < writes.size() &&
         (writes[at].thread == Write::initial || writes[at].thread < thread)) {
    ++at;
  }
  return at + earlier;
}

void Memory::insert(std::size_t at, Write write) {
  for (Write& other : writes) {
    other.after = make_room(other.after, at);
    other.not_after = make_room(other.not_after, at);
    if (other.rmw_source != Write::none && other.rmw_source >= at) ++other.rmw_source;
  }
  writes.insert(writes.begin() + static_cast<std::ptrdiff_t>(at), write);
}

bool Memory::order(ItemSet earlier, ItemSet later) {
  for_each_item(earlier, [&](std::size_t w) { earlier |= before(w); });
  ItemSet closed = later;
  for_each_item(later, [&](std::size_t w) { closed |= writes[w].after; });
  if ((earlier & closed) != 0) return false;
  bool consistent = true;
  for_each_item(earlier, [&](std::size_t w) {
    writes[w].after |= closed;
    consistent = consistent && (writes[w].after & writes[w].not_after) == 0;
  });
  for_each_item(closed, [&](std::size_t w) { writes[w].not_after &= ~earlier; });
  return consistent;
}

void Memory::never_after(std::size_t write, ItemSet known) {
  writes[write].not_after |= known & ~item(write) & ~before(write);
}

bool Memory::atomic(LocationId location, const Semantics& semantics) const {
  bool result = true;
  for_each_item(at_location(location, semantics), [&](std::size_t w) {
    const Write& write = writes[w];
    if (write.rmw_source == Write::none) return;
    const Access& access = semantics.access(write.thread, write.instruction);
    for_each_item(writes[write.rmw_source].after & before(w), [&](std::size_t between) {
      if (morally_strong(between, access, semantics)) result = false;
    });
  });
  return result;
}

std::size_t Memory::unordered_strong(std::size_t write, const Semantics& semantics) const {
  const Write& mine = writes[write];
  const Access& access = semantics.access(mine.thread, mine.instruction);
  const ItemSet ordered = mine.after | before(write) | item(write);
  for (std::size_t w = semantics.locations(); w < writes.size(); ++w) {
    if (!contains(ordered, w) && morally_strong(w, access, semantics)) return w;
  }
  return max_items;
}

void for_each_orientation(Memory&& memory, std::size_t write, const Semantics& semantics,
                          FunctionRef<void(Memory&&, std::uint16_t)> f) {
  std::uint16_t choice = 0;
  const auto choose = [&](const auto& again, Memory&& partial) -> void {
    const std::size_t other = partial.unordered_strong(write, semantics);
    if (other == max_items) {
      const LocationId location = Memory::location(partial.writes[write], semantics);
      if (partial.atomic(location, semantics)) f(std::move(partial), choice++);
      return;
    }
    Memory older = partial;
    if (older.order(item(other), item(write))) again(again, std::move(older));
    if (partial.order(item(write), item(other))) again(again, std::move(partial));
  };
  choose(choose, std::move(memory));
}

}  // namespace opexplore::ptx_model
