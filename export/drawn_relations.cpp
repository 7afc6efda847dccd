#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "export/event_graph.hpp"

namespace opexplore {
namespace {

// Of relations beside herd's four; what a model shows takes the others in turn.
std::string colour_of(const std::string& name, std::size_t& others) {
  if (name == "addr" || name == "data" || name == "ctrl") return "indigo";
  if (name == "rmw") return "brown";
  if (name == "race") return "red";
  if (name == for_ever) return "black";
  if (name == "sync_fence") return "darkgreen";
  if (name == "sync_barrier") return "purple";
  constexpr std::array<std::string_view, 5> free{"#008b8b", "#c71585", "#808000", "#708090",
                                                 "#b8860b"};
  return std::string(free[others++ % free.size()]);
}

bool is_in(const std::vector<Edge>& edges, const Edge& edge) {
  return std::ranges::find(edges, edge) != edges.end();
}

// Whether a relation but program order has it.
bool is_among(const std::vector<DrawnRelation>& drawn, const Edge& edge) {
  return std::ranges::any_of(drawn, [&](const DrawnRelation& relation) {
    return relation.name != "po" && is_in(relation.edges, edge);
  });
}

}  // namespace

std::vector<DrawnRelation> relations_of(const EventGraph& graph) {
  std::vector<DrawnRelation> drawn;
  const auto add = [&](std::string name, std::string colour, const std::vector<Edge>& edges) {
    if (!edges.empty()) drawn.push_back({std::move(name), std::move(colour), edges, {}});
  };
  add("po", "black", graph.program_order);
  add("rf", "red", graph.reads_from);
  add("co", "blue", graph.coherence);
  add("fr", "#ffa040", graph.from_reads);
  std::size_t others = 0;
  for (const FurtherRelation& relation : graph.further) {
    add(relation.name, colour_of(relation.name, others), relation.edges);
  }
  for (DrawnRelation& relation : drawn) {
    if (relation.name == "race" || relation.name == for_ever) {
      relation.emphasised = relation.edges;
      continue;
    }
    std::ranges::copy_if(relation.edges, std::back_inserter(relation.emphasised),
                         [&](const Edge& edge) {
                           const bool besides = relation.name == "po" && is_among(drawn, edge);
                           return !besides && is_in(graph.emphasised, edge);
                         });
    if (relation.name != "fr") continue;
    std::ranges::copy_if(relation.edges, std::back_inserter(relation.emphasised),
                         [&](const Edge& edge) { return graph.nodes[edge.first].blamed; });
  }
  return drawn;
}

}  // namespace opexplore
