// Floating-point instructions (PTX ISA 9.7.3 to 9.7.6).
#include <algorithm>
#include <array>
#include <optional>

#include "litmus/kernels/front/readers.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using code::Floats;
using code::Formula;
using code::Property;
using code::Rounding;
using detail::quote;

constexpr std::array<Word<Floats>, 6> float_types = {{{"f16", {{10, 5}, 16, 1}},
                                                      {"f16x2", {{10, 5}, 16, 2}},
                                                      {"bf16", {{7, 8}, 16, 1}},
                                                      {"bf16x2", {{7, 8}, 16, 2}},
                                                      {"f32", {{23, 8}, 32, 1}},
                                                      {"f64", {{52, 11}, 64, 1}}}};

std::optional<Floats> floats_named(std::string_view text) {
  return find_word<Floats>(float_types, text);
}

/// Those of the instruction, which has one such type and no modifiers beside it but `known`.
Floats floats_of(const Spelled& spelled, std::initializer_list<std::string_view> known) {
  std::optional<Floats> result;
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    const std::optional<Floats> floats = floats_named(modifier.text);
    const bool other = !floats && std::ranges::find(known, modifier.text) == known.end();
    if (other || (floats && result)) {
      spelled.fail_at(
          modifier, "not modelled: modifier " + quote(modifier.text) + " of " + spelled.written());
    }
    if (floats) result = floats;
  }
  if (!result) spelled.fail(spelled.written() + " needs a floating-point type");
  return *result;
}

/// A formula of each of the numbers that the operands hold.
code::Compute& read_floats(const Spelled& spelled, code::Instruction& made, Formula formula,
                           std::size_t operands, std::initializer_list<std::string_view> known) {
  const Floats floats = floats_of(spelled, known);
  spelled.require_operands(operands + 1);
  spelled.destination();
  code::Compute& what = computes(made, formula, {'u', floats.bits * floats.count});
  what.floats = floats;
  what.flushes = spelled.has("ftz");
  what.saturates = spelled.has("sat");
  return what;
}

/// What of the spelling says how a result is rounded.
constexpr std::array<Word<Rounding>, 3> directions = {
    {{"rz", Rounding::to_zero}, {"rm", Rounding::down}, {"rp", Rounding::up}}};

/// What is rounded to nearest if nothing else is said; `.approx` and `.full` only bound the error.
template <Formula What, std::size_t Operands>
void read_rounded(const Spelled& spelled, code::Instruction& made) {
  code::Compute& what = read_floats(spelled, made, What, Operands,
                                    {"rn", "rz", "rm", "rp", "approx", "full", "ftz", "sat"});
  what.in_all_ranges = spelled.has("full");
  what.approximates = spelled.has("approx") || what.in_all_ranges;
  for (const auto& [word, direction] : directions) {
    if (spelled.has(word)) what.rounding = direction;
  }
}

/// Functions of which PTX only bounds the error.
template <Formula What>
void read_approximated(const Spelled& spelled, code::Instruction& made) {
  read_floats(spelled, made, What, 1, {"approx", "ftz"}).approximates = true;
}

template <Formula What>
void read_signs(const Spelled& spelled, code::Instruction& made) {
  read_floats(spelled, made, What, 1, {"ftz"});
}

template <Formula What>
void read_float_extreme(const Spelled& spelled, code::Instruction& made) {
  read_floats(spelled, made, What, 2, {"ftz", "NaN"}).keeps_none = spelled.has("NaN");
}

constexpr std::array<Word<Property>, 6> float_properties = {{{"finite", Property::finite},
                                                             {"infinite", Property::infinite},
                                                             {"number", Property::number},
                                                             {"notanumber", Property::no_number},
                                                             {"normal", Property::normal},
                                                             {"subnormal", Property::subnormal}}};

/// `testp.op p, a` (PTX ISA 9.7.3 "testp").
void read_property(const Spelled& spelled, code::Instruction& made) {
  code::Compute& what =
      read_floats(spelled, made, Formula::property, 1,
                  {"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  what.type = {'u', what.floats->bits};
  for (const auto& [word, property] : float_properties) {
    if (!what.property && spelled.has(word)) what.property = property;
  }
  if (what.property) return;
  spelled.fail(spelled.written() + " needs a property",
               "write .finite, .infinite, .number or .notanumber");
}

/// What a comparison says of two numbers, and whether it holds if one of them is none.
struct FloatComparison {
  std::string_view name;
  ArithmeticOp op;
  bool unordered;
};
constexpr std::array<FloatComparison, 12> float_comparisons = {
    {{"eq", ArithmeticOp::equal, false},
     {"ne", ArithmeticOp::not_equal, false},
     {"lt", ArithmeticOp::less, false},
     {"le", ArithmeticOp::less_equal, false},
     {"gt", ArithmeticOp::greater, false},
     {"ge", ArithmeticOp::greater_equal, false},
     {"equ", ArithmeticOp::equal, true},
     {"neu", ArithmeticOp::not_equal, true},
     {"ltu", ArithmeticOp::less, true},
     {"leu", ArithmeticOp::less_equal, true},
     {"gtu", ArithmeticOp::greater, true},
     {"geu", ArithmeticOp::greater_equal, true}}};

/// The comparison of two numbers of that type.
code::Compute& read_comparing(const Spelled& spelled, code::Instruction& made, Formula formula,
                              Type type) {
  code::Compute& what = computes(made, formula, bits_of(type));
  what.floats = floats_named("f" + std::to_string(type.bits));
  bool compares = false;
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    if (type_named(modifier.text)) continue;
    const auto* const known =
        std::ranges::find(float_comparisons, modifier.text, &FloatComparison::name);
    const bool asks = modifier.text == "num" || modifier.text == "nan";
    if ((known == float_comparisons.end() && !asks) || compares) {
      spelled.fail_at(modifier,
                      "not modelled: " + quote(modifier.text) + " in " + spelled.written(),
                      "write setp with one comparison, and combine predicates with and.pred and "
                      "or.pred");
    }
    compares = true;
    if (asks) {
      what.property = modifier.text == "nan" ? Property::no_number : Property::number;
    } else {
      what.op = known->op;
      what.unordered = known->unordered;
    }
  }
  if (!compares) {
    spelled.fail(spelled.written() + " needs a comparison", "eq, ne, lt, le, gt or ge");
  }
  return what;
}

void read_float_comparison(const Spelled& spelled, code::Instruction& made) {
  spelled.require_operands(3);
  spelled.destination();
  read_comparing(spelled, made, Formula::comparison, spelled.type());
}

void read_float_comparison_value(const Spelled& spelled, code::Instruction& made) {
  const std::vector<Type> types = spelled.types();
  if (types.size() != 2) spelled.fail(spelled.written() + " needs two types");
  spelled.require_operands(3);
  spelled.destination();
  read_comparing(spelled, made, Formula::comparison_value, types[1]).result = types[0];
}

/// A type of a conversion: of floating-point numbers, or an integer.
struct Converted {
  std::optional<Floats> floats;
  Type type;
};

/// To and from.
std::array<Converted, 2> converted_types(const Spelled& spelled) {
  constexpr std::array<std::string_view, 7> known = {"rn",  "rni", "rzi", "rmi",
                                                     "rpi", "ftz", "sat"};
  std::vector<Converted> found;
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    const std::optional<Floats> floats = floats_named(modifier.text);
    const auto type = type_named(modifier.text);
    if (floats) {
      found.push_back({floats, {'u', floats->bits}});
    } else if (type) {
      found.push_back({std::nullopt, *type});
    } else if (std::ranges::find(known, modifier.text) == known.end()) {
      spelled.fail_at(
          modifier, "not modelled: modifier " + quote(modifier.text) + " of " + spelled.written());
    }
  }
  if (found.size() != 2) spelled.fail(spelled.written() + " needs two types: to and from");
  return {found[0], found[1]};
}

Rounding rounding_of(const Spelled& spelled) {
  constexpr std::array<Word<Rounding>, 4> roundings = {{{"rni", Rounding::nearest},
                                                        {"rzi", Rounding::to_zero},
                                                        {"rmi", Rounding::down},
                                                        {"rpi", Rounding::up}}};
  for (const auto& [word, rounding] : roundings) {
    if (spelled.has(word)) return rounding;
  }
  return Rounding::none;
}

/// `cvt` to or from floating-point numbers; to a pair from two numbers, the upper one first.
void read_float_conversion(const Spelled& spelled, code::Instruction& made) {
  const auto [to, from] = converted_types(spelled);
  const std::size_t count = to.floats ? to.floats->count : 1;
  if (from.floats && from.floats->count != 1) {
    spelled.fail("not modelled: " + spelled.written());
  }
  spelled.require_operands(1 + count);
  spelled.destination();
  code::Compute& what = computes(made, Formula::conversion, from.type);
  what.floats = from.floats;
  what.result = to.type;
  what.result_floats = to.floats;
  what.rounding = rounding_of(spelled);
  what.flushes = spelled.has("ftz");
  what.saturates = spelled.has("sat");
  if (from.floats && !to.floats && what.rounding == Rounding::none) {
    spelled.fail(spelled.written() + " needs .rzi, .rni, .rmi or .rpi");
  }
}

}  // namespace

std::span<const InstructionReader> float_readers() {
  static constexpr std::array<InstructionReader, 23> readers = {{
      {"add", read_rounded<Formula::sum, 2>},
      {"sub", read_rounded<Formula::difference, 2>},
      {"mul", read_rounded<Formula::product, 2>},
      {"div", read_rounded<Formula::quotient, 2>},
      {"rcp", read_rounded<Formula::reciprocal, 1>},
      {"copysign",
       [](const Spelled& spelled, code::Instruction& made) {
         read_floats(spelled, made, Formula::sign_copy, 2, {});
       }},
      {"testp", read_property},
      {"sqrt", read_rounded<Formula::root, 1>},
      {"rsqrt", read_approximated<Formula::reciprocal_root>},
      {"ex2", read_approximated<Formula::exponential>},
      {"lg2", read_approximated<Formula::logarithm>},
      {"sin", read_approximated<Formula::sine>},
      {"cos", read_approximated<Formula::cosine>},
      {"tanh", read_approximated<Formula::hyperbolic_tangent>},
      {"min", read_float_extreme<Formula::minimum>},
      {"max", read_float_extreme<Formula::maximum>},
      {"fma", read_rounded<Formula::fused_product, 3>},
      {"mad", read_rounded<Formula::fused_product, 3>},
      {"neg", read_signs<Formula::negation>},
      {"abs", read_signs<Formula::magnitude>},
      {"setp", read_float_comparison},
      {"set", read_float_comparison_value},
      {"cvt", read_float_conversion},
  }};
  return readers;
}

}  // namespace opexplore::kernel
