// Where the parts of composites are (SPIR-V specification, decorations Offset and ArrayStride).
#include <cctype>
#include <spirv/unified1/spirv.hpp11>

#include "litmus/kernels/float_values.hpp"
#include "litmus/spirv/declarations.hpp"

namespace opexplore::spirv {

std::pair<Id, Value> part_of(const Declarations& declarations, const Module& module,
                             const Instruction& user, Id type, Value index) {
  const Type& whole = declarations.type(type);
  if (whole.kind == Type::Kind::vector || whole.kind == Type::Kind::array) {
    // Wraps around as 64 bits do; addresses of 32 bits are its low half.
    const auto offset = static_cast<std::uint64_t>(index) * whole.stride;
    return {whole.element, static_cast<Value>(offset)};
  }
  if (whole.kind != Type::Kind::structure) {
    module.fail(user, "an index into what has no parts", "leave out the last index");
  }
  if (index < 0 || index >= static_cast<Value>(whole.members.size())) {
    module.fail(user, "the structure has no member " + std::to_string(index));
  }
  const auto member = static_cast<std::size_t>(index);
  return {whole.members[member], whole.offsets[member]};
}

namespace {

void add_scalars(const Declarations& declarations, Id id, std::uint32_t offset,
                 std::vector<std::pair<Id, std::uint32_t>>& scalars) {
  const Type& type = declarations.type(id);
  if (type.kind == Type::Kind::structure) {
    for (std::size_t i = 0; i < type.members.size(); ++i) {
      add_scalars(declarations, type.members[i], offset + type.offsets[i], scalars);
    }
  } else if (type.is_composite()) {
    for (std::uint32_t i = 0; i < type.count.value_or(0); ++i) {
      add_scalars(declarations, type.element, offset + i * type.stride, scalars);
    }
  } else {
    scalars.emplace_back(id, offset);
  }
}

}  // namespace

std::vector<std::pair<Id, std::uint32_t>> scalars_of(const Declarations& declarations, Id type) {
  std::vector<std::pair<Id, std::uint32_t>> scalars;
  add_scalars(declarations, type, 0, scalars);
  return scalars;
}

bool has_coherent_member(const Declarations& declarations, Id id, std::uint32_t offset) {
  const Type& type = declarations.type(id);
  if (type.kind == Type::Kind::structure) {
    std::size_t member = type.members.size();
    while (member > 0 && type.offsets[member - 1] > offset) --member;
    if (member == 0) return false;
    if (type.coherent[member - 1]) return true;
    return has_coherent_member(declarations, type.members[member - 1],
                               offset - type.offsets[member - 1]);
  }
  if (!type.is_composite() || type.stride == 0) return false;
  return has_coherent_member(declarations, type.element, offset % type.stride);
}

// A text has a name for each id: what disassemblers write for none are no names of a source.
std::string source_variable(const Module& module, Id variable) {
  const auto known = module.names.find(variable);
  if (known == module.names.end()) return {};
  const std::size_t first = known->second.find_first_not_of('_');
  const bool none = first == std::string::npos ||
                    std::isdigit(static_cast<unsigned char>(known->second[first])) != 0;
  return none ? "" : known->second;
}

std::string member_text(const Module& module, Id structure, std::uint32_t member) {
  for (const Instruction& instruction : module.instructions) {
    if (spv::Op{instruction.opcode} == spv::Op::OpMemberName && instruction.word(0) == structure &&
        instruction.word(1) == member) {
      return text_of(instruction.operands[2]);
    }
  }
  return {};
}

std::optional<std::string> member_name(const Module& module, Id variable, Id type,
                                       std::uint32_t member) {
  if (module.names.contains(variable)) return std::nullopt;
  std::string name = member_text(module, type, member);
  if (name.empty()) return std::nullopt;
  return name;
}

std::optional<std::uint32_t> member_called(const Module& module, const Declarations& declarations,
                                           Id variable, Id type, const std::string& name) {
  const std::string own = source_variable(module, variable);
  const std::string prefix = own.empty() ? "" : own + '.';
  if (!name.starts_with(prefix)) return std::nullopt;
  for (std::uint32_t i = 0; i < declarations.type(type).members.size(); ++i) {
    const std::string member = member_text(module, type, i);
    if (!member.empty() && name == prefix + member) return i;
  }
  return std::nullopt;
}

Value number_for(const Module& module, const Type& type, const Nested& input) {
  if (type.kind == Type::Kind::floating) {
    const std::string text =
        input.written.empty() && input.number ? std::to_string(*input.number) : input.written;
    if (const auto bits = kernel::float_bits(text, type.bits / 8)) return held(type, *bits);
    module.fail(input.place, "expected a number");
  }
  if (input.number) return held(type, *input.number);
  module.fail(input.place, input.written.empty() ? "expected a number" : "expected an integer");
}

Known zero_of(const Declarations& declarations, Id id) {
  const Type& type = declarations.type(id);
  if (!type.is_composite()) return number(0);
  std::vector<Known> parts;
  for (const Id member : type.members) parts.push_back(zero_of(declarations, member));
  if (type.kind != Type::Kind::structure) {
    parts.assign(type.count.value_or(0), zero_of(declarations, type.element));
  }
  return composite(std::move(parts));
}

}  // namespace opexplore::spirv
