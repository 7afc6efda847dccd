#include "explorer/transitions.hpp"

#include <stdexcept>

namespace opexplore {

StateNumbers::StateNumbers(const VisitedSet& visited) : visited_(visited), numbers_(visited.end()) {
  positions_.reserve(visited.size());
  for (Position position = 0; position != visited.end(); position = visited.next(position)) {
    numbers_[position] = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(position);
  }
}

std::uint64_t StateNumbers::bytes_for(const VisitedSet& visited) {
  return visited.size() * sizeof(Position) + std::uint64_t{visited.end()} * sizeof(std::uint32_t);
}

std::uint32_t StateNumbers::number_of(std::string_view state) const {
  const auto position = visited_.find(state, hash_bytes(state));
  if (!position) throw std::logic_error("a successor is missing from a completed search");
  return numbers_[*position];
}

}  // namespace opexplore
