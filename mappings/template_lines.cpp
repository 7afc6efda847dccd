#include "mappings/template_lines.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "mappings/template.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings::detail {
namespace {

constexpr std::size_t first_register = 9000;

constexpr std::array<std::string_view, 3> fixed_holes{"destination", "value", "expected"};
constexpr std::array all_extents{Extent::object, Extent::half_word, Extent::word};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_hole_name(std::string_view name) {
  return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
         std::all_of(name.begin(), name.end(), is_word);
}

class LineFiller {
 public:
  LineFiller(std::size_t number, std::string_view line, Holes& holes)
      : number_(number), line_(line), holes_(holes) {}

  FilledLine fill() {
    while (next_ < line_.size()) {
      if (line_[next_] == '{') {
        hole();
      } else if (is_word(line_[next_])) {
        word();
      } else {
        symbol();
      }
    }
    return std::move(filled_);
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string message, std::string suggestion) const {
    throw TemplateError{number_, static_cast<std::uint32_t>(at + 1), std::move(message),
                        std::move(suggestion)};
  }

  void put(std::string_view text, std::size_t from) {
    filled_.text += text;
    filled_.columns.resize(filled_.text.size(), static_cast<std::uint32_t>(from + 1));
  }

  void hole() {
    const std::size_t begin = next_;
    const std::size_t end = line_.find('}', begin);
    const std::string_view name =
        end == line_.npos ? std::string_view{} : line_.substr(begin + 1, end - begin - 1);
    if (!is_hole_name(name)) {
      fail(begin, "expected a name and '}' after '{'",
           "holes are {scope}, {op}, {address}, {half_word}, {word}, {destination}, {value}, "
           "{expected}; any other name is a temporary register");
    }
    next_ = end + 1;
    put(filler(name), begin);
  }

  std::string filler(std::string_view name) {
    if (name == "scope") {
      filled_.scope = true;
      const bool membar = line_.find("membar") != line_.npos;
      return std::string(membar ? membar_level(Scope::gpu) : to_string(Scope::gpu));
    }
    if (name == "op") {
      filled_.op = true;
      return std::string(to_string(AtomicOp::add));
    }
    const auto* const extent = std::ranges::find(all_extents, name, hole_name);
    if (extent != all_extents.end()) {
      filled_.extent = *extent;
      return std::string(filled_location);
    }
    return filled_register(holes_.number(name));
  }

  void word() {
    const std::size_t begin = next_;
    while (next_ < line_.size() && is_word(line_[next_])) ++next_;
    const std::string_view text = line_.substr(begin, next_ - begin);
    const bool named_register = text.size() > 1 && (text[0] == 'r' || text[0] == 'p') &&
                                text.find_first_not_of("0123456789", 1) == text.npos;
    if (named_register) {
      fail(begin, "a template has no register '" + std::string(text) + "'",
           "write {name} for a temporary register");
    }
    if (text == filled_location) fail(begin, "a template accesses {address} alone", "");
    put(text, begin);
  }

  // What ends a cell or a row of a test, or begins its question, is no instruction.
  void symbol() {
    const char c = line_[next_];
    if (c == ';' || c == '|' || c == '"' || c == '(' || c == '\n' || c == '\r') {
      fail(next_, "unexpected character in a template", "write one instruction per line");
    }
    const auto begins = [&](Extent extent) {
      return line_.substr(next_ + 1).starts_with("{" + std::string(hole_name(extent)) + "}");
    };
    if (c == '[' && std::ranges::none_of(all_extents, begins)) {
      fail(next_, "the address of a template is {address}",
           "write [{address}], or [{half_word}] or [{word}] for what is around a small object");
    }
    // Character by character of UTF-8 text: the reader refuses what is none of its own.
    put(line_.substr(next_, 1), next_);
    ++next_;
  }

  std::size_t number_;
  std::string_view line_;
  Holes& holes_;
  FilledLine filled_;
  std::size_t next_ = 0;
};

}  // namespace

std::string_view hole_name(Extent extent) {
  if (extent == Extent::object) return "address";
  return extent == Extent::word ? "word" : "half_word";
}

std::string filled_register(std::size_t hole) {
  return "r" + std::to_string(first_register + hole);
}

std::size_t hole_of(std::string_view register_name) {
  return std::stoul(std::string(register_name.substr(1))) - first_register;
}

std::size_t Holes::number(std::string_view name) {
  const auto fixed = std::find(fixed_holes.begin(), fixed_holes.end(), name);
  if (fixed != fixed_holes.end()) return static_cast<std::size_t>(fixed - fixed_holes.begin());
  const auto [entry, added] =
      numbers_.try_emplace(std::string(name), first_temporary + numbers_.size());
  if (added) names_.emplace_back(name);
  return entry->second;
}

std::string Holes::name(std::size_t number) const {
  return number < first_temporary ? std::string(fixed_holes.at(number))
                                  : names_.at(number - first_temporary);
}

std::size_t Holes::size() const { return first_temporary + names_.size(); }

FilledLine fill_line(std::size_t number, std::string_view line, Holes& holes) {
  return LineFiller(number, line, holes).fill();
}

std::string with_holes(std::string text, const Holes& holes) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
  };
  for (std::size_t hole = 0; hole < holes.size(); ++hole) {
    replace(filled_register(hole), "{" + holes.name(hole) + "}");
  }
  replace("'" + std::string(filled_location) + "'", "'{address}'");
  return text;
}

}  // namespace opexplore::mappings::detail
