// What the in-order form of the PTX machine knows between two steps.
#pragma once

#include <vector>

#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/knowledge.hpp"

namespace opexplore::ptx_model {

/// One thread of the machine.
template <unsigned Width>
struct InOrderThread {
  InstructionId pc = 0;
  SmallVector<Value, 4> registers;  ///< dead ones are zero
  Knowledge<Width> knowledge;
  bool operator==(const InOrderThread&) const = default;
};

/// What the threads that have arrived at a barrier bring with them.
template <unsigned Width>
struct Gathering {
  ThreadMask cta = 0;
  Value resource = 0;
  View<Width> view;
  bool complete = false;  ///< Dartagnan's quorum reached: later arrivals pass
  bool operator==(const Gathering&) const = default;
};

template <unsigned Width>
struct InOrderState {
  SmallVector<InOrderThread<Width>, 4> threads;
  Memory memory;
  SmallVector<Message<Width>, 8> messages;  ///< per write
  Barriers barriers;
  std::vector<Gathering<Width>> gatherings;
  /// Once all threads are done: the settled value of the first observed locations.
  SmallVector<Value, 2> settled;
  bool too_many_writes = false;
  bool operator==(const InOrderState&) const = default;
};

/// Calls f(view) for every view in the state.
template <unsigned Width, class F>
void for_each_view(InOrderState<Width>& state, F&& f) {
  const auto scoped = [&](ScopedViews<Width>& views) {
    for (View<Width>& view : views) f(view);
  };
  for (auto& thread : state.threads) {
    f(thread.knowledge.view);
    scoped(thread.knowledge.released);
    scoped(thread.knowledge.fenced);
    for (auto& waiting : thread.knowledge.address_released) scoped(waiting.views);
  }
  for (auto& message : state.messages) {
    for (auto& source : message) scoped(source.views);
  }
  for (auto& gathering : state.gatherings) f(gathering.view);
}

/// The memory that the rules see.
template <unsigned Width>
SharedMemory<Width> shared_of(const Semantics& semantics, InOrderState<Width>& state) {
  return {semantics, state.memory, span_of(state.messages)};
}

}  // namespace opexplore::ptx_model
