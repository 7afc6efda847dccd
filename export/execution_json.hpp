// An execution of an axiomatic model as JSON; docs/report.schema.json describes it.
#pragma once

#include <nlohmann/json.hpp>

#include "opmodel/condition.hpp"
#include "opmodel/execution.hpp"

namespace opexplore {

/// All events and all pairs of all relations, by the letters that texts and drawings have.
nlohmann::ordered_json json_execution(const Test& test, const Execution& execution);

}  // namespace opexplore
