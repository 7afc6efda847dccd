#include "litmus/kernels/promises.hpp"

#include <optional>

namespace opexplore::kernel {

namespace {

using code::Compute;
using code::Formula;
using code::Promise;

__extension__ using Wide = __int128;

/// The exact result of a sum, a difference, a product or a shift; nothing of other formulas.
std::optional<Wide> exact_result(const Compute& what, Wide a, Wide b) {
  if (what.formula == Formula::product) return a * b;
  if (what.formula == Formula::left_shift) return a * (Wide{1} << b);
  if (what.formula != Formula::operation) return std::nullopt;
  if (what.op == ArithmeticOp::add) return a + b;
  if (what.op == ArithmeticOp::sub) return a - b;
  return std::nullopt;
}

/// Numbers with a sign or without one.
Wide number_of(Type type, Value value) {
  const Value typed = typed_value(type, value);
  return type.kind == 's' ? Wide{typed} : Wide{static_cast<std::uint64_t>(typed)};
}

bool wraps(const Compute& what, char kind, Value left, Value right) {
  const Type type{kind, what.type.bits};
  const bool shifts = what.formula == Formula::left_shift;
  const auto result = exact_result(what, number_of(type, left),
                                   number_of(shifts ? Type{'u', type.bits} : type, right));
  if (!result) return false;
  const Wide half = Wide{1} << (type.bits - 1);
  const Wide least = kind == 's' ? -half : Wide{0};
  const Wide greatest = kind == 's' ? half - 1 : 2 * half - 1;
  return *result < least || *result > greatest;
}

/// Whether something is left of a quotient, or shifted out.
bool leaves_rest(const Compute& what, Value left, Value right) {
  const Type type = what.type;
  if (what.formula == Formula::right_shift) {
    return (number_of({'u', type.bits}, left) & ((Wide{1} << right) - 1)) != 0;
  }
  const Wide divisor = number_of(type, right);
  return divisor != 0 && number_of(type, left) % divisor != 0;
}

bool is_broken(const Compute& what, Value left, Value right) {
  const Type bare{'u', what.type.bits};
  const Wide distance = number_of(bare, right);
  const bool shifts = what.formula == Formula::left_shift || what.formula == Formula::right_shift;
  if (shifts && distance >= what.type.bits) return true;
  return (what.promises_that(Promise::no_signed_wrap) && wraps(what, 's', left, right)) ||
         (what.promises_that(Promise::no_unsigned_wrap) && wraps(what, 'u', left, right)) ||
         (what.promises_that(Promise::exact) && leaves_rest(what, left, right)) ||
         (what.promises_that(Promise::disjoint) && (left & right) != 0);
}

}  // namespace

bool breaks_promise(Step& step, const Compute& what) {
  if (what.promises == 0) return false;
  const Abstract left = step.as_number(step.input(step.operands()[1], what.type).known);
  const Abstract right = step.as_number(step.input(step.operands()[2], what.type).known);
  if (!left.is_constant() || !right.is_constant()) {
    step.around().assumptions.insert(
        "where numbers are known only when the program runs, what the compiler was promised of "
        "them (nsw, nuw, exact, shifts by less than the width) is taken to hold");
    return false;
  }
  if (!is_broken(what, left.number, right.number)) return false;
  step.set(step.destination(), undefined(Abstract::Lack::broken_promise));
  return true;
}

}  // namespace opexplore::kernel
