#include "litmus/kernels/question.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/float_question.hpp"
#include "litmus/kernels/front/ptx_lexer.hpp"
#include "litmus/language/builder.hpp"
#include "litmus/language/condition_reader.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::is_digit;

/// A position in the text.
struct Cursor {
  std::string_view text;
  std::size_t at = 0;

  char peek() const { return at < text.size() ? text[at] : '\0'; }
  std::string_view word() {
    const std::size_t begin = at;
    while (is_in_identifier(peek())) ++at;
    return text.substr(begin, at - begin);
  }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at;
  }
};

/// The thread that `0`, `P0` or `T0` means.
std::optional<std::uint32_t> thread_of(std::string_view word) {
  constexpr std::size_t longest = 6;
  if (!word.empty() && (word.front() == 'P' || word.front() == 'T')) word.remove_prefix(1);
  if (word.empty() || word.size() > longest || !std::ranges::all_of(word, is_digit)) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(std::stoul(std::string(word)));
}

/// `:%r3` behind a thread.
struct RegisterName {
  std::string name;
  bool percent = false;
};

std::optional<RegisterName> register_behind(Cursor& cursor) {
  Cursor ahead = cursor;
  ahead.skip_blanks();
  if (ahead.peek() != ':') return std::nullopt;
  ++ahead.at;
  ahead.skip_blanks();
  RegisterName result;
  result.percent = ahead.peek() == '%';
  if (result.percent) ++ahead.at;
  result.name = ahead.word();
  if (result.name.empty() || is_digit(result.name.front())) return std::nullopt;
  cursor = ahead;
  return result;
}

/// `[1]` behind a name; -1 if there is none.
int index_behind(Cursor& cursor) {
  constexpr std::size_t longest = 6;
  Cursor ahead = cursor;
  if (ahead.peek() != '[') return -1;
  ++ahead.at;
  const std::string_view digits = ahead.word();
  if (digits.empty() || digits.size() > longest || !std::ranges::all_of(digits, is_digit) ||
      ahead.peek() != ']') {
    return -1;
  }
  ++ahead.at;
  cursor = ahead;
  return std::stoi(std::string(digits));
}

/// `.out`, or a `[1]` that another index or a member follows: part of a name.
std::optional<std::string> member_behind(Cursor& cursor) {
  const std::size_t begin = cursor.at;
  Cursor ahead = cursor;
  if (ahead.peek() == '.') {
    ++ahead.at;
    if (ahead.word().empty()) return std::nullopt;
  } else if (index_behind(ahead) < 0 || (ahead.peek() != '[' && ahead.peek() != '.')) {
    return std::nullopt;
  }
  cursor = ahead;
  return std::string(cursor.text.substr(begin, cursor.at - begin));
}

/// A place in the text as one in the file that has it, perhaps as a JSON string.
SourcePlace place_in_file(SourcePlace place, const std::string& text, const Launch& launch) {
  if (launch.question_place.line == 0 || place.line != 1) return place;
  const auto added = std::ranges::count_if(launch.question_added,
                                           [&](std::uint32_t at) { return at + 1 < place.column; });
  place.column -= static_cast<std::uint32_t>(added);
  if (!launch.question_in_json) {
    return {launch.question_place.line, launch.question_place.column + place.column - 1};
  }
  const std::size_t before = std::min<std::size_t>(place.column - 1, text.size());
  const auto escaped =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(before), '\\');
  return {launch.question_place.line,
          launch.question_place.column + place.column - 1 + static_cast<std::uint32_t>(escaped)};
}

void read(const std::string& question, const std::string& path,
          const std::vector<std::uint32_t>& float_bytes, Test& test) {
  const detail::Source written{question, path};
  detail::require_text(written);
  const std::string text = with_float_bits(written, test.program, float_bytes);
  const detail::Source source{text, path};
  detail::ProgramBuilder names(source, native_dialect(Language::ptx));
  const auto token = [](const std::string& name) {
    return detail::Token{detail::TokenKind::word, name, {}};
  };
  for (const Address& address : test.program.addresses) {
    names.declare_location(token(address.name), 0);
  }
  for (std::size_t i = 0; i < test.program.threads.size(); ++i) {
    names.add_thread(token("P"));
    for (const Register& reg : test.program.threads[i].registers) {
      names.reg(static_cast<ThreadId>(i), token(reg.name), reg.type);
    }
  }
  detail::Scanner scanner(source);
  detail::Tokens tokens(scanner);
  detail::read_question(tokens, names, test);
}

}  // namespace

std::string renamed(std::string_view question, const Names& names) {
  std::string result;
  Cursor cursor{question};
  while (cursor.at < question.size()) {
    if (!is_in_identifier(cursor.peek())) {
      result += question[cursor.at++];
      continue;
    }
    const std::size_t begin = cursor.at;
    const std::string_view word = cursor.word();
    const std::optional<std::uint32_t> thread = thread_of(word);
    std::string written(word);
    if (const auto reg = thread ? register_behind(cursor) : std::nullopt) {
      written += ':' + names.reg(*thread, reg->name, reg->percent);
    } else if (!is_digit(word.front())) {
      while (const auto more = member_behind(cursor)) written += *more;
      written = names.location(written, index_behind(cursor));
    }
    written.resize(std::max(written.size(), cursor.at - begin), ' ');
    result += written;
  }
  return result;
}

void read_question(const std::string& text, const Launch& launch,
                   const std::vector<std::uint32_t>& float_bytes, Test& test) {
  try {
    read(text, launch.question_path.empty() ? launch.path : launch.question_path, float_bytes,
         test);
  } catch (const InputError& error) {
    throw InputError(error.path, place_in_file({error.line, error.column}, text, launch),
                     error.message, error.suggestion);
  }
}

}  // namespace opexplore::kernel
