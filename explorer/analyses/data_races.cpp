#include "explorer/analyses/data_races.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "explorer/graph/graph.hpp"

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

void add_alike(const Walker& walker, Answer& report) {
  std::map<RacingPair, AnsweredDataRace> races;
  for (AnsweredDataRace& race : report.data_races) {
    walker.for_each_alike(race.pair, [&](const RacingPair& pair) {
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
bool may_end_here(const Walker& walker) { return !walker.exceeded().empty() || walker.is_final(); }

// A mark at each state from which a final one can be reached; nothing if it is enough.
std::optional<std::vector<bool>> leading_to_end(const Walker& walker, const VisitedSet& visited,
                                                LookedAt& looked_at) {
  std::vector<Edge> edges;
  std::vector<bool> may_end(visited.size());
  for (Position number = 0; number != visited.end(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    walker.go_to(visited.bytes_at(number));
    may_end[number] = may_end_here(walker);
    if (may_end[number]) continue;
    walker.for_each_step([&](Step) {
      edges.push_back({number, number_in(visited, walker.encoded())});
    });
  }
  mark_backwards(edges, may_end);
  return may_end;
}

}  // namespace

std::optional<std::set<RacingPair>> racing_in_endings(const Walker& walker,
                                                      const VisitedSet& visited,
                                                      LookedAt& looked_at) {
  const auto may_end = leading_to_end(walker, visited, looked_at);
  if (!may_end) return std::nullopt;
  std::set<RacingPair> found;
  for (Position number = 0; number != visited.end(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    walker.go_to(visited.bytes_at(number));
    if (may_end_here(walker)) continue;
    walker.for_each_step([&](Step) {
      if (!(*may_end)[number_in(visited, walker.encoded())]) return;
      walker.for_each_data_race([&](const RacingPair& pair) { found.insert(pair); });
    });
  }
  return found;
}

}  // namespace opexplore
