// All values are at most (M + A) · F: M is the largest number written in the test, A the sum of all
// that is ever added to a value, F the product of all that a value is ever multiplied by. Adding
// two registers at most doubles the largest value.
#include "hardware/generate/word_size.hpp"

#include <algorithm>
#include <limits>
#include <variant>

#include "hardware/generate/thread_facts.hpp"
#include "hardware/prepared.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::hardware {

namespace {

constexpr std::uint64_t largest_in_32_bits = std::numeric_limits<std::int32_t>::max();

std::uint64_t magnitude(Value value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

/// The operations that atomics and arithmetic share; everything else leaves values as they are.
enum class Effect : std::uint8_t { none, add, sub, mul, div, bit_and, bit_or_xor, step };

Effect effect_of(ArithmeticOp op) {
  switch (op) {
    case ArithmeticOp::add:
      return Effect::add;
    case ArithmeticOp::sub:
      return Effect::sub;
    case ArithmeticOp::mul:
      return Effect::mul;
    case ArithmeticOp::div:
      return Effect::div;
    case ArithmeticOp::bit_and:
      return Effect::bit_and;
    case ArithmeticOp::bit_or:
    case ArithmeticOp::bit_xor:
      return Effect::bit_or_xor;
    default:
      return Effect::none;  // moves and comparisons
  }
}

Effect effect_of(AtomicOp op) {
  switch (op) {
    case AtomicOp::add:
      return Effect::add;
    case AtomicOp::sub:
      return Effect::sub;
    case AtomicOp::mul:
      return Effect::mul;
    case AtomicOp::div:
      return Effect::div;
    case AtomicOp::bit_and:
      return Effect::bit_and;
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
      return Effect::bit_or_xor;
    case AtomicOp::inc:
    case AtomicOp::dec:
      return Effect::step;
    default:
      return Effect::none;  // min, max, exch, cas
  }
}

class Bound {
 public:
  explicit Bound(const Program& program) {
    for (const Location& location : program.locations) note(location.initial);
    for (const Thread& thread : program.threads) {
      for (const Register& reg : thread.registers) note(reg.initial);
      for (const Instruction& instruction : thread.instructions) {
        std::visit([this](const auto& action) { numbers(action); }, instruction.action);
      }
    }
    for (const Thread& thread : program.threads) {
      executions_ = has_loops(thread) ? loop_bound + 1 : 1;
      for (const Instruction& instruction : thread.instructions) {
        std::visit([this](const auto& action) { grow(action); }, instruction.action);
      }
    }
  }

  bool fits_32_bits() const {
    return !unbounded_ && (largest_ + added_) <= largest_in_32_bits &&
           (largest_ + added_) * factor_ <= largest_in_32_bits;
  }

 private:
  void note(Value value) {
    negative_ = negative_ || value < 0;
    largest_ = std::max(largest_, std::min(magnitude(value), largest_in_32_bits + 1));
  }
  void note(const Operand& operand) {
    if (const auto* const value = std::get_if<Value>(&operand)) note(*value);
  }

  void numbers(const Store& store) { note(store.value); }
  void numbers(const Atomic& atomic) {
    note(atomic.operand);
    note(atomic.expected);
    negative_ = negative_ || atomic.op == AtomicOp::sub;
  }
  void numbers(const Arithmetic& arithmetic) {
    // The mask of a false dependency, `and r1, r0, 0x80000000`, is never a value as long as no
    // value is negative; whether one is, is known when all numbers have been seen.
    const bool mask = arithmetic.op == ArithmeticOp::bit_and &&
                      (std::holds_alternative<RegisterOperand>(arithmetic.left) ||
                       std::holds_alternative<RegisterOperand>(arithmetic.right));
    for (const Operand* const operand : {&arithmetic.left, &arithmetic.right}) {
      const auto* const value = std::get_if<Value>(operand);
      if (mask && value != nullptr && *value >= 0) {
        mask_ = std::max(mask_, std::min(magnitude(*value), largest_in_32_bits + 1));
      } else {
        note(*operand);
      }
    }
    const bool below_zero = arithmetic.op == ArithmeticOp::sub && !is_zero(arithmetic);
    const bool by_zero =
        arithmetic.op == ArithmeticOp::div && arithmetic.right == Operand{Value{0}};
    negative_ = negative_ || below_zero || by_zero;
  }
  void numbers(const Branch& branch) {
    note(branch.left);
    note(branch.right);
  }
  void numbers(const Load&) {}
  void numbers(const AnyFence auto&) {}
  void numbers(const Barrier&) {}
  void numbers(const Asynchronous&) {}

  void grow(const Atomic& atomic) { grow(effect_of(atomic.op), atomic.operand, atomic.operand); }
  void grow(const Arithmetic& arithmetic) {
    const NumberType type = arithmetic.type;
    const bool compares = arithmetic.op >= ArithmeticOp::equal;
    const bool wraps = type == NumberType::u32 || type == NumberType::b32;
    const bool divides =
        arithmetic.op == ArithmeticOp::div && (type == NumberType::u64 || type == NumberType::b64);
    // A negative number is a large one there.
    if (negative_ && !compares && (wraps || divides)) unbounded_ = true;
    if (is_zero(arithmetic)) return;
    grow(effect_of(arithmetic.op), arithmetic.left, arithmetic.right);
  }
  void grow(const Load&) {}
  void grow(const Store&) {}
  void grow(const AnyFence auto&) {}
  void grow(const Barrier&) {}
  void grow(const Asynchronous&) {}
  void grow(const Branch&) {}

  void grow(Effect effect, const Operand& left, const Operand& right) {
    const auto* number = std::get_if<Value>(&right);
    if (number == nullptr) number = std::get_if<Value>(&left);
    switch (effect) {
      case Effect::none:
      case Effect::div:
        return;
      case Effect::step:
        return add(1);
      case Effect::add:
      case Effect::sub:
        return number != nullptr ? add(magnitude(*number)) : multiply(2);
      case Effect::mul:
        if (number == nullptr) unbounded_ = true;
        return number != nullptr ? multiply(magnitude(*number)) : void();
      case Effect::bit_and:
        if (negative_) largest_ = std::max(largest_, mask_);
        return negative_ ? multiply(2) : void();
      case Effect::bit_or_xor:  // of numbers that are not negative at most their sum
        return number != nullptr && !negative_ ? add(magnitude(*number)) : multiply(2);
    }
  }

  void add(std::uint64_t amount) {
    added_ = std::min(added_ + std::min(amount, largest_in_32_bits + 1) * executions_,
                      largest_in_32_bits + 1);
  }
  void multiply(std::uint64_t factor) {
    for (std::uint64_t i = 0; i < executions_ && factor > 1 && factor_ <= largest_in_32_bits; ++i) {
      factor_ *= std::min(factor, largest_in_32_bits + 1);
    }
    factor_ = std::min(factor_, largest_in_32_bits + 1);
  }

  std::uint64_t largest_ = 1;
  std::uint64_t mask_ = 0;
  std::uint64_t added_ = 0;
  std::uint64_t factor_ = 1;
  std::uint64_t executions_ = 1;  ///< of each instruction of the thread that is looked at, at most
  bool negative_ = false;         ///< some value may be negative
  bool unbounded_ = false;
};

}  // namespace

std::uint32_t word_bytes(const Program& program) { return Bound(program).fits_32_bits() ? 4 : 8; }

}  // namespace opexplore::hardware
