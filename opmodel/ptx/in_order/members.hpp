// Who the members of a state are, each named once, with what it is. Bytes (bytes.ipp), new numbers
// of writes (renumber.hpp), exchanges of threads (permute.ipp) and what asks for all sets of a kind
// (walk.hpp) follow from it. A member that is not named does not compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// What a member is.
enum class Is : std::uint8_t {
  // Numbers of whatever they count or name.
  writes_there,  ///< how many elements there are per write
  position,      ///< of a thread in its program
  number,        ///< of nothing that gets another one
  value,
  thread,
  threads,  ///< a set
  address,  ///< that its thread accesses

  // May be absent: empty, false or none.
  flag,
  write,
  writes,     ///< a set
  locations,  ///< a set
  view,       ///< that nobody but its thread, or a fence.sc, learns
  handed_on,  ///< a view that others may yet learn
  scoped,     ///< handed on, a view per scope
  list,       ///< of parts, sorted by their numbers and flags
  values,     ///< a list
  barriers,
  rare,  ///< a part that is often empty as a whole

  // The others.
  registers,  ///< of a thread
  accesses,   ///< a set of accesses that may race
  fences,     ///< a set of fence.sc
  pairs,      ///< races found
  part        ///< of members of its own
};

/// What a vector has an element for.
enum class Per : std::uint8_t { thread, write, cluster, fence, place, stage };

/// A member, or an element of one.
template <Is what, class T>
struct Member {
  static constexpr Is is = what;
  T& of;
};

/// A vector, and those with more of the same elements. Elements are what the Members say.
template <Per each, class First, class... Others>
struct Elements {
  static constexpr Per per = each;
  First first;
  std::tuple<Others...> others;
};

template <Is what, class T>
constexpr Member<what, T> as(T& member) {
  return {member};
}
template <Per each, class First, class... Others>
constexpr Elements<each, First, Others...> per(First first, Others... others) {
  return {first, {others...}};
}

/// `list` takes the part, or a constant one, and calls f(Members and Elements...), in the order of
/// their bytes. The names that it gives to the members of the part are as many as there are.
template <class Part>
struct MembersOf;

template <class Part, class F>
constexpr void with_members(Part& part, F&& f) {
  MembersOf<std::remove_const_t<Part>>::list(part, f);
}

/// The same for the elements with this index, as if they were one part.
template <Per each, class First, class... Others, class F>
constexpr void with_members(const Elements<each, First, Others...>& elements, std::size_t index,
                            F&& f) {
  std::apply(
      [&](const Others&... other) {
        if constexpr (First::is == Is::part) {
          with_members(elements.first.of[index],
                       [&](auto... member) { f(member..., as<Others::is>(other.of[index])...); });
        } else {
          f(as<First::is>(elements.first.of[index]), as<Others::is>(other.of[index])...);
        }
      },
      elements.others);
}

template <class Size>
struct MembersOf<View<Size>> {
  static constexpr void list(auto& view, auto& f) {
    auto& [items, accesses, open] = view;
    const auto written = per<Per::stage>(as<Is::writes>(items.stage));
    if constexpr (Size::finds_races) {
      f(written, per<Per::stage>(as<Is::accesses>(accesses.stage)));
    } else if constexpr (Size::leaves_fences_open) {
      auto& [fences, sources] = open;
      f(written, as<Is::fences>(fences), as<Is::writes>(sources));
    } else {
      f(written);
    }
  }
};

template <class Size>
struct MembersOf<ReleaseSource<Size>> {
  static constexpr void list(auto& source, auto& f) {
    auto& [thread, surface_headed, views] = source;
    f(as<Is::thread>(thread), as<Is::flag>(surface_headed), as<Is::scoped>(views));
  }
};

template <class Size>
struct MembersOf<AddressRelease<Size>> {
  static constexpr void list(auto& release, auto& f) {
    auto& [address, surface_headed, views] = release;
    f(as<Is::address>(address), as<Is::flag>(surface_headed), as<Is::scoped>(views));
  }
};

template <class Size>
struct MembersOf<InOrderThread<Size>> {
  static constexpr void list(auto& thread, auto& f) {
    auto& [pc, registers, knowledge, floor, awaits, passed_over] = thread;
    auto& [view, released, observed, address_released] = knowledge;
    f(as<Is::position>(pc), as<Is::registers>(registers), as<Is::flag>(awaits),
      as<Is::writes>(passed_over), as<Is::writes>(floor), as<Is::view>(view),
      as<Is::scoped>(released), as<Is::writes>(observed), as<Is::list>(address_released));
  }
};

template <unsigned Words>
struct MembersOf<Write<Words>> {
  static constexpr void list(auto& write, auto& f) {
    auto& [thread, instruction, value, rmw_source, after, not_after] = write;
    f(as<Is::thread>(thread), as<Is::number>(instruction), as<Is::value>(value),
      as<Is::writes>(after), as<Is::writes>(not_after), as<Is::write>(rmw_source));
  }
};

template <class Size>
struct MembersOf<Gathering<Size>> {
  static constexpr void list(auto& gathering, auto& f) {
    auto& [cta, resource, view, complete] = gathering;
    f(as<Is::threads>(cta), as<Is::value>(resource), as<Is::handed_on>(view),
      as<Is::flag>(complete));
  }
};

template <class Size>
struct MembersOf<OrderedRead<Size>> {
  static constexpr void list(auto& read, auto& f) {
    auto& [source, thread, instruction, before] = read;
    f(as<Is::write>(source), as<Is::thread>(thread), as<Is::number>(instruction),
      as<Is::writes>(before));
  }
};

template <class Size>
struct MembersOf<LocationOrder<Size>> {
  static constexpr void list(auto& order, auto& f) {
    auto& [before, passed, reads] = order;
    f(per<Per::write>(as<Is::writes>(before)), per<Per::place>(as<Is::writes>(passed)),
      as<Is::list>(reads));
  }
};

template <class Size>
struct MembersOf<OpenFence<Size>> {
  static constexpr void list(auto& fence, auto& f) {
    auto& [known, met, made, met_initial] = fence;
    f(as<Is::view>(known), as<Is::writes>(met), as<Is::writes>(made),
      as<Is::locations>(met_initial));
  }
};

template <class Size>
struct MembersOf<SmallVector<OpenFence<Size>, 4>> {
  static constexpr void list(auto& fences, auto& f) { f(per<Per::fence>(as<Is::part>(fences))); }
};

template <>
struct MembersOf<NoOpenFences> {
  static constexpr void list(auto&, auto& f) { f(); }
};

template <>
struct MembersOf<NotRacing> {
  static constexpr void list(auto&, auto& f) { f(); }
};

template <class Size>
struct MembersOf<Racing<Size>> {
  static constexpr void list(auto& racing, auto& f) {
    auto& [done, observed, found] = racing;
    f(as<Is::accesses>(done), per<Per::write>(as<Is::accesses>(observed)), as<Is::pairs>(found));
  }
};

template <class Size>
struct MembersOf<InOrderState<Size>> {
  static constexpr void list(auto& state, auto& f) {
    auto& [threads, memory, messages, fences, barriers, gatherings, settled, overfull, order,
           racing, open_fences] = state;
    auto& [writes] = memory;
    f(as<Is::writes_there>(writes), as<Is::flag>(overfull), per<Per::thread>(as<Is::part>(threads)),
      per<Per::write>(as<Is::part>(writes), as<Is::list>(messages)),
      per<Per::cluster>(as<Is::view>(fences)), as<Is::barriers>(barriers), as<Is::list>(gatherings),
      as<Is::values>(settled), as<Is::rare>(order), as<Is::part>(racing),
      as<Is::part>(open_fences));
  }
};

}  // namespace opexplore::ptx_model
