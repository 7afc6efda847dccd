// Moves, arithmetic and setp (PTX ISA 9.7.1 "Integer Arithmetic", 9.7.8 "mov", "cvt", 9.7.5
// "setp"). Where no type is written, values are .s64.
#include <array>
#include <string>
#include <utility>

#include "litmus/language/ptx_code/instruction_reader.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

constexpr Accepts any_type = {.predicate_type = true};

NumberType type_of(const Qualifiers& qualifiers) {
  return find_word<NumberType>(qualifiers.type).value_or(NumberType::s64);
}

/// PTX has words of their own for unsigned comparisons, but the types say the same.
void refuse_unsigned_comparison(const InstructionContext& context) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> words = {
      {{"lo", "lt"}, {"ls", "le"}, {"hi", "gt"}, {"hs", "ge"}}};
  for (const auto& [word, same] : words) {
    if (!context.mnemonic.has(word)) continue;
    context.fail(word, "not modelled: comparison " + quote(word),
                 "write " + quote(same) + " with .u32 or .u64");
  }
}

ArithmeticOp read_comparison(const InstructionContext& context) {
  std::optional<ArithmeticOp> result;
  for (const Modifier& modifier : context.mnemonic.modifiers) {
    const std::optional<ArithmeticOp> comparison = find_word(setp_comparisons(), modifier.text);
    if (comparison && result) {
      context.source().fail(modifier.place, quote(context.mnemonic.text()) + " has two comparisons",
                            "leave out one of them");
    }
    if (comparison) result = comparison;
  }
  if (!result) {
    context.fail("", quote(context.mnemonic.text()) + " needs a comparison",
                 "eq, ne, lt, le, gt or ge, as in 'setp.eq.s32'");
  }
  return *result;
}

void read_operands(InstructionContext& context, std::string_view type, Arithmetic& action) {
  context.comma("the first operand");
  action.left = context.value(type);
  context.comma("the second operand");
  action.right = context.value(type);
}

}  // namespace

Action read_move(InstructionContext context) {
  const Qualifiers qualifiers = classify(context.source(), context.mnemonic, any_type);
  Arithmetic action;
  action.type = type_of(qualifiers);
  action.destination = context.destination();
  context.comma("the value");
  action.left = context.value(qualifiers.type);
  return action;
}

/// `cvt.TO.FROM`: a move, for the narrower of the two types says what becomes of the value.
Action read_conversion(InstructionContext context) {
  std::vector<NumberType> types;
  for (const Modifier& modifier : context.mnemonic.modifiers) {
    const std::optional<NumberType> type = find_word<NumberType>(modifier.text);
    if (!type || modifier.text[0] == 'b' || *type == NumberType::pred) {
      refuse_modifier(context.source(), context.mnemonic, modifier,
                      texts({NumberType::s32, NumberType::u32, NumberType::s64, NumberType::u64}));
    }
    types.push_back(*type);
  }
  if (types.size() != 2) {
    context.fail("", quote(context.mnemonic.text()) + " needs two types: to and from",
                 "write 'cvt.u64.u32' or another pair of .s32, .u32, .s64 and .u64");
  }
  Arithmetic action;
  action.type = has_64_bits(types[0]) ? types[1] : types[0];
  action.destination = context.destination();
  context.comma("the value");
  action.left = context.value(to_string(action.type));
  return action;
}

Action read_arithmetic(InstructionContext context) {
  const ArithmeticOp op = *find_word<ArithmeticOp>(context.mnemonic.name.text);
  // PTX writes mul.lo for the half of the product that the model computes.
  const std::vector<std::string_view> halves = {"lo"};
  const Qualifiers qualifiers =
      classify(context.source(), context.mnemonic, any_type,
               op == ArithmeticOp::mul ? halves : std::vector<std::string_view>{});
  Arithmetic action;
  action.op = op;
  action.type = type_of(qualifiers);
  action.destination = context.destination();
  read_operands(context, qualifiers.type, action);
  return action;
}

Action read_predicate(InstructionContext context) {
  refuse_unsigned_comparison(context);
  Arithmetic action;
  const Qualifiers qualifiers =
      classify(context.source(), context.mnemonic, any_type, texts(setp_comparisons()));
  action.op = read_comparison(context);
  action.type = type_of(qualifiers);
  action.destination = context.destination(NumberType::pred);
  if (context.tokens.peek().is("|")) {
    context.tokens.fail(context.tokens.peek(), "not modelled: a second destination of setp",
                        "write a second setp");
  }
  read_operands(context, qualifiers.type, action);
  return action;
}

}  // namespace opexplore::detail
