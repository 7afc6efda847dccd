#include "opmodel/parts/write_lists.hpp"

#include <algorithm>

#include "opmodel/thread_name.hpp"

namespace opexplore {

WriteLists::WriteLists(const Program& program) : program_(&program) {
  for (const Location& location : program.locations) writes_.push_back({"init " + location.name});
}

std::string WriteLists::next_name(ThreadId thread) {
  return thread_name(thread) + '.' + std::to_string(++written_[thread]);
}

void WriteLists::put(const std::string& name, LocationId location,
                     std::optional<std::size_t> place) {
  std::vector<std::string>& writes = writes_[location];
  const std::size_t at = std::min(place.value_or(writes.size()), writes.size());
  writes.insert(writes.begin() + static_cast<std::ptrdiff_t>(at), name);
}

Coherence WriteLists::pairs() const {
  Coherence result;
  for (const std::vector<std::string>& writes : writes_) {
    for (std::size_t i = 1; i < writes.size(); ++i) result.emplace_back(writes[i - 1], writes[i]);
  }
  return result;
}

}  // namespace opexplore
