#include "litmus/spirv/cases.hpp"

#include <spirv/unified1/spirv.hpp11>

#include "litmus/language/limits.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

/// The numbers from `first` on, `count` of them.
Cases numbers(const Step& step, std::size_t operand, Value first, std::uint64_t count) {
  // Each would be a location, or a register.
  if (count > max_addresses) {
    step.fail("an index that is known only when the program runs, with " + std::to_string(count) +
                  " possible values: the limit is " + std::to_string(max_addresses),
              "use a smaller array, or give the variable fewer elements with @Input");
  }
  Cases cases{step.instruction().word(operand), step.operand(operand).reg, {}};
  for (std::uint64_t i = 0; i < count; ++i) cases.values.push_back(first + static_cast<Value>(i));
  return cases;
}

/// Indices of whole elements of `stride` bytes that begin in the variable; `offset` is the
/// element 0. A variable that nobody gives a length has an element for each thread.
Cases elements(const Step& step, std::size_t operand, const Known& base, std::uint64_t offset,
               std::uint32_t stride, bool may_be_before) {
  const auto& size = step.around().memory.at(base.object).size;
  if (!size) return numbers(step, operand, 0, threads_of(step.invocation().shape));
  const auto begin = static_cast<std::uint32_t>(offset);
  if (stride == 0 || begin >= *size) return numbers(step, operand, 0, 0);
  const std::uint32_t before = may_be_before ? begin / stride : 0;
  return numbers(step, operand, -Value{before},
                 std::uint64_t{before} + (*size - begin - 1) / stride + 1);
}

/// The indices of a chain begin at `first`; the one before chooses among elements like the base.
std::optional<Cases> index_cases(const Step& step, std::size_t first, bool with_element) {
  const Known base = step.operand(0);
  const Type& pointer_type = step.type_of(0);
  if (base.kind != Known::Kind::pointer || pointer_type.kind != Type::Kind::pointer) return {};
  Id type = pointer_type.element;
  auto offset = static_cast<std::uint64_t>(base.number);
  if (with_element) {
    const std::uint32_t stride =
        pointer_type.stride != 0 ? pointer_type.stride : step.type(type).size;
    const Known index = step.operand(1);
    if (index.is_run_time()) return elements(step, 1, base, offset, stride, true);
    offset += static_cast<std::uint64_t>(index.number) * stride;
  }
  for (std::size_t i = first; i < step.instruction().operands.size(); ++i) {
    const Known index = step.operand(i);
    const Type& whole = step.type(type);
    if (index.is_run_time() && whole.is_composite() && whole.kind != Type::Kind::structure) {
      if (whole.count) return numbers(step, i, 0, *whole.count);
      return elements(step, i, base, offset, whole.stride, false);
    }
    if (!index.is_number()) return {};
    const auto [part, begin] = part_of(step.around().declarations, step.around().module,
                                       step.instruction(), type, index.number);
    offset += static_cast<std::uint64_t>(begin);
    type = part;
  }
  return {};
}

std::optional<Cases> part_cases(const Step& step, std::size_t operand) {
  if (!step.operand(operand).is_run_time()) return {};
  return numbers(step, operand, 0, step.type_of(0).count.value_or(0));
}

/// Numbers are chosen by arithmetic.
std::optional<Cases> choice_cases(const Step& step) {
  const bool pointers = step.result_type().kind == Type::Kind::pointer;
  if (!pointers || !step.operand(0).is_run_time()) return {};
  return numbers(step, 0, 0, 2);
}

}  // namespace

std::optional<Cases> cases_of(const Step& step) {
  switch (Op{step.instruction().opcode}) {
    case Op::OpAccessChain:
    case Op::OpInBoundsAccessChain:
      return index_cases(step, 1, false);
    case Op::OpPtrAccessChain:
    case Op::OpInBoundsPtrAccessChain:
      return index_cases(step, 2, true);
    case Op::OpVectorExtractDynamic:
      return part_cases(step, 1);
    case Op::OpVectorInsertDynamic:
      return part_cases(step, 2);
    case Op::OpSelect:
      return choice_cases(step);
    default:
      return {};
  }
}

}  // namespace opexplore::spirv
