// The variables of a module as objects of a launch.
#include <algorithm>
#include <string>

#include "litmus/kernels/step.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The last name in a mangled one: "s" of "_ZZ2mpE1s", the name itself if it is not mangled.
std::string short_name(std::string_view name) {
  if (name.substr(0, 2) != "_Z") return std::string(name);
  for (std::size_t i = name.size(); i > 2; --i) {
    if (!is_digit(name[i - 1]) || (i > 1 && is_digit(name[i - 2]))) continue;
    std::size_t end = i - 1;
    std::size_t length = 0;
    while (end < name.size() && is_digit(name[end]) && length < name.size()) {
      length = 10 * length + static_cast<std::size_t>(name[end++] - '0');
    }
    const bool fits = length > 0 && end + length == name.size();
    if (fits) return std::string(name.substr(end));
  }
  return std::string(name);
}

Value initial_value(const Surroundings& around, const Token& token) {
  detail::Tokens number(around.source, {token, {detail::TokenKind::end, "", token.place}});
  if (!number.at_number()) {
    around.source.fail(token.place,
                       "not modelled: " + quote(token) + " as the initial value of a variable",
                       "variables start with numbers");
  }
  return number.expect_number("a number");
}

Object declared(const Surroundings& around, const Variable& variable) {
  Object object;
  object.name = short_name(variable.name.text);
  object.space = variable.space;
  const bool only_bytes = variable.type == Type{'b', 8};  // nvcc declares arrays so
  if (only_bytes) {
    object.bytes = variable.count;
    object.initial_width = 1;
  } else {
    object.count = variable.count;
    object.width = variable.type.bits / 8;
    if (variable.type.kind == 'f') object.float_bytes = object.width;
  }
  for (std::size_t i = 0; i < variable.initial.size(); ++i) {
    const Token& token = variable.initial[i];
    const bool negative = token.is("-") && i + 1 < variable.initial.size();
    const Value value = initial_value(around, variable.initial[negative ? ++i : i]);
    object.initial.push_back(negative ? -value : value);
  }
  return object;
}

}  // namespace

Abstract variable_address(Surroundings& around, const Executor& executor, const Variable& variable,
                          const std::string& entry) {
  Object object = declared(around, variable);
  const auto binding = std::ranges::find_if(around.launch.variables, [&](const Binding& candidate) {
    return candidate.name == variable.name.text || candidate.name == object.name;
  });
  if (binding != around.launch.variables.end()) {
    if (const auto* const buffer = std::get_if<Buffer>(&binding->argument)) {
      object.name = buffer->location;
      if (buffer->count) object.count = buffer->count;
      if (buffer->width) object.width = buffer->width;
      if (buffer->count || buffer->width) object.bytes.reset();
      if (!buffer->initial.empty()) {
        object.initial = buffer->initial;
        object.written_initial = buffer->written;
        object.initial_width.reset();
      }
    }
  }
  std::string key = entry + ' ' + std::string(variable.name.text);
  if (variable.space == Space::shared) {
    const std::string gpu = std::to_string(executor.gpu);
    const std::string cta = std::to_string(executor.cta);
    key += ' ' + gpu + ' ' + cta;
    object.source_name = object.name;
    if (around.several_gpus) object.name += "_gpu" + gpu;
    if (around.several_ctas) object.name += "_cta" + cta;
  }
  return address(around.memory.object(key, object), 0);
}

}  // namespace opexplore::kernel
