#include "litmus/language/c_format/herd_hash.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "litmus/input/lines.hpp"
#include "litmus/language/hash.hpp"

namespace opexplore::detail {

namespace {

bool is_hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// `Key=value` lines below the title, by their keys in lower case.
std::map<std::string, std::string_view> meta_data(std::string_view header) {
  std::map<std::string, std::string_view> found;
  const std::size_t title = header.find('\n');
  header.remove_prefix(title == header.npos ? header.size() : title + 1);
  while (!header.empty()) {
    const std::size_t end = header.find('\n');
    const std::string_view line = header.substr(0, end);
    const std::size_t sign = line.find('=');
    if (sign != line.npos) {
      found.emplace(lower_case(trimmed(line.substr(0, sign))), trimmed(line.substr(sign + 1)));
    }
    header.remove_prefix(end == header.npos ? header.size() : end + 1);
  }
  return found;
}

/// In herd7's order: variables by thread and name, then objects by name.
using HerdPlace = std::tuple<bool, std::uint32_t, std::string>;

HerdPlace place_of_object(std::string_view name) { return {true, 0, std::string(name)}; }
HerdPlace place_of_variable(std::uint32_t thread, std::string_view name) {
  return {false, thread, std::string(name)};
}
std::string text_of(const HerdPlace& place) {
  const auto& [is_object, thread, name] = place;
  return is_object ? name : std::to_string(thread) + ":" + name;
}

std::string observed(const Test& test) {
  std::set<HerdPlace> places;
  for (std::size_t i = 0; i < test.shown; ++i) {
    const Program& program = test.program;
    if (const auto* term = std::get_if<RegisterTerm>(&test.observables[i])) {
      const std::string& name = program.threads[term->thread].registers[term->reg].name;
      places.insert(place_of_variable(term->thread, name));
    } else {
      const AddressId address = std::get<LocationTerm>(test.observables[i]).address;
      places.insert(place_of_object(program.addresses[address].name));
    }
  }
  std::string text;
  for (const HerdPlace& place : places) text += (text.empty() ? "" : "; ") + text_of(place);
  return text;
}

/// Reads a test once more, as herd7 does: less carefully. What it gives is empty where herd7 would
/// not read on.
class HerdReader {
 public:
  HerdReader(const Source& source, const std::vector<Token>& tokens)
      : source_(source), tokens_(tokens) {}

  std::optional<std::string> initial_state() {
    std::map<HerdPlace, std::string> entries;
    if (!accept("{")) return std::nullopt;
    while (!accept("}")) {
      if (accept(";")) continue;
      const auto entry = initial_value();
      if (!entry || !(next().is(";") || next().is("}"))) return std::nullopt;
      entries.insert(*entry);
    }
    std::string text;
    for (const auto& [place, entry] : entries) text += (text.empty() ? "" : "; ") + entry;
    return text;
  }

  std::optional<std::string> threads() {
    std::string text;
    while (thread_number(next().text)) {
      const std::string name(take().text);
      const auto parameters = accept("(") ? parameter_list() : std::nullopt;
      const auto body = parameters && next().is("{") ? body_text() : std::nullopt;
      if (!body) return std::nullopt;
      text += (text.empty() ? " " : "| ") + name + "(" + *parameters + ") {\n" + *body + "\n}\n ";
    }
    return text + ";\n";
  }

 private:
  const Token& next(std::size_t ahead = 0) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() {
    const Token& token = next();
    ++position_;
    return token;
  }
  bool accept(std::string_view spelling) {
    if (!next().is(spelling)) return false;
    ++position_;
    return true;
  }
  bool at_word() const { return next().kind == TokenKind::word; }

  /// `x = 1`, `[x] = 1`, `int x`, `_Atomic int x = 1`, `0:r0 = 1`, `long 0:r0 = 1`.
  std::optional<std::pair<HerdPlace, std::string>> initial_value() {
    std::string type = accept("_Atomic") ? "_Atomic " : "";
    const bool typed = !type.empty() || (at_word() && !next(1).is("=") && !next(1).is(":"));
    if (typed) {
      if (!at_word()) return std::nullopt;
      type += std::string(take().text) + " ";
    }
    const auto place = initial_place();
    if (!place) return std::nullopt;
    std::string value = "0";
    if (accept("=")) {
      value = accept("-") ? "-" : "";
      if (next().kind != TokenKind::number) return std::nullopt;
      value += take().text;
    } else if (!typed) {
      return std::nullopt;
    }
    return std::pair{*place, type + text_of(*place) + "=" + value};
  }

  std::optional<HerdPlace> initial_place() {
    if (next(1).is(":")) {
      const std::string_view prefix = take().text;
      const auto thread = thread_number(prefix);
      ++position_;
      if (!at_word()) return std::nullopt;
      const auto number = thread ? thread : thread_number("P" + std::string(prefix));
      if (!number) return std::nullopt;
      return place_of_variable(*number, take().text);
    }
    const bool bracketed = accept("[");
    if (!at_word()) return std::nullopt;
    const HerdPlace place = place_of_object(take().text);
    if (bracketed && !accept("]")) return std::nullopt;
    return place;
  }

  std::optional<std::string> parameter_list() {
    std::string text;
    if (accept(")")) return text;
    do {
      const auto type = pointed_type();
      if (!type || !accept("*") || !at_word()) return std::nullopt;
      text += (text.empty() ? "" : ", ") + *type + "* " + std::string(take().text);
    } while (accept(","));
    if (!accept(")")) return std::nullopt;
    return text;
  }

  /// In herd7's spelling: `_Atomic` in front; `volatile` in front of a name, else behind; `const`
  /// behind.
  std::optional<std::string> pointed_type() {
    static constexpr std::array<std::string_view, 7> plain = {
        "int", "char", "long", "int32_t", "uint32_t", "int64_t", "uint64_t"};
    std::string_view qualifier = qualifier_here();
    const bool is_atomic = next().is("atomic_int") || next().is("_Atomic");
    std::string_view name = "int";
    if (!accept("atomic_int")) {
      const bool in_brackets = accept("_Atomic") && accept("(");
      if (std::ranges::find(plain, next().text) == plain.end()) return std::nullopt;
      name = take().text;
      if (in_brackets && !accept(")")) return std::nullopt;
    }
    if (qualifier.empty()) qualifier = qualifier_here();
    std::string type = (is_atomic ? "_Atomic " : "") + std::string(name);
    if (qualifier == "volatile" && !is_atomic) return "volatile " + type;
    return qualifier.empty() ? type : type + " " + std::string(qualifier);
  }

  std::string_view qualifier_here() {
    return next().is("volatile") || next().is("const") ? take().text : std::string_view{};
  }

  /// All that stands between the braces. herd7 counts those in comments too.
  std::optional<std::string> body_text() {
    const std::size_t begin = offset_of(take()) + 1;
    std::size_t end = begin;
    for (std::size_t depth = 1; end < source_.text.size(); ++end) {
      const char c = source_.text[end];
      if (c == '{') ++depth;
      if (c == '}' && --depth == 0) break;
    }
    while (next().kind != TokenKind::end && offset_of(next()) < end) {
      if (!in_herds_language(take())) return std::nullopt;
    }
    if (!next().is("}") || offset_of(take()) != end) return std::nullopt;
    return std::string(source_.text.substr(begin, end - begin));
  }

  static bool in_herds_language(const Token& token) {
    return !token.is("::") && !token.is("->") && !token.is(".") && !token.is("auto") &&
           !token.text.starts_with("memory_scope_") && !token.text.starts_with("thread_scope_");
  }

  std::size_t offset_of(const Token& token) const {
    return static_cast<std::size_t>(token.text.data() - source_.text.data());
  }

  const Source& source_;
  const std::vector<Token>& tokens_;
  std::size_t position_ = 0;
};

}  // namespace

std::string herd_hash(const Source& source, const std::vector<Token>& tokens, const Test& test) {
  const auto header = static_cast<std::size_t>(tokens.front().text.data() - source.text.data());
  const auto meta = meta_data(source.text.substr(0, header));
  const auto given = meta.find("hash");
  if (given != meta.end() && given->second.size() == 32 && is_hexadecimal(given->second)) {
    return std::string(given->second);
  }
  // These two go into herd7's hash, and say nothing here.
  if (meta.contains("mt") || meta.contains("memorytype")) return {};
  HerdReader reader(source, tokens);
  const auto initial_state = reader.initial_state();
  const auto threads = initial_state ? reader.threads() : std::nullopt;
  if (!threads) return {};
  return md5(md5_bytes(*initial_state) + md5_bytes(*threads) + md5_bytes(observed(test)));
}

}  // namespace opexplore::detail
