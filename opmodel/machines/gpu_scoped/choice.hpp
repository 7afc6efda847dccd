// Which steps of a state of `gpu-scoped` to take (opmodel/queues/agents.hpp), and what observables
// may still be at the end. README.md has the relation between agents in words.
#pragma once

#include <optional>

#include "opmodel/machines/gpu_scoped/rules.hpp"
#include "opmodel/queues/open_values.hpp"
#include "opmodel/queues/standing.hpp"

namespace opexplore::gpu_scoped {

using queue_model::Agent;
using queue_model::AgentKind;
using queue_model::AgentSet;

class Choice {
 public:
  /// Keeps references to the test and the context.
  Choice(const Test& test, const Context& context, const MachineOptions& options);

  /// The agent of a step that is neither issue, local, load_out nor fill_l1.
  Agent agent_of(const State& state, Step step) const;
  /// Whose steps to take, given the agent of each. Precondition: there are no L1 caches.
  AgentSet of(const State& state, std::span<const Agent> acting) const;

  /// What an observable may still be at the end; anything unless options.goal asks for it.
  PossibleValues possible_values(const State& state, std::size_t index) const;

 private:
  PossibleValues going_up(const State& state, LocationId location) const;
  PossibleValues found(const State& state, const queue_model::Reader& reader) const;
  PossibleValues of_location(const State& state, LocationId location) const;
  bool has_to_load_now(const State& state, const queue_model::Reader& load) const;

  const Context& context_;
  std::optional<queue_model::OpenValues> values_;  // in a search for a verdict
};

}  // namespace opexplore::gpu_scoped
