#include "litmus/kernels/address_uses.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "code/uses.hpp"

namespace opexplore::kernel {

namespace {

using code::Compute;
using code::Formula;
using Operands = std::span<const code::Operand>;
using MaybeRegister = std::optional<std::uint16_t>;

MaybeRegister register_in(const code::Operand& operand) {
  if (operand.kind != code::Operand::Kind::reg) return std::nullopt;
  return operand.reg;
}

/// The registers of an operand, in order: one, or those of a vector.
std::vector<MaybeRegister> registers_in(const code::Operand& operand) {
  if (operand.kind != code::Operand::Kind::vector) return {register_in(operand)};
  std::vector<MaybeRegister> result;
  for (const code::Operand& part : operand.parts) result.push_back(register_in(part));
  return result;
}

/// `[base+8]`.
struct MemoryPlace {
  std::string_view base;
  std::uint32_t offset = 0;
  bool operator==(const MemoryPlace&) const = default;
};

std::optional<MemoryPlace> place_in(const code::Operand& operand) {
  if (operand.kind != code::Operand::Kind::memory || operand.parts.empty()) return std::nullopt;
  constexpr std::uint32_t nowhere = ~std::uint32_t{0};  // that is asked for
  return MemoryPlace{operand.text,
                     operand.number < 0 ? nowhere : static_cast<std::uint32_t>(operand.number)};
}

bool is_stack(std::string_view base) { return base.starts_with("%SP"); }

const Compute* computation_of(const code::Instruction& instruction) {
  return std::get_if<Compute>(&instruction.operation);
}

bool is_operation(const Compute* what, ArithmeticOp op) {
  return what != nullptr && what->formula == Formula::operation && what->op == op;
}

/// What is computed there is an address only if one of the operands that follow is.
bool hands_on(const code::Instruction& instruction) {
  const Compute* const what = computation_of(instruction);
  if (what == nullptr) return false;
  switch (what->formula) {
    case Formula::move:
    case Formula::packing:
    case Formula::unpacking:
    case Formula::selection:
    case Formula::address_conversion:
      return true;
    case Formula::carried:
      return !what->multiplies;
    default:
      return is_operation(what, ArithmeticOp::add) || is_operation(what, ArithmeticOp::sub) ||
             is_operation(what, ArithmeticOp::bit_and) || is_operation(what, ArithmeticOp::bit_or);
  }
}

/// A store of one value, or of a vector.
const code::Access* store_in(const code::Instruction& instruction) {
  const auto* const access = std::get_if<code::Access>(&instruction.operation);
  return access != nullptr && access->kind == code::Access::Kind::store ? access : nullptr;
}

/// Whether the register is made by something that makes no addresses: a product, or a shift.
bool is_index(const code::Function& function, std::uint16_t reg) {
  bool made = false;
  for (const code::Instruction& instruction : function.instructions) {
    if (instruction.results == 0 || register_in(instruction.operands[0]) != reg) continue;
    if (hands_on(instruction) || is_load(instruction)) return false;
    made = true;
  }
  return made;
}

bool mark(std::vector<bool>& marked, MaybeRegister reg) {
  if (!reg || marked[*reg]) return false;
  marked[*reg] = true;
  return true;
}

/// `d = a + b`, where d is an address: one of the two is, and the other is not.
bool mark_term(const code::Function& function, MaybeRegister a, MaybeRegister b,
               std::vector<bool>& marked) {
  if ((a && marked[*a]) || (b && marked[*b])) return false;
  const bool second = !a || (b && is_index(function, *a));
  return mark(marked, second ? b : a);
}

/// Marks what a store to that place of the stack holds.
bool mark_stored(const code::Function& function, const MemoryPlace& place,
                 std::vector<bool>& marked) {
  bool changed = false;
  for (const code::Instruction& instruction : function.instructions) {
    if (store_in(instruction) == nullptr || place_in(instruction.operands[0]) != place) continue;
    changed = mark(marked, register_in(instruction.operands[1])) || changed;
  }
  return changed;
}

/// The same of what is passed there by stores of the block: the name of a `.param` variable means
/// another one in each.
bool mark_passed(const Entry& function, std::size_t block, const MemoryPlace& place,
                 std::vector<bool>& marked) {
  bool changed = false;
  for (std::size_t i = 0; i < function.statements.size(); ++i) {
    const code::Instruction& instruction = function.code.instructions[i];
    const code::Access* const store = store_in(instruction);
    if (store == nullptr || function.statements[i].block != block) continue;
    const auto at = place_in(instruction.operands[0]);
    if (!at || at->base != place.base) continue;
    const std::vector<MaybeRegister> values = registers_in(instruction.operands[1]);
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (at->offset + k * (store->type.bits / 8) != place.offset) continue;
      changed = mark(marked, values[k]) || changed;
    }
  }
  return changed;
}

/// The function that is called, if it has a name and a body.
const Entry* called_by(const Module& module, const code::Instruction& call) {
  const Entry* const function = find_function(module, call.operands[call.results].text);
  return function != nullptr && function->has_body ? function : nullptr;
}

Operands arguments_of(const code::Instruction& call) {
  return Operands(call.operands).subspan(call.results + 1);
}

}  // namespace

bool AddressUses::mark_arguments(const Entry& function, std::size_t at, std::vector<bool>& marked) {
  const code::Instruction& call = function.code.instructions[at];
  const Entry* const callee = called_by(module_, call);
  if (callee == nullptr) return false;
  const Operands arguments = arguments_of(call);
  bool changed = false;
  for (std::size_t i = 0; i < std::min(arguments.size(), callee->parameters.size()); ++i) {
    const Variable& formal = callee->parameters[i];
    if (formal.space == Space::reg) {
      const auto reg = find_register(*callee, 0, formal.name.text);
      if (reg && of(*callee)[*reg]) changed = mark(marked, register_in(arguments[i])) || changed;
      continue;
    }
    for (const ParameterUse& use : of_parameter(*callee, formal.name.text).loads) {
      if (!use.address) continue;
      const MemoryPlace place{arguments[i].text, use.offset};
      changed = mark_passed(function, function.statements[at].block, place, marked) || changed;
    }
  }
  return changed;
}

bool AddressUses::mark_from(const Entry& function, std::size_t at, std::vector<bool>& marked) {
  const code::Instruction& instruction = function.code.instructions[at];
  const std::vector<code::Operand>& operands = instruction.operands;
  const auto reg = [&](std::size_t i) {
    return i < operands.size() ? register_in(operands[i]) : std::nullopt;
  };
  if (code::is<code::Call>(instruction)) return mark_arguments(function, at, marked);
  bool changed = false;
  for (const code::Operand& operand : operands) {
    const auto place = place_in(operand);
    if (!place || is_stack(place->base)) continue;
    changed = mark(marked, register_in(operand.parts.front())) || changed;
  }
  const Compute* const what = computation_of(instruction);
  const bool converts = what != nullptr && what->formula == Formula::address_conversion;
  if (converts) return mark(marked, reg(1)) || changed;
  const MaybeRegister made = instruction.results == 0 ? std::nullopt : reg(0);
  if (!made || !marked[*made]) return changed;
  if (is_load(instruction)) {
    const auto place = place_in(operands[1]);
    if (place && is_stack(place->base)) {
      changed = mark_stored(function.code, *place, marked) || changed;
    }
  } else if (is_operation(what, ArithmeticOp::add)) {
    changed = mark_term(function.code, reg(1), reg(2), marked) || changed;
  } else if (what != nullptr && what->formula == Formula::product) {
    changed = mark(marked, reg(3)) || changed;  // an index times a size, and an address
  } else if (hands_on(instruction)) {
    changed = mark(marked, reg(1)) || changed;
    if (what->formula == Formula::selection) changed = mark(marked, reg(2)) || changed;
  }
  return changed;
}

const std::vector<bool>& AddressUses::of(const Entry& function) {
  const auto [known, is_new] =
      known_.emplace(&function, std::vector<bool>(function.registers.size()));
  if (!is_new) return known->second;  // of a function that calls itself: what is known so far
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<bool> marked = known->second;
    for (std::size_t at = function.statements.size(); at-- > 0;) {
      changed = mark_from(function, at, marked) || changed;
    }
    known->second = std::move(marked);
  }
  return known->second;
}

namespace {

/// Whether the register is the function of a call, and of what shape that is.
void note_calls(const Entry& function, std::uint16_t reg, ParameterUse& use) {
  for (std::size_t i = 0; i < function.statements.size(); ++i) {
    const code::Instruction& call = function.code.instructions[i];
    if (!code::is<code::Call>(call) || register_in(call.operands[call.results]) != reg) continue;
    const auto names = [](Operands operands) {
      std::vector<std::string_view> result;
      for (const code::Operand& operand : operands) result.push_back(operand.text);
      return result;
    };
    use.called = shape_of_call(function, function.statements[i].block, names(arguments_of(call)),
                               names(Operands(call.operands).first(call.results)));
  }
}

// By register, whether it holds an address of the parameter.
std::vector<bool> addresses_of_parameter(const Entry& function, std::string_view name) {
  std::vector<bool> inside(function.registers.size());
  const auto is_inside = [&](const code::Operand& operand) {
    const MaybeRegister reg = register_in(operand);
    return operand.text == name || (reg && inside[*reg]);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const code::Instruction& instruction : function.code.instructions) {
      if (!hands_on(instruction)) continue;
      const Operands read = Operands(instruction.operands).subspan(instruction.results);
      const bool from = std::ranges::any_of(read, is_inside);
      if (from && mark(inside, register_in(instruction.operands[0]))) changed = true;
    }
  }
  return inside;
}

}  // namespace

ParameterUses AddressUses::of_parameter(const Entry& function, std::string_view name) {
  const std::vector<bool> addresses = of(function);
  const std::vector<bool> inside = addresses_of_parameter(function, name);
  ParameterUses uses;
  for (const code::Instruction& instruction : function.code.instructions) {
    const auto place = is_load(instruction) ? place_in(instruction.operands[1]) : std::nullopt;
    if (!place) continue;
    const MaybeRegister base = register_in(instruction.operands[1].parts.front());
    const bool indexed = base && inside[*base];
    if (!indexed && place->base != name) continue;
    const std::uint32_t bytes = std::get<code::Access>(instruction.operation).type.bits / 8;
    std::uint32_t offset = place->offset;
    for (const MaybeRegister reg : registers_in(instruction.operands[0])) {
      ParameterUse use{offset, bytes};
      use.address = reg && bytes == 8 && addresses[*reg];
      use.floating = reg && function.registers[*reg].type.kind == 'f';
      if (reg) note_calls(function, *reg, use);
      offset += bytes;
      uses.indexed = uses.indexed || indexed;
      uses.indexed_address = uses.indexed_address || (indexed && use.address);
      if (!indexed) uses.loads.push_back(use);
    }
  }
  return uses;
}

}  // namespace opexplore::kernel
