// Which threads a state lets step: a search reduction that both forms share.
#pragma once

#include "opmodel/machine.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/ptx/view.hpp"

namespace opexplore::ptx_model {

/// Calls step(thread, sink) for the threads of one component after the other until one has steps:
/// running the others afterwards loses nothing (opmodel/parts/components.hpp). A component without
/// steps spins or is stuck; others may still run. `component(able)`: those of `able` to expand
/// first. Returns whether some step() returned true: an iteration was left out.
template <class State, class Component, class StepOf>
bool expand(ThreadMask able, Component&& component, StepOf&& step,
            FunctionRef<void(Step, State&&)> sink) {
  bool pruned = false;
  std::size_t steps = 0;
  const auto count = [&](Step taken, State&& next) {
    ++steps;
    sink(taken, std::move(next));
  };
  while (able != 0 && steps == 0) {
    const ThreadMask chosen = component(able);
    for_each_thread(chosen, [&](ThreadId thread) {
      pruned = step(thread, FunctionRef<void(Step, State &&)>(count)) || pruned;
    });
    able &= ~chosen;
  }
  return pruned;
}

}  // namespace opexplore::ptx_model
