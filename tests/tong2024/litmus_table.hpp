// Table 5 of Tong et al. (ASPLOS 2024): litmus tests of PTX 6.0, PTX 7.5 and Vulkan.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tests/tong2024/measured.hpp"

namespace opexplore::tong2024 {

/// What tests of one model are asked.
struct LitmusCell {
  std::string model;     ///< "PTX 6.0"
  std::string question;  ///< "safety", "liveness", "races"
  Asked asked;
  double each_process = 0;  ///< mean in milliseconds of a process for each test; 0: not measured
};

struct LitmusTable {
  std::vector<LitmusCell> cells;
};

/// Asks the conformance tests below `suites` (ptx, vulkan, progress), those with a listed verdict.
/// With `most`, the first so many of each list. With `program`, also each test in a process of its
/// own, which is this program with the arguments `alone`, the two numbers of answer_alone() and the
/// file. Throws std::runtime_error where lists are missing.
LitmusTable measure_litmus_table(const std::filesystem::path& suites,
                                 std::optional<std::size_t> most = std::nullopt,
                                 const std::string& program = "");

/// The answer to one test: the question is that of the row of the table, from 0, and the settings
/// are those of the list of the row. Nothing if the machine does not answer. Throws
/// std::out_of_range where there is no such row or list.
std::optional<bool> answer_alone(std::size_t row, std::size_t list,
                                 const std::filesystem::path& file);

/// The table as Markdown, with the paper's numbers.
std::string in_markdown(const LitmusTable& table);

}  // namespace opexplore::tong2024
