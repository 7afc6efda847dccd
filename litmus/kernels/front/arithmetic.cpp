// Sums, products, shifts and logic (PTX ISA 9.7.1 "Integer Arithmetic Instructions", 9.7.2
// "Extended-Precision Integer Arithmetic Instructions", 9.7.8 "Logic and Shift").
#include <array>

#include "litmus/kernels/front/carry.hpp"
#include "litmus/kernels/front/readers.hpp"

namespace opexplore::kernel {

namespace {

using code::Formula;

code::Part written_part(const Spelled& spelled) {
  return spelled.has("hi")     ? code::Part::high
         : spelled.has("wide") ? code::Part::whole
                               : code::Part::low;
}

/// `add.cc`, `addc`, `madc.hi` …: the flag CC.CF is an operand like others.
void read_carry(const Spelled& spelled, code::Instruction& made) {
  spelled.require_modifiers({"cc", "lo", "hi"});
  const Type type = spelled.type();
  spelled.require_integer(type);
  const std::string_view name = spelled.mnemonic().name.text;
  code::Compute& what = computes(made, Formula::carried, type);
  what.op = name.starts_with("sub") ? ArithmeticOp::sub : ArithmeticOp::add;
  what.multiplies = name.starts_with("mad");
  what.part = written_part(spelled);
  what.takes_carry = takes_carry(spelled.mnemonic());
  what.gives_carry = spelled.has("cc");
  spelled.require_operands(what.multiplies ? 4 : 3);
  spelled.destination();
  code::Operand flag;
  flag.kind = code::Operand::Kind::reg;
  flag.place = made.place;
  flag.text = carry_register;
  flag.reg = *carry_flag(spelled.entry);
  if (what.takes_carry) made.operands.push_back(flag);
  if (!what.gives_carry) return;
  made.operands.insert(made.operands.begin() + 1, flag);
  made.results = 2;
}

template <ArithmeticOp Op>
void read_plain(const Spelled& spelled, code::Instruction& made) {
  const bool sum = Op == ArithmeticOp::add || Op == ArithmeticOp::sub;
  const bool saturates = sum && spelled.has("sat");
  if (!saturates && spelled.has("cc")) return read_carry(spelled, made);
  if (saturates) {
    spelled.require_modifiers({"sat"});
  } else {
    spelled.require_modifiers({});
  }
  const Type type = spelled.type();
  spelled.require_integer(type);
  spelled.require_operands(3);
  spelled.destination();
  computes(made, saturates ? Formula::saturated : Formula::operation, type).op = Op;
}

template <bool Adds>
void read_product(const Spelled& spelled, code::Instruction& made) {
  if (spelled.has("cc")) return read_carry(spelled, made);
  const Type type = spelled.integer_type({"lo", "hi", "wide"});
  spelled.require_operands(Adds ? 4 : 3);
  code::Compute& what = computes(made, Formula::product, type);
  what.part = written_part(spelled);
  if (what.part == code::Part::whole) what.result.bits *= 2;
  if (what.part == code::Part::low && !spelled.has("lo")) {
    spelled.fail(spelled.written() + " needs .lo, .hi or .wide");
  }
  spelled.destination();
}

/// Those of so many operands, with a type and no other modifier.
template <Formula What, std::size_t Operands>
void read_typed(const Spelled& spelled, code::Instruction& made) {
  const Type type = spelled.integer_type();
  spelled.require_operands(1 + Operands);
  spelled.destination();
  computes(made, What, type);
}

/// `bfind`, with `.shiftamt` counted from the top.
void read_first_bit(const Spelled& spelled, code::Instruction& made) {
  const Type type = spelled.integer_type({"shiftamt"});
  spelled.require_operands(2);
  spelled.destination();
  computes(made, Formula::first_bit, type).from_top = spelled.has("shiftamt");
}

/// `shf.{l,r}.{clamp,wrap}.b32 d, low, high, places`.
void read_funnel_shift(const Spelled& spelled, code::Instruction& made) {
  const Type type = spelled.integer_type({"l", "r", "clamp", "wrap"});
  const bool left = spelled.has("l");
  const bool wraps = spelled.has("wrap");
  if (type.bits != 32 || left == spelled.has("r") || wraps == spelled.has("clamp")) {
    spelled.fail(spelled.written() + ": shf is shf.l or shf.r, .wrap or .clamp, .b32");
  }
  spelled.require_operands(4);
  spelled.destination();
  code::Compute& what = computes(made, Formula::funnel_shift, type);
  what.left = left;
  what.wraps = wraps;
}

/// `szext` and `bmsk`.
template <Formula What>
void read_clamped(const Spelled& spelled, code::Instruction& made) {
  const Type type = spelled.integer_type({"clamp", "wrap"});
  spelled.require_operands(3);
  spelled.destination();
  computes(made, What, type).wraps = spelled.has("wrap");
}

/// `mul24`, `mad24`: of the low 24 bits.
template <bool Adds>
void read_short_product(const Spelled& spelled, code::Instruction& made) {
  const Type type = spelled.integer_type({"lo", "hi"});
  spelled.require_operands(Adds ? 4 : 3);
  const bool high = spelled.has("hi");
  if (high == spelled.has("lo")) spelled.fail(spelled.written() + " needs .lo or .hi");
  spelled.destination();
  computes(made, Formula::short_product, type).part = written_part(spelled);
}

/// `dp4a d, a, b, c` and `dp2a`, whose second type is that of b.
template <std::uint32_t Terms>
void read_dot_product(const Spelled& spelled, code::Instruction& made) {
  spelled.require_modifiers({"lo", "hi"});
  spelled.require_operands(4);
  const std::vector<Type> types = spelled.types();
  if (types.size() != 2) spelled.fail(spelled.written() + " needs two types");
  spelled.destination();
  code::Compute& what = computes(made, Formula::dot_product, types[0]);
  what.result = types[1];
  what.part = written_part(spelled);
  what.terms = Terms;
}

}  // namespace

std::span<const InstructionReader> arithmetic_readers() {
  static constexpr std::array<InstructionReader, 17> readers = {{
      {"add", read_plain<ArithmeticOp::add>},
      {"sub", read_plain<ArithmeticOp::sub>},
      {"div", read_plain<ArithmeticOp::div>},
      {"and", read_plain<ArithmeticOp::bit_and>},
      {"or", read_plain<ArithmeticOp::bit_or>},
      {"xor", read_plain<ArithmeticOp::bit_xor>},
      {"mul", read_product<false>},
      {"mad", read_product<true>},
      {"shl", read_typed<Formula::left_shift, 2>},
      {"shr", read_typed<Formula::right_shift, 2>},
      {"neg", read_typed<Formula::negation, 1>},
      {"not", read_typed<Formula::complement, 1>},
      {"cnot", read_typed<Formula::is_zero, 1>},
      {"addc", read_carry},
      {"subc", read_carry},
      {"madc", read_carry},
      {"nop", [](const Spelled&, code::Instruction& made) { made.operation = code::Hint{}; }},
  }};
  return readers;
}

std::span<const InstructionReader> integer_readers() {
  static constexpr std::array<InstructionReader, 19> readers = {{
      {"popc", read_typed<Formula::ones, 1>},
      {"clz", read_typed<Formula::leading_zeros, 1>},
      {"brev", read_typed<Formula::reversal, 1>},
      {"abs", read_typed<Formula::magnitude, 1>},
      {"bfe", read_typed<Formula::extraction, 3>},
      {"bfi", read_typed<Formula::insertion, 4>},
      {"prmt", read_typed<Formula::byte_permutation, 3>},
      {"lop3", read_typed<Formula::logic_of_three, 4>},
      {"rem", read_typed<Formula::remainder, 2>},
      {"sad", read_typed<Formula::difference_added, 3>},
      {"fns", read_typed<Formula::nth_bit, 3>},
      {"bfind", read_first_bit},
      {"shf", read_funnel_shift},
      {"szext", read_clamped<Formula::extension>},
      {"bmsk", read_clamped<Formula::bit_mask>},
      {"mul24", read_short_product<false>},
      {"mad24", read_short_product<true>},
      {"dp4a", read_dot_product<4>},
      {"dp2a", read_dot_product<2>},
  }};
  return readers;
}

}  // namespace opexplore::kernel
