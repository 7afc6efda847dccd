// A ranking as JSON; docs/report.schema.json describes it.
#pragma once

#include <nlohmann/json.hpp>

#include "studies/ranking/ranking.hpp"

namespace opexplore {

/// The value of `ranking` in the document.
nlohmann::ordered_json json_ranking(const Ranking& ranking);

}  // namespace opexplore
