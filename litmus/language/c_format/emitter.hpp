// From expressions to instructions, operands from left to right.
#pragma once

#include <optional>
#include <string>

#include "litmus/language/c_format/expression.hpp"
#include "litmus/language/c_format/thread_code.hpp"

namespace opexplore::detail {

/// Whether a register of type `to` can take a value of type `from` as it is.
bool keeps_value(NumberType from, NumberType to);

class Emitter {
 public:
  explicit Emitter(ThreadCode& code) : code_(code) {}

  /// Evaluates it for its effects; `text` is what the instruction is shown as.
  void discard(const Expression& expression, const std::string& text);
  /// Evaluates it into that variable.
  void assign(const Expression& expression, RegisterId variable, const std::string& text);
  /// Jumps if its truth is `sense`, else goes on.
  void jump_if(const Expression& condition, bool sense, Label target, const std::string& text);

 private:
  /// A value before it is needed: `held` is the type whose values the operand has, `type` that of
  /// the expression. A conversion between them is left to the instruction that uses the value.
  struct Result {
    Operand operand;
    NumberType type = NumberType::s32;
    NumberType held = NumberType::s32;
  };
  /// Where a result is wanted, if anywhere, and the text of the instruction that puts it there.
  struct Wanted {
    std::optional<RegisterId> variable;
    std::string text;
  };

  Result evaluate(const Expression& expression);
  Result evaluate(const Expression& expression, const Wanted& wanted);
  Result load(const Expression& expression, const Wanted& wanted);
  Result store(const Expression& expression, const std::string& text);
  Result fetch(const Expression& expression, const Wanted& wanted);
  Result compare_exchange(const Expression& expression, const Wanted& wanted, bool result_used);
  Result unary(const Expression& expression, const Wanted& wanted);
  Result binary(const Expression& expression, const Wanted& wanted);
  Result arithmetic(const Expression& expression, const Result& left, const Result& right,
                    const Wanted& wanted);
  Result logical(const Expression& expression);
  Result short_circuit(const Expression& expression);
  Result step(const Expression& expression, const std::string& text, bool result_used);
  Result cast(const Expression& expression);
  void compare_and_jump(const Expression& condition, bool sense, Label target,
                        const std::string& text);

  static Operand operand(RegisterId reg) { return RegisterOperand{reg}; }
  RegisterId destination(const Wanted& wanted, NumberType type, const Expression& expression);
  std::string text(const Wanted& wanted, const Expression& expression) const;
  /// The operand as a value of the type.
  Operand as(const Result& result, NumberType type, const Expression& expression);
  /// The operand for arithmetic of the type, which converts what it reads.
  Operand raw(const Result& result, NumberType type, const Expression& expression);
  Operand truth(const Result& result, const Expression& expression);

  ThreadCode& code_;
};

}  // namespace opexplore::detail
