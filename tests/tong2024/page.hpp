// docs/reports/tong2024.md: the tables, and what they are of.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace opexplore::tong2024 {

/// Where the conformance tests are, and how much of them is measured.
struct Measuring {
  std::filesystem::path suites;
  /// Of each list of litmus tests and kernels, and of Table 7, so many rows, and of Figure 15 up to
  /// so many threads; all if absent.
  std::optional<std::size_t> most;
  std::string program;  ///< opexplore_tong2024, for a process for each test; may be empty
};

/// Each measures and gives a table in Markdown. They throw std::runtime_error where suites are
/// missing, and figure15 needs none.
std::string table5(const Measuring& measuring);
std::string table6(const Measuring& measuring);
std::string table7(const Measuring& measuring);
std::string figure15(const Measuring& measuring);

/// The whole page.
std::string page(const Measuring& measuring);

}  // namespace opexplore::tong2024
