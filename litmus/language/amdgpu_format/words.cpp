#include "litmus/language/amdgpu_format/words.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

constexpr std::string_view exchange = "xchg";

constexpr std::array known_operations{AtomicOp::add,    AtomicOp::sub,     AtomicOp::bit_and,
                                      AtomicOp::bit_or, AtomicOp::bit_xor, AtomicOp::min,
                                      AtomicOp::max};

constexpr std::array known_arithmetic{ArithmeticOp::add,    ArithmeticOp::sub,
                                      ArithmeticOp::mul,    ArithmeticOp::bit_and,
                                      ArithmeticOp::bit_or, ArithmeticOp::bit_xor};

// Those of PTX with an s in front, but of `eq` and `ne`.
bool has_sign(Comparison comparison) {
  return comparison != Comparison::equal && comparison != Comparison::not_equal;
}

}  // namespace

std::optional<Comparison> find_predicate(std::string_view text) {
  const bool sign = text.starts_with('s');
  const auto found = find_word(comparison_letters(), sign ? text.substr(1) : text);
  return found && has_sign(*found) == sign ? found : std::nullopt;
}

std::string predicate_name(Comparison comparison) {
  return (has_sign(comparison) ? "s" : "") + std::string(letters(comparison));
}

std::optional<AtomicOp> find_llvm_operation(std::string_view text) {
  if (text == exchange) return AtomicOp::exch;
  const auto found = find_word<AtomicOp>(text);
  const bool known = found && std::ranges::find(known_operations, *found) != known_operations.end();
  return known ? found : std::nullopt;
}

std::string_view llvm_operation(AtomicOp op) {
  return op == AtomicOp::exch ? exchange : to_string(op);
}

std::optional<ArithmeticOp> find_llvm_arithmetic(std::string_view text) {
  const auto found = find_word<ArithmeticOp>(text);
  const bool known = found && std::ranges::find(known_arithmetic, *found) != known_arithmetic.end();
  return known ? found : std::nullopt;
}

ArithmeticOp comparing(Comparison comparison) {
  return *find_word(setp_comparisons(), letters(comparison));
}

std::optional<Comparison> compared_by(ArithmeticOp op) {
  for (const Word<Comparison>& word : comparison_letters()) {
    if (comparing(word.value) == op) return word.value;
  }
  return std::nullopt;
}

}  // namespace opexplore::detail
