#include "litmus/language/c_format/statement_reader.hpp"

#include <utility>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::detail {

class StatementReader::Nested {
 public:
  explicit Nested(StatementReader& reader) : reader_(reader) {
    if (++reader.depth_ > max_nesting) {
      reader.tokens_.fail(reader.tokens_.peek(), "statements are nested too deeply: the limit is " +
                                                     std::to_string(max_nesting));
    }
  }
  ~Nested() { --reader_.depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  StatementReader& reader_;
};

void StatementReader::read_body() {
  block();
  code_.bind(end_);
  check_labels();
}

void StatementReader::block() {
  const Token open = tokens_.expect("{", "'{'");
  symbols_.enter();
  while (!tokens_.accept("}")) {
    if (tokens_.peek().kind == TokenKind::end) {
      tokens_.fail(open, "'{' is never closed", "close it with '}'");
    }
    statement();
  }
  symbols_.leave();
}

void StatementReader::statement() {
  const Nested nested(*this);
  const Token& next = tokens_.peek();
  if (tokens_.accept(";")) return;
  if (next.is("{")) return block();
  if (next.is("if")) return if_statement();
  if (next.is("while")) return while_statement();
  if (next.is("do")) return do_statement();
  if (next.is("for")) return for_statement();
  if (next.is("break") || next.is("continue") || next.is("goto") || next.is("return")) {
    return jump_statement();
  }
  if (next.kind == TokenKind::word && tokens_.peek(1).is(":")) return define_label();
  if (at_declaration()) {
    declaration();
  } else {
    expression_statement();
  }
  tokens_.expect(";", "';'");
}

bool StatementReader::at_declaration() const {
  if (!at_type(tokens_)) return false;
  std::size_t behind = prefix_length(tokens_);
  if (!tokens_.peek(behind).is("atomic_ref")) return true;
  // `atomic_ref<int> a(*x)` declares, `atomic_ref<int>(*x).load()` does not.
  ++behind;
  if (tokens_.peek(behind).is("<")) {
    while (!tokens_.peek(behind).is(">") && tokens_.peek(behind).kind != TokenKind::end) ++behind;
    ++behind;
  }
  return tokens_.peek(behind).kind == TokenKind::word;
}

void StatementReader::declaration() {
  const Token first = tokens_.peek();
  const SpelledType type = read_type(tokens_);
  if (type.kind == SpelledType::Kind::atomic) {
    tokens_.fail(first, "not modelled: atomic objects of one thread",
                 "objects are shared: make it a parameter, as in 'atomic_int* x'");
  }
  do {
    if (type.kind == SpelledType::Kind::atomic_ref) {
      declare_reference(type);
    } else {
      declare_variable(type, first);
    }
  } while (tokens_.accept(","));
}

void StatementReader::declare_variable(const SpelledType& type, const Token& first) {
  if (tokens_.peek().is("*") || tokens_.peek().is("&")) {
    tokens_.fail(tokens_.peek(), "not modelled: pointers and references in variables",
                 "name the location itself, as in '*x'");
  }
  const Token name = tokens_.expect_word("the name of a variable");
  if (tokens_.peek().is("[")) {
    tokens_.fail(tokens_.peek(), "not modelled: arrays", "give each element a name of its own");
  }
  const bool deduced = type.kind == SpelledType::Kind::deduced;
  const Token& next = tokens_.peek();
  if (next.is("=") || next.is("(") || next.is("{")) {
    initialise(name, deduced ? std::nullopt : std::optional(type.value), first);
  } else if (deduced) {
    tokens_.fail_expected("'=' and a value", "the type of 'auto' is that of the value");
  } else {
    symbols_.declare_variable(name, type.value);
  }
}

/// `= e`, `(e)` or `{e}` behind the name of a new variable.
void StatementReader::initialise(const Token& name, std::optional<NumberType> type,
                                 const Token& first) {
  const Token open = tokens_.take();
  const Expression value = expressions_.read_value();
  if (!open.is("=")) tokens_.expect(open.is("(") ? ")" : "}", open.is("(") ? "')'" : "'}'");
  if (!type && value.is(Expression::Kind::load) && value.designates && value.object.atomic) {
    tokens_.fail(name,
                 "expected a value for 'auto', found the atomic object " + quote(value.text()),
                 "write 'int' for its value; a second name for it is declared "
                 "'cuda::atomic_ref<int> a(*x)'");
  }
  const RegisterId variable = symbols_.declare_variable(name, type.value_or(value.type));
  emitter_.assign(value, variable, written(first, tokens_.previous()));
}

/// `a(*x)` or `a{*x}`.
void StatementReader::declare_reference(const SpelledType& type) {
  const Token name = tokens_.expect_word("the name of the reference");
  const bool braces = tokens_.accept("{");
  if (!braces) tokens_.expect("(", "'(' and a location", "write 'cuda::atomic_ref<int> a(*x);'");
  Object object = expressions_.read_object();
  tokens_.expect(braces ? "}" : ")", braces ? "'}'" : "')'");
  object.atomic = true;
  object.scope = type.scope;
  symbols_.declare_reference(name, object);
}

Expression StatementReader::condition() {
  tokens_.expect("(", "'(' and a condition");
  Expression result = expressions_.read_value();
  tokens_.expect(")", "')'");
  return result;
}

bool StatementReader::at_bare_jump() const {
  const Token& word = tokens_.peek();
  const bool to_label = word.is("goto");
  if (!to_label && !word.is("break") && !word.is("continue") && !word.is("return")) return false;
  const std::size_t semicolon = to_label ? 2 : 1;
  return tokens_.peek(semicolon).is(";") && !tokens_.peek(semicolon + 1).is("else");
}

void StatementReader::if_statement() {
  const Token first = tokens_.take();
  const Expression truth = condition();
  const std::string text = written(first, tokens_.previous());
  if (at_bare_jump()) {
    const Label target = jump_target();
    tokens_.expect(";", "';'");
    emitter_.jump_if(truth, true, target, written(first, tokens_.previous()));
    return;
  }
  const Label otherwise = code_.new_label();
  emitter_.jump_if(truth, false, otherwise, text);
  statement();
  if (!tokens_.peek().is("else")) {
    code_.bind(otherwise);
    return;
  }
  const Token word = tokens_.take();
  const Label done = code_.new_label();
  code_.jump({}, done, word, "else");
  code_.bind(otherwise);
  statement();
  code_.bind(done);
}

void StatementReader::loop_body(Loop loop) {
  loops_.push_back(loop);
  statement();
  loops_.pop_back();
}

bool StatementReader::at_empty_statement() const {
  return tokens_.peek().is(";") || (tokens_.peek().is("{") && tokens_.peek(1).is("}"));
}

void StatementReader::while_statement() {
  const Token first = tokens_.take();
  const Loop loop{code_.new_label(), code_.new_label()};
  code_.bind(loop.again);
  const Expression truth = condition();
  const std::string text = written(first, tokens_.previous());
  if (at_empty_statement()) {
    // Nothing to jump over.
    emitter_.jump_if(truth, true, loop.again, text);
    statement();
  } else {
    emitter_.jump_if(truth, false, loop.out, text);
    loop_body(loop);
    code_.jump({}, loop.again, first, text);
  }
  code_.bind(loop.out);
}

void StatementReader::do_statement() {
  tokens_.take();
  const Label start = code_.new_label();
  const Loop loop{code_.new_label(), code_.new_label()};
  code_.bind(start);
  loop_body(loop);
  code_.bind(loop.again);
  const Token word = tokens_.expect("while", "'while' behind the body of 'do'");
  const Expression truth = condition();
  emitter_.jump_if(truth, true, start, written(word, tokens_.previous()));
  tokens_.expect(";", "';'");
  code_.bind(loop.out);
}

void StatementReader::for_statement() {
  const Token first = tokens_.take();
  symbols_.enter();
  tokens_.expect("(", "'('");
  if (!tokens_.peek().is(";")) at_declaration() ? declaration() : expression_statement();
  tokens_.expect(";", "';'");
  std::optional<Expression> truth;
  if (!tokens_.peek().is(";")) truth = expressions_.read_value();
  tokens_.expect(";", "';'");
  std::optional<Expression> step;
  if (!tokens_.peek().is(")")) step = expressions_.read_any();
  tokens_.expect(")", "')'");
  const std::string text = written(first, tokens_.previous());
  const Label start = code_.new_label();
  const Loop loop{code_.new_label(), code_.new_label()};
  code_.bind(start);
  if (truth) emitter_.jump_if(*truth, false, loop.out, text);
  loop_body(loop);
  code_.bind(loop.again);
  if (step) emitter_.discard(*step, step->text());
  code_.jump({}, start, first, text);
  code_.bind(loop.out);
  symbols_.leave();
}

Label StatementReader::jump_target() {
  const Token word = tokens_.take();
  if (word.is("return")) return end_;
  if (word.is("goto")) return named_label(tokens_.expect_word("a label"));
  if (loops_.empty()) tokens_.fail(word, quote(word) + " stands in no loop");
  return word.is("break") ? loops_.back().out : loops_.back().again;
}

void StatementReader::jump_statement() {
  const Token first = tokens_.peek();
  const Label target = jump_target();
  code_.jump({}, target, first, written(first, tokens_.previous()));
  tokens_.expect(";", "';'", first.is("return") ? "a thread returns nothing" : "");
}

Label StatementReader::named_label(const Token& name) {
  const auto known = labels_.find(name.text);
  if (known != labels_.end()) return known->second.label;
  return labels_.emplace(name.text, NamedLabel{code_.new_label(), std::nullopt, name})
      .first->second.label;
}

/// `LC01:`; a statement need not follow.
void StatementReader::define_label() {
  const Token name = tokens_.take();
  tokens_.take();
  const Label label = named_label(name);
  std::optional<Token>& defined = labels_.at(name.text).defined;
  if (defined) {
    tokens_.fail(name, "the label " + quote(name) + " is defined twice",
                 "the first time was in line " + std::to_string(defined->place.line));
  }
  defined = name;
  code_.bind(label);
}

void StatementReader::check_labels() const {
  std::vector<std::string_view> known;
  for (const auto& [name, label] : labels_) {
    if (label.defined && known.size() < 32) known.push_back(name);
  }
  for (const auto& [name, label] : labels_) {
    if (label.defined) continue;
    tokens_.fail(label.used, "unknown label " + quote(name),
                 did_you_mean(name, known, "labels are written 'LC00:' and belong to one thread"));
  }
}

void StatementReader::expression_statement() {
  const Token first = tokens_.peek();
  const Expression expression = expressions_.read_any();
  emitter_.discard(expression, written(first, tokens_.previous()));
}

}  // namespace opexplore::detail
