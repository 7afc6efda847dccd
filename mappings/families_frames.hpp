// The skeletons of each family.
#pragma once

#include <string_view>
#include <vector>

#include "mappings/families_frame.hpp"

namespace opexplore::mappings {

/// The frames of a family of skeletons; none for other names.
std::vector<Frame> frames_of(std::string_view family);

}  // namespace opexplore::mappings
