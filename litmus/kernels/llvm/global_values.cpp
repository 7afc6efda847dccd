#include "litmus/kernels/llvm/global_values.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/llvm/constants.hpp"
#include "litmus/kernels/llvm/lexer.hpp"

namespace opexplore::kernel::llvm {

namespace {

using detail::TokenKind;
using detail::Tokens;

/// Words in front of `global` and `constant`.
struct Linkage {
  bool external = false;
  std::uint32_t space = 0;
  Token kind;  ///< `global`, `constant`, `alias` or `ifunc`
};

Linkage read_linkage(Tokens& tokens) {
  Linkage result;
  for (;;) {
    const Token word = tokens.expect_word("'global' or 'constant'");
    result.kind = word;
    if (word.is("global") || word.is("constant") || word.is("alias") || word.is("ifunc")) {
      return result;
    }
    if (word.is("external") || word.is("extern_weak")) result.external = true;
    if (!tokens.accept("(")) continue;
    if (word.is("addrspace")) {
      result.space = tokens.expect_index("the number of an address space");
    } else {
      tokens.expect_word("a model of threads");
    }
    tokens.expect(")", "')'");
  }
}

Space space_of_variable(const Linkage& linkage) {
  switch (linkage.space) {
    case 3:
      return Space::shared;
    case 4:
      return Space::constant;
    case 5:
      return Space::local;
    default:
      return Space::global;
  }
}

/// What a variable starts with, byte by byte or number by number.
class Initial {
 public:
  Initial(Globals& globals, Tokens& tokens, Variable& variable, bool bytes)
      : globals_(globals), tokens_(tokens), variable_(variable), bytes_(bytes) {}

  void read(const IrType& written) {
    const IrType type = globals_.layout.resolved(written, tokens_);
    const Token first = tokens_.take();
    const bool zeros =
        first.is("zeroinitializer") || first.is("undef") || first.is("poison") || first.is("null");
    if (zeros) return add_zeros(type);
    if (first.text.starts_with("c\"")) return add_text(first.text.substr(2));
    if (first.is("<") && tokens_.accept("{")) {
      read_members();
      tokens_.expect("}", "'}'");
      tokens_.expect(">", "'>'");
    } else if (first.is("{") || first.is("[") || first.is("<")) {
      read_members();
      tokens_.expect(first.is("{") ? "}" : first.is("[") ? "]" : ">", "the end of the value");
    } else if (type.kind == IrType::Kind::integer) {
      add(integer_constant(tokens_, first), size(type));
    } else if (type.kind == IrType::Kind::floating) {
      add(floating_constant(tokens_, first, type.bits), size(type));
    } else {
      variable_.initial.push_back({TokenKind::word, first.text, first.place});  // refused if used
      while (tokens_.peek().is("(")) skip_bracket();
    }
  }

 private:
  void skip_bracket() {
    std::size_t depth = 0;
    do {
      const Token token = tokens_.take();
      if (token.kind == TokenKind::end) tokens_.fail(token, "'(' is never closed");
      if (token.is("(")) ++depth;
      if (token.is(")")) --depth;
    } while (depth != 0);
  }

  std::uint64_t size(const IrType& type) const { return globals_.layout.size_of(type, tokens_); }

  void read_members() {
    if (tokens_.peek().is("}") || tokens_.peek().is("]")) return;
    do {
      read(read_type(tokens_));
    } while (tokens_.accept(","));
  }

  void add_zeros(const IrType& type) {
    const std::uint64_t bytes = size(type);
    const std::uint64_t each = bytes_ ? 1 : std::max<std::uint64_t>(variable_.type.bits / 8, 1);
    constexpr std::uint64_t most = 1U << 16U;
    for (std::uint64_t i = 0; i < std::min(bytes / each, most); ++i) add_token(0);
  }

  void add_token(Value number) {
    std::deque<std::string>& texts = globals_.module.texts;
    if (number < 0) variable_.initial.push_back({TokenKind::symbol, "-", tokens_.previous().place});
    const auto magnitude =
        number < 0 ? -static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    texts.push_back(std::to_string(magnitude));
    variable_.initial.push_back({TokenKind::number, texts.back(), tokens_.previous().place});
  }

  void add(Value number, std::uint64_t bytes) {
    if (!bytes_) return add_token(number);
    for (std::uint64_t i = 0; i < bytes; ++i) {
      add_token(static_cast<Value>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xFFU));
    }
  }

  /// `c"a\00"`.
  void add_text(std::string_view text) {
    text.remove_suffix(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\' || i + 2 >= text.size()) {
        add_token(static_cast<unsigned char>(text[i]));
        continue;
      }
      Value byte = 0;
      std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16);
      add_token(byte);
      i += 2;
    }
  }

  Globals& globals_;
  Tokens& tokens_;
  Variable& variable_;
  bool bytes_;
};

/// As an array of numbers of one type if it is one, else of bytes.
void shape(const Globals& globals, const Tokens& tokens, const IrType& written,
           Variable& variable) {
  const IrType* type = &globals.layout.resolved(written, tokens);
  std::uint64_t count = 1;
  bool open = false;
  while (type->kind == IrType::Kind::array) {
    open = open || type->count == 0;
    count *= std::max<std::uint64_t>(type->count, 1);
    type = &globals.layout.resolved(type->parts.front(), tokens);
  }
  const std::uint64_t bytes = globals.layout.size_of(written, tokens);
  const bool plain = type->is_scalar() && type->bits != 1 && type->bits % 8 == 0;
  variable.type = plain && !(type->kind == IrType::Kind::integer && type->bits == 8)
                      ? memory_type(*type, globals.layout, tokens)
                      : Type{'b', 8};
  const std::uint64_t elements = plain ? count : bytes;
  if (!open) variable.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(elements, ~0U));
}

void skip_line(Tokens& tokens) {
  const std::uint32_t line = tokens.previous().place.line;
  while (tokens.peek().kind != TokenKind::end && tokens.peek().place.line == line) tokens.take();
}

}  // namespace

std::optional<Variable> read_global_variable(Globals& globals, Tokens& tokens, const Token& name) {
  const Linkage linkage = read_linkage(tokens);
  const std::string_view own = bare(name.text);
  if (linkage.kind.is("alias")) {
    read_type(tokens);
    tokens.expect(",", "','");
    read_type(tokens);
    const Token target = tokens.expect_word("what it is another name of");
    if (is_name(target, '@')) globals.module.aliases.emplace(own, bare(target.text));
    skip_line(tokens);
    return std::nullopt;
  }
  if (own.starts_with("llvm.") || linkage.kind.is("ifunc")) {
    skip_line(tokens);
    return std::nullopt;
  }
  Variable variable{{TokenKind::word, own, name.place}, space_of_variable(linkage), {}, {}, {}};
  const IrType type = read_type(tokens);
  shape(globals, tokens, type, variable);
  const bool starts = !linkage.external && !tokens.peek().is(",") &&
                      tokens.peek().place.line == tokens.previous().place.line;
  if (starts) {
    Initial(globals, tokens, variable, variable.type == Type{'b', 8}).read(type);
    const auto is_zero = [](const Token& token) { return token.is("0"); };
    if (std::ranges::all_of(variable.initial, is_zero)) variable.initial.clear();
  }
  skip_line(tokens);
  return variable;
}

}  // namespace opexplore::kernel::llvm
