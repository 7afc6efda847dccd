#include "explorer/data_races.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "explorer/backward_graph.hpp"
#include "explorer/transitions.hpp"

namespace opexplore {

namespace {

// Who has come to its end stands behind its last instruction.
SourcePlace place_of(const Program& program, ThreadId thread, InstructionId at) {
  const auto& instructions = program.threads[thread].instructions;
  return at < instructions.size() ? instructions[at].place : SourcePlace{};
}

}  // namespace

RacingPlaces racing_places(const Program& program, const RacingPair& pair) {
  const SourcePlace one = place_of(program, pair.first_thread, pair.first);
  const SourcePlace other = place_of(program, pair.second_thread, pair.second);
  const RacingPlaces places{one.line, one.column, other.line, other.column};
  const RacingPlaces turned{other.line, other.column, one.line, one.column};
  return std::min(places, turned);
}

std::vector<AnsweredDataRace*> told_with_trace(const Program& program, Answer& report) {
  std::vector<AnsweredDataRace*> told;
  std::set<RacingPlaces> known;
  for (AnsweredDataRace& race : report.data_races) {
    const RacingPlaces places = racing_places(program, race.pair);
    const bool placed = std::get<0>(places) != 0;
    if (known.insert(places).second || !placed) told.push_back(&race);
  }
  return told;
}

void add_alike(const SearchedMachine& machine, Answer& report) {
  std::map<RacingPair, AnsweredDataRace> races;
  for (AnsweredDataRace& race : report.data_races) {
    machine.for_each_alike(race.pair, [&](const RacingPair& pair) {
      AnsweredDataRace& alike =
          races.try_emplace(pair, AnsweredDataRace{pair, false, {}}).first->second;
      alike.in_ending = alike.in_ending || race.in_ending;
      if (pair == race.pair) alike.trace = std::move(race.trace);
    });
  }
  report.data_races.clear();
  for (auto& [pair, race] : races) report.data_races.push_back(std::move(race));
}

namespace {

// Whether an execution ends there, or may behind a bound.
bool may_end_here(const StateCursor& machine) {
  return machine.has_exceeded() || machine.is_final();
}

// With a mark at each state from which a final one can be reached; nothing if it is enough.
std::optional<BackwardGraph> leading_to_end(const StateCursor& machine, const StateNumbers& numbers,
                                            LookedAt& looked_at) {
  BackwardGraph graph;
  graph.predecessors.resize(numbers.size());
  for (std::uint32_t number = 0; number < numbers.size(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    machine.go_to(numbers.state(number));
    graph.may_end.push_back(may_end_here(machine));
    if (graph.may_end.back()) continue;
    machine.for_each_step([&](Step, std::string_view next) {
      graph.predecessors[numbers.number_of(next)].push_back(number);
    });
  }
  graph.spread();
  return graph;
}

}  // namespace

std::optional<std::set<RacingPair>> racing_in_endings(const StateCursor& machine,
                                                      const VisitedSet& visited,
                                                      LookedAt& looked_at) {
  const StateNumbers numbers(visited);
  const std::optional<BackwardGraph> graph = leading_to_end(machine, numbers, looked_at);
  if (!graph) return std::nullopt;
  std::set<RacingPair> found;
  for (std::uint32_t number = 0; number < numbers.size(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    machine.go_to(numbers.state(number));
    if (may_end_here(machine)) continue;
    machine.for_each_data_race([&](const RacingPair& pair, std::string_view next) {
      if (graph->may_end[numbers.number_of(next)]) found.insert(pair);
    });
  }
  return found;
}

}  // namespace opexplore
