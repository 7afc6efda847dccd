// From a machine to its graph.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/limits.hpp"
#include "explorer/races.hpp"
#include "explorer/termination/graph.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/progress.hpp"

namespace opexplore {

// WART: endings-in-order. Late loads would have to leave the graph finite.
/// Up to what an answer holds of a form of a machine in which all loads take effect in order.
inline constexpr std::string_view in_order_only =
    "executions in which a load or fence takes effect late are not looked at";

/// A graph, and whether it is all of it.
struct BuiltGraph {
  MachineGraph graph;
  Incomplete incomplete = Incomplete::none;
  std::string bound;  ///< what the machine leaves out, one sentence; empty if nothing
  std::string race;   ///< the first data race that it found (HasRaces), one sentence; or nothing
};

/// Whether executions end in this state, and how.
template <TransitionSystem M>
NodeEnd end_of(const M& machine, const typename M::State& state) {
  if (!machine.exceeded(state).empty()) return NodeEnd::bound;
  if constexpr (HasRaces<M>) {
    if (machine.has_raced(state)) return NodeEnd::race;
  }
  return machine.is_final(state) ? NodeEnd::final : NodeEnd::none;
}

/// Whether memory takes the step by itself.
template <TransitionSystem M>
bool is_memory_step(const M& machine, Step step) {
  if constexpr (HasMemorySteps<M>) {
    return machine.is_memory_step(step);
  } else {
    return false;
  }
}

/// Builds the graph of one machine.
template <HasProgress M>
class GraphBuilder {
 public:
  GraphBuilder(const M& machine, const ExploreOptions& options)
      : machine_(machine), options_(options), limits_(options), state_(machine.initial()) {}

  BuiltGraph build() {
    note_form();
    meet(state_);
    for (std::uint32_t number = 0; number < states_.size(); ++number) {
      built_.incomplete = limit(number);
      if (built_.incomplete != Incomplete::none) break;
      machine_.decode(*states_[number], state_);
      built_.graph.first.push_back(built_.graph.edges.size());
      look_at(built_.graph.nodes[number]);
      if (built_.graph.nodes[number].end == NodeEnd::none) expand(number);
    }
    mark_unexpanded();
    return std::move(built_);
  }

 private:
  using State = typename M::State;

  // After a limit: nothing is known of what lies behind them.
  void mark_unexpanded() {
    MachineGraph& graph = built_.graph;
    for (std::size_t number = graph.first.size(); number < graph.nodes.size(); ++number) {
      graph.first.push_back(graph.edges.size());
      graph.nodes[number].end = NodeEnd::bound;
    }
    graph.places.resize(graph.nodes.size() * graph.threads);
    graph.first.push_back(graph.edges.size());
  }

  Incomplete limit(std::uint32_t number) {
    if (options_.max_states && states_.size() > *options_.max_states) return Incomplete::states;
    if (options_.max_memory && bytes_ > *options_.max_memory) return Incomplete::memory;
    constexpr std::uint32_t look_interval = 64;
    if (number % look_interval != 0) return Incomplete::none;
    const std::uint64_t found = states_.size();
    return limits_.poll({0, built_.graph.edges.size(), found, found - number, 0})
               ? limits_.reason()
               : Incomplete::none;
  }

  std::uint32_t meet(const State& state) {
    std::string bytes;
    machine_.encode(state, bytes);
    const auto next = static_cast<std::uint32_t>(states_.size());
    const auto [place, is_new] = numbers_.try_emplace(std::move(bytes), next);
    if (is_new) {
      states_.push_back(&place->first);
      built_.graph.nodes.emplace_back();
      bytes_ += place->first.size() + sizeof(MachineNode) + 64;
    }
    return place->second;
  }

  void note(std::string_view bound) {
    if (built_.bound.empty()) built_.bound = bound;
  }

  // What the form of the machine leaves out of every run.
  void note_form() {
    if constexpr (MayBeInOrderOnly<M>) {
      if (machine_.in_order_only()) note(in_order_only);
    }
  }

  void look_at(MachineNode& node) {
    node.standing = machine_.standing(state_);
    if constexpr (HasPlaces<M>) {
      const std::vector<InstructionId> places = machine_.places(state_);
      built_.graph.threads = places.size();
      built_.graph.places.insert(built_.graph.places.end(), places.begin(), places.end());
      bytes_ += places.size() * sizeof(InstructionId);
    }
    node.end = end_of(machine_, state_);
    node.may_be_dead_end = may_be_dead_end(machine_, state_);
    if (node.may_be_dead_end && node.end == NodeEnd::none && ++on_the_way_ > most_on_the_way) {
      node.end = NodeEnd::bound;
      note(too_many_on_the_way);
    }
    if (!machine_.exceeded(state_).empty()) note(machine_.exceeded(state_));
    if constexpr (HasRaces<M>) {
      if (node.end == NodeEnd::race && built_.race.empty()) built_.race = machine_.race(state_);
    }
    if constexpr (OwesFairness<M>) node.duties = machine_.duties(state_);
    if constexpr (HasWindow<M>) note(machine_.cut(state_));
    if constexpr (MayOutgrow<M>) {
      if (machine_.has_outgrown(state_)) note(in_order_only);
    }
  }

  void expand(std::uint32_t number) {
    MachineGraph& graph = built_.graph;
    machine_.for_each_step(state_, [&](Step step, State&& next) {
      MachineEdge edge{meet(next), step, is_memory_step(machine_, step)};
      if constexpr (OwesFairness<M>) {
        StepDuties duties = machine_.step_duties(state_, step, next);
        if (!duties.raised.empty() || !duties.paid.empty()) {
          edge.duties = static_cast<std::uint32_t>(graph.step_duties.size());
          graph.step_duties.push_back(std::move(duties));
        }
      }
      // Memory may do what changes nothing; that is no step.
      if (edge.of_memory && edge.to == number) return;
      graph.edges.push_back(edge);
      bytes_ += sizeof(MachineEdge);
    });
  }

  // Nobody is caught on the way between states of executions, but there loops do not come back to
  // states that are known, and ways multiply. Far above what litmus tests have (under a hundred).
  static constexpr std::uint32_t most_on_the_way = 10'000;
  static constexpr std::string_view too_many_on_the_way =
      "of the states in which a load is still to take effect late, no more than 10000 are looked "
      "at";

  const M& machine_;
  const ExploreOptions& options_;
  Limits limits_;
  State state_;
  BuiltGraph built_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> states_;  // by number
  std::uint64_t bytes_ = 0;
  std::uint32_t on_the_way_ = 0;  // states that may be dead ends, looked at
};

}  // namespace opexplore
