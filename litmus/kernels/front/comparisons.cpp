// Comparison and selection (PTX ISA 9.7.6), moves and conversions (9.7.9 "Data Movement and
// Conversion Instructions"), of integers.
#include <array>

#include "litmus/kernels/front/readers.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using code::Formula;
using detail::quote;
using Kind = code::Operand::Kind;

/// Those that compare unsigned, whatever the type says.
constexpr std::array<Word<ArithmeticOp>, 4> unsigned_comparisons = {
    {{"lo", ArithmeticOp::less},
     {"ls", ArithmeticOp::less_equal},
     {"hi", ArithmeticOp::greater},
     {"hs", ArithmeticOp::greater_equal}}};

/// How the result of a comparison is combined with a predicate.
std::optional<ArithmeticOp> combination_named(std::string_view text) {
  const std::optional<ArithmeticOp> op = find_word<ArithmeticOp>(text);
  const bool combines =
      op == ArithmeticOp::bit_and || op == ArithmeticOp::bit_or || op == ArithmeticOp::bit_xor;
  return combines ? op : std::nullopt;
}

/// What the modifiers of a comparison say beside types.
struct Comparing {
  std::optional<ArithmeticOp> op;
  std::optional<ArithmeticOp> combines;  ///< the result with a predicate
  bool is_unsigned = false;
};

Comparing read_comparing_words(const Spelled& spelled) {
  Comparing result;
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    if (type_named(modifier.text)) continue;
    const auto by_type = find_word(setp_comparisons(), modifier.text);
    const auto by_word = find_word<ArithmeticOp>(unsigned_comparisons, modifier.text);
    const auto combines = combination_named(modifier.text);
    if (combines && !result.combines) {
      result.combines = combines;
      continue;
    }
    if ((!by_type && !by_word) || result.op) {
      spelled.fail_at(modifier,
                      "not modelled: " + quote(modifier.text) + " in " + spelled.written(),
                      "write one comparison, and .and, .or or .xor");
    }
    result.op = by_type ? by_type : by_word;
    result.is_unsigned = by_word.has_value();
  }
  if (!result.op) {
    spelled.fail(spelled.written() + " needs a comparison", "eq, ne, lt, le, gt or ge");
  }
  return result;
}

/// `setp.CmpOp{.BoolOp}.type p{|q}, a, b{, c}`: q is what the negated comparison gives.
void read_comparison(const Spelled& spelled, code::Instruction& made) {
  const Comparing how = read_comparing_words(spelled);
  Type type = spelled.type();
  spelled.require_integer(type);
  if (how.is_unsigned) type.kind = 'u';
  const std::size_t usual = how.combines ? 4 : 3;
  const bool two = spelled.operands.size() == usual + 1;
  if (!two) spelled.require_operands(usual);
  const bool plain = !two && !how.combines;
  if (plain) spelled.destination();
  code::Compute& what = computes(made, plain ? Formula::operation : Formula::comparison, type);
  what.op = *how.op;
  what.combines = how.combines;
  made.results = two ? 2 : 1;
}

/// The two types of `set`, `slct`, `cvt`.
std::pair<Type, Type> two_types(const Spelled& spelled, std::string_view of = "") {
  const std::vector<Type> types = spelled.types();
  if (types.size() != 2) spelled.fail(spelled.written() + " needs two types" + std::string(of));
  return {types[0], types[1]};
}

/// `set.CmpOp{.BoolOp}.dtype.stype d, a, b{, c}`: all ones, or 1.0, for true.
void read_comparison_value(const Spelled& spelled, code::Instruction& made) {
  const Comparing how = read_comparing_words(spelled);
  auto [result, type] = two_types(spelled, ": of the result and to compare");
  spelled.require_integer(type);
  if (how.is_unsigned) type.kind = 'u';
  spelled.require_operands(how.combines ? 4 : 3);
  spelled.destination();
  code::Compute& what = computes(made, Formula::comparison_value, type);
  what.result = result;
  what.op = *how.op;
  what.combines = how.combines;
}

void read_selection(const Spelled& spelled, code::Instruction& made) {
  spelled.require_modifiers({});
  spelled.require_operands(4);
  const Type type = spelled.type();
  spelled.destination();
  computes(made, Formula::selection, type);
}

/// `slct.type.s32 d, a, b, c`: a if c is not negative, or else b.
void read_selection_by_sign(const Spelled& spelled, code::Instruction& made) {
  spelled.require_modifiers({});
  spelled.require_operands(4);
  const auto [result, type] = two_types(spelled);
  spelled.require_integer(type);
  spelled.destination();
  computes(made, Formula::selection_by_sign, type).result = {'u', result.bits};
}

template <Formula What>
void read_extreme(const Spelled& spelled, code::Instruction& made) {
  spelled.require_modifiers({});
  spelled.require_operands(3);
  const Type type = spelled.type();
  spelled.require_integer(type);
  spelled.destination();
  computes(made, What, type);
}

/// The type of each of `count` parts of a value of that type.
Type type_of_part(const Spelled& spelled, Type type, std::size_t count) {
  const auto bits = static_cast<std::uint32_t>(type.bits / count);
  if (type.bits > 64) {
    spelled.fail("not modelled: values of " + std::to_string(type.bits) + " bits (" +
                     spelled.written() + ")",
                 "values have 64 bits: use two where nobody has to see both at once");
  }
  if (count < 2 || bits * count != type.bits || bits < 8) {
    spelled.fail(spelled.written() + ": a value of " + std::to_string(type.bits) + " bits has no " +
                 std::to_string(count) + " such parts");
  }
  return {'u', bits};
}

/// `mov d, a`; `mov.b64 d, {a, b}`, of which the first part is the lowest; `mov.b64 {a, b}, d`.
void read_move(const Spelled& spelled, code::Instruction& made) {
  spelled.require_modifiers({});
  spelled.require_operands(2);
  const Type type = spelled.type();
  const bool unpacks = spelled.operands[0].kind == Kind::vector;
  const code::Operand& from = spelled.operands[1];
  if (unpacks || from.kind == Kind::vector) {
    if (!unpacks) spelled.destination();
    const std::size_t count = (unpacks ? spelled.operands[0] : from).parts.size();
    const Type part = type_of_part(spelled, type, count);
    computes(made, unpacks ? Formula::unpacking : Formula::packing, type).result = part;
    return;
  }
  spelled.destination();
  computes(made, Formula::move, type);
}

/// `cvta{.to}.space`: an address and the generic one are the same place, and no alias.
void read_address_conversion(const Spelled& spelled, code::Instruction& made) {
  spelled.require_operands(2);
  computes(made, Formula::address_conversion, spelled.type());
}

/// `cvt.TO.FROM` between integers.
void read_conversion(const Spelled& spelled, code::Instruction& made) {
  spelled.require_modifiers({"sat"});
  spelled.require_operands(2);
  const auto [to, from] = two_types(spelled, ": to and from");
  for (const Type type : {to, from}) spelled.require_integer(type);
  spelled.destination();
  code::Compute& what = computes(made, Formula::conversion, from);
  what.result = to;
  what.saturates = spelled.has("sat");
}

/// `isspacep.space p, a`.
void read_space_test(const Spelled& spelled, code::Instruction& made) {
  spelled.require_operands(2);
  code::Compute& what = computes(made, Formula::space_test, {'b', 64});
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    if (!what.space) what.space = space_named(modifier.text);
    if (modifier.text == "shared::cta") what.space = Space::shared;
  }
}

}  // namespace

std::span<const InstructionReader> comparison_readers() {
  static constexpr std::array<InstructionReader, 6> readers = {{
      {"setp", read_comparison},
      {"set", read_comparison_value},
      {"selp", read_selection},
      {"slct", read_selection_by_sign},
      {"min", read_extreme<Formula::minimum>},
      {"max", read_extreme<Formula::maximum>},
  }};
  return readers;
}

std::span<const InstructionReader> conversion_readers() {
  static constexpr std::array<InstructionReader, 4> readers = {{
      {"mov", read_move},
      {"cvta", read_address_conversion},
      {"cvt", read_conversion},
      {"isspacep", read_space_test},
  }};
  return readers;
}

}  // namespace opexplore::kernel
