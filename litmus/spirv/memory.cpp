#include "litmus/spirv/memory.hpp"

#include <algorithm>
#include <set>
#include <spirv/unified1/spirv.hpp11>

#include "litmus/language/limits.hpp"

namespace opexplore::spirv {

namespace {

constexpr std::uint32_t furthest_offset = 1U << 24U;

// Provisional addresses behind those of elements, and from there on those of choices.
constexpr std::array<AddressId, 2> undefined_names = {max_addresses, max_addresses + 1};
constexpr AddressId first_choice = max_addresses + 2;

}  // namespace

bool Object::is_of_workgroup() const {
  return spv::StorageClass{storage_class} == spv::StorageClass::Workgroup;
}

bool Object::is_shared() const {
  switch (spv::StorageClass{storage_class}) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::Workgroup:
    case spv::StorageClass::Output:
      return true;
    default:
      return false;
  }
}

Memory::Memory(const Module& module, const Declarations& declarations,
               const Annotations& annotations, bool several_workgroups)
    : module_(module),
      declarations_(declarations),
      annotations_(annotations),
      several_workgroups_(several_workgroups) {}

std::uint32_t Memory::object(const Variable& variable, std::uint32_t workgroup) {
  const bool own = spv::StorageClass{variable.storage_class} == spv::StorageClass::Workgroup;
  const auto known = numbers_.find({variable.id, own ? workgroup : 0});
  if (known != numbers_.end()) return known->second;
  Object object;
  object.variable = variable.id;
  object.type = variable.type;
  object.storage_class = variable.storage_class;
  object.coherent = variable.coherent;
  object.workgroup = own ? workgroup : 0;
  object.name = module_.name_of(variable.id).substr(1);
  if (object.name.front() >= '0' && object.name.front() <= '9') object.name.insert(0, "v");
  if (own && several_workgroups_) object.name += "_wg" + std::to_string(workgroup);
  return add(std::move(object), variable.initial, variable.place);
}

std::uint32_t Memory::local_object(Id variable, Id type, const Place& place) {
  const auto known = numbers_.find({variable, 0});
  if (known != numbers_.end()) return known->second;
  Object object;
  object.variable = variable;
  object.type = type;
  object.storage_class = static_cast<std::uint32_t>(spv::StorageClass::Function);
  return add(std::move(object), std::nullopt, place);
}

std::uint32_t Memory::add(Object object, const std::optional<Known>& initial, const Place&) {
  const auto number = static_cast<std::uint32_t>(objects_.size());
  const Type& type = declarations_.type(object.type);
  if (type.size != 0 || !type.is_composite()) object.size = type.size;
  const bool open = type.kind == Type::Kind::structure && !type.members.empty() &&
                    declarations_.type(type.members.back()).size == 0;
  if (open) object.size = std::nullopt;
  if (initial) set_initial(object, object.type, 0, *initial);
  for (const Input& input : annotations_.inputs) {
    if (const auto member =
            member_called(module_, declarations_, object.variable, object.type, input.name)) {
      if (!object.size && *member + 1 == type.members.size()) object.size = 0;
      set_initial(object, type.members[*member], type.offsets[*member], input.value);
    }
    auto leaf = leaf_called(module_, declarations_, object.variable, object.type, input.name);
    if (!leaf) {
      leaf = element_called(module_, declarations_, object.variable, object.type, input.name);
    }
    if (leaf && input.value.is_number()) {
      set_initial(object, leaf->first, leaf->second, input.value);
      continue;
    }
    if ('%' + input.name != module_.name_of(object.variable)) continue;
    if (!object.size) object.size = 0;
    set_initial(object, object.type, 0, input.value);
  }
  numbers_[{object.variable, object.workgroup}] = number;
  objects_.push_back(std::move(object));
  return number;
}

void Memory::set_initial(Object& object, Id id, std::uint32_t offset, const Known& value) {
  const Type& type = declarations_.type(id);
  if (!type.is_composite()) {
    object.initial[offset] = value;
    return;
  }
  for (std::uint32_t i = 0; i < value.parts.size(); ++i) {
    const bool member = type.kind == Type::Kind::structure;
    if (member && i >= type.members.size()) return;
    set_initial(object, member ? type.members[i] : type.element,
                offset + (member ? type.offsets[i] : i * type.stride), value.parts[i]);
  }
}

void Memory::set_initial(Object& object, Id id, std::uint32_t offset, const Nested& value) {
  const Type& type = declarations_.type(id);
  if (!type.is_composite()) {
    if (!type.is_scalar()) module_.fail(value.place, "this is no number in the kernel");
    object.initial[offset] = number(number_for(module_, type, value));
    if (object.size) object.size = std::max(*object.size, offset + type.size);
    return;
  }
  const bool structure = type.kind == Type::Kind::structure;
  if (structure && value.is_flat && type.members.size() == 1) {
    return set_initial(object, type.members.front(), offset + type.offsets.front(), value);
  }
  const std::size_t parts = structure ? type.members.size() : type.count.value_or(4096);
  if ((value.is_number() && value.parts.empty()) || value.parts.size() > parts ||
      (!structure && !type.count && parts == 0)) {
    module_.fail(value.place, "expected a list in braces, of " +
                                  (structure || type.count ? std::to_string(parts) : "some") +
                                  " values at most");
  }
  for (std::uint32_t i = 0; i < value.parts.size(); ++i) {
    const std::uint64_t begin =
        std::uint64_t{offset} + (structure ? type.offsets[i] : std::uint64_t{i} * type.stride);
    if (begin > furthest_offset) module_.fail(value.parts[i].place, "this is too far off");
    set_initial(object, structure ? type.members[i] : type.element,
                static_cast<std::uint32_t>(begin), value.parts[i]);
  }
  if (!structure && !type.count) {  // whole elements
    object.size = std::max(object.size.value_or(0),
                           offset + static_cast<std::uint32_t>(value.parts.size()) * type.stride);
  }
}

// WART: spirv-out-of-bounds. SPIR-V asks that each index be within its array.
bool Memory::is_inside(std::uint32_t object, Value offset, std::uint32_t size) const {
  const auto wrapped = static_cast<std::uint32_t>(static_cast<std::uint64_t>(offset));
  return std::uint64_t{wrapped} + size <= objects_[object].size.value_or(furthest_offset);
}

std::uint32_t Memory::offset(std::uint32_t object, Value offset, std::uint32_t size,
                             const Instruction& user) const {
  const auto wrapped = static_cast<std::uint32_t>(static_cast<std::uint64_t>(offset));
  const Object& accessed = objects_[object];
  if (!is_inside(object, offset, size)) {
    module_.fail(user,
                 "the access is at byte " + std::to_string(wrapped) + " of " +
                     module_.name_of(accessed.variable) +
                     (accessed.size ? ", which has " + std::to_string(*accessed.size) + " bytes"
                                    : ", and too far off"),
                 "check the index, or give the variable more elements with @Input");
  }
  return wrapped;
}

Memory::Element& Memory::element(std::uint32_t object, std::uint32_t offset, std::uint32_t size,
                                 const Place& place) {
  const auto known = elements_.find({object, offset});
  if (known != elements_.end() && known->second.size == size) return known->second;
  const auto next = elements_.lower_bound({object, offset});
  bool overlaps =
      next != elements_.end() && next->first.first == object && next->first.second < offset + size;
  if (next != elements_.begin()) {
    const auto& [key, before] = *std::prev(next);
    overlaps = overlaps || (key.first == object && key.second + before.size > offset);
  }
  // WART: mixed-sizes. Accesses that overlap in part are not modelled.
  if (overlaps) {
    module_.fail_by_name(place,
                         "not modelled: accesses of different sizes that overlap, to " +
                             module_.name_of(objects_[object].variable),
                         "use one type for it");
  }
  reserve_names(1, place);
  const auto provisional = static_cast<AddressId>(elements_.size());
  return elements_[{object, offset}] = {provisional, size, false, nullptr};
}

AddressId Memory::provisional_address(std::uint32_t object, std::uint32_t offset, const Type& type,
                                      const Instruction& user) {
  return element(object, offset, type.size, user.place).provisional;
}

void Memory::note_undefined(std::uint32_t object, std::uint32_t offset, const Instruction& user) {
  elements_.at({object, offset}).undefined = &user;
}

const Instruction* Memory::undefined_that_matters(
    const std::set<AddressId>& provisional_read) const {
  for (const auto& [key, element] : elements_) {
    if (element.undefined == nullptr) continue;
    if (element.mentioned || provisional_read.contains(element.provisional)) {
      return element.undefined;
    }
  }
  return nullptr;
}

void Memory::check_undefined(const std::set<AddressId>& provisional_read) const {
  const Instruction* const stores = undefined_that_matters(provisional_read);
  if (stores == nullptr) return;
  module_.fail(*stores, "not modelled: it stores a value that is undefined",
               "it may come from OpUndef, a variable without an initial value, or a load "
               "outside of its variable");
}

void Memory::reserve_names(std::size_t count, const Place& place) const {
  const std::size_t taken = (has_undefined_behaviour_ ? undefined_names.size() : 0) + choices_;
  if (elements_.size() + taken + count <= max_addresses) return;
  module_.fail_by_name(place, "too many locations: the limit is " + std::to_string(max_addresses),
                       "launch fewer threads or smaller arrays");
}

std::array<AddressId, 2> Memory::undefined_behaviour(const Place& place) {
  if (!has_undefined_behaviour_) reserve_names(undefined_names.size(), place);
  has_undefined_behaviour_ = true;
  return undefined_names;
}

AddressId Memory::choice(const Place& place) {
  reserve_names(1, place);
  return static_cast<AddressId>(first_choice + choices_++);
}

Memory::Mentioned Memory::mention(const Side& side) {
  if (const auto found = mention_by_source_name(side.text)) return *found;
  for (const auto& [id, variable] : declarations_.variables) {
    const auto member = member_called(module_, declarations_, id, variable.type, side.name);
    if (!member && module_.name_of(id) != '%' + side.name) continue;
    if (several_workgroups_ &&
        spv::StorageClass{variable.storage_class} == spv::StorageClass::Workgroup) {
      module_.fail(side.place, "each workgroup has its own %" + side.name,
                   "launch one workgroup, or store the value to a buffer");
    }
    Mentioned result{object(variable, 0), 0, variable.type};
    Value offset = 0;
    std::vector<std::uint32_t> path = side.path;
    if (member) path.insert(path.begin(), *member);
    for (const std::uint32_t index : path) {
      const Type& whole = declarations_.type(result.type);
      const bool structure = whole.kind == Type::Kind::structure;
      if (!whole.is_composite() || (structure && index >= whole.members.size())) {
        module_.fail(side.place, "%" + side.name + " has no such part");
      }
      offset += structure ? whole.offsets[index] : Value{index} * whole.stride;
      result.type = structure ? whole.members[index] : whole.element;
    }
    const Type& type = declarations_.type(result.type);
    const Object& of = objects_[result.object];
    if (!type.is_scalar() || !of.is_shared()) {
      module_.fail(side.place, "this is no number in memory that threads share",
                   "write an index for each list: %x[0][1]");
    }
    if (offset + type.size > of.size.value_or(furthest_offset)) {
      module_.fail(side.place, "%" + side.name + " has no such element");
    }
    result.offset = static_cast<std::uint32_t>(offset);
    element(result.object, result.offset, type.size, side.place).mentioned = true;
    return result;
  }
  module_.fail(side.place, "there is no variable '%" + side.name + "'");
}

std::string Memory::location_name(const Object& object, std::uint32_t offset) const {
  std::string name = object.name;
  std::uint32_t rest = offset;
  for (Id id = object.type; declarations_.type(id).is_composite();) {
    const Type& type = declarations_.type(id);
    std::uint32_t index = 0;
    if (type.kind == Type::Kind::structure) {
      while (index + 1 < type.members.size() && type.offsets[index + 1] <= rest) ++index;
      if (type.members.empty()) break;
      rest -= std::min(rest, type.offsets[index]);
      const auto called = id == object.type ? member_name(module_, object.variable, id, index)
                                            : std::optional<std::string>();
      id = type.members[index];
      if (called) {
        name = *called;
        continue;
      }
    } else {
      const std::uint32_t stride = std::max(type.stride, 1U);
      index = rest / stride;
      if (type.count) index = std::min(index, *type.count - 1);
      rest -= index * stride;
      id = type.element;
    }
    name += '_' + std::to_string(index);
  }
  return rest == 0 ? name : name + "_byte" + std::to_string(rest);
}

std::map<std::pair<std::uint32_t, std::uint32_t>, AddressId> Memory::finish(
    Program& program) const {
  std::map<std::pair<std::uint32_t, std::uint32_t>, AddressId> result;
  std::set<std::string> taken;
  for (const auto& [key, element] : elements_) {
    const Object& object = objects_[key.first];
    const auto id = static_cast<AddressId>(program.addresses.size());
    std::string name = location_name(object, key.second);
    while (!taken.insert(name).second) name += '_';
    const auto initial = object.initial.find(key.second);
    const bool known = initial != object.initial.end() && initial->second.is_number();
    program.locations.push_back({name, known ? initial->second.number : 0, Region::global});
    program.addresses.push_back({name, static_cast<LocationId>(id), id, Proxy::generic});
    result[key] = id;
  }
  const auto add = [&](std::string name) {
    while (!taken.insert(name).second) name += '_';
    program.locations.push_back({name, 0, Region::global});
    return name;
  };
  if (has_undefined_behaviour_) {
    const auto location = static_cast<LocationId>(program.locations.size());
    const std::string name = add("undefined_behaviour");
    for (const char* const ending : {"", "_too"}) {
      const auto id = static_cast<AddressId>(program.addresses.size());
      program.addresses.push_back({name + ending, location, id, Proxy::generic});
    }
  }
  for (std::uint32_t i = 0; i < choices_; ++i) {
    const auto location = static_cast<LocationId>(program.locations.size());
    const auto id = static_cast<AddressId>(program.addresses.size());
    const std::string name = add("choice" + std::to_string(i));
    program.addresses.push_back({name, location, id, Proxy::generic});
  }
  return result;
}

std::vector<AddressId> Memory::addresses(
    const std::map<std::pair<std::uint32_t, std::uint32_t>, AddressId>& finished) const {
  std::vector<AddressId> result(first_choice + std::size_t{choices_});
  for (const auto& [key, element] : elements_) result[element.provisional] = finished.at(key);
  std::size_t next = elements_.size();
  if (has_undefined_behaviour_) {
    for (const AddressId name : undefined_names) result[name] = static_cast<AddressId>(next++);
  }
  for (std::uint32_t i = 0; i < choices_; ++i) {
    result[first_choice + i] = static_cast<AddressId>(next++);
  }
  return result;
}

}  // namespace opexplore::spirv
