#include "opmodel/ptx/out_of_order/sc_per_location.hpp"

#include <array>

namespace opexplore::ptx_model {

namespace {

// For each event those that must come after it.
using LaterEvents = std::array<LateItems, LateItems::capacity>;

bool acyclic(LaterEvents& next, std::size_t events) {
  for (std::size_t middle = 0; middle < events; ++middle) {
    for (std::size_t from = 0; from < events; ++from) {
      if (next[from].contains(middle)) next[from] |= next[middle];
    }
  }
  for (std::size_t event = 0; event < events; ++event) {
    if (next[event].contains(event)) return false;
  }
  return true;
}

// Adds what the events of the thread at the address must come before, and what before them.
void order_thread(const Events& events, const LateMemory& memory, AddressId address,
                  ThreadId thread, LaterEvents& next) {
  const IssuedList& log = events.state().issued[thread];
  const auto strong = [&](std::size_t write, const Access& mine) {
    return memory.morally_strong(write, mine, events.context().semantics);
  };
  LateItems earlier;
  const auto follow = [&](std::size_t event) {
    earlier.for_each([&](std::size_t before) { next[before] |= LateItems::of(event); });
    earlier |= LateItems::of(event);
  };
  for (std::size_t e = 0; e < log.size(); ++e) {
    const Issued& issued = log[e];
    if (!issued.read_done() && !issued.write_done()) continue;
    const Access& mine = events.access(thread, e);
    if (mine.address != address) continue;
    const auto before_writes_after = [&](std::size_t event, std::size_t write) {
      const Semantics& semantics = events.context().semantics;
      memory.after(write, mine.location, semantics).for_each([&](std::size_t later) {
        if (strong(later, mine)) next[event] |= LateItems::of(later);
      });
    };
    if (issued.read_done()) {
      const std::size_t read = events.entry(thread, e).read_item;
      follow(read);
      if (strong(issued.read, mine)) next[issued.read] |= LateItems::of(read);
      before_writes_after(read, issued.read);
    }
    if (issued.write_done()) {
      const std::size_t write = events.entry(thread, e).write_item;
      follow(write);
      before_writes_after(write, write);
    }
  }
}

}  // namespace

bool sc_per_location(const Events& events, const LateMemory& memory, AddressId address) {
  LaterEvents next{};
  for (std::size_t t = 0; t < events.state().issued.size(); ++t) {
    order_thread(events, memory, address, static_cast<ThreadId>(t), next);
  }
  return acyclic(next, events.count());
}

}  // namespace opexplore::ptx_model
