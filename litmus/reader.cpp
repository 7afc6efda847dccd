#include "litmus/reader.hpp"

#include <string>
#include <utility>

#include "litmus/code.hpp"
#include "litmus/condition_reader.hpp"
#include "litmus/files.hpp"
#include "litmus/initial_state.hpp"
#include "litmus/limits.hpp"
#include "litmus/lines.hpp"

namespace opexplore {

namespace {

using detail::quote;
using detail::Scanner;
using detail::Source;
using detail::trimmed;

/// The lines of a quoted comment that say something.
void add_comment(std::string_view text, std::vector<std::string>& comments) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty()) comments.emplace_back(line);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

/// `PTX NAME`.
void read_title(Scanner& scanner, Test& test) {
  scanner.skip_blanks();
  const SourcePlace place = scanner.place();
  const std::string_view line = trimmed(scanner.take_line());
  const std::string_view language = line.substr(0, line.find_first_of(" \t"));
  const std::string rule = "a test begins with the line 'PTX name'";
  if (language != "PTX" && language != "ptx") {
    const std::string found = language.empty() ? "no word" : quote(language);
    scanner.source().fail(place, "expected PTX, found " + found, rule);
  }
  const std::string_view name = trimmed(line.substr(language.size()));
  if (name.empty()) {
    scanner.source().fail({place.line, place.column + 3}, "expected the name of the test", rule);
  }
  test.name = name.substr(0, name.find_first_of(" \t"));
}

/// Comments and diy's meta data, up to the `{`.
void read_header(Scanner& scanner, Test& test) {
  read_title(scanner, test);
  for (;;) {
    scanner.skip_blanks();
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

}  // namespace

Test read(std::string_view text, std::string path) {
  const Source source{text, std::move(path)};
  if (text.size() > max_file_size) {
    source.fail({},
                "the file is too large: the limit is " + std::to_string(max_file_size) + " bytes");
  }
  detail::require_text(source);
  Test test;
  test.path = source.path;
  Scanner scanner(source);
  read_header(scanner, test);
  detail::Tokens tokens(scanner);
  detail::ProgramBuilder builder(source);
  detail::read_initial_state(tokens, builder);
  detail::read_code(tokens, builder);
  test.program = builder.program();
  detail::read_question(tokens, builder, test);
  return test;
}

Test read_file(const std::filesystem::path& path) {
  return read(detail::file_text(path), path.string());
}

}  // namespace opexplore
