#include "litmus/language/ptx_code/initial_state_reader.hpp"

#include <optional>
#include <string>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/ptx_code/mnemonic.hpp"
#include "litmus/language/ptx_code/object_reader.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

/// `x @ 0x2000 = 3`, from the number on: a location whose address is that number.
void read_placed(Tokens& tokens, ProgramBuilder& builder, const Token& name) {
  const SourcePlace place = tokens.peek().place;
  const Value number = tokens.expect_number("an address");
  tokens.expect("=", "'='", "write " + quote(std::string(name.text) + " @ 0x2000 = 0;"));
  builder.declare_location(name, tokens.expect_number("a number"), {number, place});
}

/// `y @ PROXY aliases x`, or `x @ ADDRESS = 3`, from the `@` on.
void read_alias(Tokens& tokens, ProgramBuilder& builder, const Token& name) {
  tokens.expect("@", "'@'");
  if (tokens.at_number()) return read_placed(tokens, builder, name);
  const Token word = tokens.expect_word("a proxy (generic, texture, surface, constant)");
  const std::optional<Proxy> proxy = find_word<Proxy>(word.text);
  if (!proxy || *proxy == Proxy::readonly) {
    tokens.fail(word, "unknown proxy " + quote(word),
                did_you_mean(word.text,
                             {"generic", "texture", "surface", "constant", "mbarrier", "tensormap",
                              "tensor"},
                             "the proxies are generic, texture, surface and constant"));
  }
  tokens.expect("aliases", "'aliases'", "write 'y @ generic aliases x'");
  const Token target = tokens.expect_word("a location");
  builder.declare_alias(name, *proxy, target);
}

bool in_vulkan(const ProgramBuilder& builder) {
  return builder.dialect().language == Language::vulkan;
}

/// `y aliases x`, from the `aliases` on: Vulkan has no proxies.
void read_reference(Tokens& tokens, ProgramBuilder& builder, const Token& name) {
  tokens.expect("aliases", "'aliases'");
  builder.declare_alias(name, Proxy::generic, tokens.expect_word("a location"));
}

/// `[4]`, or `[4] = {1, &y}`, behind the name.
void read_array(Tokens& tokens, ProgramBuilder& builder, const Token& name, Value width) {
  ArrayDeclaration array{name, 0, width, {}};
  tokens.expect("[", "'['");
  const Token count = tokens.peek();
  array.count = tokens.expect_number("how many elements the array has");
  if (array.count < 1 || array.count > static_cast<Value>(max_addresses)) {
    tokens.fail(count, "an array has 1 to " + std::to_string(max_addresses) + " elements");
  }
  tokens.expect("]", "']'");
  if (tokens.accept("=")) {
    tokens.expect("{", "'{' and the values",
                  "write " + quote(std::string(name.text) + "[2] = {1, 2};"));
    while (!tokens.accept("}")) {
      if (!array.initial.empty()) tokens.expect(",", "',' or '}'");
      if (static_cast<Value>(array.initial.size()) == array.count) {
        tokens.fail(tokens.peek(), quote(name) + " has fewer elements than values");
      }
      if (tokens.accept("&")) {
        array.initial.emplace_back(tokens.expect_word("a location"));
      } else {
        array.initial.emplace_back(tokens.expect_number("a number, or '&' and a location"));
      }
    }
  }
  builder.declare_array(array);
}

/// `.b32 x[4]`, from the point on: a type says how long the elements are.
void read_typed_array(Tokens& tokens, ProgramBuilder& builder) {
  tokens.expect(".", "'.'");
  const Token word = tokens.expect_word("a type");
  const std::optional<NumberType> type = find_word<NumberType>(word.text);
  if (!type || *type == NumberType::pred) {
    tokens.fail(word, "not modelled: arrays of type " + quote("." + std::string(word.text)),
                "the types are .s32, .u32, .b32, .s64, .u64 and .b64");
  }
  const Token name = tokens.expect_word("a location");
  read_array(tokens, builder, name, has_64_bits(*type) ? 8 : 4);
}

/// `x = 3`, `x = y`, `x = &y` (both of the latter: the initial value of y).
void read_initial_location(Tokens& tokens, ProgramBuilder& builder) {
  const bool arrays = builder.dialect().language == Language::ptx;
  if (arrays && tokens.peek().is(".")) return read_typed_array(tokens, builder);
  const bool bracketed = tokens.accept("[");
  Token name = tokens.expect_word("a location, a register (P0:r1) or '}'");
  if (!in_vulkan(builder)) name = with_declared_instance(tokens, builder, name);
  if (bracketed) tokens.expect("]", "']'", "arrays are declared 'x[4];'");
  if (arrays && !bracketed && tokens.peek().is("[")) return read_array(tokens, builder, name, 8);
  if (!bracketed && in_vulkan(builder) && tokens.peek().is("aliases")) {
    return read_reference(tokens, builder, name);
  }
  if (!bracketed && !in_vulkan(builder) && at_object(tokens)) {
    return read_object(tokens, builder, name);
  }
  if (!bracketed && !in_vulkan(builder) && tokens.peek().is("@")) {
    return read_alias(tokens, builder, name);
  }
  if (tokens.peek().kind == TokenKind::word) {
    tokens.fail(name, "expected a location, found the type " + quote(name),
                "leave types out; locations have none");
  }
  tokens.expect("=", in_vulkan(builder) ? "'=' or 'aliases'" : "'=' or '@'",
                "write " + quote(std::string(name.text) + " = 0;"));
  if (tokens.accept("&") || tokens.peek().kind == TokenKind::word) {
    builder.declare_location(name, builder.initial_value(tokens.expect_word("a location")));
  } else {
    builder.declare_location(name, tokens.expect_number("a number or a location"));
  }
}

Token read_register_name(Tokens& tokens, const ProgramBuilder& builder) {
  const Token name = tokens.expect_word("a register (r0, r1, …)");
  const bool predicate = is_predicate(name.text) && !in_vulkan(builder);
  const bool reports = name.is(fault_register) && !in_vulkan(builder);
  if (!is_register(name.text) && !predicate && !reports) {
    tokens.fail(name, "expected a register (r0, r1, …), found " + quote(name));
  }
  return name;
}

/// `.reg .TYPE`.
NumberType read_register_type(Tokens& tokens) {
  tokens.expect(".", "'.'");
  const Token keyword = tokens.expect_word("'reg'", "write '0: .reg .s32 r0;'");
  if (!keyword.is("reg")) {
    tokens.fail(keyword, "expected 'reg', found " + quote(keyword),
                "registers are declared '0: .reg .s32 r0;'");
  }
  const std::string rule = "the types are .s32, .u32, .b32, .s64, .u64, .b64 and .pred";
  tokens.expect(".", "'.' and a type", rule);
  const Token word = tokens.expect_word("a type", rule);
  if (const std::optional<NumberType> type = find_word<NumberType>(word.text)) return *type;
  tokens.fail(word, "not modelled: registers of type " + quote("." + std::string(word.text)), rule);
}

/// The number behind `=`, which must be a value of the type.
Value read_register_value(Tokens& tokens, NumberType type) {
  const SourcePlace place = tokens.peek().place;
  const Value value = tokens.expect_number("a number or a location");
  require_fits(tokens.source(), place, value, to_string(type));
  return value;
}

void require_predicate(const Tokens& tokens, const Token& name, std::optional<NumberType> type) {
  if (!type || *type == NumberType::pred || !is_predicate(name.text)) return;
  tokens.fail(name,
              quote(name) + " is the name of a predicate, not of a register of type ." +
                  std::string(to_string(*type)),
              "call it r" + std::string(name.text.substr(1)) + ", or declare it .pred");
}

/// The address of a location is a number of 64 bits.
void require_address_type(const Tokens& tokens, const Token& name, NumberType type) {
  if (has_64_bits(type)) return;
  tokens.fail(tokens.peek(),
              "the address of a location does not fit register " + quote(name) + " of type ." +
                  std::string(to_string(type)),
              "declare it .b64");
}

/// `P0:r1 = 3`, `0:r1 = 3`, `P0:r1 = x`, `P0:r1 = &x`, and with a type
/// `0: .reg .s32 r1`, `0: .reg .b64 r1 = x`.
void read_register(Tokens& tokens, ProgramBuilder& builder) {
  RegisterDeclaration declaration;
  declaration.thread = tokens.peek();
  declaration.number = tokens.expect_thread_prefix();
  if (tokens.peek().is(".") && in_vulkan(builder)) {
    tokens.fail(tokens.peek(), "registers have no types in this dialect",
                "write " + quote("P" + std::to_string(declaration.number) + ":r0 = 1;"));
  }
  if (tokens.peek().is(".")) declaration.type = read_register_type(tokens);
  const bool typed = declaration.type.has_value();
  declaration.name = read_register_name(tokens, builder);
  require_predicate(tokens, declaration.name, declaration.type);
  if (!typed && builder.dialect().declares_registers) {
    tokens.fail(declaration.name, "the register " + quote(declaration.name) + " has no type",
                "declare it, as in " + quote(std::to_string(declaration.number) + ": .reg .s32 " +
                                             std::string(declaration.name.text) + " = 1;"));
  }
  if (!typed || tokens.peek().is("=")) {
    const NumberType type = declaration.type.value_or(usual_type(declaration.name.text));
    tokens.expect("=", "'='");
    if (tokens.accept("&") || tokens.peek().kind == TokenKind::word) {
      require_address_type(tokens, declaration.name, type);
      const Token location = tokens.expect_word("a location");
      declaration.initial =
          in_vulkan(builder) ? location : with_instance(tokens, builder, location);
    } else {
      declaration.initial = read_register_value(tokens, type);
    }
  }
  builder.declare_register(declaration);
}

}  // namespace

void read_initial_state(Tokens& tokens, ProgramBuilder& builder) {
  const Token open = tokens.expect("{", "'{'");
  while (!tokens.accept("}")) {
    if (tokens.accept(";")) continue;
    if (tokens.peek().kind == TokenKind::end) {
      tokens.fail(open, "'{' is never closed", "close the initial state with '}'");
    }
    if (tokens.at_thread_prefix()) {
      read_register(tokens, builder);
    } else {
      read_initial_location(tokens, builder);
    }
    if (!tokens.peek().is("}")) tokens.expect(";", "';' or '}'");
  }
}

}  // namespace opexplore::detail
