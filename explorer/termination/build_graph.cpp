#include "explorer/termination/build_graph.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/graph/graph.hpp"
#include "explorer/limits.hpp"

namespace opexplore {
namespace {

// Builds the graph of one machine.
class GraphBuilder {
 public:
  GraphBuilder(const Walker& walker, const ExploreOptions& options)
      : walker_(walker), options_(options), limits_(options) {}

  BuiltGraph build() {
    // What the form of the machine leaves out of every run.
    if (walker_.in_order_only) note(in_order_only);
    meet(walker_.initial);
    for (Position number = 0; number != states_.size(); ++number) {
      built_.incomplete = limit(number);
      if (built_.incomplete != Incomplete::none) break;
      walker_.go_to(states_.state(number));
      built_.graph.first.push_back(built_.graph.edges.size());
      look_at(built_.graph.nodes[number]);
      if (built_.graph.nodes[number].end == NodeEnd::none) expand(number);
    }
    mark_unexpanded();
    return std::move(built_);
  }

 private:
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

  Incomplete limit(Position number) {
    if (options_.max_states && states_.size() > *options_.max_states) return Incomplete::states;
    if (options_.max_memory && bytes_ > *options_.max_memory) return Incomplete::memory;
    constexpr std::uint32_t look_interval = 64;
    if (number % look_interval != 0) return Incomplete::none;
    const std::uint64_t found = states_.size();
    return limits_.poll({0, built_.graph.edges.size(), found, found - number, 0})
               ? limits_.reason()
               : Incomplete::none;
  }

  Position meet(std::string_view state) {
    const Position number = states_.number_of(state);
    if (number == built_.graph.nodes.size()) {
      built_.graph.nodes.emplace_back();
      bytes_ += state.size() + sizeof(MachineNode) + 64;
    }
    return number;
  }

  void note(std::string_view bound) {
    if (built_.bound.empty()) built_.bound = bound;
  }

  void look_at(MachineNode& node) {
    node.standing = walker_.standing();
    const std::vector<InstructionId> places = walker_.places();
    built_.graph.threads = places.size();
    built_.graph.places.insert(built_.graph.places.end(), places.begin(), places.end());
    bytes_ += places.size() * sizeof(InstructionId);
    node.end = end_of(walker_);
    node.may_be_dead_end = walker_.may_be_dead_end();
    if (node.may_be_dead_end && node.end == NodeEnd::none && ++on_the_way_ > most_on_the_way) {
      node.end = NodeEnd::bound;
      note(too_many_on_the_way);
    }
    note(walker_.exceeded());
    if (node.end == NodeEnd::race && built_.race.empty()) built_.race = walker_.race();
    node.duties = walker_.duties();
    note(walker_.cut());
    if (walker_.has_outgrown()) note(in_order_only);
  }

  void expand(Position number) {
    MachineGraph& graph = built_.graph;
    walker_.for_each_step([&](Step step) {
      MachineEdge edge{meet(walker_.encoded()), step, walker_.is_memory_step(step)};
      StepDuties duties = walker_.step_duties(step);
      if (!duties.raised.empty() || !duties.paid.empty()) {
        edge.duties = static_cast<std::uint32_t>(graph.step_duties.size());
        graph.step_duties.push_back(std::move(duties));
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

  const Walker& walker_;
  const ExploreOptions& options_;
  Limits limits_;
  BuiltGraph built_;
  Numbering states_;
  std::uint64_t bytes_ = 0;
  std::uint32_t on_the_way_ = 0;  // states that may be dead ends, looked at
};

}  // namespace

NodeEnd end_of(const Walker& walker) {
  if (!walker.exceeded().empty()) return NodeEnd::bound;
  if (walker.has_raced()) return NodeEnd::race;
  return walker.is_final() ? NodeEnd::final : NodeEnd::none;
}

BuiltGraph build_graph(const Walker& walker, const ExploreOptions& options) {
  return GraphBuilder(walker, options).build();
}

}  // namespace opexplore
