#include "opmodel/parts/write_lists.hpp"

#include <algorithm>

namespace opexplore {

WriteLists::WriteLists(const Program& program) : program_(&program) {
  for (std::size_t location = 0; location < program.locations.size(); ++location) {
    writes_.push_back({initial_write_of(static_cast<LocationId>(location))});
  }
}

WriteRef WriteLists::next(ThreadId thread) { return {thread, ++written_[thread]}; }

void WriteLists::put(const WriteRef& write, LocationId location, std::optional<std::size_t> place) {
  std::vector<WriteRef>& writes = writes_[location];
  const std::size_t at = std::min(place.value_or(writes.size()), writes.size());
  writes.insert(writes.begin() + static_cast<std::ptrdiff_t>(at), write);
}

Coherence WriteLists::pairs() const {
  Coherence result;
  for (const std::vector<WriteRef>& writes : writes_) {
    for (std::size_t i = 1; i < writes.size(); ++i) result.emplace_back(writes[i - 1], writes[i]);
  }
  return result;
}

}  // namespace opexplore
