// The variables of a module as objects of a launch.
#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/step.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// What it is called; two of the same name in one function keep their symbols.
std::string short_name(std::string_view symbol) {
  const std::size_t digits = symbol.find_last_not_of("0123456789") + 1;
  const bool is_counted = symbol.starts_with("_ZZ") && digits < symbol.size() &&
                          symbol.substr(0, digits).ends_with('_');
  return is_counted ? std::string(symbol) : local_name(symbol).name;
}

Value token_number(const Surroundings& around, const Token& token) {
  detail::Tokens number(around.source, {token, {detail::TokenKind::end, "", token.place}});
  return number.expect_number("a number");
}

/// The address of a function, or of a variable that exists once.
std::optional<Value> named_value(Surroundings& around, const Executor& executor,
                                 const Token& token) {
  Abstract place;
  if (const Entry* const function = find_function(around.module, token.text)) {
    place = function_address(around.memory, around.module, *function);
  } else {
    const auto variable = std::ranges::find_if(
        around.module.variables, [&](const Variable& one) { return one.name.is(token.text); });
    const bool once = variable != around.module.variables.end() &&
                      (variable->space == Space::global || variable->space == Space::constant);
    if (!once) return std::nullopt;
    place = variable_address(around, executor, *variable, "");
  }
  return around.memory.number_of(place.object, place.number);
}

/// The values between the braces, in order (PTX ISA 5.4.4 "Initializers"): `4`, `-4`, `f`, `x+8`,
/// `generic(x)`, and `0xFF00(f)`, the bytes of the address that the mask says.
class InitialValues {
 public:
  InitialValues(Surroundings& around, const Executor& executor, const std::vector<Token>& tokens)
      : around_(around), executor_(executor), tokens_(tokens) {}

  std::vector<Value> read() {
    std::vector<Value> values;
    while (at_ < tokens_.size()) values.push_back(read_value());
    return values;
  }

 private:
  bool is_next(std::string_view text) const {
    return at_ < tokens_.size() && tokens_[at_].is(text);
  }
  bool accept(std::string_view text) {
    if (!is_next(text)) return false;
    ++at_;
    return true;
  }

  Value read_value() {
    if (accept("-")) return -read_value();
    const Token token = tokens_[at_++];
    const bool generic = token.is("generic");
    if (!generic && token.kind == detail::TokenKind::number) {
      const Value number = token_number(around_, token);
      if (!is_next("(")) return number;
      const auto mask = static_cast<std::uint64_t>(number);
      const auto whole = static_cast<std::uint64_t>(read_address(tokens_[at_]));
      return static_cast<Value>((whole & mask) >> std::countr_zero(mask | (1ULL << 63U)));
    }
    if (!generic) --at_;
    return read_address(token);
  }

  Value read_address(const Token& first) {
    const bool bracket = accept("(");
    const Token name = at_ < tokens_.size() ? tokens_[at_++] : first;
    const auto value = named_value(around_, executor_, name);
    if (!value) {
      around_.source.fail(name.place,
                          "not modelled: " + quote(name) + " as the initial value of a variable",
                          "variables start with numbers, and with addresses of functions and of "
                          "global memory");
    }
    const bool plus = accept("+");
    const Value offset = plus && at_ < tokens_.size() ? token_number(around_, tokens_[at_++]) : 0;
    if (bracket) accept(")");
    return sum(*value, offset);
  }

  Surroundings& around_;
  const Executor& executor_;
  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
};

Object declared(const Variable& variable) {
  Object object;
  object.name = short_name(variable.name.text);
  object.space = variable.space;
  object.alignment = variable.alignment;
  const bool only_bytes = variable.type == Type{'b', 8};  // nvcc declares arrays so
  if (only_bytes) {
    object.bytes = variable.count;
    object.initial_width = 1;
  } else {
    object.count = variable.count;
    object.width = variable.type.bits / 8;
    if (variable.type.kind == 'f') object.float_bytes = object.width;
  }
  return object;
}

/// What the launch says of a variable.
void set_said(const Argument& said, Object& object) {
  if (const auto* const map = std::get_if<TensorMap>(&said)) object.tensormaps = {{0, *map}};
  const auto* const buffer = std::get_if<Buffer>(&said);
  if (buffer == nullptr) return;
  object.name = buffer->location;
  object.host_writes = buffer->host_writes;
  object.tensormaps = buffer->tensormaps;
  if (buffer->count) object.count = buffer->count;
  if (buffer->width) object.width = buffer->width;
  if (buffer->count || buffer->width) object.bytes.reset();
  if (buffer->initial.empty()) return;
  object.initial = buffer->initial;
  object.written_initial = buffer->written;
  object.initial_width = buffer->initial_width;
}

}  // namespace

std::string variable_key(const Executor& executor, const Variable& variable,
                         const std::string& entry) {
  const std::string key = entry + ' ' + std::string(variable.name.text);
  if (variable.space != Space::shared) return key;
  return key + ' ' + std::to_string(executor.gpu) + ' ' + std::to_string(executor.cta);
}

Abstract variable_address(Surroundings& around, const Executor& executor, const Variable& variable,
                          const std::string& entry) {
  Object object = declared(variable);
  const auto binding = std::ranges::find_if(around.launch.variables, [&](const Binding& candidate) {
    return names_variable(candidate.name, variable.name.text);
  });
  if (binding != around.launch.variables.end()) set_said(binding->argument, object);
  const std::string key = variable_key(executor, variable, entry);
  if (variable.space == Space::shared) {
    if (!variable.count && !object.count && !object.bytes) object.bytes = executor.dynamic_shared;
    object.source_name = object.name;
    object.cta = executor.cta;
    object.gpu = executor.gpu;
    if (around.several_gpus) object.name += "_gpu" + std::to_string(executor.gpu);
    if (around.several_ctas) object.name += "_cta" + std::to_string(executor.cta);
  }
  // Values can be addresses, also of the variable itself: it is there before they are read.
  const bool is_new = !around.memory.has(key);
  const std::uint16_t made = around.memory.object(key, object);
  if (is_new && object.initial.empty() && !variable.initial.empty()) {
    around.memory.set_initial_values(made,
                                     InitialValues(around, executor, variable.initial).read());
  }
  return address(made, 0);
}

}  // namespace opexplore::kernel
