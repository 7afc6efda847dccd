#include "code/uses.hpp"

namespace opexplore::code {

namespace {

void for_each(const Operand& operand, FunctionRef<void(const Operand&)> use) {
  use(operand);
  for (const Operand& part : operand.parts) for_each(part, use);
}

void add_registers(const Operand& operand, std::vector<std::uint16_t>& found) {
  for_each(operand, [&](const Operand& part) {
    using Kind = Operand::Kind;
    if (part.kind == Kind::reg || part.kind == Kind::negated) found.push_back(part.reg);
  });
}

}  // namespace

std::vector<std::uint16_t> registers_of(const Operand& operand) {
  std::vector<std::uint16_t> found;
  add_registers(operand, found);
  return found;
}

Uses uses_of(const Instruction& instruction) {
  Uses uses;
  if (instruction.guard) uses.read.push_back(instruction.guard->reg.reg);
  if (is<Pause>(instruction)) return uses;
  const std::size_t results = is<Call>(instruction) ? 0 : instruction.results;
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    add_registers(instruction.operands[i], i >= results        ? uses.read
                                           : instruction.guard ? uses.perhaps_written
                                                               : uses.written);
  }
  return uses;
}

void for_each_operand(const Instruction& instruction, FunctionRef<void(const Operand&)> use) {
  for (const Operand& operand : instruction.operands) for_each(operand, use);
}

std::optional<std::size_t> jump_target(const Instruction& instruction) {
  const auto* const jump = std::get_if<Jump>(&instruction.operation);
  if (jump == nullptr) return std::nullopt;
  return jump->target;
}

bool leaves_function(const Instruction& instruction) {
  return is<Return>(instruction) || ends_thread(instruction);
}

bool ends_thread(const Instruction& instruction) { return is<Exit>(instruction); }

std::vector<std::size_t> successors(const Function& function, std::size_t at) {
  const Instruction& instruction = function.instructions[at];
  std::vector<std::size_t> result;
  if (const auto target = jump_target(instruction)) result.push_back(*target);
  if (leaves_function(instruction)) result.push_back(function.instructions.size());
  if (instruction.guard || result.empty()) result.push_back(at + 1);
  return result;
}

bool computes(const Instruction& instruction) {
  const auto* const refusal = std::get_if<Refusal>(&instruction.operation);
  return refusal != nullptr ? refusal->computes : is<Compute>(instruction);
}

bool is_of_fragments(const Instruction& instruction) {
  return is<FragmentTransfer>(instruction) || is<FragmentProduct>(instruction);
}

bool is_of_matrices(const Instruction& instruction) {
  return is<MatrixProduct>(instruction) || is<MatrixTransfer>(instruction) ||
         is_of_fragments(instruction);
}

bool is_load(const Instruction& instruction) {
  const auto* const access = std::get_if<Access>(&instruction.operation);
  return access != nullptr && access->kind == Access::Kind::load;
}

}  // namespace opexplore::code
