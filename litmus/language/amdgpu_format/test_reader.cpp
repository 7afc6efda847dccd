#include <string>
#include <variant>

#include "litmus/language/amdgpu_format/dialect.hpp"
#include "litmus/language/amdgpu_format/instruction_reader.hpp"
#include "litmus/language/amdgpu_format/placement.hpp"
#include "litmus/language/condition_reader.hpp"
#include "litmus/language/header.hpp"
#include "litmus/language/ptx_code/thread_table_reader.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/amdgpu.hpp"

namespace opexplore::detail {

namespace {

/// `x = 3`, or `x @ lds = 3` for one in the local memory of a workgroup.
void read_amdgpu_location(Tokens& tokens, ProgramBuilder& builder) {
  const Token name = tokens.expect_word("a location, a register (P0:r1) or '}'");
  const bool local = tokens.accept("@");
  if (local) tokens.expect("lds", "'lds'", "write 'x @ lds = 0;'");
  tokens.expect("=", "'=' or '@'", "write " + quote(std::string(name.text) + " = 0;"));
  builder.declare_location(name, expect_i32(tokens, "a number"));
  if (local) {
    const AddressId address = *builder.find_address(name.text);
    builder.set_region(builder.program().addresses[address].location, Region::shared);
  }
}

/// `P0:r1 = 3`.
void read_amdgpu_register(Tokens& tokens, ProgramBuilder& builder) {
  RegisterDeclaration declaration;
  declaration.thread = tokens.peek();
  declaration.number = tokens.expect_thread_prefix();
  declaration.name = tokens.expect_word("a register (r0, r1, …)");
  if (!is_register(declaration.name.text)) {
    tokens.fail(declaration.name,
                "expected a register (r0, r1, …), found " + quote(declaration.name));
  }
  declaration.type = NumberType::s32;
  tokens.expect("=", "'='");
  declaration.initial = expect_i32(tokens, "a number");
  builder.declare_register(declaration);
}

void read_amdgpu_state(Tokens& tokens, ProgramBuilder& builder) {
  const Token open = tokens.expect("{", "'{'");
  while (!tokens.accept("}")) {
    if (tokens.accept(";")) continue;
    if (tokens.peek().kind == TokenKind::end) {
      tokens.fail(open, "'{' is never closed", "close the initial state with '}'");
    }
    tokens.at_thread_prefix() ? read_amdgpu_register(tokens, builder)
                              : read_amdgpu_location(tokens, builder);
    if (!tokens.peek().is("}")) tokens.expect(";", "';' or '}'");
  }
}

bool is_undef(const Term& term) {
  const auto* const number = std::get_if<Value>(&term);
  return number != nullptr && *number == undef;
}

/// An undef value may be any number. What asks for an execution that satisfies the formula is
/// answered by one that may, and what asks for one that does not by one that may not.
void settle_undef(Proposition& proposition, OfUndef wanted) {
  if (proposition.kind == Proposition::Kind::comparison) {
    const bool asks = is_undef(proposition.left) || is_undef(proposition.right);
    proposition.of_undef = asks ? OfUndef::as_number : wanted;
  }
  if (proposition.kind == Proposition::Kind::negation) {
    wanted = wanted == OfUndef::holds ? OfUndef::fails : OfUndef::holds;
  }
  for (Proposition& part : proposition.parts) settle_undef(part, wanted);
}

}  // namespace

void read_amdgpu_test(Scanner& scanner, SpelledTest& result) {
  Test& test = result.test;
  read_header(scanner, test);
  Tokens tokens(scanner.source(), tokenize(scanner, QuotedWords::yes));
  ProgramBuilder builder(scanner.source(), amdgpu_dialect);
  read_amdgpu_state(tokens, builder);
  read_thread_table(tokens, builder, read_amdgpu_heading, read_amdgpu_instruction);
  builder.check_accesses();
  test.program = builder.program();
  read_question(tokens, builder, test);
  const bool forall = test.quantifier == Quantifier::forall;
  settle_undef(test.condition, forall ? OfUndef::fails : OfUndef::holds);
  if (test.filter) settle_undef(*test.filter, OfUndef::holds);
}

}  // namespace opexplore::detail
