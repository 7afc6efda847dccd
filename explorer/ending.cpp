#include "explorer/ending.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "explorer/limits.hpp"
#include "explorer/store.hpp"

namespace opexplore {

namespace {
constexpr std::uint64_t states_between_polls = 256;

// The states that wait for their turn, last in, first out.
class DepthFirst {
 public:
  explicit DepthFirst(const ExploreOptions& options);

  // Remembers an encoded state that is new.
  void meet(std::string_view bytes);

  // The next state, or nothing: none is left, or a limit says stop.
  std::optional<std::string_view> next();

  Incomplete limit() const { return limit_; }

 private:
  VisitedSet visited_;
  std::vector<Position> waiting_;
  Limits limits_;
  std::uint64_t max_states_;
  std::uint64_t taken_ = 0;
  Incomplete limit_ = Incomplete::none;
};

DepthFirst::DepthFirst(const ExploreOptions& options)
    : visited_(options.max_memory.value_or(unlimited)),
      limits_(options),
      max_states_(options.max_states.value_or(unlimited)) {}

void DepthFirst::meet(std::string_view bytes) {
  if (limit_ != Incomplete::none) return;
  const std::uint64_t hash = hash_bytes(bytes);
  if (visited_.size() >= max_states_) {
    if (!visited_.find(bytes, hash)) limit_ = Incomplete::states;
    return;
  }
  switch (visited_.insert(bytes, hash, 0, Step{})) {
    case VisitedSet::Insertion::known:
      return;
    case VisitedSet::Insertion::added:
      return waiting_.push_back(visited_.last());
    case VisitedSet::Insertion::no_memory:
    case VisitedSet::Insertion::too_long:
      limit_ = Incomplete::memory;
  }
}

std::optional<std::string_view> DepthFirst::next() {
  const bool looks = ++taken_ % states_between_polls == 0;
  if (looks && limits_.poll({0, taken_, visited_.size(), waiting_.size(), 0})) {
    limit_ = limits_.reason();
  }
  if (limit_ != Incomplete::none || waiting_.empty()) return std::nullopt;
  const Position position = waiting_.back();
  waiting_.pop_back();
  return visited_.at(position).bytes;
}

}  // namespace

EndSearch find_ending(const StateCursor& machine, const ExploreOptions& options) {
  DepthFirst states(options);
  states.meet(machine.initial);
  while (const auto encoded = states.next()) {
    machine.go_to(*encoded);
    if (machine.has_exceeded()) continue;
    if (machine.is_final()) return {true};
    machine.for_each_step([&](Step, std::string_view after) { states.meet(after); });
  }
  return {false, states.limit()};
}

}  // namespace opexplore
