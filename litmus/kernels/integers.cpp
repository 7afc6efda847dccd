// Formulas of integers.
#include <array>
#include <cstdint>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/numbers.hpp"

namespace opexplore::kernel {

namespace {

using code::Compute;
using code::Formula;

Number absolute(const Number& number) { return choose(less(number, 0), 0 - number, number); }

Number less_in(Type type, const Number& a, const Number& b) {
  return type.kind == 's' ? less(a, b) : less_unsigned(a, b);
}

/// Ones in the low `count` bits; 64 of them for more.
Number ones(const Number& count) { return shifted_left(1, count) - 1; }

/// The low `count` bits as a signed number.
Number signed_part(const Number& number, const Number& count) {
  const Number sign = shifted_right(shifted_left(1, count), 1);
  return ((number & ones(count)) ^ sign) - sign;
}

/// Formulas over one operand, read as unsigned unless it is of a signed type.
template <Number (*Formula)(const Number&, Type)>
void unary(Step& step, const Compute& what) {
  const Type type = what.type;
  Calculation of(step);
  of.set(step.destination(), Formula(of.operand(1, type), type));
}

Number population(const Number& number, Type type) {
  return count_of_ones(low_part(number, bits_of(type)));
}

Number zeros_in_front(const Number& number, Type type) {
  return leading_zeros(low_part(number, bits_of(type))) - (64 - Value{type.bits});
}

Number bits_reversed(const Number& number, Type type) {
  return shifted_right(reversed(number), 64 - Value{type.bits});
}

Number magnitude(const Number& number, Type) { return absolute(number); }

/// `bfind`: where the first bit is that is not the sign; all ones if there is none. With
/// `.shiftamt` how far it is from the top.
void find_bit(Step& step, const Compute& what) {
  const Type type = what.type;
  Calculation of(step);
  const Number number = of.operand(1, type);
  const Number sign = type.kind == 's' ? 0 - less(number, 0) : Number(0);
  const Number place = 63 - leading_zeros(number ^ sign);
  const Number found = negation(equal(place, -1));
  of.set(step.destination(),
         what.from_top ? choose(found, Value{type.bits} - 1 - place, -1) : place);
}

/// `bfe d, a, position, length`.
void extract_bits(Step& step, const Compute& what) {
  const Type type = what.type;
  Calculation of(step);
  const Number from = of.operand(1, type);
  const Number position = of.operand(2, {'u', 32}) & 0xFF;
  const Number length = of.operand(3, {'u', 32}) & 0xFF;
  of.set(step.destination(), type.kind == 's'
                                 ? signed_part(shifted_right_signed(from, position), length)
                                 : shifted_right(from, position) & ones(length));
}

/// `bfi d, a, b, position, length`: b with the low bits of a there.
void insert_bits(Step& step, const Compute& what) {
  const Type type = what.type;
  Calculation of(step);
  const Number from = of.operand(1, bits_of(type));
  const Number into = of.operand(2, bits_of(type));
  const Number position = of.operand(3, {'u', 32}) & 0xFF;
  const Number mask = shifted_left(ones(of.operand(4, {'u', 32}) & 0xFF), position);
  of.set(step.destination(), (into & ~mask) | (shifted_left(from, position) & mask));
}

/// `prmt`: four of the eight bytes of two registers.
void permute_bytes(Step& step, const Compute&) {
  Calculation of(step);
  const Number bytes = of.operand(1, {'u', 32}) | shifted_left(of.operand(2, {'u', 32}), 32);
  const Number selector = of.operand(3, {'u', 32});
  Number result = 0;
  for (Value i = 0; i < 4; ++i) {
    const Number choice = shifted_right(selector, 4 * i) & 0xF;
    const Number byte = shifted_right(bytes, 8 * (choice & 7)) & 0xFF;
    const Number sign = shifted_right(byte, 7) * 0xFF;
    result = result | shifted_left(choose(shifted_right(choice, 3), sign, byte), 8 * i);
  }
  of.set(step.destination(), result);
}

/// `shf.{l,r}.{clamp,wrap}.b32 d, low, high, places`.
void funnel_shift(Step& step, const Compute& what) {
  Calculation of(step);
  const Number both = of.operand(1, {'u', 32}) | shifted_left(of.operand(2, {'u', 32}), 32);
  const Number amount = of.operand(3, {'u', 32});
  const Number places =
      what.wraps ? amount & 31 : choose(less_unsigned(amount, 32), amount, Number(32));
  of.set(step.destination(),
         what.left ? shifted_right(shifted_left(both, places), 32) : shifted_right(both, places));
}

/// `lop3.b32 d, a, b, c, table`: bit 4a+2b+c of the table.
void logic_of_three(Step& step, const Compute&) {
  Calculation of(step);
  const std::optional<Value> table = of.operand(4, {'u', 32}).known();
  if (!table) step.fail_at(step.operands()[4], "expected a number, the table of the operation");
  const Number a = of.operand(1, {'u', 32});
  const Number b = of.operand(2, {'u', 32});
  const Number c = of.operand(3, {'u', 32});
  Number result = 0;
  for (Value row = 0; row < 8; ++row) {
    if ((*table >> row & 1) == 0) continue;
    const Number term =
        ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
    result = result | term;
  }
  of.set(step.destination(), low_part(result, {'u', 32}));
}

/// `rem`: the sign is that of the dividend.
void remainder(Step& step, const Compute& what) {
  const Type type = what.type;
  Calculation of(step);
  const Number left = of.operand(1, type);
  const Number right = of.operand(2, type);
  if (right.known() == 0) step.fail("division by zero", "PTX leaves its result open");
  of.set(step.destination(), left - quotient(left, right, type.kind == 's') * right);
}

/// `sad d, a, b, c`: c + |a - b|.
void difference_added(Step& step, const Compute& what) {
  const Type type = what.type;
  Calculation of(step);
  const Number a = of.operand(1, type);
  const Number b = of.operand(2, type);
  of.set(step.destination(), of.operand(3, type) + choose(less_in(type, a, b), b - a, a - b));
}

/// `szext`: the low bits of a number, extended.
void extend(Step& step, const Compute& what) {
  const Type type = what.type;
  Calculation of(step);
  const Number number = of.operand(1, {'u', 32});
  const Number amount = of.operand(2, {'u', 32});
  const Number count = what.wraps ? amount & 31 : amount;
  of.set(step.destination(), type.kind == 's' ? signed_part(number, count) : number & ones(count));
}

/// `bmsk d, position, length`.
void bit_mask(Step& step, const Compute& what) {
  const bool wraps = what.wraps;
  Calculation of(step);
  const Number position = of.operand(1, {'u', 32});
  const Number length = of.operand(2, {'u', 32});
  of.set(step.destination(),
         shifted_left(ones(wraps ? length & 31 : length), wraps ? position & 31 : position));
}

/// `fns d, mask, base, n`: the n-th bit that is set, counted from the bit `base`, which is the
/// first; downwards for negative n; all ones if there is none.
void find_nth_set(Step& step, const Compute&) {
  Calculation of(step);
  const auto mask = of.operand(1, {'u', 32}).known();
  const auto base = of.operand(2, {'u', 32}).known();
  const auto count = of.operand(3, {'s', 32}).known();
  if (!mask || !base || !count) {
    step.fail("not modelled: " + written(step) + " on values known only when the program runs");
  }
  const Value direction = *count < 0 ? -1 : 1;
  Value left = *count == 0 ? 1 : *count * direction;
  Value found = -1;
  const bool base_alone = *count == 0;
  for (Value bit = *base; bit >= 0 && bit < 32 && found < 0; bit += direction) {
    if ((*mask >> bit & 1) != 0 && --left == 0) found = bit;
    if (base_alone) break;
  }
  of.set(step.destination(), found);
}

/// `mul24`, `mad24`: of the low 24 bits.
void multiply_24_bits(Step& step, const Compute& what) {
  const Type type = what.type;
  const Type narrow{type.kind, 24};
  const bool adds = step.operands().size() == 4;
  Calculation of(step);
  const Number product =
      low_part(of.operand(1, type), narrow) * low_part(of.operand(2, type), narrow);
  const Number part = what.part == code::Part::high ? shifted_right(product, 16) : product;
  of.set(step.destination(), part + (adds ? of.operand(3, type) : Number(0)));
}

/// `dp4a d, a, b, c`: c and the products of four bytes each. `dp2a`: of two halves of a and two
/// bytes of b.
void dot_product(Step& step, const Compute& what) {
  const std::uint32_t width = 32 / what.terms;
  const Value first = what.part == code::Part::high ? 16 : 0;
  Calculation of(step);
  const Number a = of.operand(1, {'u', 32});
  const Number b = of.operand(2, {'u', 32});
  Number result = of.operand(3, {'s', 32});
  for (Value i = 0; i < Value{what.terms}; ++i) {
    result = result + low_part(shifted_right(a, i * Value{width}), {what.type.kind, width}) *
                          low_part(shifted_right(b, first + 8 * i), {what.result.kind, 8});
  }
  of.set(step.destination(), result);
}

}  // namespace

std::span<const Evaluator> integer_evaluators() {
  static constexpr std::array<Evaluator, 17> evaluators = {{
      {Formula::ones, unary<population>},
      {Formula::leading_zeros, unary<zeros_in_front>},
      {Formula::reversal, unary<bits_reversed>},
      {Formula::magnitude, unary<magnitude>},
      {Formula::first_bit, find_bit},
      {Formula::extraction, extract_bits},
      {Formula::insertion, insert_bits},
      {Formula::byte_permutation, permute_bytes},
      {Formula::funnel_shift, funnel_shift},
      {Formula::logic_of_three, logic_of_three},
      {Formula::remainder, remainder},
      {Formula::difference_added, difference_added},
      {Formula::extension, extend},
      {Formula::bit_mask, bit_mask},
      {Formula::nth_bit, find_nth_set},
      {Formula::short_product, multiply_24_bits},
      {Formula::dot_product, dot_product},
  }};
  return evaluators;
}

}  // namespace opexplore::kernel
