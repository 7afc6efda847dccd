#include "litmus/kernels/memory.hpp"

#include <algorithm>
#include <utility>

#include "litmus/input/amounts.hpp"
#include "litmus/kernels/abstract.hpp"
#include "litmus/kernels/float_values.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

// No object reaches further than that from its beginning: no GPU has so much memory, and a block no
// more than 227 KiB of shared memory (CUDA C++ Programming Guide, "Compute Capabilities").
constexpr Value most_global_bytes = Value{1} << 40;  // less than lies between the first ones
constexpr Value most_shared_bytes = 1 << 19;

Value most_bytes(Space space) {
  return space == Space::shared || is_own(space) ? most_shared_bytes : most_global_bytes;
}

constexpr Value first_shared = 0x1000'0000;
// Of addresses in shared memory matrix descriptors have so much; where numbers of objects begin are
// multiples of the second, as the swizzle of matrices has it.
constexpr Value window_bytes = 1 << 18;
constexpr Value window_alignment = 1024;
constexpr Value first_global = 0x7F00'0000'0000;
constexpr Value first_own = 0x7D00'0000'0000;
constexpr Value first_code = 0x7B00'0000'0000;

[[noreturn]] void fail(const AccessPlace& place, const std::string& message,
                       const std::string& suggestion) {
  place.source.fail(place.place, message, suggestion);
}

/// Locations of programs are called by words: the buffer of "v.rows[1]" is v_rows_1.
std::string as_word(std::string_view name) {
  std::string word;
  for (const char c : name) {
    const bool letter = c == '_' || c == '$' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                        (c >= '0' && c <= '9');
    if (letter) word += c;
    if (c == '.' || c == '[') word += '_';
  }
  return word;
}

/// What was written for the element; empty if nothing was.
std::string written_for(const Object& object, const Element& element) {
  const auto index = static_cast<std::size_t>(element.offset / element.width);
  return index < object.written_initial.size() ? object.written_initial[index] : std::string();
}

/// The bits of the floating-point number that was written for the element, if one was.
std::optional<Value> written_float(const Object& object, const Element& element) {
  const std::string text = written_for(object, element);
  if (text.empty()) return std::nullopt;
  return float_bits(text, element.width);
}

/// A byte of what the object starts with; memory is little-endian.
std::uint64_t initial_byte(const Object& object, Value offset) {
  const auto written = object.written.find(offset);
  if (written != object.written.end()) return written->second;
  const std::uint32_t width =
      object.initial_width.value_or(object.width.value_or(object.usual_width));
  const auto index = static_cast<std::size_t>(offset / width);
  if (index >= object.initial.size()) return 0;
  return static_cast<std::uint64_t>(object.initial[index]) >> (8 * (offset % width)) & 0xFFU;
}

}  // namespace

std::uint16_t Memory::object(const std::string& key, const Object& object) {
  const auto next = static_cast<std::uint16_t>(objects_.size());
  const auto [known, added] = keys_.emplace(key, next);
  if (!added) return known->second;
  const auto inherited = inherited_.find(key);
  objects_.push_back(inherited == inherited_.end() ? object : inherited->second);
  if (inherited != inherited_.end()) return next;
  if (object.space != Space::code) {
    objects_.back().number = is_own(object.space) ? next_own_++ : next_number_++;
  }
  if (object.space == Space::shared) place_in_window(next);
  return next;
}

// One behind the other, each at the beginning of a pattern.
void Memory::place_in_window(std::uint16_t object) {
  Value& end = window_ends_[at(object).cta];
  objects_[object].window = end;
  const Value bytes = size_of(object).value_or(0);
  end += (bytes + window_alignment - 1) / window_alignment * window_alignment;
  end = std::min(end, window_bytes);
}

std::optional<std::pair<std::uint16_t, Value>> Memory::place_in_window(std::uint32_t cta,
                                                                       Value bits) const {
  std::optional<std::pair<std::uint16_t, Value>> found;
  for (std::uint16_t object = 0; object < objects_.size(); ++object) {
    const Object& of = at(object);
    const Value offset = bits - of.window;
    const bool inside = of.space == Space::shared && of.cta == cta && offset >= 0 &&
                        offset < size_of(object).value_or(window_bytes);
    if (inside && found) return std::nullopt;
    if (inside) found = {object, offset};
  }
  return found;
}

Value Memory::initial(const Element& element, bool is_float) const {
  const Object& object = at(element.object);
  const std::optional<Value> number = is_float ? written_float(object, element) : std::nullopt;
  std::uint64_t value = 0;
  for (std::uint32_t i = 0; i < element.width; ++i) {
    const Value offset = element.offset + i;
    const bool of_number = number && !object.written.contains(offset);
    const std::uint64_t byte = of_number ? static_cast<std::uint64_t>(*number) >> (8 * i) & 0xFFU
                                         : initial_byte(object, offset);
    value |= byte << (8 * i);
  }
  return wide_value(8 * element.width, static_cast<Value>(value));
}

std::optional<std::string> Memory::unsuitable_initial(const Element& element) const {
  const std::string text = written_for(at(element.object), element);
  const bool integer = text.starts_with("0x") || text.find_first_of(".einf") == std::string::npos;
  if (integer || is_float(element)) return std::nullopt;
  return text + " is no integer, and " + quote(at(element.object).name) + " holds those";
}

void Memory::store(const Element& element, Value value) {
  for (std::uint32_t i = 0; i < element.width; ++i) {
    objects_[element.object].written[element.offset + i] =
        static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i));
  }
}

Memory Memory::successor() const {
  Memory next;
  next.next_number_ = next_number_;
  for (const auto& [key, id] : keys_) {
    Object object = objects_[id];
    const bool kept = object.space == Space::global || object.space == Space::constant;
    if (!kept || !object.results.empty()) continue;
    if (object.width_by_access) {  // those that come may access it otherwise
      object.initial_width = object.initial_width.value_or(*object.width);
      object.usual_width = *object.width;
      object.width.reset();
      object.width_by_access = false;
    }
    next.inherited_.emplace(key, std::move(object));
  }
  for (const auto& [key, object] : inherited_) {
    if (!keys_.contains(key)) next.inherited_.emplace(key, object);
  }
  return next;
}

void Memory::join_inherited() {
  for (const auto& [key, object] : inherited_) this->object(key, object);
}

std::optional<Value> Memory::size_of(std::uint16_t object) const {
  const Object& of = at(object);
  if (of.bytes) return *of.bytes;
  if (!of.count) return std::nullopt;
  return Value{*of.count} * of.width.value_or(of.usual_width);
}

Value Memory::number_of(std::uint16_t object, Value offset) const {
  const Object& of = at(object);
  const Value first = of.space == Space::shared ? first_shared
                      : of.space == Space::code ? first_code
                      : is_own(of.space)        ? first_own
                                                : first_global;
  return sum(first + 2 * most_bytes(of.space) * Value{of.number} + of.window, offset);
}

std::optional<std::pair<std::uint16_t, Value>> Memory::place_with(Value number) const {
  for (std::uint16_t object = 0; object < objects_.size(); ++object) {
    const Value offset = difference(number, number_of(object, 0));
    const Value most = most_bytes(at(object).space);
    if (offset >= -most && offset < most) return std::pair{object, offset};
  }
  return std::nullopt;
}

std::optional<std::string> Memory::misplaced(const Element& element) const {
  const auto& [object, offset, width] = element;
  const std::string name = quote(at(object).name);
  if (offset < 0) return bytes_text(difference(0, offset)) + " in front of " + name;
  const std::string place = "at byte " + std::to_string(offset) + " of " + name;
  if (const auto size = size_of(object); size && offset + width > *size) {
    return place + ", which has " + bytes_text(*size);
  }
  if (offset >= most_bytes(at(object).space)) return place + ", where no GPU has memory";
  if (offset % width != 0) {
    return place + ", which is no multiple of the " + std::to_string(width) +
           " bytes that it takes";
  }
  return std::nullopt;
}

void Memory::note_access(const Element& element) {
  Object& accessed = objects_[element.object];
  if (accessed.width) return;
  accessed.width = element.width;
  accessed.width_by_access = true;
}

FoundElement Memory::element(const Element& element, bool whole, const AccessPlace& place) {
  const auto& [object, offset, width] = element;
  note_access(element);
  if (auto wrong = misplaced(element)) return std::move(*wrong);
  const auto known = elements_.find({object, offset});
  if (known != elements_.end() && known->second.width == width) {
    known->second.whole = known->second.whole || whole;
    return known->second.provisional;
  }
  for (const auto& [other, made] : elements_) {
    const bool apart = other.first != object || other.second >= offset + width ||
                       offset >= other.second + made.width;
    if (!apart) return Overlap{made.width, made.whole};
  }
  if (elements_.size() == most_elements_) {
    fail(place, "too many locations: the limit is " + std::to_string(most_elements_),
         "launch fewer threads or smaller arrays");
  }
  const auto id = static_cast<AddressId>(by_provisional_.size());
  elements_.emplace(std::pair{object, offset}, Accessed{id, width, whole});
  by_provisional_.push_back(element);
  return id;
}

void Memory::note_float(AddressId provisional, std::uint32_t bytes) {
  const Element& element = element_of(provisional);
  elements_.at({element.object, element.offset}).float_bytes = bytes;
}

void Memory::note_mbarrier(AddressId provisional) {
  const Element& element = element_of(provisional);
  elements_.at({element.object, element.offset}).mbarrier = true;
}

bool Memory::is_float(const Element& element) const {
  const auto known = elements_.find({element.object, element.offset});
  const bool accessed = known != elements_.end() && known->second.float_bytes == element.width;
  const RecordMember* const member =
      member_at(at(element.object).record, element.offset, element.width);
  const bool declared = member != nullptr && member->floating;
  return accessed || declared || at(element.object).float_bytes == element.width;
}

const std::string& Memory::key_of(std::uint16_t object) const {
  return std::ranges::find_if(keys_, [&](const auto& key) { return key.second == object; })->first;
}

const Element& Memory::element_of(AddressId provisional) const {
  return by_provisional_.at(provisional);
}

std::optional<std::uint16_t> Memory::find(const std::string& name) const {
  for (std::uint16_t id = 0; id < objects_.size(); ++id) {
    if (objects_[id].name == name && objects_[id].results.empty()) return id;
  }
  return std::nullopt;
}

Element Memory::indexed(std::uint16_t object, std::uint32_t index) const {
  const std::uint32_t width = at(object).width.value_or(at(object).usual_width);
  return {object, Value{index} * width, width};
}

std::optional<Element> Memory::named(const std::string& name, std::uint32_t index) const {
  if (const auto object = find(name)) return indexed(*object, index);
  if (index != 0) return std::nullopt;
  for (std::uint16_t id = 0; id < objects_.size(); ++id) {
    const auto place = place_in_record(objects_[id].record, objects_[id].name, name);
    if (place) return Element{id, place->first, place->second};
  }
  return std::nullopt;
}

bool Memory::mention(const std::string& name, std::uint32_t index) {
  if (!named(name, index)) join_inherited();
  const std::optional<Element> wanted = named(name, index);
  if (!wanted) return false;
  const Element& element = *wanted;
  const std::uint16_t object = element.object;
  if (const auto size = size_of(object); size && element.offset >= *size) return false;
  const bool overlaps = std::ranges::any_of(elements_, [&](const auto& entry) {
    return entry.first.first == object && entry.first.second < element.offset + element.width &&
           element.offset < entry.first.second + entry.second.width;
  });
  if (overlaps) return elements_.contains({object, element.offset});
  const auto id = static_cast<AddressId>(by_provisional_.size());
  if (elements_.size() < most_elements_ &&
      elements_.emplace(std::pair{object, element.offset}, Accessed{id, element.width, false})
          .second) {
    by_provisional_.push_back(element);
  }
  return true;
}

std::optional<std::string> Memory::element_name(const std::string& name,
                                                std::uint32_t index) const {
  const std::optional<Element> element = named(name, index);
  if (!element) return std::nullopt;
  return location_name(*element);
}

std::vector<std::string> Memory::parts_of(const std::string& name, std::uint32_t index) const {
  std::vector<std::string> result;
  const std::optional<std::uint16_t> object = find(name);
  if (!object) return result;
  const Element wanted = indexed(*object, index);
  for (const auto& [place, made] : elements_) {
    const bool apart = place.first != *object || place.second >= wanted.offset + wanted.width ||
                       wanted.offset >= place.second + made.width;
    if (apart) continue;
    if (place.second == wanted.offset && made.width == wanted.width) return {};
    result.push_back(location_name({place.first, place.second, made.width}));
  }
  return result;
}

bool Memory::reaches(std::uint16_t object, Value offset) const {
  return std::ranges::any_of(elements_, [&](const auto& entry) {
    return entry.first.first == object && entry.first.second >= offset;
  });
}

bool Memory::is_array(std::uint16_t object) const {
  const auto beyond_first = [&](const auto& entry) {
    return entry.first.first == object && entry.first.second != 0;
  };
  const std::optional<Value> size = size_of(object);
  if (size && *size > at(object).width.value_or(at(object).usual_width)) return true;
  return std::any_of(elements_.begin(), elements_.end(), beyond_first);
}

std::optional<Value> Memory::index_of(const Element& element) const {
  const std::uint32_t width = at(element.object).width.value_or(element.width);
  for (const auto& [other, made] : elements_) {
    if (other.first == element.object && made.width != width) return std::nullopt;
  }
  return element.offset / width;
}

std::string Memory::location_name(const Element& element) const {
  const std::string name = as_word(at(element.object).name);
  if (!is_array(element.object)) return name;
  if (const auto index = index_of(element)) return name + '_' + std::to_string(*index);
  return name + "_at_" + std::to_string(element.offset);
}

std::string Memory::shown_name(const Element& element) const {
  const std::string& name = at(element.object).name;
  const Record& record = at(element.object).record;
  if (const RecordMember* const member = member_at(record, element.offset, element.width)) {
    return structure_name(element) + '.' + member->name;
  }
  if (!is_array(element.object)) return name;
  if (const auto index = index_of(element)) return name + '[' + std::to_string(*index) + ']';
  return name + '+' + std::to_string(element.offset);
}

std::string Memory::structure_name(const Element& element) const {
  const Object& object = at(element.object);
  const auto size = size_of(element.object);
  const Value bytes{object.record.bytes};
  const bool several = (size && *size > bytes) || reaches(element.object, bytes);
  return object.name + (several ? '[' + std::to_string(element.offset / bytes) + ']' : "");
}

std::string Memory::shown_address(const Element& element) const {
  const Object& object = at(element.object);
  const bool begins =
      object.record.bytes != 0 && element.offset >= 0 && element.offset % object.record.bytes == 0;
  if (!begins) return {};
  const std::string name = structure_name(element);
  return object.of_parameter && name == object.name ? name : '&' + name;
}

void Memory::leave_out(AddressId provisional) {
  const Element& element = element_of(provisional);
  elements_.erase({element.object, element.offset});
}

std::vector<Element> Memory::elements_of_addresses() const {
  std::vector<Element> result;
  for (const auto& [place, made] : elements_) {
    result.push_back({place.first, place.second, made.width});
  }
  return result;
}

std::vector<AddressId> Memory::finish(Program& program) const {
  std::vector<AddressId> result(by_provisional_.size());
  for (const auto& [place, made] : elements_) {
    const Element element{place.first, place.second, made.width};
    const auto id = static_cast<AddressId>(program.addresses.size());
    Location location{location_name(element), initial(element), Region::global};
    if (at(element.object).space == Space::shared) location.region = Region::shared;
    location.hidden = at(element.object).hidden;
    location.cta = at(element.object).cta;
    location.gpu = at(element.object).gpu;
    if (made.mbarrier) {  // not initialised yet
      location.object = ObjectKind::mbarrier;
      location.initial = 0;
    }
    program.addresses.push_back({location.name, static_cast<LocationId>(id), id, Proxy::generic,
                                 number_of(element.object, element.offset)});
    program.locations.push_back(std::move(location));
    result[made.provisional] = id;
  }
  return result;
}

}  // namespace opexplore::kernel
