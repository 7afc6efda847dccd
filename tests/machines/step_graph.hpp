// All states and steps of a machine as infinite runs are judged on, by nothing but what a machine
// offers (opmodel/machine.hpp, opmodel/progress.hpp); and a judge of fair scheduling, written to be
// obviously right: docs/progress.md has the definitions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/progress.hpp"

namespace opexplore {

struct GraphStep {
  std::size_t to = 0;
  Step step;
  bool memory = false;  ///< no thread's
  StepDuties duties;
};

struct GraphNode {
  Standing standing;
  Duties duties;
  bool final = false;
  bool exceeded = false;
  std::vector<GraphStep> steps;
};

struct StepGraph {
  std::size_t threads = 0;
  std::vector<GraphNode> nodes;  ///< the initial one first
  bool in_order_only = false;
  bool outgrown = false;
  bool cut = false;  ///< some write was left out (the window of writes)
};

/// The graph of one form. Throws std::length_error beyond so many states.
template <class M>
StepGraph graph_of(const M& machine, std::size_t threads, std::size_t most) {
  using State = typename M::State;
  StepGraph graph;
  graph.threads = threads;
  std::map<std::string, std::size_t> numbers;
  std::vector<State> states;
  const auto number = [&](const State& state) {
    std::string bytes;
    machine.encode(state, bytes);
    const auto [place, added] = numbers.emplace(bytes, states.size());
    if (added) states.push_back(state);
    return place->second;
  };
  number(machine.initial());
  for (std::size_t at = 0; at < states.size(); ++at) {
    if (states.size() > most) throw std::length_error("more than " + std::to_string(most));
    const State state = states[at];
    GraphNode node;
    node.standing = machine.standing(state);
    node.final = machine.is_final(state);
    node.exceeded = !machine.exceeded(state).empty();
    if constexpr (OwesFairness<M>) node.duties = machine.duties(state);
    if constexpr (MayOutgrow<M>) graph.outgrown = graph.outgrown || machine.has_outgrown(state);
    if constexpr (HasWindow<M>) graph.cut = graph.cut || !machine.cut(state).empty();
    if (!node.final && !node.exceeded) {
      machine.for_each_step(state, [&](Step step, State&& next) {
        GraphStep edge{number(next), step, machine.is_memory_step(step), {}};
        if constexpr (OwesFairness<M>) edge.duties = machine.step_duties(state, step, next);
        node.steps.push_back(edge);
      });
    }
    graph.nodes.push_back(node);
  }
  if constexpr (requires { machine.in_order_only(); }) {
    graph.in_order_only = machine.in_order_only();
  }
  return graph;
}

/// The graph of machine M for a test, with the options for judging infinite runs.
template <class M>
StepGraph graph_of(const Test& test, std::size_t most = 100'000, MachineOptions options = {}) {
  options = for_liveness(std::move(options));
  if (const auto refused = M::refusal(test, options)) throw std::invalid_argument(refused->why);
  return M::dispatch(test, options, [&](const auto& machine) {
    return graph_of(machine, test.program.threads.size(), most);
  });
}

/// Strongly connected components with a step inside, each a list of nodes.
inline std::vector<std::vector<std::size_t>> components_of(const StepGraph& graph) {
  // Kosaraju: nodes by the time that a search left them, then the reversed graph.
  const std::size_t count = graph.nodes.size();
  std::vector<std::vector<std::size_t>> from(count);
  for (std::size_t n = 0; n < count; ++n) {
    for (const GraphStep& step : graph.nodes[n].steps) from[step.to].push_back(n);
  }
  std::vector<std::size_t> left;
  std::vector<char> met(count, 0);
  for (std::size_t root = 0; root < count; ++root) {
    std::vector<std::pair<std::size_t, std::size_t>> path;
    if (met[root] == 0) path.emplace_back(root, 0);
    met[root] = 1;
    while (!path.empty()) {
      auto& [node, next] = path.back();
      if (next == graph.nodes[node].steps.size()) {
        left.push_back(node);
        path.pop_back();
        continue;
      }
      const std::size_t to = graph.nodes[node].steps[next++].to;
      if (met[to] == 0) path.emplace_back(to, 0);
      met[to] = 1;
    }
  }
  std::vector<std::vector<std::size_t>> result;
  std::ranges::fill(met, 0);
  for (auto root = left.rbegin(); root != left.rend(); ++root) {
    if (met[*root] != 0) continue;
    std::vector<std::size_t> component{*root};
    met[*root] = 1;
    for (std::size_t i = 0; i < component.size(); ++i) {
      for (const std::size_t n : from[component[i]]) {
        if (met[n] == 0) component.push_back(n);
        met[n] = 1;
      }
    }
    std::ranges::sort(component);
    const bool cycle = std::ranges::any_of(graph.nodes[component[0]].steps, [&](const auto& step) {
      return std::ranges::binary_search(component, step.to);
    });
    if (cycle) result.push_back(component);
  }
  return result;
}

/// Whether a run may stay in the component for ever under a fair scheduler and a fair memory.
inline bool may_stay(const StepGraph& graph, const std::vector<std::size_t>& component) {
  ThreadMask runs = 0;
  std::set<std::uint32_t> owed, paid;
  for (const std::uint32_t duty : graph.nodes[component[0]].duties) owed.insert(duty);
  for (const std::size_t n : component) {
    const Duties& open = graph.nodes[n].duties;
    std::erase_if(owed,
                  [&](std::uint32_t duty) { return !std::ranges::binary_search(open, duty); });
  }
  for (const std::size_t n : component) {
    for (const GraphStep& step : graph.nodes[n].steps) {
      if (!std::ranges::binary_search(component, step.to)) continue;
      if (!step.memory) runs |= thread_bit(step.step.thread);
      owed.insert(step.duties.raised.begin(), step.duties.raised.end());
      paid.insert(step.duties.paid.begin(), step.duties.paid.end());
    }
  }
  if (runs == 0) return false;
  if (!std::ranges::includes(paid, owed)) return false;
  // Who does not run has ended or waits, in all states alike.
  const Standing& standing = graph.nodes[component[0]].standing;
  for (std::size_t t = 0; t < graph.threads; ++t) {
    const ThreadMask bit = thread_bit(static_cast<ThreadId>(t));
    if ((bit & (runs | standing.ended | standing.waiting)) == 0) return false;
  }
  return true;
}

/// Whether every run ends that a fair scheduler and a fair memory allow (weak notion), and no
/// thread waits for ever at its end.
inline bool ends_fairly(const StepGraph& graph) {
  for (const GraphNode& node : graph.nodes) {
    if (node.exceeded) throw std::length_error("a limit of the machine");
    const ThreadMask all = (ThreadMask{1} << graph.threads) - 1;
    if (node.steps.empty() && node.standing.ended != all) return false;
  }
  return std::ranges::none_of(components_of(graph),
                              [&](const auto& component) { return may_stay(graph, component); });
}

}  // namespace opexplore
