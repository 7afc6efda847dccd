// What the standard libraries of herd and Dartagnan define, so that models written for these find
// it here.
#pragma once

#include <string>
#include <string_view>

namespace opexplore::axioms {

/// What stands for the file in the messages about standard_definitions().
inline constexpr std::string_view standard_path = "the predefined names";

/// Definitions in cat that every model may use and hide; docs/axioms.md lists them. They are
/// written out where they are used and cost nothing elsewhere.
std::string_view standard_definitions();

/// Whether the file belongs to those libraries and defines nothing but predefined names, functions
/// that compute coherence, which is enumerated here anyway, and fences of processors.
bool is_standard_file(std::string_view name);

/// Whether a file of that name with that text needs more of herd's language than there is here. If
/// it is a standard file the predefined names stand for it.
bool needs_more_than_cat(std::string_view text, const std::string& path);

/// What to write for a name that herd and Dartagnan know and that has no meaning here; empty for
/// any other name.
std::string foreign_name_advice(std::string_view name);

}  // namespace opexplore::axioms
