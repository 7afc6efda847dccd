#include "litmus/kernels/operands.hpp"

#include <charconv>
#include <string>

#include "litmus/kernels/special_registers.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;
using detail::TokenKind;
using detail::Tokens;
using Kind = PtxOperand::Kind;

/// `0f40000000` and `0d4000000000000000`: the bits of a floating-point number (PTX ISA 4.6.2).
bool is_floating(std::string_view text) {
  return text.size() > 2 && text[0] == '0' && (text[1] | 0x20) != 'x' &&
         ((text[1] | 0x20) == 'f' || (text[1] | 0x20) == 'd');
}

class PtxOperandReader {
 public:
  PtxOperandReader(const Source& source, const Entry& entry, const Statement& statement)
      : tokens_(source, terminated(statement)), entry_(entry), block_(statement.block) {}

  std::vector<PtxOperand> read() {
    std::vector<PtxOperand> operands;
    if (tokens_.peek().kind == TokenKind::end) return operands;
    do {
      operands.push_back(read_operand());
    } while (tokens_.accept(",") || tokens_.accept("|"));
    if (tokens_.peek().kind != TokenKind::end) tokens_.fail_expected("',' or ';'");
    return operands;
  }

  CallOperands read_call() {
    CallOperands call;
    if (tokens_.accept("(")) {
      call.results = read_list();
      tokens_.expect(",", "',' and the name of a function");
    }
    if (tokens_.peek().kind != TokenKind::word) tokens_.fail_expected("the name of a function");
    call.target = read_operand();
    if (tokens_.accept(",")) {
      tokens_.expect("(", "'(' and the arguments");
      call.arguments = read_list();
      // A prototype, or the functions that may be meant: the address says which it is.
      if (tokens_.accept(",")) tokens_.expect_word("the name of a prototype");
    }
    if (tokens_.peek().kind != TokenKind::end) tokens_.fail_expected("',' or ';'");
    return call;
  }

 private:
  std::vector<PtxOperand> read_list() {
    std::vector<PtxOperand> operands;
    while (!tokens_.accept(")")) {
      operands.push_back(read_operand());
      if (!tokens_.peek().is(")")) tokens_.expect(",", "',' or ')'");
    }
    return operands;
  }

  static std::vector<Token> terminated(const Statement& statement) {
    std::vector<Token> tokens = statement.operands;
    const Token& last = tokens.empty() ? statement.mnemonic.name : tokens.back();
    const SourcePlace place{last.place.line,
                            last.place.column + static_cast<std::uint32_t>(last.text.size())};
    tokens.push_back({TokenKind::end, last.text.substr(last.text.size()), place});
    return tokens;
  }

  PtxOperand read_operand() {
    const Token token = tokens_.peek();
    if (tokens_.accept("[")) return read_memory(token);
    if (tokens_.accept("{")) return read_vector(token);
    if (tokens_.accept("!")) {
      PtxOperand operand = read_operand();
      if (operand.kind != Kind::reg) tokens_.fail(token, "expected a predicate behind '!'");
      operand.kind = Kind::negated;
      return operand;
    }
    if (tokens_.accept("_")) return {Kind::nothing, token, 0, 0, {}};
    if (token.kind == TokenKind::word) return read_name();
    return {Kind::number, token, 0, read_number(), {}};
  }

  Value read_number() {
    const Token token = tokens_.peek();
    if (token.kind == TokenKind::number && is_floating(token.text)) return read_floating();
    if (token.kind == TokenKind::number && token.text.back() == 'U') {
      tokens_.take();
      std::uint64_t value = 0;
      const bool hexadecimal = token.text.substr(0, 2) == "0x";
      const std::string_view digits =
          token.text.substr(hexadecimal ? 2 : 0, token.text.size() - (hexadecimal ? 3 : 1));
      const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(),
                                                 value, hexadecimal ? 16 : 10);
      if (error == std::errc{} && stop == digits.data() + digits.size()) {
        return static_cast<Value>(value);
      }
      tokens_.fail(token, "malformed number " + quote(token));
    }
    return tokens_.expect_number("an operand");
  }

  Value read_floating() {
    const Token token = tokens_.take();
    std::uint64_t bits = 0;
    const std::string_view digits = token.text.substr(2);
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
    const std::size_t length = (token.text[1] | 0x20) == 'f' ? 8 : 16;
    if (error != std::errc{} || stop != digits.data() + digits.size() || digits.size() != length) {
      tokens_.fail(token, "malformed number " + quote(token));
    }
    return static_cast<Value>(bits);
  }

  /// A register, a special one, or a symbol with an offset.
  PtxOperand read_name() {
    const Token name = tokens_.take();
    if (const auto reg = find_register(entry_, block_, name.text)) {
      return {Kind::reg, name, *reg, 0, {}};
    }
    if (name.text.front() == '%') return read_special(name);
    PtxOperand operand{Kind::symbol, name, 0, 0, {}};
    operand.number = read_offset();
    return operand;
  }

  PtxOperand read_special(const Token& name) {
    Token whole = name;
    if (tokens_.accept(".")) {
      const Token component = tokens_.expect_word("a component, x, y or z");
      const char* const end = component.text.data() + component.text.size();
      whole.text = {name.text.data(), static_cast<std::size_t>(end - name.text.data())};
    }
    const bool numbered = name.text.find_first_of("0123456789") != std::string_view::npos;
    if (numbered && name.text.substr(0, 6) != "%envre" && name.text.substr(0, 3) != "%pm" &&
        !is_clock(name.text)) {
      tokens_.fail(name, "the register " + quote(name) + " is not declared",
                   "registers are declared as in '.reg .b32 %r<4>;'");
    }
    return {Kind::special, whole, 0, 0, {}};
  }

  /// `+4`, `+-4`, `-4` or nothing.
  Value read_offset() {
    if (tokens_.accept("+")) return tokens_.expect_number("an offset");
    return tokens_.peek().is("-") ? tokens_.expect_number("an offset") : 0;
  }

  PtxOperand read_memory(const Token& open) {
    PtxOperand operand{Kind::memory, open, 0, 0, {}};
    if (tokens_.at_number()) {
      operand.number = tokens_.expect_number("an address");
    } else {
      if (tokens_.peek().kind != TokenKind::word) tokens_.fail_expected("an address");
      PtxOperand base = read_name();
      operand.number = base.kind == Kind::symbol ? base.number : read_offset();
      base.number = 0;
      operand.token = base.token;
      operand.parts.push_back(std::move(base));
    }
    tokens_.expect("]", "']'");
    return operand;
  }

  PtxOperand read_vector(const Token& open) {
    PtxOperand operand{Kind::vector, open, 0, 0, {}};
    do {
      operand.parts.push_back(read_operand());
    } while (tokens_.accept(","));
    tokens_.expect("}", "',' or '}'");
    return operand;
  }

  Tokens tokens_;
  const Entry& entry_;
  std::size_t block_;
};

}  // namespace

std::vector<PtxOperand> read_operands(const Source& source, const Entry& entry,
                                      const Statement& statement) {
  return PtxOperandReader(source, entry, statement).read();
}

CallOperands read_call(const Source& source, const Entry& entry, const Statement& statement) {
  return PtxOperandReader(source, entry, statement).read_call();
}

}  // namespace opexplore::kernel
