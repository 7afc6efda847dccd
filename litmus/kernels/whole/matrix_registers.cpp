#include "litmus/kernels/whole/matrix_registers.hpp"

#include <optional>

#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

std::uint32_t held_in(Step& step, const code::Operand& operand) {
  if (!step.is_undefined(operand) && !step.is_unwritten(operand)) {
    const Abstract known = step.number(operand, {'b', 32}).known;
    if (known.is_constant()) return static_cast<std::uint32_t>(known.number);
  }
  throw LeftOpen{"what is in a matrix is not known", &step.statement(), true};
}

void set_register(Step& step, const code::Operand& destination, std::uint32_t bits) {
  if (destination.kind == code::Operand::Kind::nothing) return;
  step.set(destination, constant(wide_value(32, Value{bits})));
}

std::vector<code::Operand> registers_in(const code::Operand& operand) {
  return operand.kind == code::Operand::Kind::vector ? operand.parts : std::vector{operand};
}

void read_fragments(Step& step, const code::Operand& registers, code::MatrixElement element,
                    std::uint32_t thread, FragmentOf place, Matrix& matrix) {
  const std::uint32_t bits = code::bits_of(element), per_register = 32 / bits;
  std::uint32_t reg = 0;
  for (const code::Operand& part : registers_in(registers)) {
    const std::uint32_t held = held_in(step, part);
    note_if_cut(step, element, held);
    for (std::uint32_t i = 0; i < per_register; ++i) {
      const Fragment at = place(thread, reg, i, per_register);
      matrix.at(at.line, at.place) = number_of(element, held >> (i * bits));
    }
    ++reg;
  }
}

void add_products(Step& step, const code::MatrixProduct& what, const Matrix& left,
                  const Matrix& right, std::uint32_t thread, bool adds) {
  const std::vector<code::Operand> sums = registers_in(step.operands()[1]);
  std::vector<std::uint32_t> results;
  for (std::uint32_t reg = 0; reg < sums.size(); ++reg) {
    std::optional<std::uint32_t> held;
    if (adds) held = held_in(step, sums[reg]);
    const SummedRegister sum = summed(what, left, right, thread, reg, held);
    note_if_rounded(step, sum.is_determined);
    results.push_back(sum.bits);
  }
  // Only now: the registers of the results may be those that are read.
  const std::vector<code::Operand> destinations = registers_in(step.operands()[0]);
  for (std::size_t i = 0; i < results.size(); ++i) set_register(step, destinations[i], results[i]);
}

void note_if_rounded(Step& step, bool is_determined) {
  if (is_determined) return;
  step.around().assumptions.insert(
      "sums of products of matrices are taken to be rounded once, to nearest: PTX does not say "
      "how");
}

void note_if_cut(Step& step, code::MatrixElement element, std::uint32_t bits) {
  if (is_whole(element, bits)) return;
  step.around().assumptions.insert(
      "numbers that are multiplied as tf32 are taken to be cut off: PTX does not say how");
}

}  // namespace opexplore::kernel
