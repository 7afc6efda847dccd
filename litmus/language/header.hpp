// What herd's formats have between the title and the initial state: comments in quotes, which are
// kept, and lines of meta data, which are not.
#pragma once

#include <string>
#include <string_view>

#include "litmus/language/lexer.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::detail {

/// Reads up to the `{` of the initial state. `skip_comments` skips those of the dialect, if it has
/// its own. Throws InputError.
void read_header(Scanner& scanner, Test& test, void (*skip_comments)(Scanner&) = nullptr);

/// The text without blanks around it, as a comment between quotes has it.
std::string comment_of(std::string_view text);

/// The comments of the test, a line each.
std::string comments_text(const Test& test);

}  // namespace opexplore::detail
