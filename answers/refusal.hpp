// Tests that are read but not run: the machine cannot, or --strict-ptx forbids it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answers/failure.hpp"
#include "litmus/language/ptx_code/strict_ptx.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/refusal.hpp"

namespace opexplore {

/// What the machine says of the test.
Failure machine_refusal(const Test& test, std::string_view machine, const Refusal& refusal);

/// The same of a model.
Failure model_refusal(const Test& test, std::string_view model, const Refusal& refusal);

/// \pre `findings` is not empty.
Failure strict_refusal(const Test& test, const std::vector<Finding>& findings);

/// A line for each finding, in herd's shape.
std::string strict_warnings(const Test& test, const std::vector<Finding>& findings);

}  // namespace opexplore
