#include "litmus/kernels/step.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/liveness.hpp"
#include "litmus/kernels/private_memory.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;
using Kind = PtxOperand::Kind;

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
      environment_(state.frame.environment),
      code_(code) {
  if (is_modelled(mnemonic().name.text)) {
    operands_ = read_operands(around.source, entry_, statement_);
  }
}

void Step::fail(const std::string& message, const std::string& suggestion) const {
  around_.source.fail(mnemonic().name.place, message, suggestion);
}

void Step::fail_at(const PtxOperand& operand, const std::string& message,
                   const std::string& suggestion) const {
  around_.source.fail(operand.token.place, message, suggestion);
}

void Step::require_operands(std::size_t count) const {
  if (operands_.size() == count) return;
  fail(quote(mnemonic().text()) + " has " + std::to_string(count) + " operands, found " +
       std::to_string(operands_.size()));
}

std::vector<Type> Step::types() const {
  std::vector<Type> result;
  for (const detail::Modifier& modifier : mnemonic().modifiers) {
    if (const auto type = type_named(modifier.text)) result.push_back(*type);
  }
  return result;
}

Type Step::type() const {
  const std::vector<Type> all = types();
  if (all.size() != 1) {
    fail(quote(mnemonic().text()) + (all.empty() ? " needs a type" : " has several types"),
         "write one, such as .u32");
  }
  return all.front();
}

Input Step::input(const PtxOperand& operand, Type type) {
  switch (operand.kind) {
    case Kind::number:
      return {constant(wide_value(type.bits, operand.number))};
    case Kind::special:
      if (const auto known = special_register(around_, executor_, operand.token.text)) {
        return {*known};
      }
      fail_at(operand, "not modelled: the special register " + quote(operand.token));
    case Kind::symbol:
      return {symbol(operand)};
    case Kind::reg:
      break;
    case Kind::negated:
      return negated_input(operand, type);
    default:
      fail_at(operand, "expected a register or a number, found " + quote(operand.token));
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

void Step::fail_on_lack(const PtxOperand& operand, Abstract::Lack lack) const {
  switch (lack) {
    case Abstract::Lack::never_written:
      throw NeverWritten{std::string(operand.token.text)};
    case Abstract::Lack::perhaps:
      fail_at(operand,
              "not modelled: the value of " + quote(operand.token) +
                  " is computed from one that is never written, and may not depend on it",
              "give each variable a value where it is declared");
    case Abstract::Lack::lane:
      break;
  }
  fail_at(operand,
          "the value of " + quote(operand.token) +
              " is undefined: it comes from a lane that is not there",
          "launch all lanes that are read, or use the value only where the lane exists");
}

Abstract Step::as_number(const Abstract& known) const {
  if (!known.is_address()) return known;
  return constant(around_.memory.number_of(known.object, known.number));
}

Input Step::number(const PtxOperand& operand, Type type) {
  Input result = input(operand, type);
  result.known = as_number(result.known);
  return result;
}

Input Step::negated_input(const PtxOperand& operand, Type type) {
  if (type.kind != 'p') {
    fail_at(operand, "expected a register or a number, found " + quote(operand.token));
  }
  PtxOperand positive = operand;
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
    return Value{0};
  }
  return RegisterOperand{input.reg};
}

bool Step::is_time(const PtxOperand& operand) const {
  if (operand.kind == Kind::vector) {
    return std::ranges::any_of(operand.parts,
                               [&](const PtxOperand& part) { return is_time(part); });
  }
  if (operand.kind == Kind::special) {
    const auto known = special_register(around_, executor_, operand.token.text);
    return known && known->kind == Abstract::Kind::time;
  }
  if (operand.kind != Kind::reg && operand.kind != Kind::negated) return false;
  const auto known = environment_.find(operand.reg);
  return known != environment_.end() && known->second.kind == Abstract::Kind::time;
}

std::variant<Abstract, Pointer> Step::location(const PtxOperand& memory) {
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

Abstract Step::symbol(const PtxOperand& operand) {
  const Token& name = operand.token;
  if (name.is("WARP_SZ")) return constant(32);
  const auto moved = [&](const Abstract& to) {
    return address(to.object, sum(to.number, operand.number));
  };
  const auto is_it = [&](const Variable& parameter) { return parameter.name.is(name.text); };
  if (const auto own = find_variable(entry_, statement_.block, name.text)) {
    const Variable& variable = entry_.variables[*own];
    const bool outside = variable.space == Space::global || variable.space == Space::shared;
    return moved(outside
                     ? variable_address(around_, executor_, variable, std::string(entry_.name.text))
                     : private_address(*this, variable, block_of(entry_, *own)));
  }
  const auto argument = state_.frame.parameters.find(name.text);
  if (argument != state_.frame.parameters.end()) return moved(address(argument->second, 0));
  const auto parameter = std::ranges::find_if(entry_.parameters, is_it);
  if (parameter != entry_.parameters.end() && state_.frame.depth == 0) {
    return moved(kernel_parameter_address(*this, *parameter));
  }
  if (const Variable* const variable = module_variable(name.text)) {
    return moved(variable->space == Space::local
                     ? private_address(*this, *variable, 0)
                     : variable_address(around_, executor_, *variable, ""));
  }
  if (const Entry* const function = find_function(around_.module, name.text)) {
    return moved(function_address(around_.memory, around_.module, *function));
  }
  std::vector<std::string_view> names;
  for (const Variable& v : around_.module.variables) names.push_back(v.name.text);
  for (const Variable& v : entry_.variables) names.push_back(v.name.text);
  fail_at(operand, "unknown name " + quote(name), detail::did_you_mean(name.text, names));
}

const PtxOperand& Step::destination(std::size_t index) const {
  if (operands_.size() <= index) fail(quote(mnemonic().text()) + " has too few operands");
  const PtxOperand& operand = operands_[index];
  if (operand.kind != Kind::reg) {
    fail_at(operand, "expected a destination register, found " + quote(operand.token));
  }
  return operand;
}

void Step::set(const PtxOperand& destination, Abstract value) {
  const Type type = entry_.registers[destination.reg].type;
  if (value.is_constant()) value.number = wide_value(type.bits, value.number);
  environment_[destination.reg] = value;
}

void Step::set(const PtxOperand& destination, const Input& input) {
  if (input.known.kind != Abstract::Kind::run_time) return set(destination, input.known);
  const RegisterId result = set_run_time(destination);
  const Type type = entry_.registers[destination.reg].type;
  note_object(destination, input.known);
  emit(ArithmeticOp::move, result, RegisterOperand{input.reg}, Value{0},
       number_type({type.kind == 'p' ? 'p' : 's', type.bits}));
}

void Step::forget(const PtxOperand& destination) { environment_.erase(destination.reg); }

bool Step::is_undefined(const PtxOperand& operand) const {
  return operand.kind == Kind::reg && is_undefined(operand.reg);
}

bool Step::is_unwritten(const PtxOperand& operand) const {
  return operand.kind == Kind::reg && !environment_.contains(operand.reg);
}

bool Step::is_undefined(std::uint16_t ptx) const {
  const auto known = environment_.find(ptx);
  return known != environment_.end() && known->second.kind == Abstract::Kind::undefined;
}

bool Step::hand_on_undefined() {
  constexpr std::array<std::string_view, 16> others = {
      "ld",   "st",   "atom",  "red", "fence", "membar",     "bar",   "barrier",
      "shfl", "vote", "match", "bra", "redux", "activemask", "elect", "call"};
  if (std::ranges::find(others, mnemonic().name.text) != others.end()) return false;
  const Use use = use_of(entry_, statement_);
  std::optional<Abstract::Lack> lack;
  bool others_count = false;
  for (const std::uint16_t reg : use.read) {
    const std::optional<Abstract::Lack> its = lack_of(reg);
    others_count = others_count || !its;
    if (its && (!lack || *its != Abstract::Lack::never_written)) lack = its;
  }
  if (!lack || set_whatever_is_undefined()) return lack.has_value();
  // `a && x` does not depend on x where a is false.
  constexpr std::array<std::string_view, 7> perhaps = {"and", "or",  "selp", "min",
                                                       "max", "mul", "mad"};
  if (lack == Abstract::Lack::never_written && others_count && !chooses_undefined() &&
      std::ranges::find(perhaps, mnemonic().name.text) != perhaps.end()) {
    lack = Abstract::Lack::perhaps;
  }
  for (const auto* const written : {&use.written, &use.perhaps_written}) {
    for (const std::uint16_t reg : *written) {
      if (lack == Abstract::Lack::never_written) {
        environment_.erase(reg);
      } else {
        environment_[reg] = undefined(*lack);
      }
    }
  }
  return true;
}

// `selp` by a known predicate, of that value.
bool Step::chooses_undefined() {
  if (!mnemonic().name.is("selp") || operands_.size() != 4) return false;
  if (operands_[3].kind == Kind::reg && lack_of(operands_[3].reg)) return false;
  return input(operands_[3], {'p', 1}).known.is_constant();
}

// `selp` by a known predicate, and `and` and `or` with a known number that decides.
bool Step::set_whatever_is_undefined() {
  const auto lacks = [&](const PtxOperand& operand) {
    return operand.kind == Kind::reg && lack_of(operand.reg);
  };
  const Token& name = mnemonic().name;
  if (name.is("selp") && operands_.size() == 4 && !lacks(operands_[3])) {
    const Input predicate = input(operands_[3], {'p', 1});
    const PtxOperand& chosen = operands_[predicate.known.number != 0 ? 1 : 2];
    if (!predicate.known.is_constant() || lacks(chosen)) return false;
    set(destination(), input(chosen, type()));
    return true;
  }
  if (!(name.is("and") || name.is("or")) || operands_.size() != 3) return false;
  const Type of = type();
  const Value decides = name.is("and") ? 0 : wide_value(of.bits, -1);
  for (const PtxOperand* const operand : {&operands_[1], &operands_[2]}) {
    if (lacks(*operand)) continue;
    const Abstract known = input(*operand, of).known;
    if (!known.is_constant() || known.number != decides) continue;
    set(destination(), constant(decides));
    return true;
  }
  return false;
}

RegisterId Step::set_run_time(const PtxOperand& destination) {
  environment_[destination.reg] = {};
  return program_register(destination.reg);
}

void Step::note_object(const PtxOperand& destination, const Abstract& known) {
  if (known.inside) environment_[destination.reg] = inside(known.object);
}

RegisterId Step::add_register(NewRegister reg) {
  if (code_.registers.size() == max_registers) {
    fail("too many registers: the limit is " + std::to_string(max_registers) + " in one thread",
         state_.frame.depth == 0 ? "take a smaller kernel"
                                 : "functions that call each other need registers of their own: "
                                   "call less deeply, or compile with -O3");
  }
  code_.registers.push_back(std::move(reg));
  return static_cast<RegisterId>(code_.registers.size() - 1);
}

RegisterId Step::program_register(std::uint16_t ptx) {
  if (const auto known = code_.shared.find(&entry_); known != code_.shared.end()) {
    ptx = known->second[ptx];
  }
  const Type type = entry_.registers[ptx].type;
  const Frame& frame = state_.frame;
  if (frame.depth != 0) return home({frame.depth, &entry_, false, ptx, 0, 0}, type);
  if (const auto known = code_.by_ptx.find(ptx); known != code_.by_ptx.end()) return known->second;
  const RegisterId id = add_register({ptx, "", type});
  code_.by_ptx.emplace(ptx, id);
  return id;
}

RegisterId Step::home(const Home& home, Type type) {
  const NumberType held = number_type({type.kind == 'p' ? 'p' : 's', type.bits});
  if (const auto known = code_.homes.find(home, held)) return *known;
  const RegisterId id = add_register({std::nullopt, "", type});
  code_.homes.add(home, held, id);
  return id;
}

RegisterId Step::home(const PrivateByte& byte, std::uint32_t width) {
  const PrivateObject& object = code_.privates.at(byte.object);
  return home({byte.depth, object.function, true, byte.object, byte.offset, width},
              {'s', 8 * width});
}

RegisterId Step::temporary(Type type) {
  auto& [registers, used] = code_.borrowed[{type.kind == 'p' ? 'p' : 's', type.bits}];
  if (used == registers.size()) registers.push_back(add_register({std::nullopt, "", type}));
  return registers[used++];
}

RegisterId Step::scratch(std::size_t number) {
  while (code_.scratch.size() <= number) {
    code_.scratch.push_back(add_register({std::nullopt, "", {'s', 64}}));
  }
  return code_.scratch[number];
}

RegisterId Step::result(const std::string& name, Type type) {
  if (const auto known = code_.by_result.find(name); known != code_.by_result.end()) {
    return known->second;
  }
  const RegisterId id = add_register({std::nullopt, name, type});
  code_.by_result.emplace(name, id);
  return id;
}

void Step::emit(Action action) {
  if (code_.instructions.size() == most_instructions) {
    fail("too many instructions: the limit is " + std::to_string(most_instructions) +
             " in one thread, loops unrolled",
         "launch with smaller numbers, so that loops have fewer turns");
  }
  code_.instructions.push_back(
      {std::move(action), statement_.place, statement_.text, code_place()});
}

// A function of the toolkit is not what its author wrote: the line that called it is.
std::optional<CodePlace> Step::code_place() const {
  if (around_.places.is_users(statement_)) return around_.places.of(statement_);
  for (const Frame* frame = state_.frame.caller.get(); frame != nullptr;
       frame = frame->caller.get()) {
    const Statement& call = frame->function->statements[frame->statement];
    if (around_.places.is_users(call)) return around_.places.of(call);
  }
  return around_.places.of(statement_);
}

void Step::emit(ArithmeticOp op, RegisterId destination, Operand left, Operand right,
                NumberType type) {
  emit(Arithmetic{op, destination, left, right, type});
}

InstructionId Step::emit_branch(Comparison comparison, Operand left, Operand right) {
  emit(Branch{comparison, left, right, 0});
  return static_cast<InstructionId>(code_.instructions.size() - 1);
}

InstructionId Step::emit_jump() {
  emit(Branch{});
  return static_cast<InstructionId>(code_.instructions.size() - 1);
}

void Step::land(InstructionId branch) {
  branch_of(code_.instructions[branch].action)->target =
      static_cast<InstructionId>(code_.instructions.size());
}

void Step::meet(Value meeting) {
  const Meeting& known = around_.meetings.at(meeting);
  ThreadMask cta = 0;
  for (const Mate& mate : executor_.cta_mates) cta |= thread_bit(mate.number);
  Barrier barrier;
  barrier.instance = meeting;
  barrier.id = Operand{meeting};
  switch (known.awaited) {
    case Awaited::expected:
      if (known.expected != cta) barrier.members = static_cast<Value>(known.expected);
      break;
    case Awaited::coming:
      barrier.passable = true;
      break;
    case Awaited::named:
      barrier.id = RegisterOperand{scratch(Scratch::meeting)};
      barrier.members = RegisterOperand{scratch(Scratch::members)};
      break;
  }
  meet(meeting, barrier);
}

void Step::meet(Value meeting, const Barrier& barrier) {
  code_.arrivals.emplace(static_cast<InstructionId>(code_.instructions.size()), meeting);
  emit(barrier);
}

void Step::pass(Value meeting) {
  code_.arrivals.emplace(static_cast<InstructionId>(code_.instructions.size()), meeting);
  emit(ArithmeticOp::move, scratch(Scratch::index), Value{0}, Value{0}, NumberType::s64);
}

void Step::stop(StopKind kind, std::string text) {
  stops_ = true;
  emit_stop(kind, std::move(text));
}

void Step::stop_unless(Comparison comparison, Operand left, Operand right, StopKind kind,
                       std::string text) {
  const InstructionId goes_on = emit_branch(comparison, left, right);
  emit_stop(kind, std::move(text));
  code_.leaves.push_back(emit_jump());
  land(goes_on);
}

void Step::emit_stop(StopKind kind, std::string text) {
  if (!code_.stopped) code_.stopped = add_register({std::nullopt, "", {'s', 32}});
  auto known = std::ranges::find_if(code_.stops, [&](const CodeStop& stop) {
    return stop.statement == &statement_ && stop.text == text;
  });
  if (known == code_.stops.end()) {
    const auto here = static_cast<InstructionId>(code_.instructions.size());
    known = code_.stops.insert(known, {&statement_, here, kind, std::move(text)});
  }
  emit(ArithmeticOp::move, *code_.stopped, Value{known - code_.stops.begin() + 1}, Value{0},
       NumberType::s32);
}

}  // namespace opexplore::kernel
