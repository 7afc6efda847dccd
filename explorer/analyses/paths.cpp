#include "explorer/analyses/paths.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <utility>

#include "explorer/graph/transitions.hpp"

namespace opexplore {
namespace {

using Count = boost::multiprecision::cpp_int;

// Not number.str(): inlined, it makes GCC 12 warn of an overlap that is none (GCC bug 105651).
std::string digits_of(Count number) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(number % 10));
    number /= 10;
  } while (number != 0);
  return {digits.rbegin(), digits.rend()};
}

}  // namespace

struct PathCounter::Sums {
  std::vector<Count> counts;  // paths to the state, by number
  Count current;
  Count total = 0;
};

PathCounter::PathCounter(std::size_t states)
    : arrivals_(states), sums_(std::make_unique<Sums>(Sums{std::vector<Count>(states), {}, 0})) {
  sums_->counts[0] = 1;
}

PathCounter::~PathCounter() = default;

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
  sums_->current = std::move(sums_->counts[number]);
  sums_->counts[number] = 0;
  return number;
}

void PathCounter::ends() { sums_->total += sums_->current; }

void PathCounter::passes_on(std::uint32_t number) {
  sums_->counts[number] += sums_->current;
  if (--arrivals_[number] == 0) ready_.push_back(number);
}

std::optional<std::string> PathCounter::total() const {
  if (taken_ != sums_->counts.size()) return std::nullopt;
  return digits_of(sums_->total);
}

std::optional<std::string> count_paths(const Walker& walker, const VisitedSet& visited,
                                       Limits& limits) {
  PathCounter counter(visited.size());
  LookedAt looked_at(limits, visited.size());
  for (Position number = 0; number != visited.end(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    for_each_successor(walker, visited, number, [&](Position next) { counter.arrives(next); });
  }
  while (const auto number = counter.take_ready()) {
    if (looked_at.enough()) return std::nullopt;
    const bool is_final = for_each_successor(walker, visited, static_cast<Position>(*number),
                                             [&](Position next) { counter.passes_on(next); });
    if (is_final) counter.ends();
  }
  return counter.total();
}

}  // namespace opexplore
