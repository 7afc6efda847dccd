// Writes get other numbers, wherever a state names them.
#pragma once

#include <cstddef>

#include "opmodel/ptx/in_order/walk.hpp"

namespace opexplore::ptx_model {

/// Makes room for a write that gets this number: those from there on are one higher.
template <class Size>
void make_room(InOrderState<Size>& state, std::size_t at) {
  walk<Is::write, Is::writes>(state, [&]<Is is, class T>(const Member<is, T>& member) {
    if constexpr (is == Is::writes) {
      member.of = member.of.make_room(at);
    } else if (member.of < initial_write && member.of >= at) {
      ++member.of;
    }
  });
  walk_vectors<Per::write>(state, [&]<class Vector>(Vector& vector) {
    vector.insert(vector.begin() + static_cast<std::ptrdiff_t>(at), typename Vector::value_type{});
  });
}

/// Takes away the write with this number: those behind it are one lower.
template <class Size>
void close_gap(InOrderState<Size>& state, std::size_t at) {
  walk_vectors<Per::write>(
      state, [&](auto& vector) { vector.erase(vector.begin() + static_cast<std::ptrdiff_t>(at)); });
  walk<Is::write, Is::writes>(state, [&]<Is is, class T>(const Member<is, T>& member) {
    if constexpr (is == Is::writes) {
      member.of = member.of.close_gap(at);
    } else if (member.of == at) {
      member.of = Write<Size::words>::none;
    } else if (member.of < initial_write && member.of > at) {
      --member.of;
    }
  });
}

/// Write w becomes `numbers[w]`, wherever it is named. The vectors per write stay as they are.
template <class Part, class Numbers>
void rename_writes(Part& part, const Numbers& numbers) {
  walk<Is::write, Is::writes>(part, [&]<Is is, class T>(const Member<is, T>& member) {
    if constexpr (is == Is::writes) {
      T moved;
      member.of.for_each([&](std::size_t write) { moved |= T::of(numbers[write]); });
      member.of = moved;
    } else if (member.of < initial_write) {
      member.of = numbers[member.of];
    }
  });
}

/// Puts element i of the vector into place `places[i]`.
template <class Vector, class Places>
void rearrange(Vector& vector, const Places& places) {
  Vector before = std::move(vector);
  vector = Vector();
  vector.resize(before.size());
  for (std::size_t i = 0; i < before.size(); ++i) vector[places[i]] = std::move(before[i]);
}

/// Writes are numbered anew: write w becomes `numbers[w]`, wherever it is named.
template <class Size, class Numbers>
void move_writes(InOrderState<Size>& state, const Numbers& numbers) {
  rename_writes(state, numbers);
  walk_vectors<Per::write>(state, [&](auto& vector) { rearrange(vector, numbers); });
}

}  // namespace opexplore::ptx_model
