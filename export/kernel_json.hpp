// What is known of a kernel, and what is wrong with it, as JSON; `kernel` of
// docs/report.schema.json.
#pragma once

#include <nlohmann/json.hpp>

#include "answers/kernel/verdict.hpp"
#include "litmus/kernels/facts.hpp"

namespace opexplore {

/// `test` is what the kernel became, and what the verdict is on.
nlohmann::ordered_json json_kernel(const Test& test, const kernel::Facts& facts,
                                   const KernelVerdict& verdict);

}  // namespace opexplore
