#include "litmus/kernels/llvm/module_reader.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/llvm/body.hpp"
#include "litmus/kernels/llvm/global_values.hpp"
#include "litmus/kernels/llvm/lexer.hpp"

namespace opexplore::kernel::llvm {

namespace {

using detail::quote;
using detail::TokenKind;
using detail::Tokens;

/// A function as it stands in the text.
struct Written {
  std::vector<Token> tokens;  ///< from behind `define` or `declare`
  bool defined = false;
};

/// The sign, the length and the text of a type that a parameter has, as CUDA C++ would say it.
std::string source_type(const IrType& type) {
  if (type.kind == IrType::Kind::pointer) {
    return type.text.ends_with('*') ? std::string(type.text) : "void*";
  }
  return std::string(type.text);
}

class FunctionReader {
 public:
  FunctionReader(Globals& globals, const Written& written, const std::set<std::string_view>& marked)
      : body_(globals, written.tokens), defined_(written.defined), marked_(marked) {}

  void read() {
    Tokens& tokens = body_.tokens;
    while (!begins_type(tokens.peek())) {
      kernel_ = kernel_ || tokens.peek().is("amdgpu_kernel") || tokens.peek().is("ptx_kernel") ||
                tokens.peek().is("spir_kernel");
      skip_word();
    }
    const IrType result = read_type(tokens);
    const Token name = tokens.expect_word("the name of a function");
    if (!is_name(name, '@')) tokens.fail(name, "expected the name of a function");
    kernel_ = kernel_ || marked_.contains(name.text);
    body_.entry.name = {TokenKind::word, bare(name.text), name.place};
    body_.entry.has_body = defined_;
    if (!kernel_) add_results(result);
    tokens.expect("(", "'('");
    find_debug_name();
    read_parameters();
    while (defined_ && !tokens.peek().is("{")) skip_word();
    const std::string& first = body_.globals.module.texts.emplace_back(std::to_string(unnamed_));
    if (defined_) body_.read_blocks(first);
    body_.entry.code.name = std::string(body_.entry.name.text);
    Module& module = body_.globals.module;
    (kernel_ && defined_ ? module.entries : module.functions).push_back(std::move(body_.entry));
  }

 private:
  void skip_word() {
    Tokens& tokens = body_.tokens;
    if (tokens.peek().kind == TokenKind::end) tokens.fail_expected("the rest of a function");
    if (!tokens.take().is("(")) return;
    while (!tokens.accept(")")) skip_word();
  }

  /// `!dbg !11` behind the parameters.
  void find_debug_name() {
    const Tokens& tokens = body_.tokens;
    std::size_t ahead = 0;
    while (!tokens.peek(ahead).is("{") && tokens.peek(ahead).kind != TokenKind::end) {
      if (tokens.peek(ahead).is("!dbg")) debug_ = tokens.peek(ahead + 1).text;
      ++ahead;
    }
  }

  std::string_view numbered(std::string_view text, std::size_t number) {
    return body_.globals.module.texts.emplace_back(std::string(text) + std::to_string(number));
  }

  /// What a function returns are registers of its own, one for each number.
  void add_results(const IrType& type) {
    for (const Layout::Scalar& part : body_.globals.layout.scalars_of(type, body_.tokens)) {
      const std::string_view name = numbered("result.", body_.entry.results.size());
      add_register_variable(body_.entry.results, name, part.type);
    }
  }

  code::Operand add_register_variable(std::vector<Variable>& list, std::string_view name,
                                      const IrType& scalar) {
    const Type held = register_type(scalar, body_.tokens);
    const Token token{TokenKind::word, name, body_.entry.name.place};
    Variable variable{token, Space::reg, held, 1, {}};
    list.push_back(std::move(variable));
    return body_.new_register(name, held, token.place);
  }

  void read_parameters() {
    Tokens& tokens = body_.tokens;
    for (std::uint32_t number = 1; !tokens.accept(")"); ++number) {
      if (tokens.accept("...") || tokens.peek().is(".")) {
        tokens.expect(")", "')'");
        return;
      }
      const IrType type = read_type(tokens);
      const Attributes said = body_.attributes();
      std::string_view name;
      if (is_name(tokens.peek(), '%')) {
        name = tokens.take().text;
      } else {
        name = numbered("%", unnamed_);
      }
      if (all_digits(bare(name))) ++unnamed_;
      if (kernel_ && defined_) {
        add_kernel_parameter(name, type, said, number);
      } else {
        add_parameter(name, type);
      }
      if (!tokens.peek().is(")")) tokens.expect(",", "',' or ')'");
    }
  }

  static bool all_digits(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
  }

  void add_parameter(std::string_view name, const IrType& type) {
    if (type.kind == IrType::Kind::other) return;  // metadata
    IrValue value{type, {}};
    const auto parts = body_.globals.layout.scalars_of(type, body_.tokens);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string_view own = parts.size() == 1 ? name : numbered(std::string(name) + '.', i);
      value.parts.push_back(add_register_variable(body_.entry.parameters, own, parts[i].type));
    }
    body_.define(name, std::move(value));
  }

  /// The launch says what it holds: it lies in memory of its own, and is loaded first.
  void add_kernel_parameter(std::string_view name, const IrType& type, const Attributes& said,
                            std::uint32_t number) {
    const Layout& layout = body_.globals.layout;
    const IrType& whole = said.copied ? *said.copied : type;
    const auto parts = layout.scalars_of(whole, body_.tokens);
    const Token token{TokenKind::word, name, body_.tokens.previous().place};
    Variable variable{token, Space::parameter, {'b', 8}, 1, {}};
    if (parts.size() == 1 && !said.copied) {
      variable.type = parts.front().type.kind == IrType::Kind::pointer
                          ? Type{'u', 64}
                          : memory_type(parts.front().type, layout, body_.tokens);
    } else {
      variable.count = static_cast<std::uint32_t>(layout.size_of(whole, body_.tokens));
    }
    variable.source_name = body_.globals.metadata.parameter_name(debug_, number);
    if (variable.source_name.empty() && !all_digits(bare(name))) {
      variable.source_name = bare(name);
    }
    variable.source_type = source_type(type);
    const Type held = variable.type;
    body_.entry.parameters.push_back(std::move(variable));
    code::Operand at{code::Operand::Kind::symbol, token.place, name};
    if (said.copied) return body_.define(name, {type, {at}});
    IrValue value{type, {}};
    for (const Layout::Scalar& part : parts) value.parts.push_back(load(at, part, held, parts));
    body_.define(name, std::move(value));
  }

  code::Operand load(const code::Operand& at, const Layout::Scalar& part, Type held,
                     const std::vector<Layout::Scalar>& all) {
    const Layout& layout = body_.globals.layout;
    code::Access access;
    access.type = all.size() == 1 ? held : memory_type(part.type, layout, body_.tokens);
    access.space = Space::parameter;
    const Type wanted = register_type(part.type, body_.tokens);
    code::Operand to =
        body_.new_register(at.text, wanted.kind == 'p' ? Type{'u', 8} : wanted, at.place);
    body_.emit_parameter_load(access, to, at, static_cast<Value>(part.offset));
    if (wanted.kind != 'p') return to;
    const code::Operand truth = body_.new_register(at.text, wanted, at.place);
    body_.compute(code::Formula::operation, {'u', 8}, {truth, to, body_.number(0)}).op =
        ArithmeticOp::not_equal;
    return truth;
  }

  Body body_;
  bool defined_;
  bool kernel_ = false;
  std::size_t unnamed_ = 0;  ///< values without a name, which are numbered
  std::string_view debug_;
  const std::set<std::string_view>& marked_;
};

class ModuleReader {
 public:
  explicit ModuleReader(const Source& source) : source_(source), tokens_(source, tokenize(source)) {
    module_.language = Language::cxx;
  }

  Module read() {
    while (tokens_.peek().kind != TokenKind::end) read_entity();
    const std::set<std::string_view> kernels = annotated_kernels();
    for (const Written& function : functions_) {
      FunctionReader(globals_, function, kernels).read();
    }
    for (const Variable& variable : module_.variables) check_name(variable.name);
    for (const std::vector<Entry>* const bodies : {&module_.entries, &module_.functions}) {
      for (const Entry& entry : *bodies) {
        if (entry.has_body) check_name(entry.name);
      }
    }
    return std::move(module_);
  }

 private:
  void check_name(const Token& name) {
    if (names_.insert(name.text).second) return;
    source_.fail(name.place, quote(name) + " is defined twice");
  }

  void read_entity() {
    const Token first = tokens_.take();
    const bool name = is_name(first, '@') || is_name(first, '%') || is_name(first, '!');
    if (first.is("define") || first.is("declare")) return read_function(first.is("define"));
    if (name) return read_named(first);
    if (first.is("target")) return read_target();
    if (first.is("source_filename") || first.is("module") || first.is("uselistorder") ||
        first.is("uselistorder_bb") || first.is("deplibs") || is_name(first, '^') ||
        is_name(first, '$')) {
      return skip_line(first);
    }
    if (first.is("attributes")) return skip_attributes();
    tokens_.fail(first, "unexpected " + quote(first),
                 "a kernel is LLVM IR as text, as 'clang -S -emit-llvm' writes it");
  }

  void read_named(const Token& name) {
    tokens_.expect("=", "'='");
    if (is_name(name, '@')) return read_global(name);
    if (is_name(name, '!')) return read_metadata(name);
    tokens_.expect("type", "'type'");
    globals_.layout.name(name.text, read_type(tokens_));
  }

  void read_metadata(const Token& name) {
    globals_.metadata.read(name.text, tokens_);
    skip_line(tokens_.previous());
  }

  /// `target triple = "…"`.
  void read_target() {
    const Token what = tokens_.expect_word("'triple' or 'datalayout'");
    tokens_.expect("=", "'='");
    const std::string_view text = bare(tokens_.expect_word("a string").text);
    if (what.is("datalayout")) return globals_.layout.read(text);
    module_.target = text;
    globals_.amdgpu = text.starts_with("amdgcn") || text.starts_with("r600");
  }

  void read_global(const Token& name) {
    if (auto variable = read_global_variable(globals_, tokens_, name)) {
      module_.variables.push_back(*std::move(variable));
    }
  }

  void skip_line(const Token& first) {
    while (tokens_.peek().kind != TokenKind::end && tokens_.peek().place.line == first.place.line) {
      tokens_.take();
    }
  }

  void skip_attributes() {
    while (!tokens_.accept("}")) {
      if (tokens_.peek().kind == TokenKind::end) tokens_.fail_expected("'}'");
      tokens_.take();
    }
  }

  /// Keeps it until all metadata are known.
  void read_function(bool defined) {
    Written written;
    written.defined = defined;
    const std::uint32_t line = tokens_.previous().place.line;
    bool named = false;
    bool listed = false;
    std::size_t depth = 0;
    for (;;) {
      const Token& next = tokens_.peek();
      const bool over = !defined && depth == 0 && next.place.line != line;
      if (next.kind == TokenKind::end || over) break;
      const Token token = tokens_.take();
      written.tokens.push_back(token);
      named = named || is_name(token, '@');
      if (token.is("(") || token.is("{") || token.is("[")) ++depth;
      const bool closes = token.is(")") || token.is("}") || token.is("]");
      if (closes && depth == 0) tokens_.fail(token, "unexpected " + quote(token));
      if (closes) --depth;
      listed = listed || (named && token.is(")") && depth == 0);
      if (defined && listed && token.is("}") && depth == 0) break;
    }
    const Token& last = tokens_.peek();
    written.tokens.push_back({TokenKind::end, last.text.substr(0, 0), last.place});
    functions_.push_back(std::move(written));
  }

  /// `!nvvm.annotations = !{!0}`, `!0 = !{void (i32*)* @red, !"kernel", i32 1}`.
  std::set<std::string_view> annotated_kernels() const {
    std::set<std::string_view> kernels;
    for (const std::string_view list : globals_.metadata.elements("!nvvm.annotations")) {
      const std::vector<std::string_view>& said = globals_.metadata.elements(list);
      if (std::ranges::find(said, "!\"kernel\"") == said.end()) continue;
      for (const std::string_view word : said) {
        if (word.starts_with('@')) kernels.insert(word);
      }
    }
    return kernels;
  }

  const Source& source_;
  Tokens tokens_;
  Module module_;
  Globals globals_{source_, module_};
  std::vector<Written> functions_;
  std::set<std::string_view> names_;
};

}  // namespace

bool is_module(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
    if (!text.starts_with(';')) break;
    text.remove_prefix(std::min(text.size(), text.find('\n')));
  }
  constexpr std::array<std::string_view, 4> words = {"source_filename", "target ", "define ",
                                                     "declare "};
  return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

Module read_module(const Source& source) { return ModuleReader(source).read(); }

}  // namespace opexplore::kernel::llvm
