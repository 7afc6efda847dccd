#include "opmodel/ptx/coherence.hpp"

#include <utility>

namespace opexplore::ptx_model {

template <unsigned Words>
ItemSet<Words> Memory<Words>::at_location(LocationId location, const Semantics& semantics) const {
  Items result;
  for (std::size_t w = 0; w < writes.size(); ++w) {
    if (access(w, semantics).location == location) result |= Items::of(w);
  }
  return result;
}

template <unsigned Words>
ItemSet<Words> Memory<Words>::at_address(AddressId address, const Semantics& semantics) const {
  Items result;
  for (std::size_t w = 0; w < writes.size(); ++w) {
    if (access(w, semantics).address == address) result |= Items::of(w);
  }
  return result;
}

template <unsigned Words>
ItemSet<Words> Memory<Words>::before(std::size_t write) const {
  Items result;
  for (std::size_t w = 0; w < writes.size(); ++w) {
    if (writes[w].after.contains(write)) result |= Items::of(w);
  }
  return result;
}

template <unsigned Words>
ItemSet<Words> Memory<Words>::last(LocationId location, const Semantics& semantics) const {
  Items result;
  at_location(location, semantics).for_each([&](std::size_t w) {
    if (writes[w].after.empty()) result |= Items::of(w);
  });
  return result;
}

template <unsigned Words>
std::size_t Memory<Words>::place_for(ThreadId thread, std::size_t earlier) const {
  std::size_t at = 0;
  while (at < writes.size() && writes[at].thread < thread) ++at;
  return at + earlier;
}

template <unsigned Words>
void Memory<Words>::insert(std::size_t at, const Write<Words>& write) {
  for (Write<Words>& other : writes) {
    other.after = other.after.make_room(at);
    other.not_after = other.not_after.make_room(at);
    if (other.rmw_source < initial_write && other.rmw_source >= at) ++other.rmw_source;
  }
  writes.insert(writes.begin() + static_cast<std::ptrdiff_t>(at), write);
}

template <unsigned Words>
void Memory<Words>::hand_on_forbidden(std::size_t write) {
  const Items forbidden = writes[write].not_after;
  writes[write].after.for_each([&](std::size_t w) { never_after(w, forbidden); });
}

template <unsigned Words>
bool Memory<Words>::order(Items earlier, const Items& later) {
  Items follow = ~Items();  // all of `earlier`, already
  earlier.for_each([&](std::size_t w) { follow &= writes[w].after; });
  if (follow.includes(later)) return true;
  Items all = earlier;
  earlier.for_each([&](std::size_t w) { all |= before(w); });
  Items closed = later;
  later.for_each([&](std::size_t w) { closed |= writes[w].after; });
  if (all.intersects(closed)) return false;
  bool consistent = true;
  all.for_each([&](std::size_t w) {
    writes[w].after |= closed;
    consistent = consistent && !writes[w].after.intersects(writes[w].not_after);
  });
  closed.for_each([&](std::size_t w) { writes[w].not_after &= ~all; });
  return consistent;
}

template <unsigned Words>
void Memory<Words>::never_after(std::size_t write, const Items& known) {
  if (write == initial_write) return;
  writes[write].not_after |= known & ~Items::of(write) & ~before(write);
}

// Whether nothing has come between the write and the one that it was made of, if it was.
template <unsigned Words>
bool Memory<Words>::is_atomic(std::size_t write, const Semantics& semantics) const {
  const std::uint8_t source = writes[write].rmw_source;
  if (source == Write<Words>::none) return true;
  const Access& mine = access(write, semantics);
  bool apart = false;
  after(source, mine.location, semantics).for_each([&](std::size_t other) {
    const bool between = writes[other].after.contains(write);
    apart = apart || (between && morally_strong(other, mine, semantics));
  });
  return !apart;
}

template <unsigned Words>
bool Memory<Words>::atomic(LocationId location, const Semantics& semantics) const {
  for (std::size_t w = 0; w < writes.size(); ++w) {
    if (access(w, semantics).location == location && !is_atomic(w, semantics)) return false;
  }
  return true;
}

template <unsigned Words>
bool Memory<Words>::is_modified(std::size_t source, LocationId location,
                                const Semantics& semantics) const {
  for (std::size_t w = 0; w < writes.size(); ++w) {
    if (writes[w].rmw_source == source && access(w, semantics).location == location) return true;
  }
  return false;
}

template <unsigned Words>
bool Memory<Words>::atomic_everywhere(const Semantics& semantics) const {
  for (std::size_t w = 0; w < writes.size(); ++w) {
    if (!is_atomic(w, semantics)) return false;
  }
  return true;
}

template <unsigned Words>
std::size_t Memory<Words>::unordered_strong(std::size_t write, const Semantics& semantics) const {
  const Access& mine = access(write, semantics);
  const Items ordered = writes[write].after | before(write) | Items::of(write);
  for (std::size_t w = 0; w < writes.size(); ++w) {
    if (!ordered.contains(w) && morally_strong(w, mine, semantics)) return w;
  }
  return none;
}

template <unsigned Words>
void for_each_orientation(Memory<Words>&& memory, std::size_t write, const Semantics& semantics,
                          FunctionRef<void(Memory<Words>&&, std::uint16_t)> f) {
  using Items = ItemSet<Words>;
  std::uint16_t choice = 0;
  const auto choose = [&](const auto& again, Memory<Words>&& partial) -> void {
    const std::size_t other = partial.unordered_strong(write, semantics);
    if (other == Memory<Words>::none) {
      const LocationId location = partial.access(write, semantics).location;
      if (partial.atomic(location, semantics)) f(std::move(partial), choice++);
      return;
    }
    Memory<Words> older = partial;
    if (older.order(Items::of(other), Items::of(write))) again(again, std::move(older));
    if (partial.order(Items::of(write), Items::of(other))) again(again, std::move(partial));
  };
  choose(choose, std::move(memory));
}

template class Memory<1>;
template class Memory<2>;
template class Memory<4>;
template void for_each_orientation(Memory<1>&&, std::size_t, const Semantics&,
                                   FunctionRef<void(Memory<1>&&, std::uint16_t)>);
template void for_each_orientation(Memory<2>&&, std::size_t, const Semantics&,
                                   FunctionRef<void(Memory<2>&&, std::uint16_t)>);
template void for_each_orientation(Memory<4>&&, std::size_t, const Semantics&,
                                   FunctionRef<void(Memory<4>&&, std::uint16_t)>);

}  // namespace opexplore::ptx_model
