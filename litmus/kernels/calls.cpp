#include "litmus/kernels/calls.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "code/uses.hpp"
#include "litmus/kernels/address_uses.hpp"
#include "litmus/kernels/any_value.hpp"
#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/private_memory.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;
using Kind = code::Operand::Kind;

struct CallOperands {
  std::span<const code::Operand> results;
  const code::Operand& target;  ///< a symbol, or the register that has the address of a function
  std::span<const code::Operand> arguments;
};

CallOperands operands_of(const code::Instruction& call) {
  const std::span<const code::Operand> all = call.operands;
  return {all.first(call.results), all[call.results], all.subspan(call.results + 1)};
}

constexpr std::uint32_t deepest = 100;  // calls of calls

/// Functions that programs get from elsewhere, and what to do instead.
struct Foreign {
  std::string_view name;
  std::string_view advice;
};
constexpr std::array foreign = {
    Foreign{"malloc", "pass memory as a parameter, or declare it with __device__ or __shared__"},
    Foreign{"free", "pass memory as a parameter, or declare it with __device__ or __shared__"},
    Foreign{"cudaGetParameterBufferV2",
            "kernels that launch kernels cannot be explored: launch "
            "them side by side with \"kernels\""},
    Foreign{"cudaLaunchDeviceV2",
            "kernels that launch kernels cannot be explored: launch them "
            "side by side with \"kernels\""}};

[[noreturn]] void refuse_foreign(const Step& step, std::string_view name) {
  std::string advice = "put its body into the file that is compiled";
  for (const Foreign& known : foreign) {
    if (known.name == name) advice = known.advice;
  }
  step.fail("not modelled: a call of '" + std::string(name) + "', which has no body in the module",
            advice);
}

/// The name of the function that is called; nothing for an address that is none's.
std::optional<std::string_view> called(Step& step, const CallOperands& call) {
  const code::Operand& target = call.target;
  if (target.kind == Kind::symbol) return target.text;
  if (target.kind != Kind::reg) step.fail_at(target, "expected the name of a function");
  const Entry* const function = function_at(step.around(), step.input(target, {'b', 64}).known);
  if (function == nullptr) return std::nullopt;
  return function->name.text;
}

void require_count(const Step& step, std::string_view function, std::string_view what,
                   std::size_t found, std::size_t wanted) {
  if (found == wanted) return;
  step.fail("the function '" + std::string(function) + "' has " + std::to_string(wanted) + ' ' +
            std::string(what) + ", and the call has " + std::to_string(found));
}

/// The caller's object that an argument or result is, if it is a `.param` variable.
std::optional<std::uint16_t> object_of(Step& step, const code::Operand& operand,
                                       const Variable& formal) {
  if (operand.kind != Kind::symbol) return std::nullopt;
  const Abstract place = step.symbol(operand);
  if (place.is_address() && is_private(step, place) && place.number == 0) {
    const Object& object = step.around().memory.at(place.object);
    const bool parameter =
        object.space == Space::parameter && !step.code().kernel_parameters.contains(place.object);
    const std::optional<std::uint32_t> size = size_of(formal);
    if (parameter && formal.space == Space::parameter) {
      if (object.bytes == size || !size) return place.object;
      step.fail_at(operand, quote(operand.text) + " has " +
                                std::to_string(object.bytes.value_or(0)) +
                                " bytes, and the function's " + quote(formal.name) + " has " +
                                std::to_string(*size));
    }
  }
  step.fail_at(operand, quote(operand.text) + " cannot be passed as " + quote(formal.name));
}

State behind_call(const State& state) {
  State next = state;
  ++next.frame.statement;
  return next;
}

/// The runtime of CUDA on the device: what it does is not nothing.
bool is_foreign(std::string_view name) {
  return name.starts_with("cuda") ||
         std::ranges::any_of(foreign, [&](const Foreign& known) { return known.name == name; });
}

/// Whether what the call gives there is used as an address.
bool gives_address(Step& step, const code::Operand& result) {
  AddressUses uses(step.around().module);
  const std::vector<bool> addresses = uses.of(step.entry());
  if (result.kind == Kind::reg) return addresses[result.reg];
  const Entry& entry = step.entry();
  for (std::size_t i = 0; i < entry.statements.size(); ++i) {
    const code::Instruction& load = entry.code.instructions[i];
    const bool loads = is_load(load) && entry.statements[i].block == step.statement().block &&
                       load.operands[1].text == result.text;
    const auto is_address = [&](std::uint16_t reg) { return addresses[reg]; };
    if (loads && std::ranges::any_of(code::uses_of(load).written, is_address)) return true;
  }
  return false;
}

/// A call of a function that the module declares, and has no body of: it gives any value.
State call_unknown(Step& step, const CallOperands& call, const Entry& function) {
  const std::string name = plain_name(function.name.text);
  for (std::size_t i = 0; i < call.results.size(); ++i) {
    const code::Operand& result = call.results[i];
    const Variable& formal = function.results.at(i);
    const bool scalar = formal.count == 1U && formal.type.bits >= 32 && formal.type.bits <= 64;
    if (!scalar || gives_address(step, result)) refuse_foreign(step, function.name.text);
    const RegisterId any = any_value(step, formal.type.bits);
    if (result.kind == Kind::reg) {
      step.set(result, Input{{}, any});
    } else if (const auto object = object_of(step, result, formal)) {
      set_private(step, address(*object, 0), formal.type.bits / 8, Input{{}, any});
    }
  }
  step.around().assumptions.insert(
      name + " has no body in the module: it is taken to touch no memory" +
      (call.results.empty()
           ? ""
           : ", and to give 0 or 1 (in a loop 1 from some turn on): other values are not tried"));
  return behind_call(step.state());
}

code::Operand as_register(const Entry& function, const Variable& formal) {
  code::Operand operand;
  operand.kind = Kind::reg;
  operand.place = formal.name.place;
  operand.text = formal.name.text;
  operand.reg = *find_register(function, 0, formal.name.text);
  return operand;
}

/// An argument that is a register or a number; nothing for a register that is not written.
std::optional<Input> value_of(Step& step, const code::Operand& operand, Type type) {
  const bool unwritten =
      operand.kind == Kind::reg && !step.state().frame.environment.contains(operand.reg);
  if (unwritten) return std::nullopt;
  return step.input(operand, type);
}

/// Gives the parameter of the function the value.
void pass(Step& callee, const Variable& formal, const std::optional<Input>& value) {
  if (formal.space == Space::reg) {
    if (value) callee.set(as_register(callee.entry(), formal), *value);
    return;
  }
  const Abstract place = private_address(callee, formal, 0);
  callee.state().frame.parameters.emplace(formal.name.text, place.object);
  if (formal.count != 1) callee.fail("a value cannot be passed as " + quote(formal.name));
  set_private(callee, place, formal.type.bits / 8, value);
}

}  // namespace

std::vector<const Entry*> possible_functions(Step& step) {
  const CallOperands call = operands_of(step.instruction());
  if (call.target.kind != Kind::reg) return {};
  const Environment& environment = step.state().frame.environment;
  const auto known = environment.find(call.target.reg);
  if (known == environment.end() || known->second.kind != Abstract::Kind::run_time) return {};
  const auto names = [](std::span<const code::Operand> operands) {
    std::vector<std::string_view> result;
    for (const code::Operand& operand : operands) result.push_back(operand.text);
    return result;
  };
  const CallShape shape = shape_of_call(step.entry(), step.statement().block, names(call.arguments),
                                        names(call.results));
  std::vector<const Entry*> possible = functions_with_address(step.around().module);
  std::erase_if(possible, [&](const Entry* function) { return !fits(*function, shape); });
  return possible;
}

std::uint16_t called_register(const Step& step) {
  return operands_of(step.instruction()).target.reg;
}

State call_function(Step& step, Paths& paths) {
  const CallOperands call = operands_of(step.instruction());
  const std::optional<std::string_view> meant = called(step, call);
  if (!meant) {
    const bool null = call.target.kind == Kind::reg &&
                      step.state().frame.environment.at(call.target.reg) == constant(0);
    step.stop(null ? StopKind::null : StopKind::misuse,
              null ? "the call is through a null pointer"
                   : "the call is to an address where no function of the module begins");
    return step.state();
  }
  const std::string_view name = *meant;
  const Entry* const function = find_function(step.around().module, name);
  if (name == "vprintf") {  // writes nothing that a thread reads
    step.code().prints = true;
    return behind_call(step.state());
  }
  if (function == nullptr) refuse_foreign(step, name);
  require_count(step, name, "parameters", call.arguments.size(), function->parameters.size());
  require_count(step, name, "results", call.results.size(), function->results.size());
  if (!function->has_body) {
    if (is_foreign(name)) refuse_foreign(step, name);
    return call_unknown(step, call, *function);
  }
  const Frame& caller = step.state().frame;
  if (caller.depth == deepest) {
    step.fail("functions call each other more than " + std::to_string(deepest) + " deep",
              "recursion has to end by what is known: parameters and numbers");
  }
  State state;
  state.memory = step.state().memory;
  state.frame.function = function;
  state.frame.depth = caller.depth + 1;
  state.frame.path = paths.behind(caller.path, caller.statement);
  state.frame.caller = std::make_shared<const Frame>(caller);
  const auto bind = [&](const code::Operand& operand, const Variable& formal) {
    const auto object = object_of(step, operand, formal);
    if (object) state.frame.parameters.emplace(formal.name.text, *object);
    return object.has_value();
  };
  for (std::size_t i = 0; i < call.results.size(); ++i) {
    const code::Operand& operand = call.results[i];
    const Variable& formal = function->results[i];
    if (operand.kind != Kind::reg) {
      bind(operand, formal);
    } else if (formal.space != Space::reg) {
      step.fail_at(operand, quote(operand.text) + " cannot receive " + quote(formal.name),
                   "declare a variable with .param");
    }
  }
  if (function->statements.empty()) return state;
  Step callee(step.around(), step.executor(), state, step.code());
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Variable& formal = function->parameters[i];
    if (bind(call.arguments[i], formal)) continue;
    pass(callee, formal, value_of(step, call.arguments[i], formal.type));
  }
  return state;
}

State return_to_caller(Surroundings& around, const Executor& executor, const State& callee,
                       ThreadCode& code) {
  State before = callee;
  State next;
  next.memory = callee.memory;
  next.frame = *callee.frame.caller;
  const Entry& function = *callee.frame.function;
  Step caller(around, executor, next, code);
  const CallOperands call = operands_of(caller.instruction());
  for (std::size_t i = 0; i < call.results.size(); ++i) {
    const Variable& formal = function.results[i];
    if (call.results[i].kind != Kind::reg) continue;  // the function has written it
    if (function.statements.empty()) {
      caller.forget(call.results[i]);
      continue;
    }
    before.frame.statement = 0;
    Step last(around, executor, before, code);
    const auto value = value_of(last, as_register(function, formal), formal.type);
    if (value) {
      caller.set(call.results[i], *value);
    } else {
      caller.forget(call.results[i]);
    }
  }
  const PrivateByte first{callee.frame.depth, 0, 0};
  next.memory.erase(next.memory.lower_bound(first), next.memory.end());
  ++next.frame.statement;
  return next;
}

}  // namespace opexplore::kernel
