#include "explorer/store/tally.hpp"

#include "opmodel/results/answer.hpp"

namespace opexplore {

void Tally::add(Tally&& later) {
  transitions += later.transitions;
  outcomes.merge(later.outcomes);  // moves those that are new
  for (const auto& [outcome, states] : later.outcomes) {
    FinalStates& mine = outcomes.at(outcome);
    mine.count += states.count;
    mine.first = std::min(mine.first, states.first);
  }
  stuck_states += later.stuck_states;
  first_stuck = std::min(first_stuck, later.first_stuck);
  for (const Position position : later.idle) add_idle(position);
  racy_states += later.racy_states;
  first_racy = std::min(first_racy, later.first_racy);
  data_races.merge(later.data_races);  // keeps those that are here already
  excluded_data_races.merge(later.excluded_data_races);
  outgrown = outgrown || later.outgrown;
  if (exceeded.empty()) exceeded = std::move(later.exceeded);
}

const std::pair<const Outcome, FinalStates>* most_telling(const Test& test, const Tally& tally) {
  const std::pair<const Outcome, FinalStates>* best = nullptr;
  bool best_decides = false;
  for (const auto& candidate : tally.outcomes) {
    if (!passes_filter(test, candidate.first)) continue;
    const bool candidate_decides = decides(test, candidate.first);
    const bool better = best == nullptr || (candidate_decides && !best_decides) ||
                        (candidate_decides && candidate.second.first < best->second.first);
    if (!better) continue;
    best = &candidate;
    best_decides = candidate_decides;
  }
  return best;
}

bool is_decided(const Test& test, const Tally& tally) {
  return std::ranges::any_of(tally.outcomes,
                             [&](const auto& entry) { return decides(test, entry.first); });
}

void report_outcomes(const Test& test, const Tally& tally, Answer& report) {
  report.outcomes.reserve(tally.outcomes.size());
  for (const auto& [outcome, states] : tally.outcomes) {
    report.statistics.final_states += states.count;
    if (passes_filter(test, outcome)) {
      report.outcomes.push_back({outcome, states.count});
    } else {
      ++report.filtered_outcomes;
    }
  }
  report.statistics.transitions = tally.transitions;
  report.statistics.stuck_states = tally.stuck_states;
  report.statistics.racy_states = tally.racy_states;
  report.races = tally.racy_states > 0;
  for (const auto& [pair, met] : tally.data_races) report.data_races.push_back({pair});
  for (const auto& [pair, met] : tally.excluded_data_races) {
    if (!tally.data_races.contains(pair)) report.excluded_data_races.push_back(pair);
  }
}

}  // namespace opexplore
