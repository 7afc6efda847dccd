// The pages of the project.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace opexplore::docs {

/// Of a line that is not a row of a table.
constexpr std::size_t most_columns = 100;

/// All pages in Markdown below the source tree, by their paths from there, sorted: those at its
/// top, and those of the folders that are part of it.
std::vector<std::string> pages();

/// Whether a program wrote the page.
bool is_report(const std::string& page);

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(const std::string& text);

}  // namespace opexplore::docs
