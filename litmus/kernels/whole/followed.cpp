#include "litmus/kernels/whole/followed.hpp"

#include <string>

#include "litmus/kernels/private_memory.hpp"

namespace opexplore::kernel {

namespace {

void require_followed(const LaunchState& launch, Step& step, const Abstract& place) {
  const Object& object = launch.around.memory.at(place.object);
  if (is_private(step, place) || !object.results.empty()) {
    throw LeftOpen{"it accesses what one thread alone sees", &step.statement()};
  }
  if (object.host_writes) throw LeftOpen{"the host may write there meanwhile", &step.statement()};
}

bool stops_at_misplaced(const LaunchState& launch, Step& step, const Element& element) {
  const auto wrong = launch.around.memory.misplaced(element);
  if (wrong) step.stop(StopKind::misuse, "the access is " + *wrong);
  return wrong.has_value();
}

void require_near(const Step& step, Value end) {
  if (end <= Contents::most_bytes) return;
  throw LeftOpen{"it accesses more memory than is followed", &step.statement()};
}

}  // namespace

bool is_followed(LaunchState& launch, Step& step, const Element& element) {
  require_followed(launch, step, address(element.object, element.offset));
  launch.require_data(element, step.statement());
  if (stops_at_misplaced(launch, step, element)) return false;
  require_near(step, element.offset + element.width);
  return true;
}

bool is_followed(LaunchState& launch, Step& step, const Abstract& place, Value bytes) {
  require_followed(launch, step, place);
  launch.require_data({place.object, place.number, static_cast<std::uint32_t>(bytes)},
                      step.statement());
  for (const Value byte : {place.number, sum(place.number, bytes - 1)}) {
    if (stops_at_misplaced(launch, step, {place.object, byte, 1})) return false;
  }
  require_near(step, sum(place.number, bytes));
  return true;
}

}  // namespace opexplore::kernel
