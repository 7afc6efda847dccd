// Calls a function for all members of some kinds that a state, or a part of one, has anywhere.
#pragma once

#include <tuple>

#include "opmodel/ptx/in_order/members.hpp"

namespace opexplore::ptx_model {

template <Is... wanted, class Part, class F>
void walk(Part& part, F&& f);

/// Calls f(member) for the member if it is wanted, or for those wanted that are in it.
template <Is... wanted, Is is, class T, class F>
void walk_member(const Member<is, T>& member, F& f) {
  if constexpr (((is == wanted) || ...)) {
    f(member);
  } else if constexpr (is == Is::scoped) {
    for (auto& view : member.of) walk_member<wanted...>(as<Is::handed_on>(view), f);
  } else if constexpr (is == Is::list) {
    for (auto& part : member.of) walk<wanted...>(part, f);
  } else if constexpr (is == Is::view || is == Is::handed_on || is == Is::part || is == Is::rare) {
    walk<wanted...>(member.of, f);
  }
}

template <Is... wanted, Per per, class First, class... Others, class F>
void walk_member(const Elements<per, First, Others...>& elements, F& f) {
  const auto walk_one = [&]<Is is, class T>(const Member<is, T>& vector) {
    for (auto& element : vector.of) walk_member<wanted...>(as<is>(element), f);
  };
  walk_one(elements.first);
  std::apply([&](const Others&... vector) { (walk_one(vector), ...); }, elements.others);
}

/// Calls f(member) for each Member in the part, and in what is in it, that is one of these.
template <Is... wanted, class Part, class F>
void walk(Part& part, F&& f) {
  with_members(part, [&](auto... member) { (walk_member<wanted...>(member, f), ...); });
}

/// Calls f(vector) for each vector with an element per one of these, but for those of parts that
/// are empty as a whole.
template <Per wanted, class Part, class F>
void walk_vectors(Part& part, F&& f) {
  const auto walk_one = [&]<class M>(const M& member) {
    if constexpr (requires { M::per; }) {
      if constexpr (M::per == wanted) {
        f(member.first.of);
        std::apply([&](const auto&... vector) { (f(vector.of), ...); }, member.others);
      }
    } else if constexpr (M::is == Is::part) {
      walk_vectors<wanted>(member.of, f);
    } else if constexpr (M::is == Is::rare) {
      if (!member.of.empty()) walk_vectors<wanted>(member.of, f);
    }
  };
  with_members(part, [&](auto... member) { (walk_one(member), ...); });
}

/// Calls f(view) for every view that others may yet learn, but for those at fences.
template <class Size, class F>
void for_each_handed_on(InOrderState<Size>& state, F&& f) {
  walk<Is::handed_on>(state, [&](const auto& view) { f(view.of); });
}

/// Calls f(view) for every view in the state.
template <class Size, class F>
void for_each_view(InOrderState<Size>& state, F&& f) {
  walk<Is::view, Is::handed_on>(state, [&](const auto& view) { f(view.of); });
}

}  // namespace opexplore::ptx_model
