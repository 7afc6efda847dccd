// Sums that are longer than a register (PTX ISA 9.7.2 "Extended-Precision Integer Arithmetic
// Instructions"). The flag CC.CF is a register that each function has beside those it declares.
#include "litmus/kernels/carry.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "litmus/kernels/instructions.hpp"

namespace opexplore::kernel {

namespace {

constexpr std::string_view carry_name = "CC.CF";

PtxOperand flag_of(const Step& step) {
  PtxOperand flag;
  flag.kind = PtxOperand::Kind::reg;
  flag.token = step.mnemonic().name;
  flag.reg = *carry_flag(step.entry());
  return flag;
}

/// What comes out of a sum, or goes on from a difference.
struct Carried {
  Number result;
  Number carry;
};

/// Unsigned numbers of so many bits.
Carried added(const Number& a, const Number& b, const Number& carry, std::uint32_t bits) {
  const Number sum = a + b;
  const Number whole = sum + carry;
  if (bits < 64) return {low_part(whole, {'u', bits}), shifted_right(whole, Value{bits})};
  return {whole, less_unsigned(sum, a) | less_unsigned(whole, sum)};
}

Carried subtracted(const Number& a, const Number& b, const Number& borrow, std::uint32_t bits) {
  const Number difference = a - b;
  const Number whole = difference - borrow;
  const Number borrowed = less_unsigned(a, b) | less_unsigned(difference, borrow);
  if (bits == 64) return {whole, borrowed};
  return {low_part(whole, {'u', bits}), shifted_right(whole, 63)};
}

void carry(Step& step, bool subtracts, bool multiplies) {
  require_modifiers(step, {"cc", "lo", "hi"});
  const Type type{'u', step.type().bits};
  require_integer(step, type);
  step.require_operands(multiplies ? 4 : 3);
  Calculation of(step);
  const std::string_view name = step.mnemonic().name.text;
  const bool takes = name.back() == 'c';  // addc, subc, madc
  const Number before = takes ? of.operand(flag_of(step), {'p', 1}) : Number(0);
  Number a = of.operand(1, type);
  Number b = of.operand(2, type);
  if (multiplies) {
    const bool high = step.mnemonic().has("hi");
    const bool is_signed = step.type().kind == 's';
    const Type factor = step.type();
    if (high && type.bits == 64) {
      a = upper_product(a, b, is_signed);
    } else {
      const Number product = of.operand(1, factor) * of.operand(2, factor);
      a = low_part(high ? shifted_right(product, Value{type.bits}) : product, type);
    }
    b = of.operand(3, type);
  }
  const Carried result =
      subtracts ? subtracted(a, b, before, type.bits) : added(a, b, before, type.bits);
  if (!step.mnemonic().has("cc")) return of.set(step.destination(), result.result);
  of.set({{step.destination(), result.result}, {flag_of(step), result.carry}});
}

}  // namespace

std::string carry_register() { return std::string(carry_name); }

std::optional<std::uint16_t> carry_flag(const Entry& entry) {
  return find_register(entry, 0, carry_name);
}

bool takes_carry(const Mnemonic& mnemonic) {
  return mnemonic.name.is("addc") || mnemonic.name.is("subc") || mnemonic.name.is("madc");
}

void execute_carry(Step& step) {
  const std::string_view name = step.mnemonic().name.text;
  carry(step, name.starts_with("sub"), name.starts_with("mad"));
}

}  // namespace opexplore::kernel
