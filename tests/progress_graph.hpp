// The graph of a machine's states for judging infinite runs, and a verdict on it, written to be
// obviously right and nothing else: every set of states is looked at as a matrix of who reaches
// whom. It is not allowed to become fast.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/progress.hpp"

namespace opexplore {

/// A step of the graph.
struct ProgressEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  Step step;
  bool memory = false;
  StepDuties duties;
};

/// All states, the first of which is initial, with what a verdict needs to know of them.
struct ProgressGraph {
  std::vector<Standing> standings;
  std::vector<Duties> open;
  std::vector<bool> final;  ///< or raced: nothing comes after it
  std::vector<ProgressEdge> edges;
  ThreadMask threads = 0;
  bool windowed = false;  ///< a step was withheld somewhere
  bool raced = false;     ///< somewhere
  std::string exceeded;   ///< a bound that was hit

  std::size_t states() const { return standings.size(); }
};

/// Visits every state. Throws if there are more than `most`: the graph is to be finite.
template <class M>
requires HasProgress<M> ProgressGraph progress_graph(const M& machine, const Test& test,
                                                     std::size_t most = 100'000) {
  using State = typename M::State;
  ProgressGraph graph;
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    graph.threads |= thread_bit(static_cast<ThreadId>(t));
  }
  std::map<std::string, std::size_t> numbers;
  std::vector<State> states;
  const auto meet = [&](const State& state) {
    std::string bytes;
    machine.encode(state, bytes);
    const auto [place, fresh] = numbers.emplace(bytes, states.size());
    if (fresh) states.push_back(state);
    if (states.size() > most) throw std::runtime_error("too many states");
    return place->second;
  };
  meet(machine.initial());
  for (std::size_t n = 0; n < states.size(); ++n) {
    const State state = states[n];
    graph.standings.push_back(machine.standing(state));
    graph.open.emplace_back();
    if constexpr (OwesFairness<M>) graph.open.back() = machine.duties(state);
    bool ends = machine.is_final(state);
    if constexpr (HasRaces<M>) {
      graph.raced = graph.raced || machine.has_raced(state);
      ends = ends || machine.has_raced(state);
    }
    graph.final.push_back(ends);
    if constexpr (HasWindow<M>) {
      graph.windowed = graph.windowed || !machine.cut(state).empty();
    }
    if (const auto bound = machine.exceeded(state); !bound.empty()) {
      graph.exceeded = bound;
      continue;
    }
    if (ends) continue;
    machine.for_each_step(state, [&](Step step, State&& next) {
      ProgressEdge edge{n, meet(next), step, false, {}};
      if constexpr (HasMemorySteps<M>) edge.memory = machine.is_memory_step(step);
      if constexpr (OwesFairness<M>) edge.duties = machine.step_duties(state, step, next);
      graph.edges.push_back(edge);
    });
  }
  return graph;
}

/// Which duties a verdict asks for; a test that leaves some out shows what they are good for.
using AskedDuties = std::function<bool(std::uint32_t)>;

namespace progress_detail {

using Nodes = std::set<std::size_t>;
using Edges = std::vector<const ProgressEdge*>;

inline Nodes reached(std::size_t from, const Edges& edges, bool backwards) {
  std::map<std::size_t, std::vector<std::size_t>> next;
  for (const ProgressEdge* edge : edges) {
    next[backwards ? edge->to : edge->from].push_back(backwards ? edge->from : edge->to);
  }
  Nodes met{from};
  std::vector<std::size_t> to_do{from};
  while (!to_do.empty()) {
    const std::size_t node = to_do.back();
    to_do.pop_back();
    for (const std::size_t one : next[node]) {
      if (met.insert(one).second) to_do.push_back(one);
    }
  }
  return met;
}

/// Whether a run that visits all of these states and takes all of these steps, again and again, is
/// one in which memory is fair and every thread goes on that can. If some steps must not be taken
/// for ever, `allowed` is what is left without them.
inline bool is_fair(const ProgressGraph& graph, const Nodes& nodes, const Edges& edges,
                    const AskedDuties& asked, Edges& allowed) {
  std::set<std::uint32_t> paid;
  ThreadMask runs = 0;
  for (const ProgressEdge* edge : edges) {
    paid.insert(edge->duties.paid.begin(), edge->duties.paid.end());
    if (!edge->memory) runs |= thread_bit(edge->step.thread);
  }
  const auto unpaid = [&](std::uint32_t duty) { return asked(duty) && !paid.contains(duty); };
  for (const ProgressEdge* edge : edges) {
    if (std::ranges::none_of(edge->duties.raised, unpaid)) allowed.push_back(edge);
  }
  if (runs == 0 || allowed.size() != edges.size()) return false;
  for (const std::uint32_t duty : graph.open[*nodes.begin()]) {
    const bool always = std::ranges::all_of(
        nodes, [&](std::size_t node) { return std::ranges::count(graph.open[node], duty) != 0; });
    if (always && unpaid(duty)) return false;
  }
  const Standing& standing = graph.standings[*nodes.begin()];
  ThreadMask waiting = graph.threads;
  for (const std::size_t node : nodes) waiting &= graph.standings[node].waiting;
  return (graph.threads & ~standing.ended & ~waiting & ~runs) == 0;
}

inline bool has_fair_loop(const ProgressGraph& graph, const Edges& edges,
                          const AskedDuties& asked) {
  Nodes left;
  for (const ProgressEdge* edge : edges) left.insert(edge->from);
  while (!left.empty()) {
    const std::size_t one = *left.begin();
    const Nodes ahead = reached(one, edges, false);
    const Nodes behind = reached(one, edges, true);
    Nodes component;
    std::ranges::set_intersection(ahead, behind, std::inserter(component, component.end()));
    for (const std::size_t node : component) left.erase(node);
    Edges inside;
    for (const ProgressEdge* edge : edges) {
      if (component.contains(edge->from) && component.contains(edge->to)) inside.push_back(edge);
    }
    if (inside.empty()) continue;
    Edges allowed;
    if (is_fair(graph, component, inside, asked, allowed)) return true;
    if (allowed.size() != inside.size() && has_fair_loop(graph, allowed, asked)) return true;
  }
  return false;
}

}  // namespace progress_detail

/// Whether a state has no step although some thread has not ended: those left wait for ever.
inline bool has_deadlock(const ProgressGraph& graph) {
  std::vector<bool> steps(graph.states(), false);
  for (const ProgressEdge& edge : graph.edges) steps[edge.from] = true;
  for (std::size_t n = 0; n < graph.states(); ++n) {
    if (!steps[n] && !graph.final[n]) return true;
  }
  return false;
}

/// Whether the program ends if every thread that can go on does, again and again, and memory is
/// fair: the weak notion under the fair model.
inline bool ends_under_fairness(
    const ProgressGraph& graph, const AskedDuties& asked = [](std::uint32_t) { return true; }) {
  progress_detail::Edges edges;
  for (const ProgressEdge& edge : graph.edges) edges.push_back(&edge);
  return !has_deadlock(graph) && !progress_detail::has_fair_loop(graph, edges, asked);
}

/// Whether some state but a final one has a thread that has neither ended nor waits, and neither
/// that thread nor memory has a step there: somebody would be asked to go on who never can.
inline bool leaves_somebody_alone(const ProgressGraph& graph) {
  std::vector<ThreadMask> able(graph.states(), 0);
  std::vector<bool> memory(graph.states(), false);
  for (const ProgressEdge& edge : graph.edges) {
    if (edge.memory) {
      memory[edge.from] = true;
    } else {
      able[edge.from] |= thread_bit(edge.step.thread);
    }
  }
  for (std::size_t n = 0; n < graph.states(); ++n) {
    const Standing& standing = graph.standings[n];
    const ThreadMask should = graph.threads & ~standing.ended & ~standing.waiting;
    if (!graph.final[n] && !memory[n] && (should & ~able[n]) != 0) return true;
  }
  return false;
}

}  // namespace opexplore
