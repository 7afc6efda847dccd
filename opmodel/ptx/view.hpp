// Views: what is known to a thread, and how far each piece of knowledge has come.
//
// A view is, per stage (semantics.hpp), a set of items. Items are the writes in
// memory, by index; the out-of-order machine also keeps reads and SC fences there.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

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
template <unsigned Stages, unsigned Words>
struct Size {
  static constexpr unsigned stages = Stages;  ///< of knowledge, at least Semantics::stages().count
  static constexpr unsigned words = Words;    ///< of a set of items
  using Items = ItemSet<Words>;
};

/// Calls f(index) for each member, in increasing order.
template <unsigned Words, class F>
void for_each_item(const ItemSet<Words>& set, F&& f) {
  set.for_each(f);
}

/// The same for a set of threads.
template <class F>
void for_each_thread(ThreadMask threads, F&& f) {
  for (; threads != 0; threads &= threads - 1) {
    f(static_cast<ThreadId>(std::countr_zero(threads)));
  }
}

/// Knowledge in stages.
template <class Size>
struct View {
  using Items = typename Size::Items;

  std::array<Items, Size::stages> stage{};

  bool operator==(const View&) const = default;

  View& operator|=(const View& other) {
    for (unsigned s = 0; s < Size::stages; ++s) stage[s] |= other.stage[s];
    return *this;
  }

  bool includes(const View& other) const {
    for (unsigned s = 0; s < Size::stages; ++s) {
      if (!stage[s].includes(other.stage[s])) return false;
    }
    return true;
  }

  /// Adds an item that is known through this access.
  void add(std::size_t index, const Access& access, const Stages& stages) {
    stage[origin(access, stages)] |= Items::of(index);
  }

  /// Items known well enough to order an access to the same virtual address
  /// (proxy-preserved base causality, Lustig 2022, section 6.2; rules 1-5).
  Items at_same_address(const Access& access, const Stages& stages) const {
    if (access.proxy == Proxy::generic) return stage[Stages::generic];
    const auto proxy = static_cast<std::size_t>(access.proxy);
    Items result;
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
  Items at_aliases(const Access& access, const Stages& stages) const {
    const int known =
        access.proxy == Proxy::generic
            ? stages.aliased
            : stages.fenced_aliased[static_cast<std::size_t>(access.proxy)][access.cta];
    return known < 0 ? Items{} : stage[static_cast<std::size_t>(known)];
  }

  /// Items known at all, at any stage.
  Items anywhere() const {
    Items all;
    for (const Items& set : stage) all |= set;
    return all;
  }

  static std::size_t origin(const Access& access, const Stages& stages) {
    if (access.proxy == Proxy::generic) return Stages::generic;
    const int own = stages.own[static_cast<std::size_t>(access.proxy)][access.cta];
    return static_cast<std::size_t>(own);
  }
};

}  // namespace opexplore::ptx_model
