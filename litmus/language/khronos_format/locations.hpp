// The names in a test of Khronos, and which of them are one location.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "litmus/language/khronos_format/program.hpp"

namespace opexplore::detail {

/// A name, where it stands first, and the name of its location: the first of those that it has.
struct KhronosName {
  Token name;
  Token location;
};

/// All of them in the order in which they are accessed. Refuses `SLOC` with a name that nobody
/// accesses.
std::vector<KhronosName> khronos_names(const Source& source, const KhronosTest& test);

/// Refuses values that a read has to return and that nobody writes to its location. Precondition:
/// `names` are those of the test.
void check_values(const Source& source, const KhronosTest& test,
                  const std::vector<KhronosName>& names);

}  // namespace opexplore::detail
