#include "litmus/kernels/known_floats.hpp"

#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <limits>

namespace opexplore::kernel {

namespace {

using code::Compute;
using code::Formula;
using code::Rounding;

/// Rounds as it is asked to as long as it exists.
class RoundingMode {
 public:
  explicit RoundingMode(Rounding rounding) {
    constexpr std::array<int, 5> modes = {FE_TONEAREST, FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                                          FE_UPWARD};
    std::fesetround(modes.at(static_cast<std::size_t>(rounding)));
  }
  ~RoundingMode() { std::fesetround(before_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  int before_ = std::fegetround();
};

template <class Float>
struct Operation {
  Formula formula;
  Float (*apply)(Float, Float, Float);
};

template <class Float>
constexpr std::array<Operation<Float>, 7> operations = {{
    {Formula::sum, [](Float a, Float b, Float) { return a + b; }},
    {Formula::difference, [](Float a, Float b, Float) { return a - b; }},
    {Formula::product, [](Float a, Float b, Float) { return a * b; }},
    {Formula::quotient, [](Float a, Float b, Float) { return a / b; }},
    {Formula::reciprocal, [](Float a, Float, Float) { return 1 / a; }},
    {Formula::root, [](Float a, Float, Float) { return std::sqrt(a); }},
    {Formula::fused_product, [](Float a, Float b, Float c) { return std::fma(a, b, c); }},
}};

template <class Float>
std::optional<double> rounded(const Compute& what, std::span<const double> operands) {
  const auto known = std::ranges::find(operations<Float>, what.formula, &Operation<Float>::formula);
  if (known == operations<Float>.end()) return std::nullopt;
  // Volatile: the compiler neither computes it before nor moves it out of the mode.
  std::array<volatile Float, 3> given{};
  for (std::size_t i = 0; i < operands.size(); ++i) given.at(i) = static_cast<Float>(operands[i]);
  volatile Float result = 0;
  {
    const RoundingMode mode(what.rounding);
    result = known->apply(given[0], given[1], given[2]);
  }
  return result;
}

/// `div.approx` is a product with the reciprocal, which is 0 for the greatest numbers (PTX ISA
/// 9.7.3 "div").
double approximate_quotient(double a, double b) {
  const double magnitude = std::abs(b);
  const bool vanishes = magnitude > std::ldexp(1.0, 126) && magnitude < std::ldexp(1.0, 128);
  if (!vanishes) return a / b;
  return std::isinf(a) ? std::numeric_limits<double>::quiet_NaN() : 0.0;
}

struct Function {
  Formula formula;
  double (*apply)(double);
};

constexpr std::array<Function, 8> functions = {{
    {Formula::reciprocal, [](double a) { return 1 / a; }},
    {Formula::root, [](double a) { return std::sqrt(a); }},
    {Formula::reciprocal_root, [](double a) { return 1 / std::sqrt(a); }},
    {Formula::exponential, [](double a) { return std::exp2(a); }},
    {Formula::logarithm, [](double a) { return std::log2(a); }},
    {Formula::sine, [](double a) { return std::sin(a); }},
    {Formula::cosine, [](double a) { return std::cos(a); }},
    {Formula::hyperbolic_tangent, [](double a) { return std::tanh(a); }},
}};

}  // namespace

std::optional<double> rounded_result(const Compute& what, std::span<const double> operands) {
  const bool wide = what.floats->bits == 64;
  return wide ? rounded<double>(what, operands) : rounded<float>(what, operands);
}

std::optional<double> nearest_result(const Compute& what, std::span<const double> operands) {
  if (what.formula == Formula::quotient) {
    return what.in_all_ranges ? operands[0] / operands[1]
                              : approximate_quotient(operands[0], operands[1]);
  }
  const auto known = std::ranges::find(functions, what.formula, &Function::formula);
  if (known == functions.end()) return std::nullopt;
  return known->apply(operands[0]);
}

}  // namespace opexplore::kernel
