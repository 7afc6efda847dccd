// Constants, and values by name (LLVM LangRef, "Constants").
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <string>

#include "litmus/kernels/llvm/body.hpp"
#include "litmus/kernels/llvm/constants.hpp"
#include "litmus/kernels/llvm/lexer.hpp"

namespace opexplore::kernel::llvm {

using detail::quote;
using detail::TokenKind;

namespace {

constexpr std::array<std::string_view, 6> casts = {"bitcast",  "addrspacecast", "inttoptr",
                                                   "ptrtoint", "trunc",         "zext"};

bool is_value_word(const Token& token) {
  constexpr std::array<std::string_view, 9> words = {
      "true",   "false",           "null",          "none", "undef",
      "poison", "zeroinitializer", "getelementptr", "asm"};
  const auto is = [&](std::string_view word) { return token.is(word); };
  return std::ranges::any_of(words, is) || std::ranges::any_of(casts, is) ||
         token.text.starts_with("c\"");
}

/// A pattern of bits in hexadecimal, of a double whatever the type.
std::uint64_t hexadecimal(const detail::Tokens& tokens, const Token& token,
                          std::string_view digits) {
  std::uint64_t bits = 0;
  const auto [stop, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  if (error != std::errc{} || stop != digits.data() + digits.size()) {
    tokens.fail(token, "malformed number " + quote(token));
  }
  return bits;
}

}  // namespace

Value floating_constant(const detail::Tokens& tokens, const Token& token, std::uint32_t bits) {
  const std::string text(token.text);
  double number = 0;
  if (text.starts_with("0xH")) {
    return static_cast<Value>(hexadecimal(tokens, token, token.text.substr(3)));
  }
  if (text.starts_with("0x")) {
    number = std::bit_cast<double>(hexadecimal(tokens, token, token.text.substr(2)));
  } else {
    char* end = nullptr;
    number = std::strtod(text.c_str(), &end);
    if (*end != '\0') tokens.fail(token, "malformed number " + quote(token));
  }
  if (bits == 64) return std::bit_cast<Value>(number);
  if (bits == 32) return std::bit_cast<std::int32_t>(static_cast<float>(number));
  tokens.fail(token, "not modelled: " + quote(token) + " as a number of 16 bits", "use float");
}

Value integer_constant(const detail::Tokens& tokens, const Token& token) {
  if (token.is("true")) return 1;
  if (token.is("false")) return 0;
  Value number = 0;
  const char* const last = token.text.data() + token.text.size();
  const auto [stop, error] = std::from_chars(token.text.data(), last, number);
  if (error == std::errc{} && stop == last) return number;
  std::uint64_t unsigned_number = 0;
  const auto [end, wrong] = std::from_chars(token.text.data(), last, unsigned_number);
  if (wrong != std::errc{} || end != last) {
    tokens.fail(token, "malformed number " + quote(token), "integers have at most 64 bits");
  }
  return static_cast<Value>(unsigned_number);
}

Attributes Body::attributes() {
  Attributes result;
  for (;;) {
    const Token next = tokens.peek();
    const bool word = next.kind == TokenKind::word && !is_name(next, '%') && !is_name(next, '@') &&
                      !is_name(next, '!') && !is_value_word(next) && !begins_type(next);
    if (!word) return result;
    tokens.take();
    if (next.is("align")) {
      const bool bracket = tokens.accept("(");
      result.align = tokens.expect_index("an alignment");
      if (bracket) tokens.expect(")", "')'");
    } else if (next.is("byval") && tokens.accept("(")) {
      result.copied = read_type(tokens);
      tokens.expect(")", "')'");
    } else if (is_string(next)) {
      if (tokens.accept("=")) tokens.take();
    } else if (tokens.accept("(")) {
      for (std::size_t depth = 1; depth != 0;) {
        const Token token = tokens.take();
        if (token.kind == TokenKind::end) tokens.fail(next, "'(' is never closed");
        if (token.is("(")) ++depth;
        if (token.is(")")) --depth;
      }
    }
  }
}

IrValue Body::value(const IrType& type) {
  const Token next = tokens.peek();
  if (is_name(next, '%')) return local(tokens.take(), type);
  return constant(type);
}

IrValue Body::typed_value() {
  const IrType type = read_type(tokens);
  return value(type);
}

code::Operand Body::scalar(const IrType& type) {
  const Token at = tokens.peek();
  IrValue read = value(type);
  if (read.packet) refuse("what the hardware says of the launch, but for its sizes", "");
  if (read.parts.size() != 1) {
    tokens.fail(at, "not modelled: " + quote(at) + " of type " + quote(type.text) + " here",
                "take its parts apart with extractvalue or extractelement");
  }
  return read.parts.front();
}

/// A number, `null`, or what says nothing of the value.
code::Operand Body::constant_number(const Token& token, const IrType& scalar) {
  code::Operand operand{OperandKind::number, token.place, token.text};
  if (token.is("undef") || token.is("poison")) return nothing(register_type(scalar, tokens));
  if (token.is("null") || token.is("zeroinitializer") || token.is("none")) return operand;
  operand.number = scalar.kind == IrType::Kind::floating
                       ? floating_constant(tokens, token, scalar.bits)
                       : integer_constant(tokens, token);
  return operand;
}

IrValue Body::constant(const IrType& written) {
  const IrType& type = globals.layout.resolved(written, tokens);
  const Token token = tokens.peek();
  IrValue result{type, {}, {}};
  if (is_name(token, '@')) {
    result.parts.push_back({OperandKind::symbol, token.place, bare(tokens.take().text)});
    return result;
  }
  if (token.is("getelementptr") ||
      std::ranges::any_of(casts, [&](std::string_view word) { return token.is(word); })) {
    return constant_expression(type);
  }
  const bool listed = token.is("{") || token.is("[") || token.is("<");
  if (!listed) {
    tokens.take();
    if (token.kind == TokenKind::symbol || token.kind == TokenKind::end) {
      tokens.fail(token, "expected a value, found " + quote(token));
    }
    for (const Layout::Scalar& part : globals.layout.scalars_of(type, tokens)) {
      result.parts.push_back(constant_number(token, part.type));
    }
    return result;
  }
  tokens.take();
  const bool packed = token.is("<") && tokens.accept("{");
  do {
    for (code::Operand& part : typed_value().parts) result.parts.push_back(std::move(part));
  } while (tokens.accept(","));
  if (packed) tokens.expect("}", "'}'");
  tokens.expect(token.is("{") ? "}" : token.is("[") ? "]" : ">", "the end of the value");
  return result;
}

/// Of addresses and their offsets alone.
IrValue Body::constant_expression(const IrType& type) {
  const Token opcode = tokens.take();
  IrValue result{type, {}, {}};
  if (opcode.is("getelementptr")) {
    accept_words({"inbounds", "nuw", "nusw"});
    tokens.expect("(", "'('");
    auto [pointer, offset] = read_element_address(*this);
    tokens.expect(")", "')'");
    if (!offset.terms.empty()) tokens.fail(opcode, "expected a constant address");
    result.parts = std::move(pointer.parts);
    result.parts.front().number += offset.bytes;
  } else {
    tokens.expect("(", "'('");
    result.parts = typed_value().parts;
    tokens.expect("to", "'to'");
    read_type(tokens);
    tokens.expect(")", "')'");
  }
  const OperandKind kind = result.parts.front().kind;
  if (result.parts.size() != 1 || (kind != OperandKind::symbol && kind != OperandKind::number)) {
    tokens.fail(opcode, "not modelled: this constant", "constants are numbers and addresses");
  }
  return result;
}

namespace {

/// What index `number` of an array, or of a pointer, adds.
void add_term(Offset& offset, const code::Operand& index, std::uint32_t bits, std::uint64_t size) {
  if (index.kind == OperandKind::number) {
    offset.bytes += index.number * static_cast<Value>(size);
  } else if (size != 0) {
    offset.terms.push_back({index, bits, size});
  }
}

}  // namespace

// The first index is one of the pointer; the others go into the type.
std::pair<IrValue, Offset> read_element_address(Body& body) {
  detail::Tokens& tokens = body.tokens;
  IrType inside = read_type(tokens);
  tokens.expect(",", "','");
  const IrType pointer_type = read_type(tokens);
  if (pointer_type.kind != IrType::Kind::pointer) {
    tokens.fail(tokens.previous(), "expected a pointer: vectors of them are not modelled");
  }
  IrValue pointer = body.value(pointer_type);
  Offset offset;
  for (bool first = true; tokens.peek().is(",") && !is_name(tokens.peek(1), '!'); first = false) {
    tokens.take();
    tokens.accept("inrange");
    const IrType type = read_type(tokens);
    const Token at = tokens.peek();
    const code::Operand index = body.scalar(type);
    const Layout& layout = body.globals.layout;
    if (first) {
      add_term(offset, index, type.bits, layout.size_of(inside, tokens));
      continue;
    }
    const IrType whole = layout.resolved(inside, tokens);
    if (whole.kind != IrType::Kind::structure) {
      inside = layout.part_of(whole, 0, tokens);
      add_term(offset, index, type.bits, layout.size_of(inside, tokens));
      continue;
    }
    if (index.kind != OperandKind::number)
      tokens.fail(at, "a member of a structure has a known number");
    const auto number = static_cast<std::uint64_t>(index.number);
    offset.bytes += static_cast<Value>(layout.offset_of(whole, number, tokens));
    inside = layout.part_of(whole, number, tokens);
  }
  return {std::move(pointer), std::move(offset)};
}

}  // namespace opexplore::kernel::llvm
