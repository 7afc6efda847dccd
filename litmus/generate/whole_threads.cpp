#include "litmus/generate/whole_threads.hpp"

#include <string>

#include "litmus/language/limits.hpp"

namespace opexplore::random_programs {

void repeat_code(const Thread& of, Thread& thread) {
  thread.instructions = of.instructions;
  thread.registers = of.registers;
}

void run_twice(Thread& thread) {
  if (thread.instructions.empty() || thread.registers.size() == max_registers) return;
  const auto counter = static_cast<RegisterId>(thread.registers.size());
  thread.registers.push_back({"r" + std::to_string(counter), 0, NumberType::s64});
  thread.instructions.push_back(
      {Arithmetic{ArithmeticOp::add, counter, RegisterOperand{counter}, Value{1}}, {}, {}});
  thread.instructions.push_back(
      {Branch{Comparison::less, RegisterOperand{counter}, Value{2}, 0}, {}, {}});
}

}  // namespace opexplore::random_programs
