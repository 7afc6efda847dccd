#include <array>
#include <utility>

#include "axioms/cat_lexer.hpp"
#include "axioms/cat_syntax.hpp"
#include "axioms/cat_title.hpp"

namespace opexplore::axioms {

namespace {

using Kind = CatExpression::Kind;

// Deeper or longer expressions are refused, so that no file can exhaust the stack.
constexpr unsigned deepest_nesting = 200;
constexpr unsigned most_operators = 2000;  // of one statement

constexpr const char* own_statement = "use a let statement of its own";

struct BinaryOperator {
  std::string_view symbol;
  Kind kind;
};

// Loosest first; herd's order.
constexpr std::array<BinaryOperator, 4> binary_operators{{{"|", Kind::alternatives},
                                                          {";", Kind::sequence},
                                                          {"\\", Kind::difference},
                                                          {"&", Kind::both}}};

class Parser {
 public:
  Parser(std::vector<Token> tokens, const std::string& path)
      : tokens_(std::move(tokens)), path_(path) {}

  CatFile run() {
    CatFile file;
    CatTitle title = cat_title(tokens_);
    file.title = std::move(title.text);
    at_ = title.tokens;
    while (now().kind != Token::Kind::end) statement(file);
    return file;
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  const Token& next() const { return tokens_[at_ + 1 < tokens_.size() ? at_ + 1 : at_]; }
  Token take() { return at_ + 1 < tokens_.size() ? tokens_[at_++] : tokens_[at_]; }
  bool take_symbol(std::string_view symbol) {
    if (!now().is_symbol(symbol)) return false;
    take();
    return true;
  }
  bool take_keyword(std::string_view keyword) {
    if (!now().is_keyword(keyword)) return false;
    take();
    return true;
  }

  [[noreturn]] void refuse(const Token& token, const std::string& what,
                           const std::string& advice = "") const {
    throw CatError(path_, token.place, what, advice);
  }
  static std::string shown(const Token& token) {
    if (token.kind == Token::Kind::end) return token.spelling;
    if (token.kind == Token::Kind::text) return "the text \"" + token.spelling + "\"";
    return "`" + token.spelling + "`";
  }
  void expect(std::string_view symbol, const std::string& where) {
    if (take_symbol(symbol)) return;
    refuse(now(), "expected `" + std::string(symbol) + "` " + where + ", found " + shown(now()));
  }
  Token expect_name(const std::string& what) {
    if (now().kind != Token::Kind::name) {
      const bool word = now().kind == Token::Kind::keyword;
      refuse(now(), "expected " + what + ", found " + shown(now()),
             word ? "`" + now().spelling + "` is a word of the language" : "");
    }
    return take();
  }

  void statement(CatFile& file) {
    CatStatement result;
    result.path = path_;
    result.place = now().place;
    const Token first = now();
    operators_ = 0;
    if (take_keyword("let")) {
      let(result);
    } else if (take_keyword("include")) {
      result.kind = CatStatement::Kind::include;
      if (now().kind != Token::Kind::text) {
        refuse(now(), "expected the name of a file in quotes, found " + shown(now()));
      }
      result.place = now().place;
      result.name = take().spelling;
    } else if (take_keyword("option")) {
      option(result);
    } else if (take_keyword("show")) {
      show(result);
    } else if (take_keyword("unshow")) {
      unshow(result);
    } else if (starts_check()) {
      check(result);
    } else {
      no_statement(first);
    }
    file.statements.push_back(std::move(result));
  }

  [[noreturn]] void no_statement(const Token& found) const {
    std::string advice = meant_statement(found);
    if (found.is_keyword("with")) advice = "co is enumerated; leave `with co from …` out";
    if (advice.empty()) {
      advice =
          "statements are let, acyclic, irreflexive, empty, flag, option, include, show; "
          "herd's other ones (procedure, call, with, match …) are not supported";
    }
    refuse(found, "expected a statement, found " + shown(found), advice);
  }

  bool starts_check() const {
    const Token& token = now().is_symbol("~") ? next() : now();
    return token.is_keyword("acyclic") || token.is_keyword("irreflexive") ||
           token.is_keyword("empty") || now().is_keyword("flag") ||
           now().is_keyword("undefined_unless");
  }

  void let(CatStatement& statement) {
    statement.kind = take_keyword("rec") ? CatStatement::Kind::let_rec : CatStatement::Kind::let;
    do {
      statement.bindings.push_back(binding());
    } while (take_keyword("and"));
    const bool recursive = statement.kind == CatStatement::Kind::let_rec;
    for (const CatBinding& bound : statement.bindings) {
      if (!recursive || bound.parameters.empty()) continue;
      throw CatError(path_, bound.place, "the function `" + bound.name + "` cannot be recursive",
                     "define a relation with let rec");
    }
    if (now().is_keyword("in")) {
      refuse(now(), "a statement has no `in`",
             "leave it out, or put the whole `let … in …` into an expression");
    }
  }

  CatBinding binding() {
    CatBinding result;
    if (now().is_symbol("(")) {
      refuse(now(), "tuples cannot be defined", "define each name with a let of its own");
    }
    const Token name = expect_name("a name to define");
    result.name = name.spelling;
    result.place = name.place;
    if (take_symbol("(")) {
      do {
        result.parameters.push_back(expect_name("the name of a parameter").spelling);
      } while (take_symbol(","));
      expect(")", "after the parameters");
    } else {
      while (now().kind == Token::Kind::name) result.parameters.push_back(take().spelling);
    }
    expect("=", "after `" + result.name + "`");
    result.body = expression(0);
    return result;
  }

  void check(CatStatement& statement) {
    statement.kind = CatStatement::Kind::check;
    // `undefined_unless c` raises a flag where c does not hold.
    const bool unless = take_keyword("undefined_unless");
    statement.flag = unless || take_keyword("flag");
    statement.negated = take_symbol("~") != unless;
    if (take_keyword("acyclic")) {
      statement.check = CheckKind::acyclic;
    } else if (take_keyword("irreflexive")) {
      statement.check = CheckKind::irreflexive;
    } else if (take_keyword("empty")) {
      statement.check = CheckKind::empty;
    } else {
      refuse(now(), "expected acyclic, irreflexive or empty, found " + shown(now()));
    }
    statement.expression = expression(0);
    if (take_keyword("as")) {
      statement.name = expect_name("the name of the check").spelling;
    } else if (statement.flag) {
      refuse(now(), "a flag needs a name", "write `as NAME` behind it");
    }
  }

  void option(CatStatement& statement) {
    statement.kind = CatStatement::Kind::option;
    const Token name = expect_name("the name of an option");
    statement.place = name.place;
    statement.name = name.spelling;
    expect("=", "after the option's name");
    const Token value = expect_name("the option's value");
    statement.value = value.spelling;
    statement.value_place = value.place;
  }

  // `show a, b & c as name`
  void show(CatStatement& statement) {
    statement.kind = CatStatement::Kind::show;
    do {
      CatBinding shown;
      shown.place = now().place;
      shown.body = expression(0);
      if (take_keyword("as")) {
        shown.name = expect_name("the name to show").spelling;
      } else if (shown.body.kind == Kind::name) {
        shown.name = shown.body.name;
      } else {
        refuse(now(), "what is shown needs a name", "write `as NAME` behind it");
      }
      statement.bindings.push_back(std::move(shown));
    } while (take_symbol(","));
  }

  void unshow(CatStatement& statement) {
    statement.kind = CatStatement::Kind::unshow;
    do {
      const Token name = expect_name("a name that is shown");
      statement.bindings.push_back({name.spelling, name.place, {}, {}});
    } while (take_symbol(","));
  }

  // The operator that stands here.
  CatExpression operation(Kind kind) {
    if (++operators_ > most_operators) refuse(now(), "the statement is too long");
    return {kind, take().place, "", {}};
  }

  CatExpression expression(std::size_t level) {
    if (level == binary_operators.size()) return product();
    CatExpression left = expression(level + 1);
    while (now().is_symbol(binary_operators[level].symbol)) {
      CatExpression joined = operation(binary_operators[level].kind);
      joined.parts.push_back(std::move(left));
      joined.parts.push_back(expression(level + 1));
      left = std::move(joined);
    }
    return left;
  }

  // `S * T`; a `*` that nothing follows is a closure and was taken by postfix().
  CatExpression product() {
    CatExpression left = prefix();
    while (now().is_symbol("*")) {
      CatExpression joined = operation(Kind::product);
      joined.parts.push_back(std::move(left));
      joined.parts.push_back(prefix());
      left = std::move(joined);
    }
    return left;
  }

  CatExpression prefix() {
    if (++depth_ > deepest_nesting) refuse(now(), "expressions are nested too deeply");
    CatExpression result;
    if (now().is_symbol("~")) {
      result = operation(Kind::complement);
      result.parts.push_back(prefix());
    } else {
      result = postfix();
    }
    --depth_;
    return result;
  }

  static bool starts_operand(const Token& token) {
    for (const std::string_view symbol : {"(", "[", "{", "~", "0"}) {
      if (token.is_symbol(symbol)) return true;
    }
    return token.kind == Token::Kind::name;
  }

  CatExpression postfix() {
    CatExpression result = atom();
    for (;;) {
      Kind kind = Kind::maybe;
      if (now().is_symbol("^-1")) {
        kind = Kind::inverse;
      } else if (now().is_symbol("?") || now().is_symbol("^?")) {
        kind = Kind::maybe;
      } else if (now().is_symbol("+") || now().is_symbol("^+")) {
        kind = Kind::plus;
      } else if (now().is_symbol("^*") || (now().is_symbol("*") && !starts_operand(next()))) {
        kind = Kind::star;
      } else {
        return result;
      }
      CatExpression closed = operation(kind);
      closed.parts.push_back(std::move(result));
      result = std::move(closed);
    }
  }

  CatExpression atom() {
    const Token token = now();
    if (token.kind == Token::Kind::name) return named();
    if (take_keyword("let")) return local(token);
    if (take_symbol("0")) return {Kind::nothing, token.place, "", {}};
    if (take_symbol("{")) {
      if (!take_symbol("}")) {
        refuse(now(), "sets cannot be listed", "`{}` is the empty set");
      }
      return {Kind::nothing, token.place, "", {}};
    }
    if (take_symbol("(")) {
      CatExpression inner = expression(0);
      if (now().is_symbol(",")) refuse(now(), "tuples are not supported");
      expect(")", "to close the bracket");
      return inner;
    }
    if (take_symbol("[")) {
      CatExpression result{Kind::identity_on, token.place, "", {}};
      result.parts.push_back(expression(0));
      expect("]", "after the set");
      return result;
    }
    std::string advice;
    if (token.is_symbol("++")) advice = "only | joins sets";
    if (token.is_keyword("try")) advice = "`try` is not supported; write what holds here";
    if (token.is_keyword("fun") || token.is_keyword("match") || token.is_keyword("if")) {
      advice = "`" + token.spelling + "` is not supported; define functions by let f(x) = …";
    }
    refuse(token, "expected a set or a relation, found " + shown(token), advice);
  }

  // `let name = e in e`, up to where the expression around it ends.
  CatExpression local(const Token& start) {
    if (now().is_keyword("rec")) refuse(now(), "`let rec … in` is not supported", own_statement);
    CatBinding bound = binding();
    if (!bound.parameters.empty()) {
      throw CatError(path_, bound.place, "functions cannot be defined inside an expression",
                     own_statement);
    }
    if (!take_keyword("in")) {
      refuse(now(),
             "expected `in` after the definition of `" + bound.name + "`, found " + shown(now()));
    }
    CatExpression result{Kind::local, start.place, std::move(bound.name), {}};
    result.parts.push_back(std::move(bound.body));
    result.parts.push_back(expression(0));
    return result;
  }

  CatExpression named() {
    const Token name = take();
    CatExpression result{Kind::name, name.place, name.spelling, {}};
    if (now().is_symbol("(")) {
      take();
      result.kind = Kind::call;
      do {
        result.parts.push_back(expression(0));
      } while (take_symbol(","));
      expect(")", "after the arguments of `" + name.spelling + "`");
    } else if (now().kind == Token::Kind::name || now().is_symbol("[")) {
      result.kind = Kind::call;  // herd's `f x`
      if (++depth_ > deepest_nesting) refuse(now(), "expressions are nested too deeply");
      result.parts.push_back(atom());
      --depth_;
    }
    return result;
  }

  std::vector<Token> tokens_;
  const std::string& path_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  unsigned operators_ = 0;  // of the statement so far
};

}  // namespace

CatFile parse_cat(std::string_view text, const std::string& path) {
  return Parser(cat_tokens(text, path), path).run();
}

}  // namespace opexplore::axioms
