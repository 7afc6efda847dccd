#include "litmus/kernels/function_pointers.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "code/uses.hpp"
#include "litmus/kernels/names.hpp"

namespace opexplore::kernel {

namespace {

constexpr std::string_view key_prefix = "function ";

void add_named(const Module& module, std::string_view name, std::set<const Entry*>& found) {
  const Entry* const function = find_function(module, name);
  if (function != nullptr && function->has_body) found.insert(function);
}

}  // namespace

std::vector<const Entry*> functions_with_address(const Module& module) {
  std::set<const Entry*> found;
  for (const Variable& variable : module.variables) {
    for (const Token& token : variable.initial) add_named(module, token.text, found);
  }
  for (const std::vector<Entry>* const bodies : {&module.entries, &module.functions}) {
    for (const Entry& body : *bodies) {
      for (const code::Instruction& instruction : body.code.instructions) {
        if (code::is<code::Call>(instruction)) continue;
        for_each_operand(instruction, [&](const code::Operand& operand) {
          if (operand.kind == code::Operand::Kind::symbol) add_named(module, operand.text, found);
        });
      }
    }
  }
  std::vector<const Entry*> result;
  for (const Entry& function : module.functions) {
    if (found.contains(&function)) result.push_back(&function);
  }
  return result;
}

namespace {

using KnownSizes = std::vector<std::optional<std::uint32_t>>;

KnownSizes sizes_of(const Entry& function, std::size_t block,
                    const std::vector<std::string_view>& names) {
  KnownSizes result;
  for (const std::string_view name : names) {
    const auto variable = find_variable(function, block, name);
    result.push_back(variable ? size_of(function.variables[*variable]) : std::nullopt);
  }
  return result;
}

bool fit(const std::vector<Variable>& formals, const KnownSizes& sizes) {
  return std::ranges::equal(formals, sizes, [](const Variable& formal, const auto& size) {
    return !size || size_of(formal) == size;
  });
}

}  // namespace

CallShape shape_of_call(const Entry& function, std::size_t block,
                        const std::vector<std::string_view>& arguments,
                        const std::vector<std::string_view>& results) {
  return {sizes_of(function, block, arguments), sizes_of(function, block, results)};
}

bool fits(const Entry& function, const CallShape& shape) {
  return fit(function.parameters, shape.arguments) && fit(function.results, shape.results);
}

Abstract function_address(Memory& memory, const Module& module, const Entry& function) {
  Object object;
  object.name = std::string(key_prefix) + std::string(function.name.text);
  object.space = Space::code;
  object.bytes = 0;
  // The same in a setup and in the launch behind it, which may have stored it.
  object.number = static_cast<std::uint32_t>(&function - module.functions.data());
  return address(memory.object(object.name, object), 0);
}

const Entry* function_at(const Surroundings& around, const Abstract& known) {
  std::optional<std::pair<std::uint16_t, Value>> place;
  if (known.is_address()) place = std::pair{known.object, known.number};
  if (known.is_constant()) place = around.memory.place_with(known.number);
  if (!place || place->second != 0) return nullptr;
  const Object& object = around.memory.at(place->first);
  return object.space == Space::code ? &around.module.functions.at(object.number) : nullptr;
}

const Entry* function_called(const Module& module, std::string_view name) {
  for (const Entry& function : module.functions) {
    if (!function.has_body) continue;
    const std::string plain = plain_name(function.name.text);
    const std::string scoped = "::" + std::string(name);
    if (function.name.text == name || plain == name || plain.ends_with(scoped)) return &function;
  }
  return nullptr;
}

}  // namespace opexplore::kernel
