// A test of Khronos line by line, and a line word by word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// A line that is neither empty nor a comment.
struct KhronosLine {
  std::string_view text;  ///< without blanks around it
  SourcePlace place;
  Tokens tokens;  ///< words, numbers with their signs apart, and `=`
};

/// The lines of a text, and what its comments say.
struct KhronosLines {
  std::vector<KhronosLine> lines;
  std::vector<std::string> comments;  ///< lines that begin with `//`, without it; none is empty
};

KhronosLines khronos_lines(const Source& source);

/// Complains if the line ends here: "expected `what`, found the end of the line".
void require_more(const Tokens& line, std::string_view what, std::string suggestion = "");
/// Complains if it does not.
void require_end(const Tokens& line, std::string suggestion);

}  // namespace opexplore::detail
