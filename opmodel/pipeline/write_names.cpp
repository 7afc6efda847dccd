#include "opmodel/pipeline/write_names.hpp"

namespace opexplore::pipeline {
namespace {

// How many accesses of the same instruction are in flight before that one.
std::size_t older(const PathState& state, std::size_t entry) {
  const Access& access = state.in_flight[entry].access;
  std::size_t count = 0;
  for (std::size_t i = 0; i < entry; ++i) {
    const Access& other = state.in_flight[i].access;
    if (other.thread == access.thread && other.instruction == access.instruction) ++count;
  }
  return count;
}

}  // namespace

WriteNames::Names& WriteNames::names_at_least(const PathState& state, std::size_t entry,
                                              std::size_t count) {
  const Access& access = state.in_flight[entry].access;
  Names& names = named_[{access.thread, access.instruction}];
  while (names.size() < count) names.push_back(writes_.next(access.thread));
  return names;
}

void WriteNames::complete(const PathState& before, std::size_t entry, std::vector<Event>& events) {
  for (Event& event : events) {
    const LocationId location = writes_.location_of(event.address);
    if (event.kind == Event::Kind::read) {
      event.read_from = writes_.of(location).back();
      continue;
    }
    const std::size_t number = older(before, entry);
    Names& names = names_at_least(before, entry, number + 1);
    event.wrote = names[number];
    names.erase(names.begin() + static_cast<std::ptrdiff_t>(number));
    writes_.put(*event.wrote, location);
  }
}

void WriteNames::forward(const PathState& before, std::size_t store, std::vector<Event>& events) {
  const std::size_t number = older(before, store);
  for (Event& event : events) {
    event.read_from = names_at_least(before, store, number + 1)[number];
  }
}

}  // namespace opexplore::pipeline
