// Source tests of three invocations in the words of a shading language.
#pragma once

#include <vector>

#include "mappings/table.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::mappings::detail {

/// Tests in which the second of three invocations hands a message on: by memory barriers and flags,
/// or at control barriers.
std::vector<Test> relay_tests(const Table& meanings);

}  // namespace opexplore::mappings::detail
