#include "litmus/kernels/memory.hpp"

#include <algorithm>
#include <utility>

#include "litmus/kernels/abstract.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

[[noreturn]] void fail(const AccessPlace& place, const std::string& message,
                       const std::string& suggestion) {
  place.source.fail(place.place, message, suggestion);
}

/// The initial values as those of elements of that width; memory is little-endian.
std::vector<Value> converted(const Object& object, std::uint32_t width) {
  const std::uint32_t from = object.initial_width.value_or(width);
  if (from == width) return object.initial;
  std::vector<std::uint64_t> elements;
  for (std::size_t i = 0; i < object.initial.size() * from; ++i) {
    const auto number = static_cast<std::uint64_t>(object.initial[i / from]);
    const std::uint64_t byte = number >> (8 * (i % from)) & 0xFFU;
    if (i % width == 0) elements.push_back(0);
    elements.back() |= byte << (8 * (i % width));
  }
  return {elements.begin(), elements.end()};
}

}  // namespace

std::uint16_t Memory::object(const std::string& key, const Object& object) {
  const auto next = static_cast<std::uint16_t>(objects_.size());
  const auto [known, added] = keys_.emplace(key, next);
  if (added) {
    const auto inherited = inherited_.find(key);
    objects_.push_back(inherited == inherited_.end() ? object : inherited->second);
    Object& made = objects_.back();
    if (made.width) made.initial = converted(made, *made.width);
    made.initial_width = made.width ? std::nullopt : made.initial_width;
  }
  return known->second;
}

void Memory::set_width(Object& object, std::uint32_t width) {
  if (object.bytes) object.count = *object.bytes / width;
  object.initial = converted(object, width);
  object.initial_width.reset();
  object.width = width;
  object.width_by_access = true;
}

Value Memory::initial(AddressId provisional) const {
  const auto [object, element] = element_of(provisional);
  const Object& of = at(object);
  return element < of.initial.size() ? wide_value(8 * of.width.value_or(4), of.initial[element])
                                     : 0;
}

void Memory::set_initial(AddressId provisional, Value value) {
  const auto [object, element] = element_of(provisional);
  std::vector<Value>& values = objects_[object].initial;
  if (values.size() <= element) values.resize(element + 1);
  values[element] = wide_value(8 * at(object).width.value_or(4), value);
}

std::pair<std::uint16_t, std::uint32_t> Memory::element_of(AddressId provisional) const {
  const auto entry = std::ranges::find_if(
      elements_, [&](const auto& candidate) { return candidate.second == provisional; });
  return entry->first;
}

Memory Memory::successor() const {
  Memory next;
  for (const auto& [key, id] : keys_) {
    Object object = objects_[id];
    if (object.space == Space::shared || !object.results.empty()) continue;
    if (object.width_by_access) {  // those that come may access it otherwise
      object.initial_width = object.width;
      object.usual_width = *object.width;
      object.width.reset();
      object.width_by_access = false;
      if (object.bytes) object.count.reset();
    }
    next.inherited_.emplace(key, std::move(object));
  }
  return next;
}

void Memory::join_inherited() {
  for (const auto& [key, object] : inherited_) this->object(key, object);
}

std::uint32_t Memory::element(std::uint16_t object, Value offset, std::uint32_t width,
                              const AccessPlace& place) {
  Object& accessed = objects_[object];
  if (!accessed.width) set_width(accessed, width);
  // WART: mixed-sizes. Accesses that overlap in part are not modelled.
  if (*accessed.width != width) {
    fail(place,
         "not modelled: accesses of different sizes (" + std::to_string(width) + " and " +
             std::to_string(*accessed.width) + " bytes) to " + quote(accessed.name),
         "use one size for it, or give the buffer the right \"width\" in the launch");
  }
  if (offset < 0) {
    fail(place,
         "the access is " + std::to_string(difference(0, offset)) + " bytes in front of " +
             quote(accessed.name),
         "check the index");
  }
  if (accessed.count && offset >= Value{*accessed.count} * width) {
    fail(place,
         "the access is at byte " + std::to_string(offset) + " of " + quote(accessed.name) +
             ", which has " + std::to_string(*accessed.count * width) + " bytes",
         "check the index, or give the buffer the right \"count\" in the launch");
  }
  if (offset % width != 0) {
    fail(place,
         "the access is at byte " + std::to_string(offset) + " of " + quote(accessed.name) +
             ", between two of its elements",
         "accesses are of whole elements");
  }
  const Value index = offset / width;
  constexpr Value most_elements = 1U << 20U;
  if (index >= most_elements) {
    fail(place,
         "element " + std::to_string(index) + " of " + quote(accessed.name) + " is too far off",
         "check the index");
  }
  return static_cast<std::uint32_t>(index);
}

AddressId Memory::provisional_address(std::uint16_t object, std::uint32_t element,
                                      const AccessPlace& place) {
  const auto known = elements_.find({object, element});
  if (known != elements_.end()) return known->second;
  if (elements_.size() == max_addresses) {
    fail(place, "too many locations: the limit is " + std::to_string(max_addresses),
         "launch fewer threads or smaller arrays");
  }
  const auto id = static_cast<AddressId>(elements_.size());
  elements_.emplace(std::pair{object, element}, id);
  return id;
}

std::optional<std::uint16_t> Memory::find(const std::string& name) const {
  for (std::uint16_t id = 0; id < objects_.size(); ++id) {
    if (objects_[id].name == name && objects_[id].results.empty()) return id;
  }
  return std::nullopt;
}

bool Memory::mention(const std::string& name, std::uint32_t index) {
  if (!find(name)) join_inherited();
  const std::optional<std::uint16_t> object = find(name);
  if (!object) return false;
  if (objects_[*object].count && index >= *objects_[*object].count) return false;
  if (elements_.size() < max_addresses) {
    elements_.emplace(std::pair{*object, index}, static_cast<AddressId>(elements_.size()));
  }
  return true;
}

std::optional<std::string> Memory::element_name(const std::string& name,
                                                std::uint32_t index) const {
  const std::optional<std::uint16_t> object = find(name);
  if (!object) return std::nullopt;
  return location_name(*object, index);
}

bool Memory::is_array(std::uint16_t object) const {
  const Object& of = objects_[object];
  const auto beyond_first = [&](const auto& entry) {
    return entry.first.first == object && entry.first.second != 0;
  };
  return of.count ? *of.count > 1 : std::any_of(elements_.begin(), elements_.end(), beyond_first);
}

std::string Memory::location_name(std::uint16_t object, std::uint32_t element) const {
  const std::string& name = objects_[object].name;
  return is_array(object) ? name + "_" + std::to_string(element) : name;
}

std::vector<std::pair<std::uint16_t, std::uint32_t>> Memory::elements_of_addresses() const {
  std::vector<std::pair<std::uint16_t, std::uint32_t>> elements;
  for (const auto& [element, provisional] : elements_) elements.push_back(element);
  return elements;
}

std::vector<AddressId> Memory::finish(Program& program) const {
  std::vector<AddressId> result(elements_.size());
  for (const auto& [element, provisional] : elements_) {
    const auto id = static_cast<AddressId>(program.addresses.size());
    Object object = objects_[element.first];
    if (!object.width) set_width(object, object.usual_width);
    const std::uint32_t bits = 8 * *object.width;
    Location location{location_name(element.first, element.second), 0, Region::global};
    if (element.second < object.initial.size()) {
      location.initial = wide_value(bits, object.initial[element.second]);
    }
    if (object.space == Space::shared) location.region = Region::shared;
    program.addresses.push_back({location.name, id, id, Proxy::generic});
    program.locations.push_back(std::move(location));
    result[provisional] = id;
  }
  return result;
}

}  // namespace opexplore::kernel
