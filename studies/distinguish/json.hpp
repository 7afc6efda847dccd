// A search for a difference as JSON; docs/report.schema.json describes it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "studies/distinguish/distinguish.hpp"

namespace opexplore {

/// The value of `distinguish` in the document. `pairing` names the two.
nlohmann::ordered_json distinguish_json(const FirstDifference& answer, const std::string& pairing);

}  // namespace opexplore
