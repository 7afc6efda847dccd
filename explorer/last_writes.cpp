#include "explorer/last_writes.hpp"

namespace opexplore {

std::vector<std::string>& LastWrites::writes_to(AddressId address) {
  const LocationId location = program_.addresses[address].location;
  std::vector<std::string>& writes = writes_[location];
  if (writes.empty()) writes.push_back("init " + program_.locations[location].name);
  return writes;
}

void LastWrites::name(TraceStep& step) {
  for (Event& event : step.events) {
    if (event.kind == Event::Kind::read) {
      event.reads_from = writes_to(event.address).back();
    } else if (event.kind == Event::Kind::write) {
      const ThreadId thread = step.step.thread;
      event.id = 'P' + std::to_string(thread) + '.' + std::to_string(++written_[thread]);
      writes_to(event.address).push_back(event.id);
    }
  }
}

Coherence LastWrites::coherence() const {
  Coherence pairs;
  for (const auto& [location, writes] : writes_) {
    for (std::size_t i = 1; i < writes.size(); ++i) pairs.emplace_back(writes[i - 1], writes[i]);
  }
  return pairs;
}

}  // namespace opexplore
