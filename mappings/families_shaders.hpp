// Source tests of shading languages: two invocations that share variables.
#pragma once

#include <string_view>
#include <vector>

#include "mappings/table.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::mappings {

/// The tests of a family of shader_families(), of the operations that `meanings` says the language
/// has; everything is observed.
std::vector<Test> shader_tests_of(std::string_view family, const Table& meanings);

}  // namespace opexplore::mappings
