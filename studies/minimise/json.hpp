// A smaller test as JSON; docs/report.schema.json describes it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "studies/minimise/smaller_test.hpp"

namespace opexplore {

/// The value of `minimised` of the original test.
nlohmann::ordered_json smaller_test_json(const SmallerTest& smaller);

}  // namespace opexplore
