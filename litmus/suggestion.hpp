// What a misspelled word was meant to be.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace opexplore {

/// The candidate with the fewest edits to `name`, if few enough to be meant.
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);

}  // namespace opexplore
