// Asynchronous instructions in documents.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore {

/// A register or a number.
nlohmann::ordered_json operand_json(const Operand& operand);

/// The members of the instruction, `operation` and `function` first.
nlohmann::ordered_json asynchronous_json(const AsynchronousAction& action);

/// What documents call such an object: "mbarrier".
std::string_view object_name(ObjectKind object);

}  // namespace opexplore
