#include "litmus/kernels/assertion.hpp"

#include <string>

namespace opexplore::kernel {

namespace {

/// What the string at the address says; empty if that is not known.
std::string string_at(const Step& step, const Abstract& at) {
  if (!at.is_address()) return "";
  const Object& object = step.around().memory.at(at.object);
  if (!object.bytes || object.width || at.number < 0) return "";
  std::string text;
  for (auto i = static_cast<std::size_t>(at.number); i < object.initial.size(); ++i) {
    if (object.initial[i] == 0) break;
    text += static_cast<char>(object.initial[i]);
  }
  return text;
}

std::string condition_of(Step& step) {
  if (step.operands().size() != 1) return "";
  const code::Operand& value = step.operands().front();
  if (value.kind != code::Operand::Kind::reg && value.kind != code::Operand::Kind::symbol)
    return "";
  return string_at(step, step.input(value, {'b', 64}).known);
}

}  // namespace

void execute_stop(Step& step, const code::Stop& what) {
  if (what.kind == code::Stop::Kind::trap) return step.stop(StopKind::trap, "");
  if (what.kind == code::Stop::Kind::undefined) {
    const bool end = step.instruction().name == "unreachable";
    return step.stop(StopKind::misuse, end ? "the compiler was promised that nothing comes here"
                                           : "a division by zero");
  }
  step.stop(StopKind::assertion, condition_of(step));
}

}  // namespace opexplore::kernel
