// Jumps and calls (PTX ISA 9.7.12 "Control Flow Instructions"), and memory of a function's own
// (9.7.17 "Stack Manipulation Instructions").
#include <array>

#include "litmus/kernels/front/readers.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;
using Stack = code::StackOperation;

void read_jump(const Spelled& spelled, code::Instruction& made) {
  const std::vector<Token>& words = spelled.statement.operands;
  if (words.size() != 1) spelled.fail("bra has one operand, a label");
  const auto target = find_label(spelled.entry, spelled.statement.block, words.front().text);
  if (!target) {
    spelled.source.fail(words.front().place, "unknown label " + quote(words.front()));
  }
  made.operation = code::Jump{*target};
}

void read_call(const Spelled& spelled, code::Instruction& made) {
  WrittenCall call = read_call(spelled.source, spelled.entry, spelled.statement);
  made.results = call.results.size();
  made.operands = std::move(call.results);
  made.operands.push_back(std::move(call.target));
  made.operands.insert(made.operands.end(), call.arguments.begin(), call.arguments.end());
  made.operation = code::Call{};
}

void read_allocation(const Spelled& spelled, code::Instruction& made) {
  if (spelled.operands.size() < 2) spelled.fail("'alloca' has 2 or 3 operands");
  spelled.destination();
  made.operation = Stack{Stack::Kind::allocate, spelled.type()};
}

void read_saving(const Spelled& spelled, code::Instruction& made) {
  spelled.require_operands(1);
  spelled.destination();
  made.operation = Stack{Stack::Kind::save, {}};
}

void read_restoring(const Spelled& spelled, code::Instruction& made) {
  spelled.require_operands(1);
  made.results = 0;
  made.operation = Stack{Stack::Kind::restore, spelled.type()};
}

}  // namespace

std::span<const InstructionReader> control_readers() {
  static constexpr std::array<InstructionReader, 7> readers = {{
      {"bra", read_jump, true},
      {"ret", [](const Spelled&, code::Instruction& made) { made.operation = code::Return{}; }},
      {"exit", [](const Spelled&, code::Instruction& made) { made.operation = code::Exit{}; }},
      {"call", read_call, true},
      {"alloca", read_allocation},
      {"stacksave", read_saving},
      {"stackrestore", read_restoring},
  }};
  return readers;
}

}  // namespace opexplore::kernel
