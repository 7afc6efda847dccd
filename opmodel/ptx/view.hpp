// Views: what is known to a thread, and how far each piece of knowledge has come.
//
// A view is, per stage (semantics.hpp), a set of items. Items are the writes in
// memory, by index; the out-of-order machine also keeps reads and SC fences there.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "opmodel/parts/bit_set.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// A set of writes (or of events), one bit each.
template <unsigned Words>
using ItemSet = BitSet<Words>;

// WART: path-length. A longer path ends as incomplete.
/// The most words of a set that the machines are compiled for.
inline constexpr unsigned most_words = 4;

/// How large the sets of a machine's form are: it is compiled for a few sizes, and the smallest
/// that is enough for a program runs it.
template <unsigned Stages, unsigned Words, unsigned SlotWords = 0, bool OpenFences = false>
struct Size {
  static constexpr unsigned stages = Stages;  ///< of knowledge, at least Semantics::stages().count
  static constexpr unsigned words = Words;    ///< of a set of items
  /// Of a set of accesses that may race (race_plan.hpp); 0 where races are not looked for.
  static constexpr unsigned slot_words = SlotWords;
  static constexpr bool finds_races = SlotWords != 0;
  /// Whether views name SC fences, whose order is left open (in_order/open_fences.hpp).
  static constexpr bool leaves_fences_open = OpenFences;
  using Items = ItemSet<Words>;
};

/// A set of fence.sc instructions, by slot (fence_slots.hpp).
using FenceSet = BitSet<1>;

/// Calls f(thread) for each of them, in increasing order.
template <class F>
void for_each_thread(ThreadMask threads, F&& f) {
  for (; threads != 0; threads &= threads - 1) {
    f(static_cast<ThreadId>(std::countr_zero(threads)));
  }
}

/// Something known, a set per stage.
template <class Set, unsigned Count>
struct Staged {
  std::array<Set, Count> stage{};

  // Spelt out, as that of arrays is a call.
  bool operator==(const Staged& other) const {
    bool same = true;
    for (unsigned s = 0; s < Count; ++s) same = same && stage[s] == other.stage[s];
    return same;
  }

  Staged& operator|=(const Staged& other) {
    for (unsigned s = 0; s < Count; ++s) stage[s] |= other.stage[s];
    return *this;
  }
  Staged& operator&=(const Set& kept) {
    for (Set& set : stage) set &= kept;
    return *this;
  }

  bool includes(const Staged& other) const {
    for (unsigned s = 0; s < Count; ++s) {
      if (!stage[s].includes(other.stage[s])) return false;
    }
    return true;
  }

  /// What is known at one stage becomes known at another, too.
  void join(std::size_t from, std::size_t to) { stage[to] |= stage[from]; }

  /// Known well enough to order an access to the same virtual address (proxy-preserved base
  /// causality, Lustig 2022, section 6.2; rules 1-5).
  Set at_same_address(const Access& access, const Stages& stages) const {
    if (access.proxy == Proxy::generic) return stage[Stages::generic];
    const auto proxy = static_cast<std::size_t>(access.proxy);
    Set result;
    if (const int own = stages.own[proxy][access.cta]; own >= 0) {
      result |= stage[static_cast<std::size_t>(own)];
    }
    if (const int fenced = stages.fenced[proxy][access.cta]; fenced >= 0) {
      result |= stage[static_cast<std::size_t>(fenced)];
    }
    return result;
  }

  /// Known well enough to order an access to any alias of the location (rules 6-9).
  Set at_aliases(const Access& access, const Stages& stages) const {
    const int known =
        access.proxy == Proxy::generic
            ? stages.aliased
            : stages.fenced_aliased[static_cast<std::size_t>(access.proxy)][access.cta];
    return known < 0 ? Set{} : stage[static_cast<std::size_t>(known)];
  }

  /// Known at all, at any stage.
  Set anywhere() const {
    Set all;
    for (const Set& set : stage) all |= set;
    return all;
  }
};

/// The stage that an item reaches at once by this access.
inline std::size_t origin(const Access& access, const Stages& stages) {
  if (access.proxy == Proxy::generic) return Stages::generic;
  const int own = stages.own[static_cast<std::size_t>(access.proxy)][access.cta];
  return static_cast<std::size_t>(own);
}

/// In the place of what nobody asks about.
struct NothingStaged {
  bool operator==(const NothingStaged&) const = default;
  NothingStaged& operator|=(const NothingStaged&) { return *this; }
  bool includes(const NothingStaged&) const { return true; }
  void join(std::size_t, std::size_t) {}
};

/// What is known beside writes while the order of SC fences is left open.
template <class Items>
struct KnownToFences {
  FenceSet fences;  ///< that have run
  Items sources;    ///< writes that known reads have read from
  bool operator==(const KnownToFences&) const = default;
  KnownToFences& operator|=(const KnownToFences& other) {
    fences |= other.fences;
    sources |= other.sources;
    return *this;
  }
  bool includes(const KnownToFences& other) const {
    return fences.includes(other.fences) && sources.includes(other.sources);
  }
};

/// In its place.
struct NothingForFences {
  bool operator==(const NothingForFences&) const = default;
  NothingForFences& operator|=(const NothingForFences&) { return *this; }
  bool includes(const NothingForFences&) const { return true; }
};

/// Knowledge: of writes; where races are looked for, of accesses that may race; and of SC fences
/// where their order is left open.
template <class Size>
struct View {
  using Items = typename Size::Items;
  using Accesses =
      std::conditional_t<Size::finds_races, Staged<BitSet<Size::slot_words>, Size::stages>,
                         NothingStaged>;
  using ForFences =
      std::conditional_t<Size::leaves_fences_open, KnownToFences<Items>, NothingForFences>;

  Staged<Items, Size::stages> items;
  [[no_unique_address]] Accesses accesses;
  [[no_unique_address]] ForFences open;

  bool operator==(const View&) const = default;

  View& operator|=(const View& other) {
    items |= other.items;
    accesses |= other.accesses;
    open |= other.open;
    return *this;
  }

  bool includes(const View& other) const {
    return items.includes(other.items) && accesses.includes(other.accesses) &&
           open.includes(other.open);
  }

  /// Adds an item that is known through this access.
  void add(std::size_t index, const Access& access, const Stages& stages) {
    items.stage[origin(access, stages)] |= Items::of(index);
  }

  /// What is known at one stage becomes known at another, too.
  void join(std::size_t from, std::size_t to) {
    items.join(from, to);
    accesses.join(from, to);
  }
};

}  // namespace opexplore::ptx_model
