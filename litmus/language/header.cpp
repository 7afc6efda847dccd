#include "litmus/language/header.hpp"

#include <algorithm>
#include <vector>

#include "litmus/input/lines.hpp"

namespace opexplore::detail {

namespace {

/// The lines of a quoted comment that say something.
void add_comment(std::string_view text, std::vector<std::string>& comments) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty()) comments.emplace_back(line);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

}  // namespace

void read_header(Scanner& scanner, Test& test, void (*skip_comments)(Scanner&)) {
  for (;;) {
    scanner.skip_blanks();
    if (skip_comments != nullptr) skip_comments(scanner);
    if (scanner.peek() == '{') return;
    if (scanner.at_end()) {
      scanner.source().fail(scanner.place(), "expected '{', found the end of the file",
                            "the initial state is written { x = 0; }, or { } when all is zero");
    }
    if (scanner.peek() == '"') {
      add_comment(scanner.take_string(), test.comments);
    } else {
      scanner.take_line();
    }
  }
}

std::string comment_of(std::string_view text) {
  std::string comment(trimmed(text));
  std::ranges::replace(comment, '"', '\'');
  return comment;
}

std::string comments_text(const Test& test) {
  std::string text;
  for (const std::string& comment : test.comments) text += "\"" + comment + "\"\n";
  return text;
}

}  // namespace opexplore::detail
