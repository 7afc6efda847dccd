#include "export/page/picture_json.hpp"

#include <string>
#include <utility>
#include <vector>

#include "export/event_label.hpp"

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
          {"text", drawn_text(node)},
          {"instruction", node.instruction ? Json(*node.instruction) : Json(nullptr)},
          {"line", line_of(test, node)},
          {"blamed", node.blamed}};
}

}  // namespace

Json json_picture(const Test& test, const EventGraph& graph) {
  Json nodes = Json::array();
  for (const EventNode& node : graph.nodes) nodes.push_back(node_json(test, node));
  Json relations = Json::array();
  for (const DrawnRelation& relation : relations_of(graph)) {
    relations.push_back({{"name", relation.name},
                         {"colour", relation.colour},
                         {"edges", relation.edges},
                         {"emphasised", relation.emphasised}});
  }
  return {{"nodes", std::move(nodes)}, {"relations", std::move(relations)}};
}

}  // namespace opexplore
