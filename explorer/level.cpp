#include "explorer/level.hpp"

#include <limits>

#include "explorer/limits.hpp"
#include "explorer/report.hpp"

namespace opexplore {

namespace {

constexpr std::size_t ahead = 8;  // candidates whose slots are on their way from memory
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
  const std::uint32_t begin = entries_.empty() ? 0 : entries_.back().begin + entries_.back().length;
  const auto length = static_cast<std::uint32_t>(bytes_.size() - begin);
  const std::uint64_t hash = hash_bytes(std::string_view(bytes_).substr(begin));
  entries_.push_back({hash, predecessor, step, begin, length, false});
  return hash;
}

void Candidates::mark_known(const VisitedSet& visited) {
  for (Entry& entry : entries_) {
    entry.known = visited.find(bytes_of(entry), entry.hash).has_value();
  }
}

void Candidates::clear() {
  bytes_.clear();
  entries_.clear();
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

void Found::merge(const Candidates& candidates) {
  const std::span<const Candidates::Entry> entries = candidates.entries();
  for (std::size_t index = 0; index < entries.size(); ++index) {
    if (incomplete != Incomplete::none) return;
    if (index + ahead < entries.size()) visited.prefetch(entries[index + ahead].hash);
    const Candidates::Entry& entry = entries[index];
    if (!entry.known) add(entry, candidates.bytes_of(entry));
  }
}

void Found::add(const Candidates::Entry& entry, std::string_view bytes) {
  using Insertion = VisitedSet::Insertion;
  if (visited.size() >= max_states_) {
    if (!visited.find(bytes, entry.hash)) incomplete = Incomplete::states;
    return;
  }
  switch (visited.insert(bytes, entry.hash, entry.predecessor, entry.step)) {
    case Insertion::known:
      return;
    case Insertion::added:
      return next.add(visited.last());
    case Insertion::no_memory:
    case Insertion::too_long:
      incomplete = Incomplete::memory;
  }
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
