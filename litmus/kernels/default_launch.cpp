#include "litmus/kernels/default_launch.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "code/uses.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/float_values.hpp"
#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/launch_word.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/tensor_map.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

// "handoff(int*, unsigned long)": types between the brackets.
std::vector<std::string> types_in(const std::string& signature) {
  std::vector<std::string> types;
  const std::size_t open = signature.find('(');
  if (open == std::string::npos || !signature.ends_with(')')) return types;
  std::string type;
  std::size_t depth = 0;
  for (std::size_t i = open + 1; i + 1 < signature.size(); ++i) {
    const char c = signature[i];
    if (c == '<' || c == '(') ++depth;
    if ((c == '>' || c == ')') && depth > 0) --depth;
    if (c == ',' && depth == 0) {
      types.push_back(std::move(type));
      type.clear();
    } else if (c != ' ' || !type.empty()) {
      type += c;
    }
  }
  if (!type.empty()) types.push_back(std::move(type));
  return types;
}

// What the module alone says of a parameter: in PTX 64 bits are likely an address.
CudaParameter from_module(const Variable& parameter, std::size_t number) {
  if (!parameter.source_type.empty()) {
    const bool named = !parameter.source_name.empty();
    return {named ? parameter.source_name : "arg" + std::to_string(number), parameter.source_type};
  }
  const bool wide = parameter.type.bits == 64 && parameter.count == 1U;
  return {"arg" + std::to_string(number), wide ? "void*" : "int"};
}

/// "unsignedint*" of "const unsigned int *__restrict__".
std::string bare_type(std::string type) {
  for (const std::string_view word : {"__restrict__", "__restrict", "const", "volatile", " "}) {
    for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word)) {
      type.erase(at, word.size());
    }
  }
  return type;
}

/// The kernel of the source that is meant: of overloads the one with most types in common.
const CudaKernel* written_kernel(const CudaSource& source, const std::string& name,
                                 const std::vector<std::string>& types, std::size_t parameters) {
  const std::string last = name.substr(name.rfind(':') + 1);
  const CudaKernel* best = nullptr;
  std::size_t most = 0;
  for (const CudaKernel& kernel : source.kernels) {
    if (kernel.name != last || kernel.parameters.size() != parameters) continue;
    std::size_t common = 0;
    for (std::size_t i = 0; i < std::min(parameters, types.size()); ++i) {
      if (bare_type(kernel.parameters[i].type) == bare_type(types[i])) ++common;
    }
    if (best != nullptr && common <= most) continue;
    best = &kernel;
    most = common;
  }
  return best;
}

std::vector<CudaParameter> parameters_of(const Entry& entry, const CudaSource& source,
                                         const std::string& name) {
  const std::vector<std::string> types = types_in(demangled(entry.name.text));
  const CudaKernel* const written = written_kernel(source, name, types, entry.parameters.size());
  std::vector<CudaParameter> parameters;
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    CudaParameter parameter = from_module(entry.parameters[i], i);
    if (types.size() == entry.parameters.size()) parameter.type = types[i];
    if (written != nullptr) {
      const CudaParameter& in_source = written->parameters[i];
      if (!in_source.name.empty()) parameter.name = in_source.name;
      parameter.restricted = in_source.type.find("__restrict") != std::string::npos;
      if (types.size() != entry.parameters.size()) parameter.type = in_source.type;
    }
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

NamedEntry named(const Module& module, const Entry& entry, const CudaSource& source) {
  std::string name = plain_name(entry.name.text);
  std::vector<CudaParameter> parameters = parameters_of(entry, source, name);
  std::vector<ParameterField> fields = parameter_fields(module, entry, parameters, source);
  return {&entry, std::move(name), std::move(parameters), std::move(fields)};
}

/// "a, b and c".
std::string enumerated(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

bool reads(const Entry& entry, std::string_view name) {
  bool found = false;
  for (const code::Instruction& instruction : entry.code.instructions) {
    for_each_operand(instruction, [&](const code::Operand& operand) {
      const bool longer = operand.text.size() > name.size() && operand.text[name.size()] == '.';
      found = found || operand.text == name || (longer && operand.text.starts_with(name));
    });
  }
  return found;
}

// The same of the kernel and of the functions that it calls.
bool uses(const Module& module, const Entry& kernel, std::string_view name) {
  std::vector<const Entry*> pending = {&kernel};
  std::set<const Entry*> seen = {&kernel};
  while (!pending.empty()) {
    const Entry& entry = *pending.back();
    pending.pop_back();
    if (reads(entry, name)) return true;
    for (const code::Instruction& call : entry.code.instructions) {
      if (!code::is<code::Call>(call)) continue;
      const Entry* const function = find_function(module, call.operands[call.results].text);
      if (function != nullptr && seen.insert(function).second) pending.push_back(function);
    }
  }
  return false;
}

}  // namespace

bool NamedEntry::has_fields(std::size_t parameter) const {
  return std::ranges::find(fields, parameter, &ParameterField::parameter) != fields.end();
}

std::string NamedEntry::type_of(const std::string& key) const {
  const auto field = std::ranges::find(fields, key, &ParameterField::key);
  if (field != fields.end()) return field->type;
  const auto number = number_in(key);
  const bool known = number && static_cast<std::size_t>(*number) < parameters.size();
  return known ? parameters[static_cast<std::size_t>(*number)].type : std::string();
}

NamedEntry entry_named(const Module& module, const CudaSource& source, const std::string& name) {
  std::vector<const Entry*> called;
  for (const Entry& entry : module.entries) {
    if (is_called(entry.name.text, name)) called.push_back(&entry);
  }
  if (called.empty()) {
    throw UsageError("there is no such kernel", "it has " + names_of_kernels(module));
  }
  if (called.size() == 1) return named(module, *called.front(), source);
  const auto same =
      std::ranges::find_if(called, [&](const Entry* entry) { return entry->name.text == name; });
  if (same != called.end()) return named(module, **same, source);
  std::vector<std::string> names;
  for (const Entry* const entry : called) names.push_back(signature(entry->name.text));
  throw UsageError("there are several of that name: " + enumerated(names),
                   "write --kernel '" + names.front() + '\'');
}

namespace {

/// Whether headers of the toolkit have brought it: CUB compiles an empty kernel along.
bool is_brought(const Entry* entry) {
  const std::string name = plain_name(entry->name.text);
  return name.starts_with("cub::") || name.starts_with("thrust::");
}

}  // namespace

NamedEntry only_entry(const Module& module, const CudaSource& source, const std::string& except,
                      const std::string& path) {
  std::vector<const Entry*> entries;
  for (const Entry& entry : module.entries) {
    if (except.empty() || plain_name(entry.name.text) != except) entries.push_back(&entry);
  }
  if (!std::ranges::all_of(entries, is_brought)) std::erase_if(entries, is_brought);
  if (entries.empty()) {
    throw InputError(path, {}, "there is no kernel in it",
                     "a kernel is a __global__ function; nvcc leaves out templates that nobody "
                     "instantiates");
  }
  if (entries.size() > 1) {
    throw InputError(path, {}, "there are several kernels: " + names_of_kernels(module),
                     "say with --kernel NAME which one runs");
  }
  return named(module, *entries.front(), source);
}

std::string names_of_kernels(const Module& module) {
  std::vector<std::string> names;
  for (const Entry& entry : module.entries) {
    const std::string plain = plain_name(entry.name.text);
    const auto same = std::ranges::count_if(
        module.entries, [&](const Entry& other) { return plain_name(other.name.text) == plain; });
    names.push_back(same == 1 ? plain : signature(entry.name.text));
  }
  return names.empty() ? "none" : enumerated(names);
}

Buffer buffer_of(const CudaParameter& parameter, const std::string& name,
                 std::optional<std::uint32_t> count) {
  Buffer buffer{name, count, std::nullopt, {}};
  // "float*", "const volatile double *"; float2 are floats as well.
  if (parameter.type.find("float") != std::string::npos) buffer.float_bytes = 4;
  if (parameter.type.find("double") != std::string::npos) buffer.float_bytes = 8;
  return buffer;
}

Grid default_grid(const Module& module, const NamedEntry& entry) {
  Grid grid;
  grid.entry = entry.entry->name.text;
  if (uses(module, *entry.entry, "%tid") && !uses(module, *entry.entry, "%ctaid")) {
    grid.threads_per_block = {2, 1, 1};
  } else {
    grid.blocks = {2, 1, 1};
  }
  const auto& [x, y, z] = entry.entry->cluster;
  if (x * y * z > 1) grid.blocks = {x, y, z};
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const CudaParameter& parameter = entry.parameters[i];
    grid.parameter_names.push_back(parameter.name);
    if (!parameter.is_pointer() || entry.has_fields(i)) continue;
    grid.parameters.push_back(
        {std::to_string(i), buffer_of(parameter, parameter.name, std::nullopt)});
  }
  for (const ParameterField& field : entry.fields) {
    if (!field.read || field.kind != ParameterField::Kind::pointer) continue;
    grid.parameters.push_back(
        {field.key(), buffer_of({field.name, field.type}, field.name, std::nullopt)});
  }
  return grid;
}

namespace {

/// Whether the field is a part of the tensormap there.
bool is_inside(const Binding& binding, const ParameterField& field) {
  const std::string parameter = std::to_string(field.parameter) + '+';
  if (!std::holds_alternative<TensorMap>(binding.argument)) return false;
  if (!binding.name.starts_with(parameter)) return false;
  const Value at = number_in(binding.name.substr(parameter.size())).value_or(0);
  return at <= field.offset && field.offset < at + tensormap_bytes;
}

bool is_bound(const Grid& grid, const ParameterField& field) {
  return std::ranges::any_of(grid.parameters, [&](const Binding& binding) {
    return binding.name == field.key() || is_inside(binding, field) ||
           (field.offset == 0 && binding.name == std::to_string(field.parameter));
  });
}

/// "f", or "a::f" as the source has it.
std::string name_of(const Entry& function) { return plain_name(function.name.text); }

/// The functions that may be meant, those first whose address the module takes.
std::vector<const Entry*> candidates(const Module& module, const ParameterField& field) {
  const auto fit = [&](const Entry& function) {
    return function.has_body && (!field.shape || fits(function, *field.shape));
  };
  std::vector<const Entry*> found = functions_with_address(module);
  std::erase_if(found, [&](const Entry* function) { return !fit(*function); });
  for (const Entry& function : module.functions) {
    const bool known = std::ranges::find(found, &function) != found.end();
    if (field.shape && fit(function) && !known) found.push_back(&function);
  }
  return found;
}

}  // namespace

void choose_functions(const Module& module, const NamedEntry& entry, Grid& grid,
                      std::vector<std::string>& assumed) {
  for (const ParameterField& field : entry.fields) {
    if (field.kind != ParameterField::Kind::function || !field.read || is_bound(grid, field)) {
      continue;
    }
    const std::vector<const Entry*> functions = candidates(module, field);
    if (functions.empty()) continue;  // the call says so, if a thread comes there
    const std::string first = name_of(*functions.front());
    grid.parameters.push_back(
        {field.key(), FunctionName{std::string(functions.front()->name.text)}});
    std::string others;
    for (std::size_t i = 1; i < functions.size(); ++i) {
      others += (i == 1 ? "" : ", ") + name_of(*functions[i]);
    }
    assumed.push_back("the function " + field.name + " is taken for " + first +
                      ", as nobody says which it is: " +
                      (others.empty() ? "there is no other in the module"
                                      : "others are " + others + ", as in --input " + field.name +
                                            "=" + name_of(*functions[1])));
  }
}

namespace {

/// A number that nobody gave.
struct OpenNumber {
  std::string key, name;
  std::uint32_t bytes = 4;
  bool floating = false;
};

std::vector<OpenNumber> open_numbers(const NamedEntry& entry, const Grid& grid) {
  std::vector<OpenNumber> result;
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const CudaParameter& parameter = entry.parameters[i];
    const Variable& variable = entry.entry->parameters[i];
    const std::string key = std::to_string(i);
    const bool bound = std::ranges::any_of(grid.parameters, [&](const Binding& binding) {
      return binding.name == key || binding.name.starts_with(key + '+');
    });
    if (bound || variable.count != 1U || !reads(*entry.entry, variable.name.text)) continue;
    result.push_back({key, parameter.name, variable.type.bits / 8, parameter.is_floating()});
  }
  for (const ParameterField& field : entry.fields) {
    const bool floating = field.kind == ParameterField::Kind::floating;
    const bool number = floating || field.kind == ParameterField::Kind::number;
    if (!field.read || !number || is_bound(grid, field)) continue;
    result.push_back({field.key(), field.name, field.bytes, floating});
  }
  return result;
}

}  // namespace

void choose_numbers(const NamedEntry& entry, Grid& grid, Launch& launch) {
  const auto size = [](const Triple& shape) { return Value{shape.x} * shape.y * shape.z; };
  const Value threads = size(grid.blocks) * size(grid.threads_per_block);
  for (const OpenNumber& open : open_numbers(entry, grid)) {
    const Value number = open.floating     ? float_bits("1", open.bytes).value_or(0)
                         : open.bytes == 1 ? 1
                                           : threads;
    grid.parameters.push_back({open.key, number});
    if (open.floating) {
      launch.assumed.push_back(open.name + " is taken for 1.0, as nobody says what it is");
    } else {
      launch.assumed_numbers.emplace_back(open.name, number);
    }
  }
}

}  // namespace opexplore::kernel
