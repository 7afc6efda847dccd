#include "litmus/language/ptx_code/object_reader.hpp"

#include <string>

#include "litmus/language/ptx_code/mnemonic.hpp"

namespace opexplore::detail {

namespace {

bool adjacent(const Token& first, const Token& second) {
  return first.text.data() + first.text.size() == second.text.data();
}

}  // namespace

bool at_object(const Tokens& tokens) {
  const Token kind = tokens.peek(1);
  return tokens.peek().is("@") &&
         (kind.is("mbarrier") || kind.is("tensormap") || kind.is("tensor"));
}

void require_count(const Source& source, SourcePlace place, Value count) {
  constexpr Value most = (Value{1} << 20) - 1;
  if (count >= 1 && count <= most) return;
  source.fail(place, "an mbarrier cannot count " + std::to_string(count) + " arrivals",
              "counts are 1 to " + std::to_string(most));
}

void read_object(Tokens& tokens, ProgramBuilder& builder, const Token& name) {
  tokens.expect("@", "'@'");
  ObjectDeclaration declaration{name};
  const Token kind = tokens.take();
  if (kind.is("tensor")) {
    declaration.kind = ObjectKind::tensor;
    if (tokens.accept("=")) declaration.initial = tokens.expect_number("a number");
  } else if (kind.is("mbarrier")) {
    const Token count = tokens.peek();
    if (count.is("=")) {
      tokens.fail(count, "an mbarrier has no value",
                  "write " + quote(std::string(name.text) + " @ mbarrier 1;") +
                      " for one that counts to 1");
    }
    if (tokens.at_number()) {
      const Value number = tokens.expect_number("a count");
      if (number == 0) {
        tokens.fail(count, "an mbarrier cannot count 0 arrivals",
                    "write " + quote(std::string(name.text) + " @ mbarrier;") +
                        " for one that is not initialised");
      }
      require_count(tokens.source(), count.place, number);
      declaration.initial = number;
    }
  } else {
    declaration.kind = ObjectKind::tensormap;
    if (tokens.accept("=")) {
      if (tokens.accept("&")) {
        declaration.initial = tokens.expect_word("a location");
      } else {
        declaration.initial = tokens.expect_number("a number, or '&' and a location");
      }
    }
  }
  builder.declare_object(declaration);
}

Token with_instance(Tokens& tokens, ProgramBuilder& builder, const Token& name) {
  if (!tokens.peek().is("@")) return name;
  tokens.take();
  return builder.instance(name, tokens.expect_index("the number of a CTA"));
}

Token with_declared_instance(Tokens& tokens, ProgramBuilder& builder, const Token& name) {
  const Token at = tokens.peek();
  const Token number = tokens.peek(1);
  const bool instance = at.is("@") && number.kind == TokenKind::number && all_digits(number.text) &&
                        number.text.size() <= 4 && adjacent(name, at) && adjacent(at, number);
  const bool address = instance && std::stoi(std::string(number.text)) >= usual_number(0);
  return instance && !address ? with_instance(tokens, builder, name) : name;
}

}  // namespace opexplore::detail
