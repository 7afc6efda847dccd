#include "litmus/kernels/address_uses.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace opexplore::kernel {

namespace {

using OperandTokens = std::span<const Token>;

/// The operands between commas outside of brackets.
std::vector<OperandTokens> operands_of(std::span<const Token> tokens) {
  std::vector<OperandTokens> result;
  std::size_t depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= tokens.size(); ++i) {
    const std::string_view text = i < tokens.size() ? tokens[i].text : ",";
    if (text == "{" || text == "[" || text == "(") ++depth;
    if ((text == "}" || text == "]" || text == ")") && depth > 0) --depth;
    if (text != "," || (depth > 0 && i < tokens.size())) continue;
    if (i > begin) result.push_back(tokens.subspan(begin, i - begin));
    begin = i + 1;
  }
  return result;
}

/// `[base+8]`.
struct Place {
  Token base;
  std::uint32_t offset = 0;
};

std::optional<Place> place_in(OperandTokens operand) {
  if (operand.size() < 3 || !operand.front().is("[")) return std::nullopt;
  Place place{operand[1], 0};
  if (operand.size() == 5 && operand[2].is("+")) {
    const std::string_view digits = operand[3].text;
    std::from_chars(digits.data(), digits.data() + digits.size(), place.offset);
  } else if (operand.size() != 3) {
    place.offset = ~std::uint32_t{0};  // nowhere that is asked for
  }
  return place;
}

std::optional<std::uint16_t> register_in(const Entry& entry, const Statement& statement,
                                         OperandTokens operand) {
  if (operand.size() != 1) return std::nullopt;
  return find_register(entry, statement.block, operand.front().text);
}

bool is(const Statement& statement, std::string_view name) {
  return statement.mnemonic.name.is(name);
}

bool accesses(const Statement& statement) {
  constexpr std::array<std::string_view, 8> names = {"ld",  "ldu",      "st",      "atom",
                                                     "red", "prefetch", "discard", "cp"};
  return std::ranges::find(names, statement.mnemonic.name.text) != names.end();
}

/// What is computed there is an address only if one of the operands that follow is.
bool hands_on(const Statement& statement) {
  constexpr std::array<std::string_view, 7> names = {"mov", "add", "sub", "selp",
                                                     "and", "or",  "cvta"};
  return std::ranges::find(names, statement.mnemonic.name.text) != names.end();
}

bool is_stack(const Token& token) { return token.text.starts_with("%SP"); }

std::uint32_t accessed_bytes(const Statement& statement) {
  std::uint32_t bits = 0;
  for (const detail::Modifier& modifier : statement.mnemonic.modifiers) {
    if (const auto type = type_named(modifier.text)) bits = type->bits;
  }
  return bits / 8;
}

/// The registers of an operand, in order: one, or those in braces.
std::vector<std::optional<std::uint16_t>> registers_in(const Entry& entry,
                                                       const Statement& statement,
                                                       OperandTokens operand) {
  if (operand.size() > 2 && operand.front().is("{")) {
    std::vector<std::optional<std::uint16_t>> result;
    for (const OperandTokens part : operands_of(operand.subspan(1, operand.size() - 2))) {
      result.push_back(register_in(entry, statement, part));
    }
    return result;
  }
  return {register_in(entry, statement, operand)};
}

/// `call (results), function, (arguments)`.
struct Call {
  Token function;
  std::vector<OperandTokens> results;
  std::vector<OperandTokens> arguments;
};

std::optional<Call> call_in(const Statement& statement) {
  if (!is(statement, "call")) return std::nullopt;
  std::vector<OperandTokens> operands = operands_of(statement.operands);
  const std::size_t first = !operands.empty() && operands.front().front().is("(") ? 1 : 0;
  if (operands.size() <= first) return std::nullopt;
  Call call{operands[first].front(), {}, {}};
  const OperandTokens results = operands.front();
  if (first == 1 && results.size() > 2) {
    call.results = operands_of(results.subspan(1, results.size() - 2));
  }
  if (operands.size() > first + 1 && operands[first + 1].front().is("(")) {
    const OperandTokens list = operands[first + 1];
    if (list.size() > 2) call.arguments = operands_of(list.subspan(1, list.size() - 2));
  }
  return call;
}

bool writes(const Entry& entry, const Statement& statement, std::uint16_t reg) {
  const std::vector<OperandTokens> operands = operands_of(statement.operands);
  return !operands.empty() && register_in(entry, statement, operands.front()) == reg;
}

/// Whether the register is made by something that makes no addresses: a product, or a shift.
bool is_index(const Entry& entry, std::uint16_t reg) {
  bool made = false;
  for (const Statement& statement : entry.statements) {
    if (!writes(entry, statement, reg)) continue;
    if (hands_on(statement) || is(statement, "ld")) return false;
    made = true;
  }
  return made;
}

bool mark(std::vector<bool>& marked, std::optional<std::uint16_t> reg) {
  if (!reg || marked[*reg]) return false;
  marked[*reg] = true;
  return true;
}

/// `d = a + b`, where d is an address: one of the two is, and the other is not.
bool mark_term(const Entry& entry, std::optional<std::uint16_t> a, std::optional<std::uint16_t> b,
               std::vector<bool>& marked) {
  if ((a && marked[*a]) || (b && marked[*b])) return false;
  const bool second = !a || (b && is_index(entry, *a));
  return mark(marked, second ? b : a);
}

/// Marks what a store to that place of the stack holds.
bool mark_stored(const Entry& entry, const Place& place, std::vector<bool>& marked) {
  bool changed = false;
  for (const Statement& statement : entry.statements) {
    if (!is(statement, "st")) continue;
    const std::vector<OperandTokens> operands = operands_of(statement.operands);
    if (operands.size() != 2) continue;
    const auto at = place_in(operands[0]);
    if (!at || at->base.text != place.base.text || at->offset != place.offset) continue;
    changed = mark(marked, register_in(entry, statement, operands[1])) || changed;
  }
  return changed;
}

}  // namespace

bool AddressUses::mark_arguments(const Entry& function, const Statement& statement,
                                 std::vector<bool>& marked) {
  const auto call = call_in(statement);
  const Entry* const callee = call ? find_function(module_, call->function.text) : nullptr;
  if (callee == nullptr || !callee->has_body) return false;
  bool changed = false;
  for (std::size_t i = 0; i < std::min(call->arguments.size(), callee->parameters.size()); ++i) {
    const Variable& formal = callee->parameters[i];
    const OperandTokens argument = call->arguments[i];
    if (formal.space == Space::reg) {
      const auto reg = find_register(*callee, 0, formal.name.text);
      if (reg && of(*callee)[*reg]) {
        changed = mark(marked, register_in(function, statement, argument)) || changed;
      }
      continue;
    }
    for (const ParameterUse& use : of_parameter(*callee, formal.name.text).loads) {
      if (!use.address || argument.empty()) continue;
      const Place place{argument.front(), use.offset};
      // The name of a `.param` variable means another one in each block.
      for (const Statement& store : function.statements) {
        if (!is(store, "st") || store.block != statement.block) continue;
        const std::vector<OperandTokens> operands = operands_of(store.operands);
        const auto at = operands.empty() ? std::nullopt : place_in(operands[0]);
        if (!at || at->base.text != place.base.text || operands.size() != 2) continue;
        const auto values = registers_in(function, store, operands[1]);
        for (std::size_t k = 0; k < values.size(); ++k) {
          if (at->offset + k * accessed_bytes(store) != place.offset) continue;
          changed = mark(marked, values[k]) || changed;
        }
      }
    }
  }
  return changed;
}

bool AddressUses::mark_from(const Entry& function, const Statement& statement,
                            std::vector<bool>& marked) {
  const std::vector<OperandTokens> operands = operands_of(statement.operands);
  const auto reg = [&](std::size_t i) {
    return i < operands.size() ? register_in(function, statement, operands[i]) : std::nullopt;
  };
  if (is(statement, "call")) return mark_arguments(function, statement, marked);
  bool changed = false;
  if (accesses(statement)) {
    for (const OperandTokens operand : operands) {
      const auto place = place_in(operand);
      if (!place || is_stack(place->base)) continue;
      changed = mark(marked, find_register(function, statement.block, place->base.text)) || changed;
    }
  }
  if (is(statement, "cvta")) return mark(marked, reg(1)) || changed;
  const auto made = reg(0);
  if (!made || !marked[*made]) return changed;
  if (is(statement, "ld")) {
    const auto place = operands.size() == 2 ? place_in(operands[1]) : std::nullopt;
    if (place && is_stack(place->base)) changed = mark_stored(function, *place, marked) || changed;
  } else if (is(statement, "add")) {
    changed = mark_term(function, reg(1), reg(2), marked) || changed;
  } else if (is(statement, "mad")) {
    changed = mark(marked, reg(3)) || changed;
  } else if (hands_on(statement)) {
    changed = mark(marked, reg(1)) || changed;
    if (is(statement, "selp")) changed = mark(marked, reg(2)) || changed;
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
    for (auto at = function.statements.rbegin(); at != function.statements.rend(); ++at) {
      changed = mark_from(function, *at, marked) || changed;
    }
    known->second = std::move(marked);
  }
  return known->second;
}

namespace {

/// Whether the register is the function of a call, and of what shape that is.
void note_calls(const Entry& function, std::uint16_t reg, ParameterUse& use) {
  for (const Statement& statement : function.statements) {
    const auto call = call_in(statement);
    if (!call || find_register(function, statement.block, call->function.text) != reg) continue;
    const auto names = [](const std::vector<OperandTokens>& operands) {
      std::vector<std::string_view> result;
      for (const OperandTokens operand : operands) result.push_back(operand.front().text);
      return result;
    };
    use.called =
        shape_of_call(function, statement.block, names(call->arguments), names(call->results));
  }
}

// By register, whether it holds an address of the parameter.
std::vector<bool> addresses_of_parameter(const Entry& function, std::string_view name) {
  std::vector<bool> inside(function.registers.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (const Statement& statement : function.statements) {
      if (!hands_on(statement)) continue;
      const std::vector<OperandTokens> operands = operands_of(statement.operands);
      const bool from = std::ranges::any_of(
          operands.empty() ? operands : std::vector(operands.begin() + 1, operands.end()),
          [&](OperandTokens operand) {
            const auto reg = register_in(function, statement, operand);
            return operand.front().is(name) || (reg && inside[*reg]);
          });
      const auto made =
          operands.empty() ? std::nullopt : register_in(function, statement, operands.front());
      if (from && mark(inside, made)) changed = true;
    }
  }
  return inside;
}

}  // namespace

ParameterUses AddressUses::of_parameter(const Entry& function, std::string_view name) {
  const std::vector<bool> addresses = of(function);
  const std::vector<bool> inside = addresses_of_parameter(function, name);
  ParameterUses uses;
  for (const Statement& statement : function.statements) {
    const std::vector<OperandTokens> operands = operands_of(statement.operands);
    const auto place =
        is(statement, "ld") && operands.size() == 2 ? place_in(operands[1]) : std::nullopt;
    if (!place) continue;
    const auto base = find_register(function, statement.block, place->base.text);
    const bool indexed = base && inside[*base];
    if (!indexed && !place->base.is(name)) continue;
    const std::uint32_t bytes = accessed_bytes(statement);
    std::uint32_t offset = place->offset;
    for (const auto reg : registers_in(function, statement, operands[0])) {
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
