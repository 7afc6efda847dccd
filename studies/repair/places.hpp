// Places as users name them: "10", "P1" or "P1:10".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "studies/repair/points.hpp"

namespace opexplore::repair {

/// The place of that name; nothing where it is none.
std::optional<NamedPlace> place_named(std::string_view text);

/// How it is named.
std::string to_string(const NamedPlace& place);

}  // namespace opexplore::repair
