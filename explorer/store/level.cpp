#include "explorer/store/level.hpp"

#include "explorer/limits.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

namespace {

// What std::map needs per outcome: node links, key, counts, the values. All have as many of these.
std::uint64_t outcome_bytes(const Tally& tally) {
  if (tally.outcomes.empty()) return 0;
  const Outcome& first = tally.outcomes.begin()->first;
  const std::uint64_t each = 32 + sizeof first + sizeof(FinalStates) + first.size() * sizeof(Value);
  return each * tally.outcomes.size();
}

}  // namespace

void Candidates::clear() {
  bytes_.clear();
  entries_.clear();
}

Found::Found(const ExploreOptions& options)
    : visited(options.max_memory.value_or(unlimited)),
      max_states_(options.max_states.value_or(unlimited)) {}

States Found::take_next() {
  const States level{next, next_states()};
  next = visited.end();
  return level;
}

void Found::merge(const Candidates& candidates) {
  for_each_candidate(candidates, visited,
                     [&](const Candidates::Entry& entry, std::string_view bytes) {
                       if (incomplete == Incomplete::none) add(entry, bytes);
                       return incomplete == Incomplete::none;
                     });
}

void Found::add(const Candidates::Entry& entry, std::string_view bytes) {
  using Insertion = VisitedSet::Insertion;
  if (visited.size() >= max_states_) {
    if (!visited.find(bytes, entry.hash)) incomplete = Incomplete::states;
    return;
  }
  switch (visited.insert(bytes, entry.hash, entry.predecessor, entry.step)) {
    case Insertion::known:
      if (known_steps) {
        known_steps->push_back({entry.predecessor, *visited.find(bytes, entry.hash)});
      }
      return;
    case Insertion::added:
      return;
    case Insertion::no_memory:
    case Insertion::too_long:
      incomplete = Incomplete::memory;
  }
}

void report_found(const Test& test, const ExploreOptions& options, const Found& found,
                  Answer& report) {
  report_outcomes(test, found.tally, report);
  report.coverage.incomplete = found.incomplete;
  report.coverage.reason = found.incomplete == Incomplete::storage
                               ? found.storage_error
                               : explain(found.incomplete, options);
  if (found.incomplete == Incomplete::none && !found.tally.exceeded.empty()) {
    report.coverage.incomplete = Incomplete::machine_bound;
    report.coverage.reason = found.tally.exceeded;
  }
  report.coverage.stopped_at_verdict = found.stopped_at_verdict;
  report.statistics.states = found.visited.size();
  report.statistics.depth = found.depth;
  report.statistics.state_bytes = found.visited.state_bytes();
  report.statistics.memory_bytes = found.visited.peak_memory() + outcome_bytes(found.tally);
}

}  // namespace opexplore
