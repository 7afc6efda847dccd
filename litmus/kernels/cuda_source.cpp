#include "litmus/kernels/cuda_source.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "litmus/kernels/code_places.hpp"

namespace opexplore::kernel {

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

/// A position in the source.
struct Cursor {
  std::string_view text;
  std::size_t at = 0;

  char peek() const { return at < text.size() ? text[at] : '\0'; }
  void skip_blanks() {
    while (at < text.size() && is_blank(text[at])) ++at;
  }
  std::string_view word() {
    const std::size_t begin = at;
    while (is_word(peek())) ++at;
    return text.substr(begin, at - begin);
  }
  /// Behind the bracket that closes the one here; the end if there is none.
  void skip_brackets() {
    std::size_t depth = 0;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
        ++at;
        return;
      }
    }
  }
};

/// The parts between commas outside of brackets; those of templates count, too.
std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts;
  std::size_t depth = 0, begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
    if ((c == ')' || c == ']' || c == '}' || c == '>') && depth > 0) --depth;
    if (c != ',' || (depth > 0 && i < list.size())) continue;
    if (std::string part = trimmed(list.substr(begin, i - begin)); !part.empty()) {
      parts.push_back(std::move(part));
    }
    begin = i + 1;
  }
  return parts;
}

CudaParameter parameter_of(std::string text) {
  text = trimmed(std::string_view(text).substr(0, text.find('=')));
  const bool array = text.ends_with(']');
  if (array) text = trimmed(std::string_view(text).substr(0, text.find('[')));
  std::size_t begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return {text.substr(begin),
          trimmed(std::string_view(text).substr(0, begin)) + (array ? "*" : "")};
}

/// Behind `__global__`: `__launch_bounds__(32) void name(…)`.
std::optional<CudaKernel> kernel_at(Cursor cursor) {
  std::string name;
  for (;;) {
    cursor.skip_blanks();
    const std::string_view word = cursor.word();
    if (word.empty()) break;
    name = word;
    cursor.skip_blanks();
    const bool attribute = name == "__launch_bounds__" || name == "__attribute__";
    if (attribute && cursor.peek() == '(') cursor.skip_brackets();
    if (!attribute && cursor.peek() == '(') break;
  }
  if (cursor.peek() != '(' || name.empty()) return std::nullopt;
  const std::size_t open = cursor.at;
  cursor.skip_brackets();
  CudaKernel kernel{name, {}};
  for (std::string& part : parts_of(cursor.text.substr(open + 1, cursor.at - open - 2))) {
    if (part != "void") kernel.parameters.push_back(parameter_of(std::move(part)));
  }
  return kernel;
}

/// `2`, or `dim3(2, 1)`.
std::optional<Triple> shape_of(std::string text) {
  if (text.starts_with("dim3(") && text.ends_with(')')) text = text.substr(5, text.size() - 6);
  const std::vector<std::string> parts = parts_of(text);
  if (parts.empty() || parts.size() > 3) return std::nullopt;
  std::array<std::uint32_t, 3> numbers{1, 1, 1};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const char* const end = parts[i].data() + parts[i].size();
    const auto [stop, error] = std::from_chars(parts[i].data(), end, numbers[i]);
    if (error != std::errc{} || stop != end) return std::nullopt;
  }
  return Triple{numbers[0], numbers[1], numbers[2]};
}

/// `name<<<2, 32>>>` or `name<int><<<2, 32>>>`, at the first of the three brackets.
std::optional<CudaLaunch> launch_at(std::string_view text, std::size_t at) {
  const std::size_t close = text.find(">>>", at);
  if (close == std::string_view::npos) return std::nullopt;
  std::size_t end = at;
  while (end > 0 && is_blank(text[end - 1])) --end;
  if (end > 0 && text[end - 1] == '>') end = std::min(text.rfind('<', end - 1), end);
  std::size_t begin = end;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  const std::vector<std::string> parts = parts_of(text.substr(at + 3, close - at - 3));
  if (parts.size() < 2 || begin == end) return std::nullopt;
  const auto blocks = shape_of(parts[0]), threads = shape_of(parts[1]);
  if (!blocks || !threads) return std::nullopt;
  return CudaLaunch{std::string(text.substr(begin, end - begin)), *blocks, *threads};
}

std::vector<SourceWords> words_of(std::string_view text) {
  constexpr std::string_view mark = "// opexplore:";
  std::vector<SourceWords> words;
  std::uint32_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) continue;
    const std::size_t begin = at + mark.size();
    words.push_back({line.substr(begin), {number, static_cast<std::uint32_t>(begin + 1)}});
  }
  return words;
}

}  // namespace

std::string without_comments(std::string_view text) {
  std::string result(text);
  const auto blank = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, result.size()); ++i) {
      if (result[i] != '\n') result[i] = ' ';
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    std::size_t end = i;
    if (rest.starts_with("//")) {
      end = std::min(text.find('\n', i), text.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t close = text.find("*/", i + 2);
      end = close == std::string_view::npos ? text.size() : close + 2;
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_word(text[i - 1])))) {
      end = i + 1;
      while (end < text.size() && text[end] != text[i] && text[end] != '\n') {
        end += text[end] == '\\' ? 2U : 1U;
      }
      ++end;
    }
    if (end == i) continue;
    blank(i, end);
    i = end - 1;
  }
  return result;
}

CudaSource look_through(std::string_view text) {
  const std::string code = without_comments(text);
  CudaSource source;
  source.words = words_of(text);
  constexpr std::string_view keyword = "__global__", brackets = "<<<";
  for (std::size_t at = code.find(keyword); at != std::string::npos;
       at = code.find(keyword, at + 1)) {
    if (auto kernel = kernel_at({code, at + keyword.size()})) {
      source.kernels.push_back(*std::move(kernel));
    }
  }
  for (std::size_t at = code.find(brackets); at != std::string::npos;
       at = code.find(brackets, at + brackets.size())) {
    if (auto launch = launch_at(code, at)) source.launches.push_back(*std::move(launch));
  }
  return source;
}

}  // namespace opexplore::kernel
