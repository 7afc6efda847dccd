#include "litmus/language/ptx_code/instruction_reader.hpp"

#include <algorithm>
#include <array>

#include "litmus/language/ptx_code/asynchronous_instruction.hpp"
#include "litmus/language/ptx_code/object_reader.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

void read_target(InstructionContext& context) {
  const Token label = context.tokens.expect_word("a label", "labels are written 'LC00'");
  context.builder.jump(context.thread, label);
}

Action read_jump(InstructionContext context) {
  classify(context.source(), context.mnemonic, {.type = false}, {"uni"});
  read_target(context);
  return Branch{};
}

Action read_branch(InstructionContext context) {
  classify(context.source(), context.mnemonic, {.type = false});
  Branch action;
  action.comparison = find_word(jumps(), context.mnemonic.name.text).value();
  action.left = context.value();
  context.comma("the second operand");
  action.right = context.value();
  context.comma("the label");
  read_target(context);
  return action;
}

struct PtxEntry {
  std::string_view name;
  Action (*read)(InstructionContext);
};

constexpr std::array<PtxEntry, 32> ptx_instructions = {{
    {"ld", [](InstructionContext c) { return read_load(c, Proxy::generic); }},
    {"tld", [](InstructionContext c) { return read_load(c, Proxy::texture); }},
    {"suld", [](InstructionContext c) { return read_load(c, Proxy::surface); }},
    {"cold", [](InstructionContext c) { return read_load(c, Proxy::constant); }},
    {"st", [](InstructionContext c) { return read_store(c, Proxy::generic); }},
    {"sust", [](InstructionContext c) { return read_store(c, Proxy::surface); }},
    {"atom", [](InstructionContext c) { return read_atomic(c, Proxy::generic, true); }},
    {"suatom", [](InstructionContext c) { return read_atomic(c, Proxy::surface, true); }},
    {"red", [](InstructionContext c) { return read_atomic(c, Proxy::generic, false); }},
    {"sured", [](InstructionContext c) { return read_atomic(c, Proxy::surface, false); }},
    {"fence", read_fence},
    {"membar", read_membar},
    {"bar", read_barrier},
    {"barrier", read_barrier},
    {"mov", read_move},
    {"cvt", read_conversion},
    {"setp", read_predicate},
    {"add", read_arithmetic},
    {"sub", read_arithmetic},
    {"mul", read_arithmetic},
    {"div", read_arithmetic},
    {"and", read_arithmetic},
    {"or", read_arithmetic},
    {"xor", read_arithmetic},
    {"beq", read_branch},
    {"bne", read_branch},
    {"blt", read_branch},
    {"ble", read_branch},
    {"bgt", read_branch},
    {"bge", read_branch},
    {"bra", read_jump},
    {"goto", read_jump},
}};

bool at_register(const Tokens& tokens) {
  const Token& token = tokens.peek();
  return token.kind == TokenKind::word && (is_register(token.text) || is_predicate(token.text));
}

/// `]`, or an offset in bytes and `]`.
Value close_bracket(Tokens& tokens) {
  Value offset = 0;
  if (!tokens.peek().is("]")) offset = tokens.expect_number("']' or an offset in bytes");
  tokens.expect("]", "']'");
  return offset;
}

std::vector<std::string_view> known_ptx_words() {
  std::vector<std::string_view> known = {"exists", "forall", "filter", "locations", "ScopeTree"};
  for (const Word<Region>& region : words<Region>()) known.push_back(region.text);
  for (const PtxEntry& entry : ptx_instructions) known.push_back(entry.name);
  for (const std::string_view name : asynchronous_names()) known.push_back(name);
  return known;
}

}  // namespace

void InstructionContext::fail(std::string_view modifier, const std::string& message,
                              const std::string& suggestion) const {
  const auto written =
      std::find_if(mnemonic.modifiers.begin(), mnemonic.modifiers.end(),
                   [&](const Modifier& candidate) { return candidate.text == modifier; });
  const SourcePlace place =
      written == mnemonic.modifiers.end() ? mnemonic.name.place : written->place;
  source().fail(place, message, suggestion);
}

void InstructionContext::comma(std::string_view before_what) {
  tokens.expect(",", "',' and " + std::string(before_what));
}

RegisterId InstructionContext::destination(NumberType type_if_new) {
  const Token& token = tokens.peek();
  if (token.is("{")) {
    tokens.fail(token, "not modelled: vector access", "nearest: one access per element");
  }
  if (token.is("_")) {
    tokens.fail(token, "expected a destination register, found '_'", "without a result, use red");
  }
  // What the reader has put in for a pointer to no location is written as any move is.
  const bool reports = token.kind == TokenKind::word && token.is(fault_register);
  if (!at_register(tokens) && !reports) {
    tokens.fail_expected("a destination register (r0, r1, …)");
  }
  return builder.reg(thread, tokens.take(), type_if_new);
}

MemoryOperand InstructionContext::location(const Qualifiers& qualifiers) {
  MemoryOperand result;
  const bool bracketed = tokens.accept("[");
  const Token name = tokens.peek();
  if (name.kind != TokenKind::word) tokens.fail_expected("a location");
  const bool pointer = is_register(name.text);
  if (pointer && !bracketed) {
    tokens.fail(name, "expected a location, found the register " + quote(name),
                "write " + quote("[" + std::string(name.text) + "]") +
                    " for the location whose address it holds");
  }
  tokens.take();
  const Token written = pointer ? name : with_instance(tokens, builder, name);
  const Value offset = bracketed ? close_bracket(tokens) : 0;
  if (pointer) {
    result.pointer = builder.reg(thread, name);
  } else {
    result.address = builder.address(written, offset);
  }
  builder.note_access(
      {thread, 0, mnemonic.name.place, name.place, qualifiers.type, qualifiers.space, offset});
  return result;
}

Operand InstructionContext::value(std::string_view type) {
  if (at_register(tokens)) return RegisterOperand{builder.reg(thread, tokens.take())};
  const Token& token = tokens.peek();
  const SourcePlace place = token.place;
  const Value number = tokens.expect_number(
      "a register or a number",
      token.kind == TokenKind::word ? "load a location into a register first" : "");
  require_fits(source(), place, number, type);
  return number;
}

namespace {

// WART: guards-as-jumps. What follows depends on the predicate, too.
/// `@p` or `@!p`: the branch over the instruction that follows.
Instruction read_guard(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
  const Token at = tokens.expect("@", "'@'");
  const bool negated = tokens.accept("!");
  if (!at_register(tokens)) tokens.fail_expected("a predicate (p0, r1, …)");
  const Token name = tokens.take();
  const RegisterId predicate = builder.reg(thread, name, NumberType::pred);
  const Register& declared = builder.program().threads[thread].registers[predicate];
  if (declared.type != NumberType::pred) {
    tokens.fail(name,
                "the guard " + quote(name) + " is no predicate, it has type ." +
                    std::string(to_string(declared.type)),
                "compute it with setp, and declare it " +
                    quote(std::to_string(thread) + ": .reg .pred " + declared.name + ";"));
  }
  const std::size_t next = builder.program().threads[thread].instructions.size() + 1;
  const Branch over{negated ? Comparison::not_equal : Comparison::equal, RegisterOperand{predicate},
                    Value{0}, static_cast<InstructionId>(next + 1)};
  return {over, at.place, written(at, name)};
}

/// `@p bra L` is one conditional jump, not a jump over a jump.
bool at_jump(const Tokens& tokens) { return tokens.peek().is("bra") || tokens.peek().is("goto"); }

// WART: refused-instructions. What is not in the list is refused.
Instruction read_unguarded(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
  const Token first = tokens.peek();
  const Mnemonic mnemonic = read_mnemonic(tokens);
  Instruction result;
  result.place = first.place;
  if (is_asynchronous(mnemonic)) {
    result.action = read_asynchronous({tokens, builder, thread, mnemonic});
    result.text = written(first, tokens.previous());
    return result;
  }
  const auto entry =
      std::find_if(ptx_instructions.begin(), ptx_instructions.end(),
                   [&](const PtxEntry& candidate) { return candidate.name == first.text; });
  if (entry == ptx_instructions.end()) {
    refuse_instruction(tokens.source(), mnemonic, known_ptx_words());
  }
  result.action = entry->read({tokens, builder, thread, mnemonic});
  result.text = written(first, tokens.previous());
  return result;
}

}  // namespace

void read_instruction(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
  if (!tokens.peek().is("@")) {
    builder.add_instruction(thread, read_unguarded(tokens, builder, thread));
    return;
  }
  const Token start = tokens.peek();
  Instruction guard = read_guard(tokens, builder, thread);
  if (tokens.peek().is("@")) {
    tokens.fail(tokens.peek(), "an instruction has one guard", "combine the predicates with and");
  }
  if (!at_jump(tokens)) {
    builder.add_instruction(thread, std::move(guard));
    builder.add_instruction(thread, read_unguarded(tokens, builder, thread));
    return;
  }
  Instruction jump = read_unguarded(tokens, builder, thread);
  Branch conditional = *branch_of(guard.action);
  conditional.comparison =
      *conditional.comparison == Comparison::equal ? Comparison::not_equal : Comparison::equal;
  jump.action = conditional;
  jump.place = start.place;
  jump.text = written(start, tokens.previous());
  builder.add_instruction(thread, std::move(jump));
}

}  // namespace opexplore::detail
