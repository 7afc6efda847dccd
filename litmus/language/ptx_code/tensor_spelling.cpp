#include "litmus/language/ptx_code/tensor_spelling.hpp"

#include <string_view>

#include "litmus/language/instances.hpp"

namespace opexplore::detail {

namespace {

std::string_view form_text(TensorForm form) {
  switch (form) {
    case TensorForm::f16:
      return ".kind::f16 ";
    case TensorForm::tf32:
      return ".kind::tf32 ";
    case TensorForm::f8f6f4:
      return ".kind::f8f6f4 ";
    case TensorForm::i8:
      return ".kind::i8 ";
    case TensorForm::four_rows:
      return ".4x256b ";
    case TensorForm::other:
      break;
  }
  return ".128x256b ";
}

std::string in_braces(const Operand& operand, const Thread& thread) {
  const auto* const named = std::get_if<RegisterOperand>(&operand);
  return "{" +
         (named != nullptr ? thread.registers[named->id].name
                           : std::to_string(std::get<Value>(operand))) +
         "}";
}

}  // namespace

std::string tensor_text(const AsynchronousOperation& operation, const Program& program,
                        const Thread& thread) {
  using Kind = AsynchronousOperation::Kind;
  constexpr std::string_view one_register = ".sync.aligned.32x32b.x1.b32 ";
  const CopiedElement& element = operation.elements.front();
  const auto at = [&](AddressId address) {
    return "[" + name_in_code(program, thread, address) + "]";
  };
  const std::string source = element.source ? at(*element.source) : "";
  const std::string destination =
      element.destinations.empty() ? "" : at(element.destinations.front());
  const std::string form(form_text(operation.form));
  switch (operation.kind) {
    case Kind::tensor_load:
      return "tcgen05.ld" + std::string(one_register) +
             in_braces(RegisterOperand{*operation.destination}, thread) + ", " + source;
    case Kind::tensor_store:
      return "tcgen05.st" + std::string(one_register) + destination + ", " +
             in_braces(element.operand, thread);
    case Kind::tensor_copy:
      return "tcgen05.cp.cta_group::1" + form + destination + ", " + source;
    case Kind::tensor_matrix:
      return "tcgen05.mma.cta_group::1" + form + destination + ", " + source +
             (operation.accumulates ? ", 1" : "");
    default:
      return "tcgen05.shift.cta_group::1.down " + destination;
  }
}

}  // namespace opexplore::detail
