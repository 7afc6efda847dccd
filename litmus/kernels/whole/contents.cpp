#include "litmus/kernels/whole/contents.hpp"

#include <algorithm>

#include "litmus/kernels/abstract.hpp"

namespace opexplore::kernel {

// The object's bytes, those of the element known.
Contents::Bytes& Contents::bytes_of(const Memory& memory, const Element& element, bool is_float) {
  if (objects_.size() <= element.object) objects_.resize(element.object + std::size_t{1});
  Bytes& bytes = objects_[element.object];
  const auto begin = static_cast<std::size_t>(element.offset);
  if (bytes.values.size() < begin + element.width) {
    // Not byte by byte: an array is often accessed from its beginning on.
    const std::size_t size = std::max(begin + element.width, bytes.values.size() * 2);
    bytes.values.resize(size);
    bytes.before.resize(size);
    bytes.states.resize(size);
  }
  const auto is_unknown = [&](std::size_t i) { return bytes.states[begin + i] == Byte::unknown; };
  bool any = false, all = true;
  for (std::size_t i = 0; i < element.width; ++i) {
    any = any || is_unknown(i);
    all = all && is_unknown(i);
  }
  if (!any) return bytes;
  const Value whole = all ? memory.initial(element, is_float) : 0;
  for (std::size_t i = 0; i < element.width; ++i) {
    if (!is_unknown(i)) continue;
    const Value byte =
        all ? static_cast<Value>(static_cast<std::uint64_t>(whole) >> (8 * i))
            : memory.initial({element.object, element.offset + static_cast<Value>(i), 1}, false);
    bytes.values[begin + i] = static_cast<std::uint8_t>(byte);
    bytes.states[begin + i] = Byte::initial;
  }
  return bytes;
}

Value Contents::load(const Memory& memory, const Element& element, bool is_float) {
  Bytes& bytes = bytes_of(memory, element, is_float);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < element.width; ++i) {
    const std::size_t at = static_cast<std::size_t>(element.offset) + i;
    value |= std::uint64_t{bytes.values[at]} << (8 * i);
    bytes.read_at_start = bytes.read_at_start || bytes.states[at] == Byte::initial;
  }
  return static_cast<Value>(value);
}

void Contents::store(const Memory& memory, const Element& element, Value value) {
  Bytes& bytes = bytes_of(memory, element, false);
  for (std::size_t i = 0; i < element.width; ++i) {
    const std::size_t at = static_cast<std::size_t>(element.offset) + i;
    bytes.before[at] = bytes.values[at];
    bytes.values[at] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i));
    bytes.states[at] = Byte::stored;
  }
}

Value Contents::before_last_store(const Element& element) const {
  const Bytes& bytes = objects_[element.object];
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < element.width; ++i) {
    value |= std::uint64_t{bytes.before[static_cast<std::size_t>(element.offset) + i]} << (8 * i);
  }
  return static_cast<Value>(value);
}

void Contents::forget(std::uint16_t object) {
  if (object >= objects_.size()) return;
  const bool read_at_start = objects_[object].read_at_start;
  objects_[object] = {};
  objects_[object].read_at_start = read_at_start;
}

bool Contents::is_read_at_start(std::uint16_t object) const {
  return object < objects_.size() && objects_[object].read_at_start;
}

std::vector<Value> Contents::stored_offsets(std::uint16_t object, std::uint32_t width,
                                            std::size_t most) const {
  std::vector<Value> result;
  if (object >= objects_.size()) return result;
  const std::vector<Byte>& states = objects_[object].states;
  for (std::size_t at = 0; at + width <= states.size() && result.size() < most; at += width) {
    const auto begin = states.begin() + static_cast<std::ptrdiff_t>(at);
    const bool stored = std::all_of(begin, begin + width, [](Byte b) { return b == Byte::stored; });
    if (stored) result.push_back(static_cast<Value>(at));
  }
  return result;
}

}  // namespace opexplore::kernel
