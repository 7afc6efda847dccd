// Texts as Graphviz reads them.
#pragma once

#include <span>
#include <string>

namespace opexplore {

/// The text in quotation marks, as it is: what Graphviz would take for an escape is protected.
std::string dot_quoted(const std::string& text);

/// The same of several lines, centred, without a line after the last.
std::string dot_lines(std::span<const std::string> lines);

}  // namespace opexplore
