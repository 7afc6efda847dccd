#include "explorer/paths.hpp"

#include <stdexcept>

namespace opexplore {

PathCounter::PathCounter(const VisitedSet& visited)
    : visited_(visited),
      numbers_(visited.end()),
      arrivals_(visited.size()),
      counts_(visited.size()) {
  positions_.reserve(visited.size());
  for (Position position = 0; position != visited.end(); position = visited.next(position)) {
    numbers_[position] = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(position);
  }
  counts_[0] = 1;
}

std::uint64_t PathCounter::bytes_for(const VisitedSet& visited) {
  constexpr std::uint64_t per_state =
      sizeof(Count) + sizeof(Position) + 2 * sizeof(std::uint32_t);  // counts_ … ready_
  return visited.size() * per_state + std::uint64_t{visited.end()} * sizeof(std::uint32_t);
}

std::size_t PathCounter::number_of(std::string_view bytes) const {
  const auto position = visited_.find(bytes, hash_bytes(bytes));
  if (!position) throw std::logic_error("a successor is missing from a completed search");
  return numbers_[*position];
}

void PathCounter::arrives(std::string_view bytes) { ++arrivals_[number_of(bytes)]; }

std::optional<std::size_t> PathCounter::take_ready() {
  if (taken_ == 0 && arrivals_[0] == 0) ready_.push_back(0);
  if (ready_.empty()) return std::nullopt;
  const std::size_t number = ready_.back();
  ready_.pop_back();
  ++taken_;
  current_ = std::move(counts_[number]);
  counts_[number] = 0;
  return number;
}

void PathCounter::passes_on(std::string_view bytes) {
  const std::size_t number = number_of(bytes);
  counts_[number] += current_;
  if (--arrivals_[number] == 0) ready_.push_back(static_cast<std::uint32_t>(number));
}

std::optional<PathCounter::Count> PathCounter::total() const {
  if (taken_ != positions_.size()) return std::nullopt;
  return total_;
}

}  // namespace opexplore
