// Views: what is known to a thread, and how far each piece of knowledge has come.
//
// A view is, per stage (semantics.hpp), a set of items. Items are the writes in
// memory, by index; the out-of-order machine also keeps reads and SC fences there.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// A set of writes (or of events), one bit each.
using ItemSet = std::uint64_t;

// WART: path-length. A longer path ends as incomplete.
/// Most writes that memory can hold at once, initial ones included.
inline constexpr std::size_t max_items = 64;

constexpr ItemSet item(std::size_t index) { return ItemSet{1} << index; }
constexpr bool contains(ItemSet set, std::size_t index) { return (set >> index & 1U) != 0; }

/// The set after a new item was given number `at`: larger numbers move up.
constexpr ItemSet make_room(ItemSet set, std::size_t at) {
  const ItemSet below = item(at) - 1;
  return (set & below) | ((set & ~below) << 1U);
}

/// Calls f(index) for each member, in increasing order.
template <class F>
void for_each_item(ItemSet set, F&& f) {
  while (set != 0) {
    f(static_cast<std::size_t>(std::countr_zero(set)));
    set &= set - 1;
  }
}

/// Knowledge in stages. `Width` is the capacity: at least Semantics::stages().count.
template <unsigned Width>
struct View {
  std::array<ItemSet, Width> stage{};

  bool operator==(const View&) const = default;

  View& operator|=(const View& other) {
    for (unsigned s = 0; s < Width; ++s) stage[s] |= other.stage[s];
    return *this;
  }

  bool includes(const View& other) const {
    for (unsigned s = 0; s < Width; ++s) {
      if ((other.stage[s] & ~stage[s]) != 0) return false;
    }
    return true;
  }

  /// Adds an item that is known through this access.
  void add(std::size_t index, const Access& access, const Stages& stages) {
    stage[origin(access, stages)] |= item(index);
  }

  /// Items known well enough to order an access to the same virtual address
  /// (proxy-preserved base causality, Lustig 2022, section 6.2; rules 1-5).
  ItemSet at_same_address(const Access& access, const Stages& stages) const {
    if (access.proxy == Proxy::generic) return stage[Stages::generic];
    const auto proxy = static_cast<std::size_t>(access.proxy);
    ItemSet result = 0;
    if (const int own = stages.own[proxy][access.cta]; own >= 0) {
      result |= stage[static_cast<std::size_t>(own)];
    }
    if (const int fenced = stages.fenced[proxy][access.cta]; fenced >= 0) {
      result |= stage[static_cast<std::size_t>(fenced)];
    }
    return result;
  }

  /// Items known well enough to order an access to any alias of their location
  /// (rules 6-9).
  ItemSet at_aliases(const Access& access, const Stages& stages) const {
    const int known =
        access.proxy == Proxy::generic
            ? stages.aliased
            : stages.fenced_aliased[static_cast<std::size_t>(access.proxy)][access.cta];
    return known < 0 ? 0 : stage[static_cast<std::size_t>(known)];
  }

  /// Items known at all, at any stage.
  ItemSet anywhere() const {
    ItemSet all = 0;
    for (const ItemSet set : stage) all |= set;
    return all;
  }

  static std::size_t origin(const Access& access, const Stages& stages) {
    if (access.proxy == Proxy::generic) return Stages::generic;
    const int own = stages.own[static_cast<std::size_t>(access.proxy)][access.cta];
    return static_cast<std::size_t>(own);
  }
};

}  // namespace opexplore::ptx_model
