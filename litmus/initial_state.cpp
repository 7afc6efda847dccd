#include "litmus/initial_state.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace opexplore::detail {

namespace {

struct ProxyWord {
  std::string_view text;
  Proxy proxy;
};

constexpr std::array<ProxyWord, 4> proxies = {{{"generic", Proxy::generic},
                                               {"texture", Proxy::texture},
                                               {"surface", Proxy::surface},
                                               {"constant", Proxy::constant}}};

/// `y @ PROXY aliases x`, from the `@` on.
void read_alias(Tokens& tokens, ProgramBuilder& builder, const Token& name) {
  tokens.expect("@", "'@'");
  const Token word = tokens.expect_word("a proxy (generic, texture, surface, constant)");
  const auto proxy = std::find_if(proxies.begin(), proxies.end(), [&](const ProxyWord& candidate) {
    return candidate.text == word.text;
  });
  if (proxy == proxies.end()) {
    tokens.fail(word, "unknown proxy " + quote(word),
                did_you_mean(word.text, {"generic", "texture", "surface", "constant"},
                             "the proxies are generic, texture, surface and constant"));
  }
  tokens.expect("aliases", "'aliases'", "write 'y @ generic aliases x'");
  const Token target = tokens.expect_word("a location");
  builder.declare_alias(name, proxy->proxy, target);
}

/// `x = 3`, `x = y`, `x = &y` (both of the latter: the initial value of y).
void read_location(Tokens& tokens, ProgramBuilder& builder) {
  const bool bracketed = tokens.accept("[");
  const Token name = tokens.expect_word("a location, a register (P0:r1) or '}'");
  if (bracketed) tokens.expect("]", "']'", "offsets are not modelled; give each word a name");
  if (!bracketed && tokens.peek().is("@")) {
    read_alias(tokens, builder, name);
    return;
  }
  if (tokens.peek().kind == TokenKind::word) {
    tokens.fail(name, "expected a location, found the type " + quote(name),
                "leave types out; all values have 64 bits");
  }
  tokens.expect("=", "'=' or '@'", "write " + quote(std::string(name.text) + " = 0;"));
  if (tokens.accept("&") || tokens.peek().kind == TokenKind::word) {
    builder.declare_location(name, builder.initial_value(tokens.expect_word("a location")));
  } else {
    builder.declare_location(name, tokens.expect_number("a number or a location"));
  }
}

/// `P0:r1 = 3`, `0:r1 = 3`, `P0:r1 = x`, `P0:r1 = &x`.
void read_register(Tokens& tokens, ProgramBuilder& builder) {
  const Token thread = tokens.peek();
  const std::uint32_t number = thread.kind == TokenKind::number
                                   ? tokens.expect_index("a thread")
                                   : *thread_number(tokens.take().text);
  tokens.expect(":", "':'");
  const Token name = tokens.expect_word("a register (r0, r1, …)");
  if (!is_register(name.text)) {
    tokens.fail(name, "expected a register (r0, r1, …), found " + quote(name));
  }
  tokens.expect("=", "'='");
  if (tokens.accept("&") || tokens.peek().kind == TokenKind::word) {
    const Token location = tokens.expect_word("a location");
    builder.initialize_register(thread, number, name, location);
  } else {
    builder.initialize_register(thread, number, name,
                                tokens.expect_number("a number or a location"));
  }
}

}  // namespace

void read_initial_state(Tokens& tokens, ProgramBuilder& builder) {
  const Token open = tokens.expect("{", "'{'");
  while (!tokens.accept("}")) {
    if (tokens.accept(";")) continue;
    if (tokens.peek().kind == TokenKind::end) {
      tokens.fail(open, "'{' is never closed", "close the initial state with '}'");
    }
    const bool is_register_entry =
        tokens.peek(1).is(":") &&
        (tokens.peek().kind == TokenKind::number || thread_number(tokens.peek().text).has_value());
    if (is_register_entry) {
      read_register(tokens, builder);
    } else {
      read_location(tokens, builder);
    }
    if (!tokens.peek().is("}")) tokens.expect(";", "';' or '}'");
  }
}

}  // namespace opexplore::detail
