// A litmus test as JSON for programs that do not read litmus files: threads, instructions with
// their operands, memory, and the question. docs/trace-json.md describes it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "opmodel/condition.hpp"

namespace opexplore {

/// `litmus` is the text that the test was read from: lines and columns of the instructions count
/// there, unless they were `translated_from` a kernel, and count there. `hash` is that of the test.
nlohmann::ordered_json json_program(const Test& test, const std::string& litmus,
                                    const std::string& hash, std::string_view translated_from);

}  // namespace opexplore
