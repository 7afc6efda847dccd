// Words of a test as words of Coq: names, strings, comments.
#pragma once

#include <string>
#include <string_view>

namespace opexplore {

/// What is left of the text as a name in Coq: letters, digits and `_`; everything else is `_`. Does
/// not begin with a digit.
std::string coq_identifier(std::string_view text);

/// The text as it may stand inside a comment of Coq: `(*`, `*)` and `"` are taken apart.
std::string coq_comment(std::string_view text);

/// The text as a string of Coq, with its quotes.
std::string coq_string(std::string_view text);

}  // namespace opexplore
