// Texts in columns.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace opexplore {

/// Running text is broken so that no line is longer.
inline constexpr std::size_t widest_line = 100;

/// The text, with blanks up to that width behind it.
std::string padded(std::string text, std::size_t width);

/// Writes the text behind `start`, in lines that are no longer than the widest; those that follow
/// are indented as far.
void write_wrapped(std::ostream& out, const std::string& start, const std::string& text);

/// The cells of a line.
using Cells = std::vector<std::string>;

/// Writes lines of equally many cells: the first column is a name, the others are numbers.
void write_numbers(std::ostream& out, const std::vector<Cells>& lines);

/// Writes lines of equally many cells, all texts, each indented by `indent` spaces.
void write_columns(std::ostream& out, const std::vector<Cells>& lines, std::size_t indent = 0);

/// After an empty line "HEAD: N" and the lines in columns; nothing when there are none.
void write_list(std::ostream& out, const std::string& head, const std::vector<Cells>& lines);

}  // namespace opexplore
