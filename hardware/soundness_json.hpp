// Checked results as JSON; docs/hardware-check.schema.json describes the document.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "hardware/soundness_text.hpp"

namespace opexplore::hardware {

/// Of the document; changes when a reader could notice.
inline constexpr std::string_view check_schema = "opexplore-hw-check/1";

/// An element of `checks`.
nlohmann::ordered_json json_check(const CheckedResult& checked);

}  // namespace opexplore::hardware
