// Numbers that an instruction computes from its operands. One formula serves both for what is known
// now, which is computed now, and for the rest, which becomes arithmetic of the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

class Formulas;

/// A number of 64 bits: a known one, a register of the program, or a part of a calculation.
class Number {
 public:
  // Formulas mix numbers and constants.
  Number(Value known) : what_(known) {}  // NOLINT(google-explicit-constructor)

  std::optional<Value> known() const;

  /// \name Arithmetic, which wraps around.
  /// @{
  friend Number operator+(const Number& a, const Number& b);
  friend Number operator-(const Number& a, const Number& b);
  friend Number operator*(const Number& a, const Number& b);
  friend Number operator&(const Number& a, const Number& b);
  friend Number operator|(const Number& a, const Number& b);
  friend Number operator^(const Number& a, const Number& b);
  friend Number operator~(const Number& a);
  /// Division by zero gives all ones.
  friend Number quotient(const Number& a, const Number& b, bool is_signed);
  /// @}

  /// \name Truth, as 1 and 0.
  /// @{
  friend Number equal(const Number& a, const Number& b);
  friend Number less(const Number& a, const Number& b);  ///< of signed numbers
  friend Number less_unsigned(const Number& a, const Number& b);
  /// @}

 private:
  friend class Formulas;
  friend class Calculation;
  struct Part {
    std::size_t index;
    bool operator==(const Part&) const = default;
  };
  using What = std::variant<Value, RegisterOperand, Part>;

  Number(Formulas* of, What what) : of_(of), what_(what) {}
  static Number combine(ArithmeticOp op, const Number& a, const Number& b, NumberType type);

  Formulas* of_ = nullptr;  ///< nothing for a known number
  What what_;
};

/// \name More of them.
/// @{
Number negation(const Number& truth);  ///< 1 for 0, and 0 for 1
Number choose(const Number& truth, const Number& then, const Number& otherwise);
/// Shifts by an unsigned number of places; by 64 and more all bits are gone.
Number shifted_left(const Number& number, const Number& places);
Number shifted_right(const Number& number, const Number& places);
Number shifted_right_signed(const Number& number, const Number& places);
/// The low bits, as a number of that type: with or without sign.
Number low_part(const Number& number, Type type);
Number count_of_ones(const Number& number);
Number leading_zeros(const Number& number);  ///< of 64
Number reversed(const Number& number);       ///< its 64 bits
/// The upper half of the product of 128 bits.
Number upper_product(const Number& a, const Number& b, bool is_signed);
/// @}

/// Where the arithmetic of formulas goes: registers of the program, by their numbers from 0, and
/// instructions that compute them.
struct FormulaSink {
  std::function<RegisterId(std::size_t)> scratch;
  std::function<void(ArithmeticOp, RegisterId, Operand, Operand, NumberType)> emit;
};

/// What is computed of numbers that are known only at run time. Numbers refer to it: it stays where
/// it is.
class Formulas {
 public:
  explicit Formulas(FormulaSink sink) : sink_(std::move(sink)) {}
  Formulas(const Formulas&) = delete;
  Formulas& operator=(const Formulas&) = delete;

  /// What a register holds.
  Number number_in(RegisterId reg) { return {this, RegisterOperand{reg}}; }
  /// A scratch register that is filled before the calculation ends.
  RegisterId reserve();
  /// Computes the number; this is the end of the calculation.
  Operand result(const Number& number);

 private:
  friend class Number;
  friend class Calculation;
  struct Operation {
    ArithmeticOp op;
    Number left;
    Number right;
    NumberType type;
    std::size_t last_use = 0;
    bool needed = false;
    std::optional<std::size_t> scratch;  ///< the register that holds it
  };

  Number add(const Operation& operation);
  void mark_needed(const Number& root);
  /// Emits all operations that are needed except the one of that number.
  void emit_needed(std::optional<std::size_t> except);
  Operand run_time(const Number& number) const;
  Operand read(const Number& number, std::size_t at);

  FormulaSink sink_;
  std::vector<Operation> operations_;
  std::vector<bool> taken_;  ///< scratch registers
};

/// What one instruction of PTX computes. Numbers refer to it: it stays where it is.
class Calculation {
 public:
  explicit Calculation(Step& step);
  Calculation(const Calculation&) = delete;
  Calculation& operator=(const Calculation&) = delete;

  /// The number that the operand means in that type.
  Number operand(const code::Operand& operand, Type type);
  Number operand(std::size_t index, Type type) { return operand(step_.operands()[index], type); }

  /// A scratch register that the instruction fills before the calculation ends.
  RegisterId reserve() { return formulas_.reserve(); }
  /// The number of that type in such a register, where memory of that width was loaded.
  Number loaded(RegisterId reg, Type type);

  /// What the register of the program holds, as a number of that type; its width is that of the
  /// type.
  Number held_by(RegisterId reg, Type type);

  /// Makes registers hold numbers, each as a register of its width does; `_` holds nothing. This
  /// is the end of the calculation.
  void set(const code::Operand& destination, const Number& number) { set({{destination, number}}); }
  void set(const std::vector<std::pair<code::Operand, Number>>& results);

  /// The same for a value that goes elsewhere than into registers of the kernel, such as to memory.
  Operand result(const Number& number) { return formulas_.result(number); }

 private:
  void set_one(const code::Operand& destination, const Number& number);
  /// The number as a register of that width holds it, and whether its last operation may be done
  /// in the arithmetic of that width.
  Number held(const Number& number, Type type);

  Step& step_;
  Formulas formulas_;
};

}  // namespace opexplore::kernel
