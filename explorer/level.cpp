#include "explorer/level.hpp"

#include <limits>

#include "explorer/limits.hpp"

namespace opexplore {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// What std::map needs per outcome: node links, key, counts, the values.
std::uint64_t outcome_bytes(const Tally& tally) {
  std::uint64_t bytes = 0;
  for (const auto& [outcome, states] : tally.outcomes) {
    bytes += 32 + sizeof outcome + sizeof states + outcome.capacity() * sizeof(Value);
  }
  return bytes;
}

}  // namespace

std::uint64_t Candidates::note(Position predecessor, Step step) {
  Entry& entry = entries_.emplace_back();
  entry.length = static_cast<std::uint32_t>(bytes_.size() - noted_);
  entry.hash = hash_bytes(std::string_view(bytes_).substr(noted_));
  entry.predecessor = predecessor;
  entry.step = step;
  noted_ = bytes_.size();
  return entry.hash;
}

void Candidates::mark_known(const VisitedSet& visited) {
  for_each([&](Entry& entry, std::string_view bytes) {
    entry.known = visited.find(bytes, entry.hash).has_value();
    return true;
  });
}

void Candidates::clear() {
  bytes_.clear();
  entries_.clear();
  noted_ = 0;
}

void Level::add(Position position) {
  if (states % chunk_states == 0) chunks.push_back({position, 0});
  ++chunks.back().count;
  ++states;
}

void Level::clear() {
  chunks.clear();
  states = 0;
}

Found::Found(const ExploreOptions& options)
    : visited(options.max_memory.value_or(unlimited)),
      max_states_(options.max_states.value_or(unlimited)) {}

void Found::merge(Candidates& candidates) {
  using Insertion = VisitedSet::Insertion;
  if (incomplete != Incomplete::none) return;
  candidates.for_each([&](const Candidates::Entry& entry, std::string_view bytes) {
    if (entry.known) return true;
    if (visited.size() >= max_states_) {
      if (!visited.find(bytes, entry.hash)) incomplete = Incomplete::states;
      return incomplete == Incomplete::none;
    }
    const Insertion insertion =
        visited.insert(bytes, entry.hash, entry.predecessor, entry.step);
    if (insertion == Insertion::added) next.add(visited.last());
    if (insertion == Insertion::no_memory || insertion == Insertion::too_long) {
      incomplete = Incomplete::memory;
    }
    return incomplete == Incomplete::none;
  });
}

void report_found(const Test& test, const ExploreOptions& options, const Found& found,
                  Report& report) {
  report_outcomes(test, found.tally, report);
  report.incomplete = found.incomplete;
  report.incomplete_reason = explain(found.incomplete, options);
  if (found.incomplete == Incomplete::none && !found.tally.exceeded.empty()) {
    report.incomplete = Incomplete::machine_bound;
    report.incomplete_reason = found.tally.exceeded;
  }
  report.stopped_at_verdict = found.stopped_at_verdict;
  report.statistics.states = found.visited.size();
  report.statistics.depth = found.depth;
  report.statistics.state_bytes = found.visited.state_bytes();
  report.statistics.memory_bytes = found.visited.peak_memory() + outcome_bytes(found.tally);
}

}  // namespace opexplore
