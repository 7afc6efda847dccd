#include "litmus/kernels/step.hpp"

#include <algorithm>
#include <utility>

#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/private_memory.hpp"
#include "litmus/kernels/special_registers.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;
using Kind = code::Operand::Kind;

/// The block that declares the variable.
std::size_t block_of(const Entry& entry, std::size_t variable) {
  const auto declares = [&](const Block& block) {
    return std::ranges::any_of(block.variables,
                               [&](const auto& named) { return named.second == variable; });
  };
  return static_cast<std::size_t>(std::ranges::find_if(entry.blocks, declares) -
                                  entry.blocks.begin());
}

}  // namespace

Step::Step(Surroundings& around, const Executor& executor, State& state, ThreadCode& code)
    : around_(around),
      executor_(executor),
      state_(state),
      entry_(*state.frame.function),
      statement_(state.statement()),
      instruction_(state.instruction()),
      environment_(state.frame.environment),
      code_(code) {}

void Step::fail(const std::string& message, const std::string& suggestion) const {
  around_.source.fail(instruction_.place, message, suggestion);
}

void Step::fail_at(const code::Operand& operand, const std::string& message,
                   const std::string& suggestion) const {
  around_.source.fail(operand.place, message, suggestion);
}

Input Step::input(const code::Operand& operand, Type type) {
  switch (operand.kind) {
    case Kind::number:
      return {constant(wide_value(type.bits, operand.number))};
    case Kind::special:
      if (const auto known = special_value(around_, executor_, operand)) {
        return {*known};
      }
      fail_at(operand, "not modelled: the special register " + quote(operand.text));
    case Kind::symbol:
      return {symbol(operand)};
    case Kind::reg:
      break;
    case Kind::negated:
      return negated_input(operand, type);
    default:
      fail_at(operand, "expected a register or a number, found " + quote(operand.text));
  }
  if (const auto lack = lack_of(operand.reg)) fail_on_lack(operand, *lack);
  const auto known = environment_.find(operand.reg);
  if (known->second.kind != Abstract::Kind::run_time) return {known->second};
  return {known->second, program_register(operand.reg)};
}

std::optional<Abstract::Lack> Step::lack_of(std::uint16_t ptx) const {
  const auto known = environment_.find(ptx);
  if (known == environment_.end()) return Abstract::Lack::never_written;
  if (known->second.kind != Abstract::Kind::undefined) return std::nullopt;
  return static_cast<Abstract::Lack>(known->second.number);
}

void Step::fail_on_lack(const code::Operand& operand, Abstract::Lack lack) const {
  switch (lack) {
    case Abstract::Lack::never_written:
    case Abstract::Lack::elsewhere:
    case Abstract::Lack::broken_promise:
      throw NoValue{lack, std::string(operand.text)};
    case Abstract::Lack::perhaps:
      fail_at(operand,
              "not modelled: the value of " + quote(operand.text) +
                  " is computed from one that is never written, and may not depend on it",
              "give each variable a value where it is declared");
    case Abstract::Lack::lane:
      break;
  }
  fail_at(operand,
          "the value of " + quote(operand.text) +
              " is undefined: it comes from a lane that is not there",
          "launch all lanes that are read, or use the value only where the lane exists");
}

Abstract Step::as_number(const Abstract& known) const {
  if (!known.is_address()) return known;
  return constant(around_.memory.number_of(known.object, known.number));
}

Input Step::number(const code::Operand& operand, Type type) {
  Input result = input(operand, type);
  result.known = as_number(result.known);
  return result;
}

Input Step::negated_input(const code::Operand& operand, Type type) {
  if (type.kind != 'p') {
    fail_at(operand, "expected a register or a number, found " + quote(operand.text));
  }
  code::Operand positive = operand;
  positive.kind = Kind::reg;
  const Input input = this->input(positive, type);
  if (input.known.is_constant()) return {constant(input.known.number == 0 ? 1 : 0)};
  const RegisterId result = temporary(type);
  emit(ArithmeticOp::equal, result, run_time(input), Value{0}, NumberType::pred);
  return {{}, result};
}

Operand Step::run_time(const Input& input) const {
  // WART: private-addresses. What holds them at run time is not followed.
  const auto is_followed = [](Space space) { return !is_own(space) || space == Space::code; };
  if (input.known.is_address() && !is_followed(around_.memory.at(input.known.object).space)) {
    fail("not modelled: the address of " + quote(around_.memory.at(input.known.object).name) +
             " in memory, or with an index known only when the program runs",
         "keep arrays that are indexed by values of the run in shared or global memory");
  }
  const Abstract known = as_number(input.known);
  if (known.is_constant()) return known.number;
  if (known.kind == Abstract::Kind::time) {
    if (around_.reads_clock) {
      around_.assumptions.insert("times that are stored or passed on are taken for 0");
    }
    around_.uncomputed.try_emplace(&statement_);
    return Value{0};
  }
  return RegisterOperand{input.reg};
}

bool Step::is_time(const code::Operand& operand) const {
  if (operand.kind == Kind::vector) {
    return std::ranges::any_of(operand.parts,
                               [&](const code::Operand& part) { return is_time(part); });
  }
  if (operand.kind == Kind::special) {
    const auto known = special_value(around_, executor_, operand);
    return known && known->kind == Abstract::Kind::time;
  }
  if (operand.kind != Kind::reg && operand.kind != Kind::negated) return false;
  const auto known = environment_.find(operand.reg);
  return known != environment_.end() && known->second.kind == Abstract::Kind::time;
}

std::variant<Abstract, Pointer> Step::location(const code::Operand& memory) {
  if (memory.kind != Kind::memory) fail_at(memory, "expected an address in brackets");
  if (memory.parts.empty()) {
    fail_at(memory, "not modelled: an access to the number " + std::to_string(memory.number),
            "accesses go to parameters and variables");
  }
  Input base = input(memory.parts.front(), {'b', 64});
  if (base.known.is_address()) {
    return address(base.known.object, sum(base.known.number, memory.number));
  }
  if (base.known.is_constant()) {
    const Value number = sum(base.known.number, memory.number);
    if (const auto place = around_.memory.place_with(number)) {
      return address(place->first, place->second);
    }
    fail_at(memory, "the address is the number " + std::to_string(number),
            "bind the parameter that it comes from to a location in the launch");
  }
  if (base.known.kind == Abstract::Kind::time) {
    fail_at(memory,
            "not modelled: an address that depends on time, or on a function that is only "
            "approximated",
            "index by what memory holds");
  }
  Pointer pointer{base.reg, memory.number, {}};
  if (base.known.inside) pointer.object = base.known.object;
  return pointer;
}

const Variable* Step::module_variable(std::string_view name) const {
  const std::vector<Variable>& all = around_.module.variables;
  const auto known = std::ranges::find_if(all, [&](const Variable& v) { return v.name.is(name); });
  return known == all.end() ? nullptr : &*known;
}

Abstract Step::symbol(const code::Operand& operand) {
  const std::string_view name = operand.text;
  if (name == "WARP_SZ") return constant(32);
  const auto moved = [&](const Abstract& to) {
    return address(to.object, sum(to.number, operand.number));
  };
  const auto is_it = [&](const Variable& parameter) { return parameter.name.is(name); };
  if (const auto own = find_variable(entry_, statement_.block, name)) {
    const Variable& variable = entry_.variables[*own];
    const bool outside = variable.space == Space::global || variable.space == Space::shared;
    return moved(outside
                     ? variable_address(around_, executor_, variable, std::string(entry_.name.text))
                     : private_address(*this, variable, block_of(entry_, *own)));
  }
  const auto argument = state_.frame.parameters.find(name);
  if (argument != state_.frame.parameters.end()) return moved(address(argument->second, 0));
  const auto parameter = std::ranges::find_if(entry_.parameters, is_it);
  if (parameter != entry_.parameters.end() && state_.frame.depth == 0) {
    return moved(kernel_parameter_address(*this, *parameter));
  }
  if (const Variable* const variable = module_variable(name)) {
    return moved(variable->space == Space::local
                     ? private_address(*this, *variable, 0)
                     : variable_address(around_, executor_, *variable, ""));
  }
  if (const Entry* const function = find_function(around_.module, name)) {
    return moved(function_address(around_.memory, around_.module, *function));
  }
  std::vector<std::string_view> names;
  for (const Variable& v : around_.module.variables) names.push_back(v.name.text);
  for (const Variable& v : entry_.variables) names.push_back(v.name.text);
  fail_at(operand, "unknown name " + quote(name), detail::did_you_mean(name, names));
}

void Step::set(const code::Operand& destination, Abstract value) {
  const Type type = entry_.registers[destination.reg].type;
  if (value.is_constant()) value.number = wide_value(type.bits, value.number);
  environment_[destination.reg] = value;
}

void Step::set(const code::Operand& destination, const Input& input) {
  if (input.known.kind != Abstract::Kind::run_time) return set(destination, input.known);
  const RegisterId result = set_run_time(destination);
  const Type type = entry_.registers[destination.reg].type;
  note_object(destination, input.known);
  emit(ArithmeticOp::move, result, RegisterOperand{input.reg}, Value{0},
       number_type({type.kind == 'p' ? 'p' : 's', type.bits}));
}

void Step::forget(const code::Operand& destination) { environment_.erase(destination.reg); }

}  // namespace opexplore::kernel
