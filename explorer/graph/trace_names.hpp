// The names of writes along a trace, of machines that do not name them by themselves.
#pragma once

#include <utility>
#include <variant>

#include "opmodel/machine.hpp"
#include "opmodel/program.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// Before the first step of a trace.
template <TransitionSystem M>
class TraceNames {
 public:
  explicit TraceNames(const Program& program) : names_(started(program)) {}

  /// What the next step did gets its names.
  void name(const M& machine, const typename M::State& before, const typename M::State& after,
            TraceStep& shown) {
    if constexpr (NamesWrites<M>) names_.name(machine, before, shown.step, after, shown.events);
  }

  /// The trace ends in this state.
  void finish(const M& machine, const typename M::State& state, Trace& trace) const {
    if constexpr (NamesWrites<M>) trace.coherence = names_.coherence();
    if constexpr (HasCoherence<M>) trace.coherence = machine.coherence(state);
  }

 private:
  static auto started(const Program& program) {
    if constexpr (NamesWrites<M>) {
      return typename M::WriteNames(program);
    } else {
      return std::monostate();
    }
  }

  decltype(started(std::declval<const Program&>())) names_;
};

}  // namespace opexplore
