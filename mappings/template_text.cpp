// Templates as text. Their registers are no registers of a program, so the writer of litmus tests
// cannot spell them; what a template can contain is little.
#include <string_view>
#include <variant>

#include "mappings/template.hpp"
#include "mappings/template_lines.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings {
namespace {

std::string label(std::size_t target) { return "L" + std::to_string(target); }

struct Speller {
  const Template& code;
  const Step& step;

  std::string name(RegisterId reg) const {
    if (reg == destination_hole) return "{destination}";
    if (reg == value_hole) return "{value}";
    if (reg == expected_hole) return "{expected}";
    return "{" + code.temporaries[reg - first_temporary].name + "}";
  }
  std::string text(const Operand& operand) const {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) return name(reg->id);
    return std::to_string(std::get<Value>(operand));
  }
  std::string place() const { return "[{" + std::string(detail::hole_name(step.extent)) + "}]"; }
  std::string scope(Scope literal) const {
    return step.source_scope ? ".{scope}" : "." + std::string(to_string(literal));
  }
  std::string qualified(Order order, Scope literal) const {
    const std::string text = "." + std::string(to_string(order));
    return order == Order::weak ? text : text + scope(literal);
  }
  std::string order(const MemoryAccess& access) const {
    if (access.annotation == Annotation::none) return qualified(access.order, access.scope);
    return "." + std::string(to_string(access.annotation));
  }

  std::string operator()(const Load& load) const {
    return "ld" + order(load) + " " + name(load.destination) + ", " + place();
  }
  std::string operator()(const Store& store) const {
    return "st" + order(store) + " " + place() + ", " + text(store.value);
  }
  std::string operator()(const Atomic& atomic) const {
    const std::string op = step.source_op ? "{op}" : std::string(to_string(atomic.op));
    std::string result =
        (atomic.destination ? "atom." : "red.") + op + qualified(atomic.order, atomic.scope) + " ";
    if (atomic.destination) result += name(*atomic.destination) + ", ";
    result += place() + ", ";
    if (atomic.op == AtomicOp::cas) result += text(atomic.expected) + ", ";
    return result + text(atomic.operand);
  }
  std::string operator()(const AnyFence auto& fence) const {
    return step.source_scope ? fence_text(fence, "{scope}") : fence_text(fence);
  }
  std::string operator()(const Arithmetic& action) const {
    std::string result = step.source_op ? "{op}" : std::string(to_string(action.op));
    if (action.type != NumberType::s64) result += "." + std::string(to_string(action.type));
    result += " " + name(action.destination) + ", " + text(action.left);
    return action.op == ArithmeticOp::move ? result : result + ", " + text(action.right);
  }
  std::string operator()(const Branch& branch) const {
    if (!branch.comparison) return "bra " + label(branch.target);
    return std::string(jump_name(*branch.comparison)) + " " + text(branch.left) + ", " +
           text(branch.right) + ", " + label(branch.target);
  }
  // A template has none.
  std::string operator()(const Barrier&) const { return {}; }
  std::string operator()(const Asynchronous&) const { return {}; }
};

}  // namespace

std::vector<std::string> to_lines(const Template& code) {
  if (!code.written.empty()) return code.written;
  std::vector<bool> labels(code.steps.size() + 1);
  for (const Step& step : code.steps) {
    if (const Branch* const branch = branch_of(step.action)) labels[branch->target] = true;
  }
  std::vector<std::string> lines;
  for (std::size_t i = 0; i <= code.steps.size(); ++i) {
    if (labels[i]) lines.push_back(label(i) + ":");
    if (i == code.steps.size()) break;
    const Step& step = code.steps[i];
    lines.push_back(std::visit(Speller{code, step}, step.action));
  }
  return lines;
}

std::string to_string(const Template& code) {
  std::string text;
  for (const std::string& line : to_lines(code)) {
    const bool after_label = text.ends_with(':');
    text += (text.empty() ? "" : after_label ? " " : "; ") + line;
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace opexplore::mappings
