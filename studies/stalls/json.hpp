// Stalls as JSON; docs/report.schema.json describes them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "studies/stalls/table.hpp"

namespace opexplore {

/// The value of `stalls` in the document.
nlohmann::ordered_json json_stalls(const StallTable& table);

}  // namespace opexplore
