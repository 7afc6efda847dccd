#include "export/page/picture_json.hpp"

#include <string>
#include <utility>
#include <vector>

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

Json line_of(const Test& test, const EventNode& node) {
  if (!node.thread || !node.instruction) return nullptr;
  const auto& instructions = test.program.threads[*node.thread].instructions;
  if (*node.instruction >= instructions.size()) return nullptr;
  return instructions[*node.instruction].place.line;
}

Json node_json(const Test& test, const EventNode& node) {
  return {{"thread", node.thread ? Json(*node.thread) : Json(nullptr)},
          {"step", node.step},
          {"letter", node.letter},
          {"text", node.operation},
          {"instruction", node.instruction ? Json(*node.instruction) : Json(nullptr)},
          {"line", line_of(test, node)},
          {"blamed", node.blamed}};
}

}  // namespace

Json json_picture(const Test& test, const EventGraph& graph) {
  Json nodes = Json::array();
  for (const EventNode& node : graph.nodes) nodes.push_back(node_json(test, node));
  Json relations = Json::array();
  const auto add = [&](const std::string& name, const char* colour, const std::vector<Edge>& all) {
    if (all.empty()) return;
    relations.push_back(
        {{"name", name}, {"colour", colour}, {"edges", all}, {"emphasised", Json::array()}});
  };
  add("po", "black", graph.program_order);
  add("rf", "red", graph.reads_from);
  add("co", "blue", graph.coherence);
  add("fr", "#ffa040", graph.from_reads);
  for (const FurtherRelation& relation : graph.further) {
    add(relation.name, "#008b8b", relation.edges);
  }
  return {{"nodes", std::move(nodes)}, {"relations", std::move(relations)}};
}

}  // namespace opexplore
