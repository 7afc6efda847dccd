// How many executions of a result can be counted. An execution that was ended at the loop bound has
// no outcome: it could not have shown anything, so no rate and no bound is relative to it.
#pragma once

#include <cstdint>
#include <optional>

#include "hardware/result.hpp"

namespace opexplore::hardware {

/// Executions that came to their end.
std::uint64_t completed(const Result& result);

/// Of these, those whose outcome is not in the list.
std::uint64_t unlisted(const Result& result);

/// Executions in this environment whose outcome is in the list.
std::uint64_t listed(const EnvironmentResult& run);

/// Executions in this environment of `result` that came to their end; nothing when that is not
/// known, because not every outcome of the result is in the list.
std::optional<std::uint64_t> completed(const Result& result, const EnvironmentResult& run);

}  // namespace opexplore::hardware
