#include "litmus/spirv/annotations.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "litmus/language/limits.hpp"
#include "opmodel/words.hpp"

namespace opexplore::spirv {

namespace {

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

/// Reads what stands behind `@Name:` in a line.
class Line {
 public:
  Line(std::string_view text, Place place, const Module& module)
      : text_(text), place_(place), module_(module) {}

  Config config() {
    Config config;
    config.threads_per_subgroup = count();
    expect(",");
    config.subgroups_per_workgroup = count();
    expect(",");
    config.workgroups = count();
    expect_end();
    return config;
  }

  void inputs(std::vector<Input>& inputs) {
    do {
      Input input;
      input.place = here();
      expect("%");
      input.name = name();
      expect("=");
      input.value = nested(0);
      inputs.push_back(std::move(input));
    } while (accept(","));
    expect_end();
  }

  std::optional<Quantifier> quantifier() {
    if (accept_word("forall")) return Quantifier::forall;
    if (accept_word("exists")) return Quantifier::exists;
    const std::size_t before = at_;
    const bool negated = accept_word("not") || accept("~");
    if (negated && accept_word("exists")) return Quantifier::not_exists;
    at_ = before;
    return std::nullopt;
  }

  Statement statement() { return disjunction(0); }
  bool accept_filter() { return accept_word("filter"); }
  void expect_end() {
    if (!at_end()) fail("expected the end of the line");
  }
  [[noreturn]] void fail(const std::string& message) {
    module_.fail(here(), message + (at_end() ? ", found the end of the line" : ""));
  }

 private:
  void skip() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' || text_[at_] == '\n')) {
      ++at_;
    }
  }
  bool at_end() {
    skip();
    return at_ == text_.size();
  }
  Place here() {
    skip();
    return {place_.line, place_.column + static_cast<std::uint32_t>(at_), 0};
  }
  bool accept(std::string_view symbol) {
    skip();
    if (!text_.substr(at_).starts_with(symbol)) return false;
    at_ += symbol.size();
    return true;
  }
  bool accept_word(std::string_view word) {
    skip();
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with(word) || (rest.size() > word.size() && is_name(rest[word.size()]))) {
      return false;
    }
    at_ += word.size();
    return true;
  }
  void expect(const std::string& symbol) {
    if (!accept(symbol)) fail("expected '" + symbol + "'");
  }

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    if (at_ == begin) fail("expected the name of a variable");
    return std::string(text_.substr(begin, at_ - begin));
  }

  Value number() {
    skip();
    Value value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{}) fail("expected a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ < text_.size() && is_name(text_[at_])) fail("expected a number");
    return value;
  }

  std::uint32_t count() {
    const Place place = here();
    const Value value = number();
    if (value < 0 || value > 0xFFFFFF) module_.fail(place, "the number is too small or too large");
    return static_cast<std::uint32_t>(value);
  }

  void require_depth(std::size_t depth) {
    if (depth > max_nesting) fail("this is nested too deeply");
  }

  Nested nested(std::size_t depth) {
    require_depth(depth);
    Nested result;
    result.place = here();
    if (accept_word("true")) {
      result.number = 1;
    } else if (accept_word("false")) {
      result.number = 0;
    } else if (!accept("{")) {
      result.number = number();
    } else if (!accept("}")) {
      do {
        result.parts.push_back(nested(depth + 1));
      } while (accept(","));
      expect("}");
    }
    return result;
  }

  Statement joined(Proposition::Kind kind, std::vector<Statement> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    Statement result;
    result.kind = kind;
    result.parts = std::move(parts);
    return result;
  }

  Statement disjunction(std::size_t depth) {
    require_depth(depth);
    std::vector<Statement> parts;
    do {
      parts.push_back(conjunction(depth + 1));
    } while (accept_word("or") || accept("\\/"));
    return joined(Proposition::Kind::disjunction, std::move(parts));
  }

  Statement conjunction(std::size_t depth) {
    std::vector<Statement> parts;
    do {
      parts.push_back(simple(depth + 1));
    } while (accept_word("and") || accept("/\\"));
    return joined(Proposition::Kind::conjunction, std::move(parts));
  }

  Statement simple(std::size_t depth) {
    require_depth(depth);
    if (accept_word("not") || accept("~")) {
      Statement result;
      result.kind = Proposition::Kind::negation;
      result.parts.push_back(simple(depth + 1));
      return result;
    }
    if (accept("(")) {
      Statement result = disjunction(depth + 1);
      expect(")");
      return result;
    }
    if (accept_word("true")) return {};
    Statement result;
    result.kind = Proposition::Kind::comparison;
    result.left = side();
    if (!accept_comparison(result.comparison)) fail("expected a comparison, such as '=='");
    result.right = side();
    return result;
  }

  /// The longest that stands here; `=` is `==`.
  bool accept_comparison(Comparison& comparison) {
    comparison = Comparison::equal;
    if (accept("==") || accept("=")) return true;
    const Word<Comparison>* longest = nullptr;
    skip();
    for (const Word<Comparison>& word : words<Comparison>()) {
      const bool longer = longest == nullptr || word.text.size() > longest->text.size();
      if (text_.substr(at_).starts_with(word.text) && longer) longest = &word;
    }
    if (longest == nullptr) return false;
    comparison = longest->value;
    return accept(longest->text);
  }

  Side side() {
    Side result;
    result.place = here();
    const char first = at_end() ? '\0' : text_[at_];
    if (first == '-' || (first >= '0' && first <= '9')) {
      result.number = number();
      return result;
    }
    const std::string mark = accept("%") ? "%" : "";
    result.name = name();
    result.text = mark + result.name;
    for (;;) {
      if (accept("[")) {
        result.path.push_back(count());
        result.text += '[' + std::to_string(result.path.back()) + ']';
        expect("]");
      } else if (!result.path.empty() && accept(".")) {
        result.text += '.' + name();
      } else {
        return result;
      }
    }
  }

  std::string_view text_;
  Place place_;
  const Module& module_;
  std::size_t at_ = 0;
};

/// Gathers the lines.
class AnnotationReader {
 public:
  explicit AnnotationReader(const Module& module) : module_(module) {}

  void read(std::string_view line, std::uint32_t number) {
    const std::size_t mark = line.find_first_not_of("; \t");
    if (line.find(';') >= mark || mark == std::string_view::npos || line[mark] != '@') return;
    const std::size_t colon = line.find(':', mark);
    const Place place{number, static_cast<std::uint32_t>(mark + 1), 0};
    const std::string_view word = line.substr(mark + 1, colon - mark - 1);
    if (colon == std::string_view::npos) module_.fail(place, "expected ':' behind what it is");
    Line rest(line.substr(colon + 1), {number, static_cast<std::uint32_t>(colon + 2), 0}, module_);
    if (word == "Config") {
      result_.config = rest.config();
    } else if (word == "Input") {
      rest.inputs(result_.inputs);
    } else if (word == "Output") {
      result_.asks = true;
      output(rest);
    } else if (word == "Filter") {
      result_.asks = true;
      result_.filter = rest.statement();
      rest.expect_end();
    } else {
      module_.fail(place, "unknown annotation '@" + std::string(word) + "'",
                   "there are @Config, @Input, @Output and @Filter");
    }
  }

  Annotations finish() {
    if (quantifier_) result_.quantifier = *quantifier_;
    if (!outputs_.empty()) {
      result_.output.kind = quantifier_ == Quantifier::not_exists ? Proposition::Kind::disjunction
                                                                  : Proposition::Kind::conjunction;
      result_.output.parts = std::move(outputs_);
    }
    return std::move(result_);
  }

 private:
  void output(Line& line) {
    const auto quantifier = line.quantifier();
    if (!quantifier) line.fail("expected forall, exists or not exists");
    const bool alone = *quantifier == Quantifier::exists && !outputs_.empty();
    if ((quantifier_ && *quantifier_ != *quantifier) || alone) {
      line.fail("several lines of @Output are all forall, or all not exists");
    }
    quantifier_ = quantifier;
    outputs_.push_back(line.statement());
    line.expect_end();
  }

  const Module& module_;
  Annotations result_;
  std::optional<Quantifier> quantifier_;
  std::vector<Statement> outputs_;
};

}  // namespace

Annotations read_annotations(std::string_view text, const Module& module) {
  AnnotationReader reader(module);
  std::uint32_t number = 1;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    reader.read(text.substr(0, end), number++);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return reader.finish();
}

void read_question(std::string_view text, const Module& module, Annotations& annotations) {
  Line line(text, {1, 1, 0}, module);
  if (line.accept_filter()) annotations.filter = line.statement();
  const auto quantifier = line.quantifier();
  if (!quantifier) line.fail("expected forall, exists or ~exists");
  annotations.quantifier = *quantifier;
  annotations.output = line.statement();
  line.expect_end();
}

}  // namespace opexplore::spirv
