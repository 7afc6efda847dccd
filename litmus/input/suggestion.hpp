// What a misspelled word was meant to be.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace opexplore {

/// Of names that users choose from: the candidate with the fewest edits to `name`, if few enough to
/// be meant.
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);

namespace detail {

/// Of the words of a text, which are often short: the candidate that `word` was most likely meant
/// to be, if one is near.
std::optional<std::string_view> nearest(std::string_view word,
                                        const std::vector<std::string_view>& candidates);

/// "did you mean 'x'?", or `otherwise` when nothing is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates,
                         std::string otherwise = "");

}  // namespace detail

}  // namespace opexplore
