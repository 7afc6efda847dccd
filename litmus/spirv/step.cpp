#include "litmus/spirv/step.hpp"

#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/language/limits.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

Known triple(const kernel::Triple& value, bool is_scalar) {
  if (is_scalar) return number(value.x);
  return composite({number(value.x), number(value.y), number(value.z)});
}

kernel::Triple product(const kernel::Triple& a, const kernel::Triple& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

}  // namespace

std::uint64_t threads_of(const Shape& shape) {
  std::uint64_t threads = 1;
  for (const kernel::Triple& of : {shape.threads_per_workgroup, shape.workgroups}) {
    threads *= std::uint64_t{of.x} * of.y * of.z;
  }
  return threads;
}

std::optional<Known> builtin_value(const Invocation& invocation, std::uint32_t builtin,
                                   bool is_scalar) {
  const Shape& shape = invocation.shape;
  const kernel::Triple& size = shape.threads_per_workgroup;
  switch (spv::BuiltIn{builtin}) {
    case spv::BuiltIn::LocalInvocationId:
      return triple(invocation.local, is_scalar);
    case spv::BuiltIn::WorkgroupId:
      return triple(invocation.workgroup, is_scalar);
    case spv::BuiltIn::GlobalInvocationId: {
      const kernel::Triple base = product(invocation.workgroup, size);
      return triple(
          {base.x + invocation.local.x, base.y + invocation.local.y, base.z + invocation.local.z},
          is_scalar);
    }
    case spv::BuiltIn::WorkgroupSize:
    case spv::BuiltIn::EnqueuedWorkgroupSize:
      return triple(size, is_scalar);
    case spv::BuiltIn::NumWorkgroups:
      return triple(shape.workgroups, is_scalar);
    case spv::BuiltIn::GlobalSize:
      return triple(product(size, shape.workgroups), is_scalar);
    case spv::BuiltIn::LocalInvocationIndex:
      return number(invocation.local_index);
    case spv::BuiltIn::SubgroupId:
      return number(invocation.subgroup);
    case spv::BuiltIn::SubgroupSize:
    case spv::BuiltIn::SubgroupMaxSize:
      return number(invocation.subgroup_size);
    case spv::BuiltIn::SubgroupLocalInvocationId:
      return number(invocation.lane);
    case spv::BuiltIn::NumSubgroups:
      return number(invocation.subgroups);
    case spv::BuiltIn::DeviceIndex:
      return number(0);
    default:
      return std::nullopt;
  }
}

NumberType number_type(const Type& type, bool is_unsigned) {
  if (type.bits <= 32) return is_unsigned ? NumberType::u32 : NumberType::s32;
  return is_unsigned ? NumberType::u64 : NumberType::s64;
}

const Type& Step::type(Id id) const {
  const auto found = around_.declarations.types.find(id);
  if (found == around_.declarations.types.end()) {
    fail(around_.module.name_of(id) + " is no type");
  }
  return found->second;
}

Id Step::type_id(std::size_t operand) const {
  const Id id = instruction_.word(operand);
  const auto local = around_.body.type_of.find(id);
  if (local != around_.body.type_of.end()) return local->second;
  const auto global = around_.declarations.type_of.find(id);
  if (global != around_.declarations.type_of.end()) return global->second;
  fail(around_.module.name_of(id) + " has no type");
}

Known Step::operand(std::size_t index) const {
  if (index >= instruction_.operands.size()) fail("an operand is missing");
  const Id id = instruction_.word(index);
  const auto known = environment_.ids.find(id);
  if (known != environment_.ids.end()) return known->second;
  const auto constant = around_.declarations.constants.find(id);
  if (constant != around_.declarations.constants.end()) return constant->second;
  const auto variable = around_.declarations.variables.find(id);
  if (variable != around_.declarations.variables.end()) {
    return pointer(around_.memory.object(variable->second, invocation_.workgroup_index), 0);
  }
  fail(around_.module.name_of(id) + " has no value here",
       "what an instruction reads is computed before it, on every way to it");
}

Value Step::known_number(std::size_t index, const std::string& what) const {
  const Known known = operand(index);
  if (!known.is_number()) fail(what + " is not known before the program runs");
  return known.number;
}

RegisterId Step::reg(const std::tuple<bool, std::uint32_t, std::uint32_t>& key, NumberType type) {
  const auto known = code_.numbers.find(key);
  if (known != code_.numbers.end()) return known->second;
  if (code_.registers.size() == max_registers) {
    fail("too many values that are known only when the program runs: the limit is " +
         std::to_string(max_registers));
  }
  const auto id = static_cast<RegisterId>(code_.registers.size());
  code_.registers.push_back({"r" + std::to_string(id), 0, type});
  code_.numbers.emplace(key, id);
  return id;
}

RegisterId Step::result_register(const Type& type, std::uint32_t part) {
  return reg({false, instruction_.result, part}, number_type(type));
}

RegisterId Step::scratch(std::size_t number) {
  return reg({false, 0, first_scratch + static_cast<std::uint32_t>(number)}, NumberType::s64);
}

opexplore::Operand Step::run_time(const Known& known) const {
  switch (known.kind) {
    case Known::Kind::number:
      return known.number;
    case Known::Kind::run_time:
      return RegisterOperand{known.reg};
    case Known::Kind::undefined:
      fail("not modelled: a value that is undefined, and that the program depends on",
           "give the variable that it comes from an initial value");
    case Known::Kind::pointer:
      fail("not modelled: a pointer as a value");
    case Known::Kind::composite:
      break;
  }
  fail("a number is expected here");
}

opexplore::Instruction placed(Action action, const Instruction& from, const Module& module) {
  const Place& place = from.place;
  opexplore::Instruction result{
      std::move(action), {place.line, place.column}, to_string(from, module)};
  const auto file = module.sources.find(place.source.file);
  if (!module.tells_sources || file == module.sources.end()) return result;
  const auto& [path, lines] = file->second;
  const std::uint32_t line = place.source.line;
  const bool there = line > 0 && line <= lines.size();
  result.code = CodePlace{path, {line, place.source.column}, there ? lines[line - 1] : ""};
  return result;
}

void Step::emit(Action action) {
  code_.instructions.push_back(placed(std::move(action), instruction_, around_.module));
}

void Step::emit(ArithmeticOp op, RegisterId destination, opexplore::Operand left,
                opexplore::Operand right, NumberType type) {
  emit(Arithmetic{op, destination, left, right, type});
}

// Two accesses of one thread are ordered if they use the same reference (Vulkan specification,
// appendix Memory Model, "Location-Ordered").
void Step::emit_undefined_behaviour(kernel::Meaningless why) {
  for (const AddressId address : around_.memory.undefined_behaviour(instruction_.place)) {
    Store store;
    store.address = address;
    store.value = static_cast<Value>(why);
    store.vulkan = VulkanAttributes{};
    emit(std::move(store));
  }
}

Known Step::cell(std::uint32_t object, std::uint32_t offset) const {
  const std::pair key{object, offset};
  for (const Cells* const cells : {&std::as_const(environment_.cells), &memory_.constant}) {
    const auto known = cells->find(key);
    if (known != cells->end()) return known->second;
  }
  return {};
}

void Step::settle_cells() {
  for (auto& [cell, known] : environment_.cells) {
    if (!known.is_run_time() || in_own_register(cell, known)) continue;
    const NumberType type = code_.registers[known.reg].type;
    const RegisterId own = reg({true, cell.first, cell.second}, type);
    emit(ArithmeticOp::move, own, RegisterOperand{known.reg}, Value{0}, type);
    known = spirv::run_time(own);
  }
}

bool Step::in_own_register(const std::pair<std::uint32_t, std::uint32_t>& cell,
                           const Known& known) const {
  const auto own = code_.numbers.find({true, cell.first, cell.second});
  return own != code_.numbers.end() && known == spirv::run_time(own->second);
}

std::uint32_t Step::local_object(Id variable, Id type) {
  return around_.memory.local_object(variable, type, instruction_.place);
}

void execute(Step& step) {
  switch (Op{step.instruction().opcode}) {
    case Op::OpSelectionMerge:
    case Op::OpLoopMerge:
      return;
    default:
      break;
  }
  if (execute_arithmetic(step) || execute_composite(step) || execute_memory(step) ||
      execute_synchronisation(step)) {
    return;
  }
  step.fail("not modelled: this instruction",
            "kernels compute with integers, and share buffers and memory of workgroups");
}

}  // namespace opexplore::spirv
