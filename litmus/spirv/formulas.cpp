#include "litmus/spirv/formulas.hpp"

#include <algorithm>
#include <utility>

namespace opexplore::spirv {

namespace {

using kernel::Number;

kernel::FormulaSink sink_of(Step& step) {
  return {[&step](std::size_t number) { return step.scratch(number); },
          [&step](ArithmeticOp op, RegisterId destination, opexplore::Operand left,
                  opexplore::Operand right,
                  NumberType type) { step.emit(op, destination, left, right, type); }};
}

/// Registers hold numbers of 32 bits with a sign, shorter ones without.
Number number_of(kernel::Formulas& formulas, const FormulaInput& input) {
  const std::uint32_t bits = input.type.bits;
  const kernel::Type type{input.is_signed ? 's' : 'u', bits};
  if (input.value.is_number()) return kernel::low_part(Number(input.value.number), type);
  const Number held = formulas.number_in(input.value.reg);
  const bool as_held = bits >= 64 || bits == 1 || (bits == 32) == input.is_signed;
  return as_held ? held : kernel::low_part(held, type);
}

}  // namespace

Known by_formula(Step& step, const std::vector<FormulaInput>& inputs, const Type& result,
                 std::uint32_t part,
                 const std::function<Number(const std::vector<Number>&)>& formula) {
  const auto undefined = [](const FormulaInput& input) {
    return !input.value.is_number() && !input.value.is_run_time();
  };
  if (std::ranges::any_of(inputs, undefined)) return {};
  kernel::Formulas formulas(sink_of(step));
  std::vector<Number> numbers;
  for (const FormulaInput& input : inputs) numbers.push_back(number_of(formulas, input));
  Number computed = formula(numbers);
  if (const auto known = computed.known()) return number(held(result, *known));
  if (result.bits < 32 && result.bits > 1) {
    computed = kernel::low_part(computed, {'u', result.bits});
  }
  const opexplore::Operand value = formulas.result(computed);
  const RegisterId reg = step.result_register(result, part);
  step.emit(ArithmeticOp::move, reg, value, Value{0}, number_type(result));
  return run_time(reg);
}

}  // namespace opexplore::spirv
