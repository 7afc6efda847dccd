// Moves, arithmetic and comparisons. Registers hold the model's values; an operation of a narrower
// type takes the low half of its operands and extends its result (as_type() in
// opmodel/program.hpp). Words of 4 bytes are used only where that makes no difference.
#include <cstdint>

#include "hardware/generate/code_context.hpp"
#include "hardware/generate/thread_facts.hpp"
#include "opmodel/words.hpp"

namespace opexplore::hardware {

namespace {

bool is_unsigned(NumberType type) { return type != NumberType::s64 && type != NumberType::s32; }
bool has_32_bits(NumberType type) {
  return type == NumberType::s32 || type == NumberType::u32 || type == NumberType::b32;
}

/// Whether the compiler could compute the result without the register, and must not.
bool must_hide(const CodeContext& context, const Operand& left, const Operand& right) {
  return context.profile == Profile::pinned && std::holds_alternative<RegisterOperand>(left) &&
         left == right;
}

/// The same value in t1, which the compiler cannot know to be the same.
std::string hidden(const CodeContext& context, const Operand& operand, Lines& lines) {
  lines.push_back("or.b" + context.bits() + " t1, " + operand_text(operand, context.word_bytes) +
                  ", " + context.zero() + ";");
  return "t1";
}

class ArithmeticText {
 public:
  ArithmeticText(const CodeContext& context, const Arithmetic& arithmetic, Lines& lines)
      : context_(context),
        action_(arithmetic),
        lines_(lines),
        narrow_(context.word_bytes == 8 && has_32_bits(arithmetic.type)),
        bits_(narrow_ ? "32" : context.bits()),
        destination_("r" + std::to_string(arithmetic.destination)) {}

  void write() {
    const std::string left = source(action_.left, 0);
    const std::string right = action_.op == ArithmeticOp::move ? "" : source(action_.right, 1);
    compute(left, right);
    if (action_.type == NumberType::pred) normalise(destination_, destination_);
    if (narrow_) {
      add(is_unsigned(action_.type) ? "cvt.u64.u32" : "cvt.s64.s32", destination_ + ", n0");
    }
  }

 private:
  void add(const std::string& name, const std::string& operands) {
    lines_.push_back(name + " " + operands + ";");
  }

  /// 1 if it is not 0.
  void normalise(const std::string& to, const std::string& from) {
    add("setp.ne.s" + context_.bits(), "condition, " + from + ", 0");
    add("selp.b" + context_.bits(), to + ", 1, 0, condition");
  }

  /// The operand as a value of the type: a register, or on the right a number.
  std::string source(const Operand& operand, int index) {
    std::string t = "t" + std::to_string(index);
    std::string n = "n" + std::to_string(index);
    if (const auto* const value = std::get_if<Value>(&operand)) {
      std::string text = number(as_type(action_.type, *value), narrow_ ? 4 : context_.word_bytes);
      if (index == 1) return text;
      add("mov.b" + bits_, (narrow_ ? n : t) + ", " + text);
      return narrow_ ? n : t;
    }
    std::string reg = operand_text(operand, context_.word_bytes);
    if (index == 1 && must_hide(context_, action_.left, action_.right)) {
      reg = hidden(context_, operand, lines_);
    }
    if (action_.type == NumberType::pred) {
      normalise(t, reg);
      return t;
    }
    if (!narrow_) return reg;
    add("cvt.u32.u64", n + ", " + reg);
    return n;
  }

  void compute(const std::string& left, const std::string& right) {
    const std::string to = narrow_ ? "n0" : destination_;
    const std::string both = to + ", " + left + ", " + right;
    const std::string sign = is_unsigned(action_.type) ? ".u" : ".s";
    switch (action_.op) {
      case ArithmeticOp::move:
        return add("mov.b" + bits_, to + ", " + left);
      case ArithmeticOp::add:
        return add("add.s" + bits_, both);
      case ArithmeticOp::sub:
        return add("sub.s" + bits_, both);
      case ArithmeticOp::mul:
        return add("mul.lo.s" + bits_, both);
      case ArithmeticOp::div:
        return divide(to, left, right, sign);
      case ArithmeticOp::bit_and:
        return add("and.b" + bits_, both);
      case ArithmeticOp::bit_or:
        return add("or.b" + bits_, both);
      case ArithmeticOp::bit_xor:
        return add("xor.b" + bits_, both);
      default:
        add(std::string(to_string(action_.op)) + sign + bits_, "condition, " + left + ", " + right);
        return add("selp.b" + bits_, to + ", 1, 0, condition");
    }
  }

  /// By 0 and -1 PTX leaves the result open; the model does not. Precondition: by a number.
  void divide(const std::string& to, const std::string& left, const std::string& right,
              const std::string& sign) {
    const Value divisor = as_type(action_.type, std::get<Value>(action_.right));
    if (divisor == 0)
      return add("mov.b" + bits_, to + ", " + number(-1, narrow_ ? 4 : context_.word_bytes));
    if (divisor == -1 && sign == ".s") return add("neg.s" + bits_, to + ", " + left);
    add("div" + sign + bits_, to + ", " + left + ", " + right);
  }

  const CodeContext& context_;
  const Arithmetic& action_;
  Lines& lines_;
  bool narrow_;  ///< 32-bit arithmetic on 64-bit words
  std::string bits_;
  std::string destination_;
};

}  // namespace

void write_arithmetic(const CodeContext& context, const Arithmetic& arithmetic, Lines& lines) {
  // ptxas computes what is always 0; what only it does not know to be 0 stays a dependency.
  if (context.profile == Profile::pinned && is_zero(arithmetic)) {
    const bool on_left = std::holds_alternative<RegisterOperand>(arithmetic.left);
    const Operand& source = on_left ? arithmetic.left : arithmetic.right;
    lines.push_back("and.b" + context.bits() + " r" + std::to_string(arithmetic.destination) +
                    ", " + operand_text(source, context.word_bytes) + ", " + context.zero() + ";");
    return;
  }
  ArithmeticText(context, arithmetic, lines).write();
}

void write_comparison(const CodeContext& context, const Branch& branch, Lines& lines) {
  std::string left = operand_text(branch.left, context.word_bytes);
  if (std::holds_alternative<Value>(branch.left)) {
    lines.push_back("mov.b" + context.bits() + " t0, " + left + ";");
    left = "t0";
  }
  const std::string right = must_hide(context, branch.left, branch.right)
                                ? hidden(context, branch.right, lines)
                                : operand_text(branch.right, context.word_bytes);
  lines.push_back("setp." + std::string(letters(*branch.comparison)) + ".s" + context.bits() +
                  " condition, " + left + ", " + right + ";");
}

}  // namespace opexplore::hardware
