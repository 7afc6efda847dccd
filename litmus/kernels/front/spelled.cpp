#include "litmus/kernels/front/spelled.hpp"

#include <algorithm>

#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

using detail::quote;

std::string Spelled::written() const { return quote(mnemonic().text()); }

void Spelled::fail(const std::string& message, const std::string& suggestion) const {
  source.fail(mnemonic().name.place, message, suggestion);
}

void Spelled::fail_at(const code::Operand& operand, const std::string& message,
                      const std::string& suggestion) const {
  source.fail(operand.place, message, suggestion);
}

void Spelled::fail_at(const detail::Modifier& modifier, const std::string& message,
                      const std::string& suggestion) const {
  source.fail(modifier.place, message, suggestion);
}

void Spelled::require_operands(std::size_t count) const {
  if (operands.size() == count) return;
  fail(written() + " has " + std::to_string(count) + " operands, found " +
       std::to_string(operands.size()));
}

void Spelled::require_modifiers(std::initializer_list<std::string_view> known) const {
  for (const detail::Modifier& modifier : mnemonic().modifiers) {
    if (type_named(modifier.text)) continue;
    if (std::ranges::find(known, modifier.text) != known.end()) continue;
    fail_at(modifier, "not modelled: modifier " + quote(modifier.text) + " of " + written());
  }
}

void Spelled::require_integer(Type type) const {
  if (type.kind != 'f' && type.bits <= 64) return;
  fail("not modelled: arithmetic in type ." + std::string(1, type.kind) +
           std::to_string(type.bits) + " (" + written() + ")",
       "use 32-bit or 64-bit integers");
}

const code::Operand& Spelled::destination(std::size_t index) const {
  if (operands.size() <= index) fail(written() + " has too few operands");
  const code::Operand& operand = operands[index];
  if (operand.kind != code::Operand::Kind::reg) {
    fail_at(operand, "expected a destination register, found " + quote(operand.text));
  }
  return operand;
}

std::vector<Type> Spelled::types() const {
  std::vector<Type> result;
  for (const detail::Modifier& modifier : mnemonic().modifiers) {
    if (const auto type = type_named(modifier.text)) result.push_back(*type);
  }
  return result;
}

Type Spelled::type() const {
  const std::vector<Type> all = types();
  if (all.size() != 1) {
    fail(written() + (all.empty() ? " needs a type" : " has several types"),
         "write one, such as .u32");
  }
  return all.front();
}

Type Spelled::integer_type(std::initializer_list<std::string_view> known) const {
  require_modifiers(known);
  const Type of = type();
  require_integer(of);
  return of;
}

}  // namespace opexplore::kernel
