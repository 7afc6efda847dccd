#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "export/event_graph.hpp"
#include "export/event_label.hpp"
#include "opmodel/access_names.hpp"

namespace opexplore {
namespace {

constexpr std::array<std::string_view, 4> basic{"po", "rf", "co", "fr"};
constexpr std::array<std::string_view, 6> structural{"addr", "data",       "ctrl",
                                                     "rmw",  "sync_fence", "sync_barrier"};

template <std::size_t N>
bool is_among(const std::string& name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

std::vector<Edge> edges_of(const Execution& execution, std::string_view name) {
  const auto found = std::ranges::find(execution.relations, name, &NamedRelation::name);
  return found == execution.relations.end() ? std::vector<Edge>() : found->edges;
}

std::vector<Edge> abridged(const std::vector<Edge>& edges) {
  return is_order(edges) ? without_implied(edges) : edges;
}

// To the next writes alone. The write of the same read-modify-write follows its read; herd draws
// no fr to it.
std::vector<Edge> next_writes(const Execution& execution) {
  const std::vector<Edge> from_reads = edges_of(execution, "fr");
  const std::vector<Edge> coherence = edges_of(execution, "co");
  const std::vector<Edge> rmw = edges_of(execution, "rmw");
  std::vector<Edge> result;
  for (const Edge& edge : from_reads) {
    const bool follows = std::ranges::any_of(from_reads, [&](const Edge& other) {
      return other.first == edge.first &&
             std::ranges::find(coherence, Edge{other.second, edge.second}) != coherence.end();
    });
    const bool own = std::ranges::find(rmw, edge) != rmw.end();
    if (!follows && !own) result.push_back(edge);
  }
  return result;
}

std::vector<std::string> further_names(const Execution& execution, ModelRelations relations) {
  std::vector<std::string> names(structural.begin(), structural.end());
  std::vector<std::string> own = execution.shown;
  if (relations == ModelRelations::all) {
    own.clear();
    std::ranges::transform(execution.relations, std::back_inserter(own), &NamedRelation::name);
  }
  for (const std::string& name : own) {
    const bool known = is_among(name, basic) || std::ranges::find(names, name) != names.end();
    if (!known) names.push_back(name);
  }
  return names;
}

std::vector<FurtherRelation> further_relations(const Execution& execution,
                                               ModelRelations relations) {
  std::vector<FurtherRelation> result;
  for (const std::string& name : further_names(execution, relations)) {
    const std::vector<Edge> all = edges_of(execution, name);
    std::vector<Edge> edges = abridged(all);
    const bool shorter = edges.size() != all.size();
    if (!edges.empty()) result.push_back({name, std::move(edges), shorter});
  }
  return result;
}

void relate(const Execution& execution, ModelRelations relations, EventGraph& graph) {
  graph.program_order = abridged(edges_of(execution, "po"));
  graph.reads_from = edges_of(execution, "rf");
  graph.coherence = abridged(edges_of(execution, "co"));
  graph.from_reads = next_writes(execution);
  graph.further = further_relations(execution, relations);
  graph.broken = execution.broken;
}

AccessName::Kind kind_of(const ExecutionEvent& event) {
  if (event.kind == ExecutionEvent::Kind::read) return AccessName::Kind::read;
  return event.kind == ExecutionEvent::Kind::write ? AccessName::Kind::write
                                                   : AccessName::Kind::other;
}

AccessName::Kind kind_of(const EventNode& node) {
  if (!node.is_access) return AccessName::Kind::other;
  return node.reads ? AccessName::Kind::read : AccessName::Kind::write;
}

std::map<AccessName, std::size_t> named_nodes(const EventGraph& graph) {
  std::map<AccessName, std::size_t> result;
  AccessNames names;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const EventNode& node = graph.nodes[i];
    if (!node.thread || !node.instruction) continue;
    result.emplace(names.next(*node.thread, *node.instruction, kind_of(node)), i);
  }
  return result;
}

// Of each event of the execution, its node.
std::vector<std::optional<std::size_t>> nodes_of(const Execution& execution,
                                                 const EventGraph& graph) {
  const std::map<AccessName, std::size_t> nodes = named_nodes(graph);
  std::vector<std::optional<std::size_t>> result(execution.events.size());
  AccessNames names;
  for (std::size_t e = 0; e < result.size(); ++e) {
    const ExecutionEvent& event = execution.events[e];
    if (!event.thread || !event.instruction) continue;
    const auto found = nodes.find(names.next(*event.thread, *event.instruction, kind_of(event)));
    if (found != nodes.end()) result[e] = found->second;
  }
  return result;
}

// Calls visit(edges) for each relation of the graph.
template <class Visit>
void for_each_relation(EventGraph& graph, Visit visit) {
  for (auto* edges :
       {&graph.program_order, &graph.reads_from, &graph.coherence, &graph.from_reads}) {
    visit(*edges);
  }
  for (FurtherRelation& relation : graph.further) visit(relation.edges);
  for (NamedRelation& relation : graph.broken) visit(relation.edges);
}

std::string operation_text(const Test& test, const ExecutionEvent& event) {
  const Program& program = test.program;
  if (event.address && *event.address < program.addresses.size()) {
    const bool reads = event.kind == ExecutionEvent::Kind::read;
    return access_text(reads ? 'R' : 'W', program.addresses[*event.address].name,
                       event.value.value_or(0));
  }
  if (!event.thread || !event.instruction) return "?";
  return program.threads[*event.thread].instructions[*event.instruction].text;
}

EventNode node_of(const Test& test, const ExecutionEvent& event, std::size_t& letters) {
  const auto& addresses = test.program.addresses;
  const bool accesses = event.address && *event.address < addresses.size();
  EventNode node{event.thread,
                 0,
                 event.thread ? letter_name(letters++) : "init",
                 operation_text(test, event),
                 event.kind == ExecutionEvent::Kind::read,
                 event.instruction,
                 false,
                 accesses};
  if (!event.thread && accesses) node.location = addresses[*event.address].name;
  add_details(test, node);
  return node;
}

}  // namespace

void add_relations(const Execution& execution, EventGraph& graph) {
  const std::vector<std::optional<std::size_t>> nodes = nodes_of(execution, graph);
  for (FurtherRelation& relation : further_relations(execution, ModelRelations::shown)) {
    if (std::ranges::find(graph.further, relation.name, &FurtherRelation::name) !=
        graph.further.end()) {
      continue;
    }
    std::vector<Edge> edges;
    for (const auto& [from, to] : relation.edges) {
      if (nodes[from] && nodes[to]) edges.emplace_back(*nodes[from], *nodes[to]);
    }
    std::ranges::sort(edges);
    relation.edges = std::move(edges);
    if (!relation.edges.empty()) graph.further.push_back(std::move(relation));
  }
}

std::vector<std::string> event_names(const Test& test, const Execution& execution) {
  std::vector<std::string> names;
  std::size_t letters = 0;
  for (const ExecutionEvent& event : execution.events) {
    names.push_back(reference(node_of(test, event, letters)));
  }
  return names;
}

EventGraph event_graph(const Test& test, const Execution& execution, ModelRelations relations) {
  EventGraph graph;
  relate(execution, relations, graph);
  std::set<std::size_t> mentioned;
  for_each_relation(graph, [&](const std::vector<Edge>& edges) {
    for (const auto& [from, to] : edges) mentioned.insert({from, to});
  });
  std::vector<std::size_t> place(execution.events.size());
  std::size_t letters = 0;
  for (const bool initial : {false, true}) {
    for (std::size_t e = 0; e < execution.events.size(); ++e) {
      const ExecutionEvent& event = execution.events[e];
      if (event.thread.has_value() == initial || (initial && !mentioned.contains(e))) continue;
      place[e] = graph.nodes.size();
      graph.nodes.push_back(node_of(test, event, letters));
    }
  }
  for_each_relation(graph, [&](std::vector<Edge>& edges) {
    for (auto& [from, to] : edges) {
      from = place[from];
      to = place[to];
    }
    std::ranges::sort(edges);
  });
  return graph;
}

}  // namespace opexplore
