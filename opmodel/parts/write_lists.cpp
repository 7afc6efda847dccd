#include "opmodel/parts/write_lists.hpp"

#include <algorithm>

#include "opmodel/thread_name.hpp"

namespace opexplore {

WriteLists::WriteLists(const Program& program) : program_(&program) {
  for (const Location& location : program.locations) writes_.push_back({"init " + location.name});
}

const std::string& WriteLists::put(ThreadId thread, LocationId location, std::size_t place) {
  std::vector<std::string>& writes = writes_[location];
  const auto at = static_cast<std::ptrdiff_t>(std::min(place, writes.size()));
  std::string name = thread_name(thread) + '.' + std::to_string(++written_[thread]);
  return *writes.insert(writes.begin() + at, std::move(name));
}

Coherence WriteLists::pairs() const {
  Coherence result;
  for (const std::vector<std::string>& writes : writes_) {
    for (std::size_t i = 1; i < writes.size(); ++i) result.emplace_back(writes[i - 1], writes[i]);
  }
  return result;
}

}  // namespace opexplore
