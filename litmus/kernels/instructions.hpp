// What the files that execute instructions share.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "code/compute.hpp"
#include "litmus/kernels/numbers.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// A formula, and who sets the results of a step to it.
struct Evaluator {
  code::Formula formula;
  void (*run)(Step&, const code::Compute&);
};

/// \name Those of all formulas.
/// @{
std::span<const Evaluator> arithmetic_evaluators();
std::span<const Evaluator> integer_evaluators();
std::span<const Evaluator> comparison_evaluators();
std::span<const Evaluator> conversion_evaluators();
std::span<const Evaluator> float_evaluators();  ///< where others of the same names are of integers
/// @}

/// \name What the other instructions do.
/// @{
void execute_access(Step& step, const code::Access& what);
void execute_barrier(Step& step, const code::BarrierOperation& what);
void execute_warp(Step& step, const code::WarpOperation& what);
void execute_asynchronous(Step& step, const code::Asynchronous& what);
/// @}

/// What the operand holds, if that follows from the launch. Refuses it else, by what it is.
Value known_number(Step& step, const code::Operand& operand, const std::string& what);

/// The instruction with its modifiers, in quotes.
std::string written(const Step& step);

/// Comparing addresses of one object; nothing if they are not.
std::optional<Abstract> compare_addresses(ArithmeticOp op, const Input& left, const Input& right);

/// `destination = input`, known only when the program runs.
void copy(Step& step, const code::Operand& destination, const Input& input, Type type);

/// The result of comparing numbers of that type.
Number compared(ArithmeticOp op, Type type, const Number& left, const Number& right);

/// A truth as a value of that type: all ones, or 1.0.
Number truth_as(Type type, const Number& truth);

/// The number of type `from`, or the least or greatest one of type `to`, if it is no such number.
Number clamped(const Number& number, Type from, Type to);

}  // namespace opexplore::kernel
