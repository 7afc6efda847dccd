// Second opinions as JSON; docs/report.schema.json describes them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "studies/second/second.hpp"

namespace opexplore::second {

/// The value of `second` in the document.
nlohmann::ordered_json json_opinions(const Report& report, const std::vector<Opinion>& opinions);

}  // namespace opexplore::second
