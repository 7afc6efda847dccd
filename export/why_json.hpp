// Why an outcome is possible, as JSON: `why` of docs/report.schema.json.
#pragma once

#include <nlohmann/json.hpp>

#include "answers/why/why.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

nlohmann::ordered_json json_why(const Test& test, const Why& why);

/// An element of `violations`.
nlohmann::ordered_json json_violation(const Test& test, const Violation& violation);

/// An element of `rows`.
nlohmann::ordered_json json_row(const Test& test, const WhyRow& row);

}  // namespace opexplore
