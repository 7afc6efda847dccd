#include "litmus/spirv/grammar.hpp"

#include <algorithm>

namespace opexplore::spirv {

namespace {

template <class Range, class Predicate>
auto found(const Range& range, Predicate predicate) -> decltype(&*range.begin()) {
  const auto at = std::ranges::find_if(range, predicate);
  return at == range.end() ? nullptr : &*at;
}

}  // namespace

const InstructionRule* find_instruction(std::uint32_t opcode) {
  const auto all = grammar().instructions;
  const auto at = std::ranges::lower_bound(all, opcode, {}, &InstructionRule::opcode);
  return at == all.end() || at->opcode != opcode ? nullptr : &*at;
}

const InstructionRule* find_instruction(std::string_view name) {
  const auto all = grammar().by_name;
  const auto at = std::ranges::lower_bound(all, name, {}, &InstructionRule::name);
  return at == all.end() || at->name != name ? nullptr : find_instruction(at->opcode);
}

const Enumerant* find_enumerant(const OperandKind& kind, std::uint32_t value) {
  return found(grammar().enumerants_of(kind), [&](const Enumerant& e) { return e.value == value; });
}

const Enumerant* find_enumerant(const OperandKind& kind, std::string_view name) {
  return found(grammar().enumerants_of(kind), [&](const Enumerant& e) { return e.name == name; });
}

const ExtendedInstruction* find_extended(std::string_view set, std::uint32_t number) {
  return found(grammar().extended, [&](const ExtendedInstruction& instruction) {
    return set.starts_with(instruction.set) && instruction.number == number;
  });
}

const ExtendedInstruction* find_extended(std::string_view set, std::string_view name) {
  return found(grammar().extended, [&](const ExtendedInstruction& instruction) {
    return set.starts_with(instruction.set) && instruction.name == name;
  });
}

}  // namespace opexplore::spirv
