// Environments in a file: what `oplitmus tune` finds and `oplitmus run --env` uses.
//
//   {"schema": "opexplore-environments/1",
//    "environments": [{"params": {"warps": 8, "stride": 4}}, …]}
//
// Parameters that are not there have their standard value. Other members, such as scores, are for
// readers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hardware/environment.hpp"
#include "litmus/input/input_error.hpp"

namespace opexplore::hardware {

inline constexpr std::string_view environments_schema = "opexplore-environments/1";

/// The environments of a file's text; none is an error. Throws InputError; its message begins with
/// the place, `environments[2].params.warps: …`.
std::vector<Environment> parse_environments(std::string_view text, const std::string& path);

/// Reads a file. Throws InputError.
std::vector<Environment> read_environments(const std::string& path);

}  // namespace opexplore::hardware
