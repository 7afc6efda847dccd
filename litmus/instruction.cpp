#include "litmus/instruction.hpp"

#include <algorithm>
#include <array>

namespace opexplore::detail {

namespace {

Action read_move(InstructionContext context) {
  const Qualifiers qualifiers = classify(context.source(), context.mnemonic, {});
  Arithmetic action;
  action.destination = context.destination();
  context.comma("the value");
  action.left = context.value(qualifiers.type);
  return action;
}

Action read_arithmetic(InstructionContext context, ArithmeticOp op) {
  // PTX writes mul.lo for the half of the product that the model computes.
  const std::vector<std::string_view> halves = {"lo"};
  const Qualifiers qualifiers =
      classify(context.source(), context.mnemonic, {},
               op == ArithmeticOp::mul ? halves : std::vector<std::string_view>{});
  if (op == ArithmeticOp::div && !qualifiers.type.empty() && qualifiers.type[0] == 'u') {
    context.fail(
        qualifiers.type, "not modelled: unsigned division",
        "division is signed; nearest: " + quote("div.s" + std::string(qualifiers.type.substr(1))));
  }
  Arithmetic action;
  action.op = op;
  action.destination = context.destination();
  context.comma("the first operand");
  action.left = context.value(qualifiers.type);
  context.comma("the second operand");
  action.right = context.value(qualifiers.type);
  return action;
}

void read_target(InstructionContext& context) {
  const Token label = context.tokens.expect_word("a label", "labels are written 'LC00'");
  context.builder.jump(context.thread, label);
}

Action read_jump(InstructionContext context) {
  classify(context.source(), context.mnemonic, {.type = false}, {"uni"});
  read_target(context);
  return Branch{};
}

Action read_branch(InstructionContext context, Comparison comparison) {
  classify(context.source(), context.mnemonic, {.type = false});
  Branch action;
  action.comparison = comparison;
  action.left = context.value();
  context.comma("the second operand");
  action.right = context.value();
  context.comma("the label");
  read_target(context);
  return action;
}

struct Entry {
  std::string_view name;
  Action (*read)(InstructionContext);
};

constexpr std::array<Entry, 30> instructions = {{
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
    {"add", [](InstructionContext c) { return read_arithmetic(c, ArithmeticOp::add); }},
    {"sub", [](InstructionContext c) { return read_arithmetic(c, ArithmeticOp::sub); }},
    {"mul", [](InstructionContext c) { return read_arithmetic(c, ArithmeticOp::mul); }},
    {"div", [](InstructionContext c) { return read_arithmetic(c, ArithmeticOp::div); }},
    {"and", [](InstructionContext c) { return read_arithmetic(c, ArithmeticOp::bit_and); }},
    {"or", [](InstructionContext c) { return read_arithmetic(c, ArithmeticOp::bit_or); }},
    {"xor", [](InstructionContext c) { return read_arithmetic(c, ArithmeticOp::bit_xor); }},
    {"beq", [](InstructionContext c) { return read_branch(c, Comparison::equal); }},
    {"bne", [](InstructionContext c) { return read_branch(c, Comparison::not_equal); }},
    {"blt", [](InstructionContext c) { return read_branch(c, Comparison::less); }},
    {"ble", [](InstructionContext c) { return read_branch(c, Comparison::less_equal); }},
    {"bgt", [](InstructionContext c) { return read_branch(c, Comparison::greater); }},
    {"bge", [](InstructionContext c) { return read_branch(c, Comparison::greater_equal); }},
    {"bra", read_jump},
    {"goto", read_jump},
}};

/// The source from the first token to the last one read, runs of blanks as one blank.
std::string written(const Token& first, const Token& last) {
  const char* const end = last.text.data() + last.text.size();
  std::string result;
  for (const char* c = first.text.data(); c != end; ++c) {
    const bool blank = *c == ' ' || *c == '\t' || *c == '\n' || *c == '\r';
    if (!blank) {
      result += *c;
    } else if (result.back() != ' ') {
      result += ' ';
    }
  }
  return result;
}

std::vector<std::string_view> known_words() {
  std::vector<std::string_view> words = {"exists", "forall", "filter", "locations"};
  for (const Entry& entry : instructions) words.push_back(entry.name);
  return words;
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

RegisterId InstructionContext::destination() {
  const Token& token = tokens.peek();
  if (token.is("{")) {
    tokens.fail(token, "not modelled: vector access", "nearest: one access per element");
  }
  if (token.is("_")) {
    tokens.fail(token, "expected a destination register, found '_'", "without a result, use red");
  }
  if (token.kind != TokenKind::word || !is_register(token.text)) {
    tokens.fail_expected("a destination register (r0, r1, …)");
  }
  return builder.reg(thread, tokens.take());
}

AddressId InstructionContext::location(std::string_view type) {
  const bool bracketed = tokens.accept("[");
  const Token& token = tokens.peek();
  if (token.kind != TokenKind::word) tokens.fail_expected("a location");
  if (is_register(token.text)) {
    tokens.fail(token, "expected a location, found the register " + quote(token),
                "addresses in registers are not modelled; name the location");
  }
  const AddressId address = builder.address(tokens.take());
  builder.note_type(address, type, mnemonic.name.place);
  if (bracketed) tokens.expect("]", "']'", "offsets are not modelled; give each word a name");
  return address;
}

Operand InstructionContext::value(std::string_view type) {
  const Token& token = tokens.peek();
  if (token.kind == TokenKind::word && is_register(token.text)) {
    return RegisterOperand{builder.reg(thread, tokens.take())};
  }
  const SourcePlace place = token.place;
  const Value number = tokens.expect_number(
      "a register or a number",
      token.kind == TokenKind::word ? "load a location into a register first" : "");
  require_fits(source(), place, number, type);
  return number;
}

Instruction read_instruction(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
  if (tokens.peek().is("@")) {
    tokens.fail(tokens.peek(), "not modelled: predicates",
                "nearest: beq, bne, blt, ble, bgt or bge over the instruction");
  }
  const Token first = tokens.peek();
  const Mnemonic mnemonic = read_mnemonic(tokens);
  const auto entry =
      std::find_if(instructions.begin(), instructions.end(),
                   [&](const Entry& candidate) { return candidate.name == first.text; });
  if (entry == instructions.end()) {
    refuse_instruction(tokens.source(), mnemonic, known_words());
  }
  Instruction result;
  result.place = first.place;
  result.action = entry->read({tokens, builder, thread, mnemonic});
  result.text = written(first, tokens.previous());
  return result;
}

}  // namespace opexplore::detail
