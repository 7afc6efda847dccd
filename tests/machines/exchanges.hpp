// What tests do with states of threads that may change places (opmodel/parts/symmetry.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/symmetry.hpp"

namespace opexplore::testing {

template <class M>
std::vector<typename M::State> successors(const M& machine, const typename M::State& state) {
  std::vector<typename M::State> result;
  machine.for_each_step(
      state, [&](const auto&, typename M::State&& next) { result.push_back(std::move(next)); });
  return result;
}

/// Up to 41 states, on random ways from the first one.
template <class M>
std::vector<typename M::State> some_states(const M& machine, std::mt19937& random) {
  std::vector<typename M::State> states{machine.initial()};
  for (int walk = 0; walk < 4; ++walk) {
    typename M::State state = machine.initial();
    for (auto next = successors(machine, state); !next.empty(); next = successors(machine, state)) {
      state = next[random() % next.size()];
      states.push_back(state);
      if (states.size() > 40) return states;
    }
  }
  return states;
}

/// The same test with all accesses strong and each fence a fence.sc, all among themselves.
inline Test with_strong_fences(Test test) {
  for (Thread& thread : test.program.threads) {
    for (Instruction& instruction : thread.instructions) {
      if (MemoryAccess* const access = memory_access(instruction.action)) {
        if (access->order == Order::weak) access->order = Order::relaxed;
        access->scope = Scope::sys;
      }
      if (fence_of(instruction.action)) instruction.action = Fence{Order::sc, Scope::sys};
    }
  }
  return test;
}

/// Some exchange: threads arranged by random colours.
inline Arrangement some_exchange(const Symmetry& symmetry, std::mt19937& random) {
  std::vector<std::uint64_t> colours;
  for (std::size_t thread = 0; thread < symmetry.threads(); ++thread) {
    colours.push_back((std::uint64_t{random()} << 8U) + thread);
  }
  return *arrange(symmetry, colours);
}

inline Arrangement inverse(const Arrangement& arrangement) {
  Arrangement result = arrangement;
  for (std::size_t at = 0; at < arrangement.size(); ++at) {
    result[arrangement[at]] = static_cast<ThreadId>(at);
  }
  return result;
}

}  // namespace opexplore::testing
