// One of a list of words in a document.
#pragma once

#include <algorithm>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/documents/document.hpp"
#include "litmus/input/suggestion.hpp"

namespace opexplore::documents {

/// The one of `all` that `spell` spells like `text`, or a complaint about `node`: "expected `what`,
/// found …", with the word that was meant or all of them. Throws InputError.
template <std::ranges::forward_range All, class Spell>
auto choice(const Node& node, std::string_view text, const All& all, Spell spell,
            const std::string& what) {
  const auto found =
      std::ranges::find_if(all, [&](const auto& each) { return spell(each) == text; });
  if (found != all.end()) return *found;
  std::vector<std::string_view> names;
  std::string choices;
  for (const auto& each : all) {
    names.push_back(spell(each));
    choices += (choices.empty() ? "" : ", ") + std::string(names.back());
  }
  node.fail("expected " + what + ", found '" + std::string(text) + "'",
            opexplore::detail::did_you_mean(text, names, "choose from " + choices));
}

}  // namespace opexplore::documents
