// What files that outlive a search are of.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "explorer/explore.hpp"

namespace opexplore {

/// What one question to a machine is, in lines "what: value": LargeSearch::question, the machine
/// and its settings. Limits are no part of it.
std::string question_of(const ExploreOptions& options, std::string_view machine,
                        std::string_view version, std::span<const Setting> settings);

/// What one search for it is, in one line: all that its graph depends on besides.
std::string search_of(const ExploreOptions& options);

}  // namespace opexplore
