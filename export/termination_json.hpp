// What is found about the end of a program as an element of JSON documents.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// The value of `termination` in the entry of a test. docs/report.schema.json describes it.
nlohmann::ordered_json json_termination(const Test& test, const Answer& answer);

/// The threads of a lasso, with what they do.
nlohmann::ordered_json json_threads(const Test& test, const std::vector<LassoThread>& threads);

/// The reads of a lasso.
nlohmann::ordered_json json_reads(const Test& test, const std::vector<SpinRead>& reads);

/// Steps of a loop, which are numbered on from those of the stem.
nlohmann::ordered_json json_loop(const Test& test, const Lasso& lasso);

}  // namespace opexplore
