// Many results held against many machines: whose tests are to be explored, and what comes of each.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hardware/soundness_text.hpp"

namespace opexplore::hardware {

/// The results of all files. The same one given twice is there once, for it is one run; `warn` is
/// told: `File "a.jsonl": 2 results were given before and left out`. Throws InputError as
/// read_results_file().
std::vector<Result> read_results_files(std::span<const std::string> files,
                                       const std::function<void(const std::string&)>& warn);

/// The tests of the results for which check() asks a machine, each once.
struct AskedTests {
  std::vector<Test> tests;
  std::vector<std::optional<std::size_t>> of_result;  ///< by result: its test among these
};

AskedTests asked_tests(std::span<const Result> results);

/// What machines say of asked tests: by machine, then by test.
using AllowedByMachine = std::vector<std::vector<Allowed>>;

/// Holds each result against each of the machines, by their names. `allowed` has one more: the last
/// is sequential consistency. What is returned refers to the results.
std::vector<CheckedResult> check_all(std::span<const Result> results, const AskedTests& asked,
                                     std::span<const std::string> machines,
                                     const AllowedByMachine& allowed);

}  // namespace opexplore::hardware
