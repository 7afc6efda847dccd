// What is known of a kernel, and what is wrong with it, as JSON; `kernel` of
// docs/report.schema.json.
#pragma once

#include <nlohmann/json.hpp>

#include "answers/findings/findings.hpp"
#include "litmus/kernels/facts.hpp"

namespace opexplore {

/// `test` is what the kernel became, and what the findings are on.
nlohmann::ordered_json json_kernel(const Test& test, const kernel::Facts& facts,
                                   const Findings& found, const AnsweredTest* as_written = nullptr);

}  // namespace opexplore
