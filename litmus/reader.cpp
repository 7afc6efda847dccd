#include "litmus/reader.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/c_format/herd_hash.hpp"
#include "litmus/c_format/test_reader.hpp"
#include "litmus/c_format/tokens.hpp"
#include "litmus/code.hpp"
#include "litmus/condition_reader.hpp"
#include "litmus/files.hpp"
#include "litmus/initial_state.hpp"
#include "litmus/limits.hpp"
#include "litmus/lines.hpp"
#include "litmus/memory_map.hpp"
#include "litmus/scope_tree.hpp"

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

std::optional<Dialect> dialect_of(std::string_view language) {
  if (language == "PTX" || language == "ptx") return Dialect::ptx;
  if (language == "GPU_PTX" || language == "gpu_ptx") return Dialect::gpu_ptx;
  if (language == "C") return Dialect::cxx;
  return std::nullopt;
}

/// What a GPU runs is explored as PTX, with the number of threads and the question beside it.
void refuse_source_code(const Source& source, SourcePlace place, std::string_view first_word) {
  const std::filesystem::path path = source.path;
  const std::string explored =
      "opexplore --launch FILE.json " + path.filename().replace_extension(".ptx").string() +
      " explores it, and FILE.json says how it is launched (docs/kernels.md)";
  if (path.extension() == ".ptx" || first_word == ".version") {
    source.fail(place, "expected a litmus test, found a module of PTX kernels", explored);
  }
  const bool preprocessed = first_word.starts_with('#') || first_word == "__global__";
  if (path.extension() == ".cu" || path.extension() == ".cuh" || preprocessed) {
    source.fail(place, "expected a litmus test, found CUDA C++",
                "compile it with nvcc -ptx -O3 " + path.filename().string() + "; " + explored);
  }
}

/// `PTX NAME`, `GPU_PTX NAME` or `C NAME`.
Dialect read_title(Scanner& scanner, Test& test) {
  scanner.skip_blanks();
  const SourcePlace place = scanner.place();
  const std::string_view line = trimmed(scanner.take_line());
  const std::string_view language = line.substr(0, line.find_first_of(" \t"));
  const std::string rule = "a test begins with the line 'PTX name', 'GPU_PTX name' or 'C name'";
  const std::optional<Dialect> dialect = dialect_of(language);
  if (!dialect) {
    refuse_source_code(scanner.source(), place, language);
    const std::string found = language.empty() ? "no word" : quote(language);
    scanner.source().fail(place, "expected PTX, GPU_PTX or C, found " + found, rule);
  }
  const std::string_view name = trimmed(line.substr(language.size()));
  if (name.empty()) {
    const auto length = static_cast<std::uint32_t>(language.size());
    scanner.source().fail({place.line, place.column + length}, "expected the name of the test",
                          rule);
  }
  test.name = name.substr(0, name.find_first_of(" \t"));
  return *dialect;
}

/// Comments and diy's meta data, up to the `{`.
Dialect read_header(Scanner& scanner, Test& test) {
  const Dialect dialect = read_title(scanner, test);
  for (;;) {
    scanner.skip_blanks();
    if (dialect == Dialect::cxx) detail::skip_c_blanks(scanner);
    if (scanner.peek() == '{') return dialect;
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

/// What stands between the code and the question.
void read_configuration(detail::Tokens& tokens, detail::ProgramBuilder& builder) {
  if (builder.dialect() == Dialect::gpu_ptx) {
    detail::read_scope_tree(tokens, builder);
    detail::read_complete_memory_map(tokens, builder);
    return;
  }
  if (detail::at_scope_tree(tokens)) {
    tokens.fail(
        tokens.peek(), "this test places its threads in their row, not in a scope tree",
        "leave it out, or begin the test with 'GPU_PTX name' and name the threads T0, T1, …");
  }
  if (detail::at_memory_map(tokens)) detail::read_memory_map(tokens, builder);
}

}  // namespace

SpelledTest read_spelled(std::string_view text, std::string path) {
  const Source source{text, std::move(path)};
  if (text.size() > max_file_size) {
    source.fail({},
                "the file is too large: the limit is " + std::to_string(max_file_size) + " bytes");
  }
  detail::require_text(source);
  SpelledTest result;
  Test& test = result.test;
  test.path = source.path;
  Scanner scanner(source);
  result.dialect = read_header(scanner, test);
  const bool cxx = result.dialect == Dialect::cxx;
  const std::vector<detail::Token> spelled =
      cxx ? detail::tokenize_c(scanner) : detail::tokenize(scanner);
  detail::Tokens tokens(source, spelled);
  detail::ProgramBuilder builder(source, result.dialect);
  if (cxx) {
    detail::read_cxx_program(tokens, builder);
  } else {
    detail::read_initial_state(tokens, builder);
    detail::read_code(tokens, builder);
    read_configuration(tokens, builder);
  }
  builder.check_accesses();
  test.program = builder.program();
  detail::read_question(tokens, builder, test);
  if (cxx) result.herd_hash = detail::herd_hash(source, spelled, test);
  return result;
}

Test read(std::string_view text, std::string path) {
  return read_spelled(text, std::move(path)).test;
}

Test read_file(const std::filesystem::path& path) { return read_spelled_file(path).test; }

SpelledTest read_spelled_file(const std::filesystem::path& path) {
  return read_spelled(detail::file_text(path), path.string());
}

}  // namespace opexplore
