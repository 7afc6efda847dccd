// The kinds of bugs as rules of SARIF: what each is, and what to do about it.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace opexplore {

/// The `id` of the rule for what is no bug.
inline constexpr std::string_view note_rule = "note";

/// How bad what the rule is of is, in words of SARIF and GitHub: "error", "warning", "note".
std::string_view level_of(std::string_view rule);

/// All of them, as `reportingDescriptor` objects: the kinds of bugs in the order of BugKind, then
/// those of questions about places, then the note.
nlohmann::ordered_json sarif_rules();

}  // namespace opexplore
