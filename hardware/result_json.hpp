// Results as JSON Lines: one result a line. docs/hardware-result.schema.json describes a line.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/result.hpp"
#include "litmus/input/documents/document.hpp"
#include "litmus/input/input_error.hpp"

namespace opexplore::hardware {

/// Of a line; its member `schema`. Changes when a reader could notice.
inline constexpr std::string_view result_schema = "opexplore-hw/1";

/// One result. Rates and intervals are in it for readers; read_results() computes them anew.
nlohmann::ordered_json json_result(const Result& result);

/// The same as a line of a file, newline included. Bytes that are not UTF-8 become U+FFFD.
std::string result_line(const Result& result);

/// The final state as an object, {"1:r0": 1, "[x]": 2}.
nlohmann::ordered_json json_state(const Test& test, const Outcome& outcome);

/// All parameters of an environment by name.
nlohmann::ordered_json json_parameters(const Environment& environment);

/// The executions that were kept of an outcome, as a list.
nlohmann::ordered_json json_samples(const SeenOutcome& outcome);

/// The result that the value is, of a document with Wording::path. It is consistent: the test has
/// the hash, no more was counted than was executed. Throws InputError; its message begins with the
/// path, `outcomes[2].count: expected …`.
Result read_result(const documents::Node& line);

/// The results of a file; lines without text are skipped, and none is an error. Throws InputError.
std::vector<Result> read_results(std::string_view text, const std::string& path);

/// Reads a file; "-" is standard input. Throws InputError.
std::vector<Result> read_results_file(const std::string& path);

}  // namespace opexplore::hardware
