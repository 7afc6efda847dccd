#include "litmus/language/c_format/thread_code.hpp"

#include <algorithm>
#include <utility>

#include "litmus/language/limits.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

RegisterId ThreadCode::push(const Token& name, const Register& reg, bool temporary) {
  if (registers_.size() == max_registers) {
    source_.fail(name.place,
                 "too many variables and intermediate values in one thread: the limit is " +
                     std::to_string(max_registers),
                 "use variables again");
  }
  registers_.push_back({name, reg, temporary});
  return static_cast<RegisterId>(registers_.size() - 1);
}

RegisterId ThreadCode::add_register(const Token& name, NumberType type, Value initial) {
  return push(name, {std::string(name.text), initial, type}, false);
}

RegisterId ThreadCode::temporary(NumberType type, const Token& at) {
  std::string name;
  do {
    name = "t" + std::to_string(next_temporary_++);
  } while (taken_.contains(name));
  return push(at, {name, 0, type}, true);
}

void ThreadCode::add(const Action& action, const Token& at, std::string text) {
  if (code_.size() == max_instructions) {
    source_.fail(at.place, "too many instructions in one thread: the limit is " +
                               std::to_string(max_instructions));
  }
  code_.push_back({action, at.place, std::move(text)});
}

void ThreadCode::add_access(const Action& action, const Token& at, const Token& location,
                            std::string text) {
  accesses_.push_back({code_.size(), location.place});
  add(action, at, std::move(text));
}

Label ThreadCode::new_label() {
  labels_.push_back(0);
  return labels_.size() - 1;
}

void ThreadCode::jump(const Branch& branch, Label target, const Token& at, std::string text) {
  jumps_.push_back({code_.size(), target});
  add(branch, at, std::move(text));
}

/// The new number of each register, by its old one.
std::vector<RegisterId> ThreadCode::order_of_mention() {
  constexpr RegisterId none = max_registers;
  std::vector<RegisterId> numbers(registers_.size(), none);
  RegisterId next = 0;
  const auto mention = [&](RegisterId reg) {
    if (numbers[reg] == none) numbers[reg] = next++;
  };
  for (const Instruction& instruction : code_) for_each_register(instruction.action, mention);
  for (std::size_t reg = 0; reg < registers_.size(); ++reg) mention(static_cast<RegisterId>(reg));
  return numbers;
}

void ThreadCode::finish(ProgramBuilder& builder, ThreadId thread) {
  for (const Jump& jump : jumps_) {
    branch_of(code_[jump.instruction].action)->target =
        static_cast<InstructionId>(labels_[jump.target]);
  }
  const std::vector<RegisterId> numbers = order_of_mention();
  std::vector<const NamedRegister*> ordered(registers_.size());
  for (std::size_t reg = 0; reg < registers_.size(); ++reg)
    ordered[numbers[reg]] = &registers_[reg];
  for (const NamedRegister* const reg : ordered) {
    builder.define_register(thread, reg->name, reg->reg, !reg->temporary);
  }
  auto access = accesses_.begin();
  for (std::size_t i = 0; i < code_.size(); ++i) {
    for_each_register(code_[i].action, [&](RegisterId& reg) { reg = numbers[reg]; });
    if (access != accesses_.end() && access->instruction == i) {
      builder.note_access({thread, 0, code_[i].place, access->location, {}, {}});
      ++access;
    }
    builder.add_instruction(thread, std::move(code_[i]));
  }
}

}  // namespace opexplore::detail
