// Drawings as pictures: Graphviz makes them.
#pragma once

#include <string>
#include <string_view>

namespace opexplore {

/// Throws UsageError if Graphviz is not there; `option` is what asks for it.
void require_graphviz(const std::string& option);

/// Draws each digraph of `dot` in that format of Graphviz ("svg", "png"), the first to `file`, the
/// others to FILE-2 and so on. Throws OutputError.
void write_pictures(const std::string& file, std::string_view format, const std::string& dot);

}  // namespace opexplore
