// Texts as Markdown shows them.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace opexplore {

/// What Markdown would take for its own is protected.
std::string markdown_plain(const std::string& text);

/// The text as code, also in a cell of a table.
std::string markdown_code(const std::string& text);

/// A line of a table.
void write_markdown_line(std::ostream& out, const std::vector<std::string>& cells);

/// The head of a table; the cells from `first` to before `last` are above numbers.
void write_markdown_head(std::ostream& out, const std::vector<std::string>& cells,
                         std::size_t first, std::size_t last);

}  // namespace opexplore
