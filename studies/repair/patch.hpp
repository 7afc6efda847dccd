// Changes as a patch of the file that the test was read from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/reader.hpp"
#include "studies/repair/points.hpp"

namespace opexplore::repair {

/// The text of the test with the changes: cells of its table are replaced, and rows put between
/// others. Where that does not read as the changed program, the test as write() spells it. Of a
/// kernel the text is its PTX.
std::string changed_text(const SpelledTest& spelled, const std::vector<Point>& points,
                         const Assignment& levels);

/// The lines that differ, as `patch -p0` takes them; empty if none do. `file` is the name of both.
std::string unified_diff(std::string_view before, std::string_view after, const std::string& file);

/// Lines of a text that become others.
struct LineChange {
  std::size_t line = 0;     ///< the first of them, from 1; or what is inserted comes before it
  std::size_t removed = 0;  ///< how many
  std::string inserted;     ///< whole lines
};

/// What differs, from the first line to the last.
std::vector<LineChange> line_changes(std::string_view before, std::string_view after);

}  // namespace opexplore::repair
