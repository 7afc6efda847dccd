// The events of a trace or of an execution, and the relations between them, for a page that draws
// them.
#pragma once

#include <nlohmann/json.hpp>

#include "export/event_graph.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// The value of `picture`: `nodes`, and `relations` with `edges` between their indices.
nlohmann::ordered_json json_picture(const Test& test, const EventGraph& graph);

}  // namespace opexplore
