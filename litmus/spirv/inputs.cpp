// What inputs of a module are called, and which launches words about it mean.
#include "litmus/kernels/inputs.hpp"

#include <algorithm>

#include "litmus/spirv/all_values.hpp"
#include "litmus/spirv/declarations.hpp"
#include "litmus/spirv/kernel.hpp"

namespace opexplore::spirv {

namespace {

/// Whether a comma stands between values that it may have: it is one number, and no array.
bool is_number(const Module& module, const Declarations& declarations, std::string name) {
  if (name.ends_with(']')) return true;
  if (name.starts_with('%')) name.erase(0, 1);
  const auto is_it = [&](Id id) { return module.name_of(id) == '%' + name; };
  for (const auto& [id, known] : declarations.constants) {
    if (is_it(id)) return true;
  }
  for (const auto& [id, variable] : declarations.variables) {
    if (leaf_called(module, declarations, id, variable.type, name)) return true;
    if (is_it(id)) return declarations.type(variable.type).is_scalar();
  }
  return false;
}

}  // namespace

void check_names(const Module& module, const Declarations& declarations,
                 const std::vector<Input>& inputs) {
  for (const Input& input : inputs) {
    const auto is_it = [&](Id id) { return module.name_of(id) == '%' + input.name; };
    const auto has_it = [&](const auto& entry) {
      const auto& [id, variable] = entry;
      return is_it(id) || member_called(module, declarations, id, variable.type, input.name) ||
             leaf_called(module, declarations, id, variable.type, input.name) ||
             element_called(module, declarations, id, variable.type, input.name);
    };
    if (std::ranges::any_of(declarations.variables, has_it)) continue;
    const auto is_constant = [&](const auto& entry) { return is_it(entry.first); };
    if (std::ranges::any_of(declarations.constants, is_constant)) continue;
    module.fail(input.place, "there is no variable or constant '%" + input.name + "'");
  }
}

std::vector<kernel::LaunchCase> cases_of(const ModuleFile& file, const kernel::LaunchWords& words) {
  if (words.inputs.empty()) return kernel::cases_of(words, kernel::InputNames{});
  const Module module = read_module(file.bytes, file.path);
  const Declarations declarations = read_declarations(module, {}, {});
  kernel::InputNames names;
  names.is_number = [&](const std::string& name) { return is_number(module, declarations, name); };
  names.any = [&](const kernel::LaunchWord& word, const std::string& name) {
    return values_for_all(module, declarations, word, name);
  };
  return kernel::cases_of(words, names);
}

}  // namespace opexplore::spirv
