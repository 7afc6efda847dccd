// Data races by the definition of PTX in JSON reports.
#pragma once

#include <nlohmann/json.hpp>

#include "answers/reports.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// The threads, and the instructions by number in them.
nlohmann::ordered_json json_pair(const RacingPair& pair);

/// `data_races` of docs/report.schema.json: an entry for each two places of the source.
nlohmann::ordered_json json_data_races(const Test& test, const Answer& answer);

}  // namespace opexplore
