#include "litmus/kernels/whole/lane_memory.hpp"

#include <algorithm>

#include "litmus/kernels/protocol/recording.hpp"
#include "litmus/kernels/whole/clashes.hpp"
#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

/// As wide as the object's own, where these are narrower; with how far behind the place each is.
template <class Use>
void LaneMemory::for_each_element(const Abstract& place, Value bytes, Use&& use) const {
  const Object& object = launch_.around.memory.at(place.object);
  const Value width = std::min<Value>(object.width.value_or(object.usual_width), bytes);
  for (Value at = 0; at < bytes; at += width) {
    use(Element{place.object, sum(place.number, at), static_cast<std::uint32_t>(width)}, 8 * at);
  }
}

std::uint32_t LaneMemory::load(const Abstract& place, Value bytes) {
  Memory& memory = launch_.around.memory;
  std::uint32_t bits = 0;
  for_each_element(place, bytes, [&](const Element& element, Value further) {
    note(TouchKind::load, element, 0);
    const auto value = static_cast<std::uint32_t>(
        launch_.run.contents.load(memory, element, memory.is_float(element)));
    const std::uint32_t mask =
        element.width == 4 ? ~std::uint32_t{0} : (std::uint32_t{1} << 8 * element.width) - 1;
    bits |= (value & mask) << static_cast<std::uint32_t>(further);
  });
  return bits;
}

void LaneMemory::store(const Abstract& place, Value bytes, std::uint32_t bits) {
  for_each_element(place, bytes, [&](const Element& element, Value further) {
    const Value value =
        wide_value(8 * element.width, Value{bits >> static_cast<std::uint32_t>(further)});
    note(TouchKind::store, element, value);
    launch_.run.contents.store(launch_.around.memory, element, value);
  });
  launch_.objects.written.insert(place.object);
}

void LaneMemory::note(TouchKind kind, const Element& element, Value stored) {
  Touch touch;
  touch.statement = &step_.statement();
  touch.block = block_;
  touch.thread = thread_;
  touch.moment = clocks_.now(thread_);
  touch.kind = kind;
  touch.offset = element.offset;
  touch.width = static_cast<std::uint8_t>(element.width);
  touch.operand = stored;
  if (launch_.recording != nullptr && launch_.recording->is_location(element)) {
    throw LeftOpen{"matrices are moved where threads tell each other something", touch.statement};
  }
  note_access(launch_, clocks_, element.object, touch);
}

}  // namespace opexplore::kernel
