#include "opmodel/machines/vulkan/write_names.hpp"

#include "opmodel/machines/vulkan/machine.hpp"

namespace opexplore::vulkan {
namespace {

std::size_t message_read(Step step) {
  return rule_list.is<modify>(step) ? rule_list.argument<modify>(step).message
                                    : rule_list.argument<vulkan::read>(step).message;
}

std::size_t place_written(Step step) {
  return rule_list.is<modify>(step) ? rule_list.argument<modify>(step).place
                                    : rule_list.argument<vulkan::write>(step).place;
}

}  // namespace

void WriteNames::name(const Machine&, const State& before, Step step, const State& after,
                      std::vector<opexplore::Event>& events) {
  put_off_ = put_off_ || !before.late.empty() || !after.late.empty();
  if (put_off_) return;
  for (opexplore::Event& event : events) {
    const bool reads = event.kind == opexplore::Event::Kind::read;
    if (!reads && event.kind != opexplore::Event::Kind::write) continue;
    const LocationId location = writes_.location_of(event.address);
    const std::size_t first = gone_[location];  // the oldest message
    if (reads) {
      event.read_from = writes_.of(location)[first + message_read(step)];
    } else {
      event.wrote = writes_.next(step.thread);
      writes_.put(*event.wrote, location, first + place_written(step));
    }
  }
  for (std::size_t index = 0; index < gone_.size(); ++index) {
    const auto location = static_cast<LocationId>(index);
    gone_[index] = writes_.of(location).size() - places_of(after, location).size();
  }
}

}  // namespace opexplore::vulkan
