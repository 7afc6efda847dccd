// Files that are part of the program, so that it finds them wherever it is.
#pragma once

#include <string_view>

namespace opexplore {

/// A file of the source tree as text. The build writes lists of them: opexplore_embed() in the
/// top-level CMakeLists.txt.
struct EmbeddedFile {
  std::string_view name;  ///< below the folder that the list is of
  std::string_view text;

  /// The name without what comes after its last dot.
  constexpr std::string_view stem() const { return name.substr(0, name.rfind('.')); }
};

}  // namespace opexplore
