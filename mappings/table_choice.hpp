// One of a list of words in a table file.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/tokens.hpp"
#include "mappings/table_document.hpp"

namespace opexplore::mappings::detail {

inline constexpr std::array all_scopes{Scope::cta, Scope::gpu, Scope::sys};

/// \name How values are spelled in a table.
/// @{
inline constexpr auto spell_order = [](Order order) { return cxx_name(order); };
inline constexpr auto spell_scope = [](Scope scope) { return cxx_name(scope); };
inline constexpr auto spell_ptx_scope = [](Scope scope) { return to_string(scope); };
inline constexpr auto spell_operation = [](Operation operation) { return to_string(operation); };
/// @}

/// The one of `all` that `spell` spells like `text`, or a complaint about `node`: "expected `what`,
/// found …".
template <class All, class Spell>
auto choice(const Document& document, const Node& node, std::string_view text, const All& all,
            Spell spell, const std::string& what) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& each) { return spell(each) == text; });
  if (found != all.end()) return *found;
  std::vector<std::string_view> names;
  std::string choices;
  for (const auto& each : all) {
    names.push_back(spell(each));
    choices += (choices.empty() ? "" : ", ") + std::string(names.back());
  }
  document.fail(node, "expected " + what + ", found '" + std::string(text) + "'",
                opexplore::detail::did_you_mean(text, names, "choose from " + choices));
}

}  // namespace opexplore::mappings::detail
