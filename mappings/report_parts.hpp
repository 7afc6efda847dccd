// Parts that the reports of checks and of comparisons share.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mappings/check.hpp"

namespace opexplore::mappings {

/// "1 test", "12 tests".
std::string plural(std::size_t count, const std::string& noun);

/// The words with commas between them.
std::string listed(const std::vector<std::string>& words);

/// What happened, both programs, the trace and the forbidden execution, under the heading
/// "Counterexample NUMBER".
std::string counterexample_text(const Counterexample& example, std::size_t number);

/// The same for programs, as docs/opmap-check.schema.json has it; `table` is the one that is
/// blamed.
nlohmann::ordered_json counterexample_json(const Counterexample& example, const Table& table);

}  // namespace opexplore::mappings
