#include "explorer/data_races.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "explorer/transitions.hpp"

namespace opexplore {

void add_alike(const SearchedMachine& machine, Report& report) {
  std::map<RacingPair, DataRaceReport> races;
  for (DataRaceReport& race : report.data_races) {
    machine.for_each_alike(race.pair, [&](const RacingPair& pair) {
      DataRaceReport& alike =
          races.try_emplace(pair, DataRaceReport{pair, false, {}}).first->second;
      alike.in_ending = alike.in_ending || race.in_ending;
      if (pair == race.pair) alike.trace = std::move(race.trace);
    });
  }
  report.data_races.clear();
  for (auto& [pair, race] : races) report.data_races.push_back(std::move(race));
}

namespace {

// Per state, whether a final one can be reached from it.
std::vector<bool> reaching_end(const StateCursor& machine, const StateNumbers& numbers,
                               LookedAt& looked_at) {
  std::vector<std::vector<std::uint32_t>> predecessors(numbers.size());
  std::vector<bool> reaches(numbers.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t number = 0; number < numbers.size(); ++number) {
    if (looked_at.enough()) return {};
    machine.go_to(numbers.state(number));
    if (machine.has_exceeded() || machine.is_final()) {
      reaches[number] = true;
      open.push_back(number);
      continue;
    }
    machine.for_each_step([&](Step, std::string_view next) {
      predecessors[numbers.number_of(next)].push_back(number);
    });
  }
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    open.pop_back();
    for (const std::uint32_t before : predecessors[number]) {
      if (reaches[before]) continue;
      reaches[before] = true;
      open.push_back(before);
    }
  }
  return reaches;
}

}  // namespace

std::optional<std::set<RacingPair>> racing_in_endings(const StateCursor& machine,
                                                      const VisitedSet& visited,
                                                      LookedAt& looked_at) {
  const StateNumbers numbers(visited);
  const std::vector<bool> reaches = reaching_end(machine, numbers, looked_at);
  if (reaches.empty()) return std::nullopt;
  std::set<RacingPair> found;
  for (std::uint32_t number = 0; number < numbers.size(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    machine.go_to(numbers.state(number));
    if (machine.has_exceeded() || machine.is_final()) continue;
    machine.for_each_data_race([&](const RacingPair& pair, std::string_view next) {
      if (reaches[numbers.number_of(next)]) found.insert(pair);
    });
  }
  return found;
}

}  // namespace opexplore
