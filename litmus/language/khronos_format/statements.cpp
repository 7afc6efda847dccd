#include "litmus/language/khronos_format/statements.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/lines.hpp"

namespace opexplore::detail {

namespace {

constexpr std::string_view forms =
    "write 'consistent[X]', alone or with '&& #dr=0' or '&& #dr>0' behind it";

/// The parts between `&&`, without blanks and parentheses around them.
std::vector<std::string_view> parts_of(std::string_view formula) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = formula.find("&&");
    std::string_view part = trimmed(formula.substr(0, end));
    while (part.size() > 1 && part.front() == '(' && part.back() == ')') {
      part = trimmed(part.substr(1, part.size() - 2));
    }
    parts.push_back(part);
    if (end == formula.npos) return parts;
    formula.remove_prefix(end + 2);
  }
}

std::string without_blanks(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](char c) { return c == ' ' || c == '\t'; });
  return result;
}

class FormulaReader {
 public:
  FormulaReader(const Source& source, const KhronosLine& line, Statement& statement)
      : source_(source), line_(line), statement_(statement) {}

  void read(std::string_view formula) {
    for (const std::string_view part : parts_of(formula)) {
      read_part(part);
      if (statement_.refusal) return;
    }
    if (!consistent_) {
      refuse(trimmed(formula),
             "without consistent[X] it is about executions that break the axioms, too");
    }
  }

 private:
  void read_part(std::string_view part) {
    const std::string text = without_blanks(part);
    if (text == "consistent[X]") {
      consistent_ = true;
    } else if (text == "#dr=0" || text == "racefree[X]") {
      ask(part, AskedRaces::none);
    } else if (text == "#dr>0") {
      ask(part, AskedRaces::some);
    } else {
      refuse(part, text.empty() ? "a part of the formula is missing"
                                : quote(part) + " is not understood");
    }
  }

  void ask(std::string_view part, AskedRaces races) {
    if (statement_.races != AskedRaces::any && statement_.races != races) {
      refuse(part, "it asks for executions with a data race and without one");
    }
    statement_.races = races;
  }

  void refuse(std::string_view part, std::string message) {
    if (part.empty()) part = line_.text;  // it is somewhere between two others
    SourcePlace place = place_in(line_.text, part, line_.place.line);
    place.column += line_.place.column - 1;
    statement_.refusal.emplace(source_.path, place, std::move(message), std::string(forms));
  }

  const Source& source_;
  const KhronosLine& line_;
  Statement& statement_;
  bool consistent_ = false;
};

}  // namespace

bool is_statement(const KhronosLine& line) {
  return line.tokens.peek().is("SATISFIABLE") || line.tokens.peek().is("NOSOLUTION");
}

Statement read_statement(const Source& source, const KhronosLine& line) {
  Tokens tokens = line.tokens;
  Statement statement{.text = std::string(line.text), .place = line.place};
  Token word = tokens.take();
  statement.satisfiable = word.is("SATISFIABLE");
  if (tokens.peek().is("NOCHAINS")) {
    statement.chains = false;
    word = tokens.take();
  }
  std::string_view formula = line.text;
  formula.remove_prefix(static_cast<std::size_t>(word.text.data() - formula.data()) +
                        word.text.size());
  FormulaReader(source, line, statement).read(formula);
  return statement;
}

}  // namespace opexplore::detail
