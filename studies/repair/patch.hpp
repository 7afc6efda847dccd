// Changes as a patch of the file that the test was read from.
#pragma once

#include <string>
#include <string_view>

#include "litmus/language/reader.hpp"
#include "studies/repair/points.hpp"

namespace opexplore::repair {

/// The text of the test with the changes: cells of its table are replaced, and rows put between
/// others. Where that does not read as the changed program, the test as write() spells it.
std::string changed_text(const SpelledTest& spelled, const std::vector<Point>& points,
                         const Assignment& levels);

/// The lines that differ, as `patch -p0` takes them; empty if none do. `file` is the name of both.
std::string unified_diff(std::string_view before, std::string_view after, const std::string& file);

}  // namespace opexplore::repair
