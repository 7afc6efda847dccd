// Pointers, loads and stores (SPIR-V specification, 3.42.8 "Memory Instructions"). Where a pointer
// points to has to be known; what it points to is the thread's own, or a location of the program.
#include <spirv/unified1/spirv.hpp11>

#include "litmus/spirv/choices.hpp"
#include "litmus/spirv/semantics.hpp"
#include "litmus/spirv/step.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

Known require_pointer(const Step& step, std::size_t operand) {
  Known known = step.operand(operand);
  if (known.kind == Known::Kind::pointer) return known;
  step.fail("where it points to is not known before the program runs",
            "addresses may depend on constants, on the number of the thread and on loops with a "
            "known number of turns");
}

void declare(Step& step) {
  const Type& pointer_type = step.result_type();
  if (pointer_type.kind != Type::Kind::pointer) step.fail("its type is no pointer");
  const Id type = pointer_type.element;
  const std::uint32_t object = step.local_object(step.instruction().result, type);
  const bool given = step.instruction().operands.size() > 1;
  store_local(step, object, 0, type, given ? step.operand(1) : Known{});
  step.set(pointer(object, 0));
}

/// OpAccessChain and its kin; the indices begin at `first`.
void access_chain(Step& step, std::size_t first, bool with_element) {
  Known known = require_pointer(step, 0);
  const Type& base = step.type_of(0);
  if (base.kind != Type::Kind::pointer) step.fail("its base is no pointer");
  Id type = base.element;
  const auto index = [&](std::size_t operand) {
    const Known value = step.operand(operand);
    if (value.is_number()) return value.number;
    step.fail("an index that is known only when the program runs",
              "indices may depend on constants, on the number of the thread and on loops with a "
              "known number of turns");
  };
  auto offset = static_cast<std::uint64_t>(known.number);
  if (with_element) {
    const std::uint32_t stride = base.stride != 0 ? base.stride : step.type(type).size;
    offset += static_cast<std::uint64_t>(index(1)) * stride;
  }
  for (std::size_t i = first; i < step.instruction().operands.size(); ++i) {
    const auto [part, begin] = part_of(step.around().declarations, step.around().module,
                                       step.instruction(), type, index(i));
    offset += static_cast<std::uint64_t>(begin);
    type = part;
  }
  step.set(pointer(known.object, static_cast<Value>(offset)));
}

void load(Step& step) {
  const Known from = require_pointer(step, 0);
  const AccessMarks marks = marks_of(step, 1, from);
  step.set(load_from(step, from.object, from.number, step.instruction().type, marks));
}

void store(Step& step) {
  const Known to = require_pointer(step, 0);
  const AccessMarks marks = marks_of(step, 2, to);
  store_to(step, to.object, to.number, step.type_id(1), step.operand(1), marks);
}

/// Whether two pointers are the same, or how many elements lie between them (SPIR-V 1.4, of
/// SPV_KHR_variable_pointers).
void compare_pointers(Step& step) {
  const Known a = require_pointer(step, 0), b = require_pointer(step, 1);
  const Op op{step.instruction().opcode};
  if (op != Op::OpPtrDiff) {
    const bool same = a == b;
    return step.set(number(same == (op == Op::OpPtrEqual) ? 1 : 0));
  }
  const Type& type = step.type_of(0);
  const std::uint32_t stride = type.stride != 0 ? type.stride : step.type(type.element).size;
  if (a.object != b.object || stride == 0) {
    step.fail("its pointers lead to different variables", "SPIR-V leaves its result open");
  }
  step.set(number(held(step.result_type(), (a.number - b.number) / Value{stride})));
}

/// The length of the array at the end of a structure.
void array_length(Step& step) {
  const Known whole = require_pointer(step, 0);
  const Type& pointer_type = step.type_of(0);
  const Type& type = step.type(pointer_type.element);
  const std::uint32_t member = step.instruction().word(1);
  const Object& object = step.around().memory.at(whole.object);
  if (type.kind != Type::Kind::structure || member >= type.members.size()) {
    step.fail("its operand is no structure with such a member");
  }
  if (!object.size) {
    step.around().memory.note_chosen_length(whole.object);
    return step.set(number(static_cast<Value>(threads_of(step.invocation().shape))));
  }
  const std::uint32_t begin = static_cast<std::uint32_t>(whole.number) + type.offsets[member];
  const std::uint32_t stride = step.type(type.members[member]).stride;
  if (stride == 0 || *object.size < begin) step.fail("the length of the array is not known");
  step.set(number((*object.size - begin) / stride));
}

}  // namespace

Known load_from(Step& step, std::uint32_t object, Value offset, Id id, const AccessMarks& marks,
                std::uint32_t part) {
  const Type& type = step.type(id);
  const Memory& memory = step.around().memory;
  if (type.is_composite()) {
    std::vector<Known> parts;
    const bool structure = type.kind == Type::Kind::structure;
    const std::size_t count = structure ? type.members.size() : type.count.value_or(0);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Id inner = structure ? type.members[i] : type.element;
      const Value begin = offset + (structure ? type.offsets[i] : Value{i} * type.stride);
      parts.push_back(load_from(step, object, begin, inner, marks, part));
      part += step.type(inner).scalars;
    }
    return composite(std::move(parts));
  }
  if (!memory.is_inside(object, offset, type.size)) return {};
  const std::uint32_t at = memory.offset(object, offset, type.size, step.instruction());
  if (!memory.at(object).is_shared()) {
    const Known known = step.cell(object, at);
    if (!known.is_run_time() || !step.in_own_register({object, at}, known)) return known;
    const RegisterId reg = step.result_register(type, part);
    step.emit(ArithmeticOp::move, reg, RegisterOperand{known.reg}, Value{0}, number_type(type));
    return run_time(reg);
  }
  if (!type.is_scalar()) step.fail("not modelled: memory of this type");
  Load access;
  access.address = step.address(object, at, type);
  access.vulkan = marks.of_load();
  access.destination = step.result_register(type, part);
  const RegisterId reg = access.destination;
  step.emit(std::move(access));
  return run_time(reg);
}

void store_to(Step& step, std::uint32_t object, Value offset, Id id, const Known& value,
              const AccessMarks& marks) {
  const Type& type = step.type(id);
  const Memory& memory = step.around().memory;
  if (type.is_composite()) {
    const bool structure = type.kind == Type::Kind::structure;
    const std::size_t count = structure ? type.members.size() : type.count.value_or(0);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Value begin = offset + (structure ? type.offsets[i] : Value{i} * type.stride);
      store_to(step, object, begin, structure ? type.members[i] : type.element,
               i < value.parts.size() ? value.parts[i] : Known{}, marks);
    }
    return;
  }
  const std::uint32_t at = memory.offset(object, offset, type.size, step.instruction());
  if (!memory.at(object).is_shared()) return step.set_cell(object, at, value);
  if (!type.is_scalar()) step.fail("not modelled: memory of this type");
  Store access;
  access.address = step.address(object, at, type);
  access.vulkan = marks.of_store();
  if (value.is_undefined() && step.around().chooses_stored) {
    access.value = step.run_time(any_bit(step));
  } else if (value.is_undefined()) {
    step.around().memory.note_undefined(object, at, step.instruction());
  } else {
    access.value = step.run_time(value);
  }
  step.emit(std::move(access));
}

void store_local(Step& step, std::uint32_t object, std::uint32_t offset, Id type,
                 const Known& value) {
  store_to(step, object, offset, type, value, {});
}

bool execute_memory(Step& step) {
  switch (Op{step.instruction().opcode}) {
    case Op::OpVariable:
      return declare(step), true;
    case Op::OpAccessChain:
    case Op::OpInBoundsAccessChain:
      return access_chain(step, 1, false), true;
    case Op::OpPtrAccessChain:
    case Op::OpInBoundsPtrAccessChain:
      return access_chain(step, 2, true), true;
    case Op::OpLoad:
      return load(step), true;
    case Op::OpStore:
      return store(step), true;
    case Op::OpArrayLength:
      return array_length(step), true;
    case Op::OpPtrEqual:
    case Op::OpPtrNotEqual:
    case Op::OpPtrDiff:
      return compare_pointers(step), true;
    default:
      return false;
  }
}

}  // namespace opexplore::spirv
