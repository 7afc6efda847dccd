#include "litmus/language/reader.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/files.hpp"
#include "litmus/input/lines.hpp"
#include "litmus/language/lexer.hpp"

namespace opexplore {

namespace {

using detail::quote;
using detail::Scanner;
using detail::Source;
using detail::trimmed;

/// What a GPU runs is explored as PTX, with the number of threads and the question beside it.
void refuse_source_code(const Source& source, SourcePlace place, std::string_view first_word) {
  const std::filesystem::path path = source.path;
  if (path.extension() == ".ptx" || first_word == ".version") {
    source.fail(place, "expected a litmus test, found a module of PTX kernels",
                "opexplore " + path.filename().replace_extension(".ptx").string() +
                    " explores it (docs/cuda.md)");
  }
  const bool preprocessed = first_word.starts_with('#') || first_word.starts_with("__");
  if (path.extension() == ".cu" || path.extension() == ".cuh" || preprocessed) {
    const std::string file =
        path == "-" ? "kernel.cu" : path.filename().replace_extension(".cu").string();
    source.fail(place, "expected a litmus test, found CUDA C++",
                "in a file, opexplore " + file + " compiles and explores it (docs/cuda.md)");
  }
}

/// "PTX, GPU_PTX or C": what tests are called in all dialects, each between such quotes.
std::string titles_of(std::span<const Dialect> known, std::string_view before = "",
                      std::string_view behind = "") {
  std::vector<std::string_view> titles;
  for (const Dialect& dialect : known) {
    if (!dialect.titles.empty()) titles.push_back(dialect.titles.front());
  }
  std::string text;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    text += i == 0 ? "" : i + 1 == titles.size() ? " or " : ", ";
    text.append(before).append(titles[i]).append(behind);
  }
  return text;
}

std::string_view first_word(std::string_view line) {
  return line.substr(0, line.find_first_of(" \t"));
}

/// The one that has the title, or the end.
auto titled(std::string_view title, std::span<const Dialect> known) {
  return std::ranges::find_if(known, [&](const Dialect& candidate) {
    return std::ranges::find(candidate.titles, title) != candidate.titles.end();
  });
}

/// `PTX NAME`, `GPU_PTX NAME` or `C NAME`.
const Dialect& read_title(Scanner& scanner, Test& test, std::span<const Dialect> known) {
  scanner.skip_blanks();
  const SourcePlace place = scanner.place();
  const std::string_view line = trimmed(scanner.take_line());
  const std::string_view title = first_word(line);
  const std::string rule = "a test begins with the line " + titles_of(known, "'", " name'");
  const auto dialect = titled(title, known);
  if (dialect == known.end()) {
    refuse_source_code(scanner.source(), place, title);
    const std::string found = title.empty() ? "no word" : quote(title);
    scanner.source().fail(place, "expected " + titles_of(known) + ", found " + found, rule);
  }
  const std::string_view name = trimmed(line.substr(title.size()));
  if (name.empty()) {
    const auto length = static_cast<std::uint32_t>(title.size());
    scanner.source().fail({place.line, place.column + length}, "expected the name of the test",
                          rule);
  }
  test.name = name.substr(0, name.find_first_of(" \t"));
  return *dialect;
}

/// Of tests that have no title. One that has is never taken for another: written again it may have
/// the name of the file that it was read from.
const Dialect* recognised(Scanner scanner, std::span<const Dialect> known) {
  const Source& source = scanner.source();
  scanner.skip_blanks();
  if (titled(first_word(trimmed(scanner.take_line())), known) != known.end()) return nullptr;
  const auto dialect = std::ranges::find_if(known, [&](const Dialect& candidate) {
    return candidate.recognises != nullptr && candidate.recognises(source);
  });
  return dialect == known.end() ? nullptr : &*dialect;
}

void require_readable(const Source& source) {
  if (source.text.size() > max_file_size) {
    source.fail({},
                "the file is too large: the limit is " + std::to_string(max_file_size) + " bytes");
  }
  detail::require_text(source);
}

}  // namespace

SpelledTest read_spelled(std::string_view text, std::string path, std::span<const Dialect> known) {
  const Source source{text, std::move(path)};
  require_readable(source);
  SpelledTest result{};
  result.test.path = source.path;
  Scanner scanner(source);
  const Dialect* const untitled = recognised(scanner, known);
  result.dialect = untitled != nullptr ? *untitled : read_title(scanner, result.test, known);
  result.text = text;
  result.dialect.read(scanner, result);
  return result;
}

std::vector<SpelledTest> read_all_spelled(std::string_view text, std::string path,
                                          std::span<const Dialect> known) {
  const Source source{text, std::move(path)};
  require_readable(source);
  const Dialect* const untitled = recognised(Scanner(source), known);
  if (untitled != nullptr && untitled->read_all != nullptr) return untitled->read_all(source);
  return {read_spelled(text, source.path, known)};
}

Test read(std::string_view text, std::string path, std::span<const Dialect> known) {
  return read_spelled(text, std::move(path), known).test;
}

Test read_file(const std::filesystem::path& path, std::span<const Dialect> known) {
  return read_spelled_file(path, known).test;
}

SpelledTest read_spelled_file(const std::filesystem::path& path, std::span<const Dialect> known) {
  return read_spelled(detail::file_text(path), path.string(), known);
}

std::vector<SpelledTest> read_all_spelled_file(const std::filesystem::path& path,
                                               std::span<const Dialect> known) {
  return read_all_spelled(detail::file_text(path), path.string(), known);
}

}  // namespace opexplore
