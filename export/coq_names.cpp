#include "export/coq_names.hpp"

namespace opexplore {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

std::string coq_identifier(std::string_view text) {
  std::string name(text);
  for (char& c : name) {
    if (!is_letter_or_digit(c)) c = '_';
  }
  const bool letter_first = !name.empty() && (name.front() < '0' || name.front() > '9');
  if (!letter_first || name == "_") name.insert(0, "T");
  return name;
}

std::string coq_comment(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const char before = result.empty() ? ' ' : result.back();
    const bool opens = before == '(' && c == '*';
    const bool closes = before == '*' && c == ')';
    if (opens || closes) result += ' ';
    if (c == '"') {
      result += "''";
    } else {
      result += c;
    }
  }
  // Whatever comes behind it in the comment.
  if (!result.empty() && (result.back() == '(' || result.back() == '*')) result += ' ';
  return result;
}

std::string coq_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

}  // namespace opexplore
