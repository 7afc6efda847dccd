// Tests that are read but not run: the machine cannot, or --strict-ptx forbids it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answers/failure.hpp"
#include "litmus/language/ptx_code/strict_ptx.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// `refusal` is what the machine says; one that concerns an instruction begins with its place,
/// "LINE:COLUMN: ".
Failure machine_refusal(const Test& test, std::string_view machine, const std::string& refusal);

/// The same of a model.
Failure model_refusal(const Test& test, std::string_view model, const std::string& refusal);

/// What the machine says, without the place of the instruction.
std::string without_place(const std::string& refusal);

/// \pre `findings` is not empty.
Failure strict_refusal(const Test& test, const std::vector<Finding>& findings);

/// A line for each finding, in herd's shape.
std::string strict_warnings(const Test& test, const std::vector<Finding>& findings);

}  // namespace opexplore
