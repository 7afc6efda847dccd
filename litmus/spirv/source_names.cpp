// What memory is called in the source of a kernel, as far as its module says it (OpName,
// OpMemberName).
#include <algorithm>
#include <iterator>
#include <spirv/unified1/spirv.hpp11>

#include "litmus/kernels/launch_word.hpp"
#include "litmus/spirv/memory.hpp"

namespace opexplore::spirv {

namespace {

/// Compilers of WGSL put what is no structure into one: that member has no name, or this one.
bool is_wrapper(const Module& module, Id structure, const Type& type) {
  if (type.members.size() != 1) return false;
  const std::string name = member_text(module, structure, 0);
  return name.empty() || name == "inner";
}

}  // namespace

Leaf leaf_of(const Module& module, const Declarations& declarations, Id variable, Id whole,
             std::uint32_t offset) {
  std::string name = source_variable(module, variable);
  const bool named = !name.empty();
  if (!named) name = module.name_of(variable);
  bool bare = !named;  // a member stands for itself
  Leaf leaf;
  for (Id id = whole; declarations.type(id).is_composite();) {
    const Type& type = declarations.type(id);
    std::uint32_t index = 0;
    if (type.kind == Type::Kind::structure) {
      if (type.members.empty()) break;
      while (index + 1 < type.members.size() && type.offsets[index + 1] <= offset) ++index;
      offset -= std::min(offset, type.offsets[index]);
      const std::string member = member_text(module, id, index);
      const bool skipped = named && is_wrapper(module, id, type);
      if (!skipped && member.empty()) name += '[' + std::to_string(index) + ']';
      if (!skipped && !member.empty()) name = bare ? member : name + '.' + member;
      id = leaf.type = type.members[index];
    } else {
      const std::uint32_t stride = std::max(type.stride, 1U);
      index = offset / stride;
      if (type.count) index = std::min(index, *type.count - 1);
      offset -= index * stride;
      name += '[' + std::to_string(index) + ']';
      id = leaf.type = type.element;
    }
    bare = false;
  }
  if (leaf.type == 0) leaf.type = whole;
  leaf.name = offset == 0 ? name : name + " byte " + std::to_string(offset);
  return leaf;
}

std::optional<std::pair<Id, std::uint32_t>> leaf_called(const Module& module,
                                                        const Declarations& declarations,
                                                        Id variable, Id type,
                                                        const std::string& name) {
  for (const auto& scalar : scalars_of(declarations, type)) {
    const std::string called = leaf_of(module, declarations, variable, type, scalar.second).name;
    if (called == name || called == '%' + name) return scalar;
  }
  return std::nullopt;
}

std::optional<std::pair<Id, std::uint32_t>> element_called(const Module& module,
                                                           const Declarations& declarations,
                                                           Id variable, Id whole,
                                                           const std::string& name) {
  const Type* type = &declarations.type(whole);
  std::uint32_t begin = 0;
  Id array = whole;
  if (type->kind == Type::Kind::structure && !type->members.empty()) {
    begin = type->offsets.back();
    array = type->members.back();
    type = &declarations.type(array);
  }
  if (type->kind != Type::Kind::array || type->count || type->stride == 0) return std::nullopt;
  // An element has the name of the first one, with another index.
  for (const auto& [inner, offset] : scalars_of(declarations, type->element)) {
    const auto called = [&](std::uint32_t at) {
      return leaf_of(module, declarations, variable, whole, begin + at + offset).name;
    };
    const std::string first = called(0);
    const auto digit = std::ranges::mismatch(first, called(type->stride)).in1;
    const std::string front(first.begin(), digit), back(digit + 1, first.end());
    if (name.size() <= front.size() + back.size() || !name.starts_with(front) ||
        !name.ends_with(back)) {
      continue;
    }
    const std::size_t digits = name.size() - front.size() - back.size();
    const auto number = kernel::number_in(name.substr(front.size(), digits));
    constexpr Value most = 4095;
    if (!number || *number < 0 || *number > most) continue;
    return std::pair{inner, begin + offset + static_cast<std::uint32_t>(*number) * type->stride};
  }
  return std::nullopt;
}

Leaf Memory::named(std::uint32_t object, std::uint32_t offset) const {
  const Object& of = objects_[object];
  return leaf_of(module_, declarations_, of.variable, of.type, offset);
}

std::optional<Memory::Mentioned> Memory::mention_by_source_name(const std::string& name) {
  for (auto& [key, element] : elements_) {
    const Leaf leaf = named(key.first, key.second);
    const bool several = several_workgroups_ && objects_[key.first].is_of_workgroup();
    if (leaf.name != name || several) continue;
    element.mentioned = true;
    return Mentioned{key.first, key.second, leaf.type};
  }
  return std::nullopt;
}

std::string Memory::source_name(AddressId finished) const {
  const auto& [key, element] = *std::next(elements_.begin(), finished);
  return named(key.first, key.second).name;
}

const Object& Memory::object_of(AddressId finished) const {
  return objects_[std::next(elements_.begin(), finished)->first.first];
}

bool Memory::is_given(AddressId finished) const {
  const auto& [key, element] = *std::next(elements_.begin(), finished);
  return objects_[key.first].initial.contains(key.second);
}

std::vector<std::string> Memory::not_given(const Variable& variable) const {
  const auto number = numbers_.find({variable.id, 0});
  if (number == numbers_.end()) return {};
  const Object& object = objects_[number->second];
  std::vector<std::string> names;
  for (const auto& [type, offset] : scalars_of(declarations_, variable.type)) {
    if (object.initial.contains(offset)) continue;
    names.push_back(named(number->second, offset).name);
  }
  return names;
}

void Memory::add_facts(kernel::Facts& facts) const {
  for (const auto& [key, element] : elements_) {
    facts.locations.push_back(named(key.first, key.second).name);
    facts.location_bytes.push_back(element.size);
    const Type& type = declarations_.type(named(key.first, key.second).type);
    facts.location_floats.push_back(type.kind == Type::Kind::floating);
  }
  const std::size_t made = (has_undefined_behaviour_ ? 2 : 0) + choices_;
  for (std::size_t i = 0; choices_ != 0 && i < made; ++i) {
    facts.locations.emplace_back("undefined value");
    facts.location_bytes.push_back(4);
    facts.location_floats.push_back(false);
  }
}

}  // namespace opexplore::spirv
