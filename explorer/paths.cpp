#include "explorer/paths.hpp"

#include <utility>

namespace opexplore {

PathCounter::PathCounter(std::size_t states) : arrivals_(states), counts_(states) {
  counts_[0] = 1;
}

std::uint64_t PathCounter::bytes_for(std::uint64_t states) {
  constexpr std::uint64_t per_state = sizeof(Count) + 2 * sizeof(std::uint32_t);  // … and ready_
  return states * per_state;
}

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

void PathCounter::passes_on(std::uint32_t number) {
  counts_[number] += current_;
  if (--arrivals_[number] == 0) ready_.push_back(number);
}

std::optional<PathCounter::Count> PathCounter::total() const {
  if (taken_ != counts_.size()) return std::nullopt;
  return total_;
}

}  // namespace opexplore
