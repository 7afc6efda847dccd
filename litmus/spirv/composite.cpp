// Vectors, arrays and structures as values (SPIR-V specification, 3.42.12 "Composite
// Instructions"): what is known of their parts is kept, part by part.
#include <spirv/unified1/spirv.hpp11>

#include "litmus/spirv/step.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

/// The number of parts of a value of the type.
std::size_t parts_of(const Type& type) {
  return type.kind == Type::Kind::structure ? type.members.size() : type.count.value_or(0);
}

Id part_type(const Step& step, Id whole, std::size_t index) {
  const Type& type = step.type(whole);
  if (!type.is_composite() || index >= parts_of(type)) {
    step.fail("there is no part " + std::to_string(index));
  }
  return type.kind == Type::Kind::structure ? type.members[index] : type.element;
}

/// The parts of a value, of which an undefined one has as many as its type says.
std::vector<Known> parts_of(const Step& step, const Known& known, Id type) {
  if (known.kind == Known::Kind::composite) return known.parts;
  return std::vector<Known>(parts_of(step.type(type)));
}

Known extracted(Step& step) {
  Known known = step.operand(0);
  Id type = step.type_id(0);
  for (std::size_t i = 1; i < step.instruction().operands.size(); ++i) {
    const std::uint32_t index = step.instruction().word(i);
    const Id part = part_type(step, type, index);
    std::vector<Known> parts = parts_of(step, known, type);
    if (index >= parts.size()) step.fail("there is no part " + std::to_string(index));
    known = std::move(parts[index]);
    type = part;
  }
  return known;
}

/// The whole with the part that the literals from `at` on choose replaced.
Known inserted(Step& step, const Known& part, const Known& whole, Id type, std::size_t at) {
  if (at == step.instruction().operands.size()) return part;
  const std::uint32_t index = step.instruction().word(at);
  const Id inner = part_type(step, type, index);
  std::vector<Known> parts = parts_of(step, whole, type);
  if (index >= parts.size()) step.fail("there is no part " + std::to_string(index));
  parts[index] = inserted(step, part, parts[index], inner, at + 1);
  return composite(std::move(parts));
}

/// A vector may be made of vectors.
Known constructed(Step& step) {
  const Type& type = step.result_type();
  std::vector<Known> parts;
  for (std::size_t i = 0; i < step.instruction().operands.size(); ++i) {
    const Known known = step.operand(i);
    const bool joined =
        type.kind == Type::Kind::vector && step.type_of(i).kind == Type::Kind::vector;
    if (!joined) {
      parts.push_back(known);
      continue;
    }
    const std::vector<Known> all = parts_of(step, known, step.type_id(i));
    parts.insert(parts.end(), all.begin(), all.end());
  }
  if (!type.is_composite() || parts.size() != parts_of(type)) {
    step.fail("it has " + std::to_string(parts.size()) + " parts, and its type others");
  }
  return composite(std::move(parts));
}

Known shuffled(Step& step) {
  std::vector<Known> all = parts_of(step, step.operand(0), step.type_id(0));
  const std::vector<Known> more = parts_of(step, step.operand(1), step.type_id(1));
  all.insert(all.end(), more.begin(), more.end());
  std::vector<Known> parts;
  constexpr std::uint32_t undefined = 0xFFFFFFFF;
  for (std::size_t i = 2; i < step.instruction().operands.size(); ++i) {
    const std::uint32_t index = step.instruction().word(i);
    if (index != undefined && index >= all.size()) {
      step.fail("there is no part " + std::to_string(index));
    }
    parts.push_back(index == undefined ? Known{} : all[index]);
  }
  return composite(std::move(parts));
}

Known chosen(Step& step) {
  const Value index = step.known_number(1, "the index");
  const std::vector<Known> parts = parts_of(step, step.operand(0), step.type_id(0));
  if (index < 0 || static_cast<std::size_t>(index) >= parts.size()) {
    step.fail("there is no part " + std::to_string(index));
  }
  return parts[static_cast<std::size_t>(index)];
}

Known replaced(Step& step) {
  const Value index = step.known_number(2, "the index");
  std::vector<Known> parts = parts_of(step, step.operand(0), step.type_id(0));
  if (index < 0 || static_cast<std::size_t>(index) >= parts.size()) {
    step.fail("there is no part " + std::to_string(index));
  }
  parts[static_cast<std::size_t>(index)] = step.operand(1);
  return composite(std::move(parts));
}

}  // namespace

bool execute_composite(Step& step) {
  switch (Op{step.instruction().opcode}) {
    case Op::OpUndef:
      return step.set({}), true;
    case Op::OpCopyObject:
    case Op::OpCopyLogical:
      return step.set(step.operand(0)), true;
    case Op::OpCompositeExtract:
      return step.set(extracted(step)), true;
    case Op::OpCompositeInsert:
      return step.set(inserted(step, step.operand(0), step.operand(1), step.type_id(1), 2)), true;
    case Op::OpCompositeConstruct:
      return step.set(constructed(step)), true;
    case Op::OpVectorShuffle:
      return step.set(shuffled(step)), true;
    case Op::OpVectorExtractDynamic:
      return step.set(chosen(step)), true;
    case Op::OpVectorInsertDynamic:
      return step.set(replaced(step)), true;
    default:
      return false;
  }
}

}  // namespace opexplore::spirv
