#include "export/execution_json.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "export/event_graph.hpp"
#include "export/json.hpp"
#include "export/null_or.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

std::string_view kind_name(ExecutionEvent::Kind kind) {
  switch (kind) {
    case ExecutionEvent::Kind::initial_write:
      return "initial_write";
    case ExecutionEvent::Kind::read:
      return "read";
    case ExecutionEvent::Kind::write:
      return "write";
    case ExecutionEvent::Kind::fence:
      return "fence";
    case ExecutionEvent::Kind::proxy_fence:
      return "proxy_fence";
    case ExecutionEvent::Kind::barrier:
      return "barrier";
  }
  return {};
}

Json source_json(const Test& test, const ExecutionEvent& event) {
  if (!event.thread || !event.instruction) return nullptr;
  return json_source(test.program.threads[*event.thread].instructions[*event.instruction]);
}

Json event_json(const Test& test, const ExecutionEvent& event, const std::string& letter) {
  Json address = nullptr;
  if (event.address) address = test.program.addresses[*event.address].name;
  return {{"letter", letter},
          {"kind", kind_name(event.kind)},
          {"thread", null_or(event.thread)},
          {"instruction", null_or(event.instruction)},
          {"source", source_json(test, event)},
          {"address", std::move(address)},
          {"value", null_or(event.value)}};
}

}  // namespace

Json json_execution(const Test& test, const Execution& execution) {
  const std::vector<std::string> names = event_names(test, execution);
  Json events = Json::array();
  for (std::size_t e = 0; e < execution.events.size(); ++e) {
    events.push_back(event_json(test, execution.events[e], names[e]));
  }
  Json relations = Json::object();
  for (const NamedRelation& relation : execution.relations) {
    Json edges = Json::array();
    for (const auto& [from, to] : relation.edges) {
      edges.push_back(Json::array({names[from], names[to]}));
    }
    relations[relation.name] = std::move(edges);
  }
  return {{"events", std::move(events)},
          {"relations", std::move(relations)},
          {"shown", execution.shown}};
}

}  // namespace opexplore
