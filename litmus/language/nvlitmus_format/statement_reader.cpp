#include "litmus/language/nvlitmus_format/statement_reader.hpp"

#include <algorithm>
#include <utility>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::detail {

namespace {

bool term_before(const RegisterTerm& a, std::string_view first, const RegisterTerm& b,
                 std::string_view second) {
  if (a.thread != b.thread) return a.thread < b.thread;
  if (first.size() != second.size()) return first.size() < second.size();
  return first < second;
}

bool joins(const Token& token) { return token.is("&&") || token.is("||"); }

class NvlitmusStatementReader {
 public:
  NvlitmusStatementReader(Tokens& tokens, const NvlitmusRegisters& registers,
                          const std::vector<Observable>& observables)
      : tokens_(tokens), registers_(registers), observables_(observables) {}

  // What is wanted of an assertion is that no execution breaks it.
  NvlitmusStatement read() {
    const Token word = tokens_.peek();
    if (!tokens_.accept_any({"permit", "assert", "check"})) {
      tokens_.fail_expected("permit, assert, check or the end of the file",
                            did_you_mean(word.text, {"permit", "assert", "check"},
                                         "statements stand behind the threads"));
    }
    NvlitmusStatement result;
    tokens_.expect("(", "'('");
    result.condition = disjunction();
    tokens_.expect(")", "')'", "'and' is written && and 'or' is written ||");
    tokens_.expect("as", "'as' and the name of the statement");
    read_name();
    result.statement.text = written(word, tokens_.previous());
    result.statement.place = word.place;
    result.statement.satisfiable = !word.is("assert");
    result.statement.asks_alone = word.is("check");
    result.statement.condition =
        word.is("assert") ? negation_of(result.condition) : result.condition;
    tokens_.expect(";", "';'");
    return result;
  }

 private:
  static Proposition negation_of(Proposition part) {
    Proposition result;
    result.kind = Proposition::Kind::negation;
    result.parts.push_back(std::move(part));
    return result;
  }

  void read_name() {
    const Token name = tokens_.expect_word("the name of the statement");
    if (!names_.insert(std::string(name.text)).second) {
      tokens_.fail(name, "a second statement is called " + quote(name),
                   "nvlitmus leaves the first one out: give it another name");
    }
  }

  Proposition disjunction() {
    Proposition result;
    result.kind = Proposition::Kind::disjunction;
    do result.parts.push_back(conjunction());
    while (tokens_.accept("||"));
    return simplified(std::move(result));
  }

  Proposition conjunction() {
    Proposition result;
    result.kind = Proposition::Kind::conjunction;
    do result.parts.push_back(negation());
    while (tokens_.accept("&&"));
    return simplified(std::move(result));
  }

  static Proposition simplified(Proposition joined) {
    if (joined.parts.size() != 1) return joined;
    Proposition only = std::move(joined.parts.front());
    return only;
  }

  // In src/grammar.lark what follows `not` may be a conjunction as well as a comparison.
  Proposition negation() {
    const Token word = tokens_.peek();
    if (tokens_.peek().is("(")) return parenthesised();
    if (!tokens_.accept("not")) return comparison();
    if (++depth_ > max_nesting) {
      tokens_.fail(
          word, "the condition is nested too deeply: the limit is " + std::to_string(max_nesting));
    }
    const bool closed = tokens_.peek().is("(");
    Proposition result = negation_of(negation());
    --depth_;
    if (!closed && joins(tokens_.peek())) {
      tokens_.fail(word, "how far 'not' reaches is not clear",
                   "write 'not (…)', or != instead of ==");
    }
    return result;
  }

  Proposition parenthesised() {
    const Token open = tokens_.take();
    if (++depth_ > max_nesting) {
      tokens_.fail(
          open, "the condition is nested too deeply: the limit is " + std::to_string(max_nesting));
    }
    Proposition result = disjunction();
    --depth_;
    tokens_.expect(")", "')'");
    return result;
  }

  Proposition comparison() {
    Proposition result;
    result.kind = Proposition::Kind::comparison;
    result.left = term();
    if (tokens_.accept("!=")) {
      result.comparison = Comparison::not_equal;
    } else {
      tokens_.expect("==", "'==' or '!='");
    }
    result.right = term();
    return result;
  }

  Term term() {
    if (tokens_.at_number()) return tokens_.expect_number("a number");
    const Token name = tokens_.peek();
    if (!is_register(name.text)) {
      tokens_.fail_expected("a register or a number",
                            name.kind == TokenKind::word
                                ? "statements are about registers: load a location into one"
                                : "");
    }
    tokens_.take();
    return index_of(registers_.find(name), observables_);
  }

  Tokens& tokens_;
  const NvlitmusRegisters& registers_;
  const std::vector<Observable>& observables_;
  std::set<std::string> names_;
  std::size_t depth_ = 0;
};

}  // namespace

std::vector<Observable> mentioned_registers(Tokens tokens, const NvlitmusRegisters& registers) {
  std::vector<std::pair<std::string_view, RegisterTerm>> found;
  std::set<std::string_view> seen;
  for (; tokens.peek().kind != TokenKind::end; tokens.take()) {
    const std::string_view name = tokens.peek().text;
    const RegisterTerm* const term = registers.known(name);
    if (term != nullptr && seen.insert(name).second) found.emplace_back(name, *term);
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return term_before(a.second, a.first, b.second, b.first);
  });
  std::vector<Observable> result;
  result.reserve(found.size());
  for (const auto& [name, term] : found) result.emplace_back(term);
  return result;
}

ObservableIndex index_of(const RegisterTerm& reg, const std::vector<Observable>& observables) {
  const auto found = std::ranges::find(observables, Observable(reg));
  return {static_cast<std::uint16_t>(found - observables.begin())};
}

std::vector<NvlitmusStatement> read_nvlitmus_statements(
    Tokens& tokens, const NvlitmusRegisters& registers,
    const std::vector<Observable>& observables) {
  std::vector<NvlitmusStatement> result;
  NvlitmusStatementReader reader(tokens, registers, observables);
  while (tokens.peek().kind != TokenKind::end) result.push_back(reader.read());
  return result;
}

}  // namespace opexplore::detail
