// The name of a test that has no title.
#pragma once

#include <string>

namespace opexplore::detail {

/// What the title of another dialect could be: the name of the file, other characters than those of
/// names as `_`; "test" for standard input.
std::string name_of_file(const std::string& path);

}  // namespace opexplore::detail
