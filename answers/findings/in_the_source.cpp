#include "answers/findings/in_the_source.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "answers/findings/findings.hpp"
#include "answers/findings/mend.hpp"
#include "answers/places.hpp"
#include "answers/racing_access.hpp"
#include "answers/side_search.hpp"

namespace opexplore {

namespace {

using Line = std::pair<std::string, std::uint32_t>;

Line line_of(const Test& test, ThreadId thread, InstructionId at) {
  const CodePlace place = place_of(test, thread, at);
  return {place.file, place.place.line};
}

// Two lines, the lesser first, and the array on which accesses in them race.
using Race = std::tuple<Line, Line, std::string>;

Race race_of(const AnsweredTest& run, const RacingPair& pair) {
  Line one = line_of(run.asked.test, pair.first_thread, pair.first);
  Line other = line_of(run.asked.test, pair.second_thread, pair.second);
  if (other < one) std::swap(one, other);
  const std::string& location =
      run.asked.kernel->locations[racing_address(run.asked.test.program, pair)];
  return {std::move(one), std::move(other), location.substr(0, location.find_first_of("[+"))};
}

std::set<Race> races_of(const AnsweredTest& run) {
  std::set<Race> races;
  for (const AnsweredDataRace& race : run.answer.data_races) races.insert(race_of(run, race.pair));
  return races;
}

// Races of the source that the PTX does not have, in lines of which the compiler took something.
std::set<Race> lost_races(const AnsweredTest& run, const AnsweredTest& optimised) {
  std::set<Race> races = races_of(run);
  const std::set<Race> known = races_of(optimised);
  std::set<Line> lines;
  for (const CodePlace& place : optimised.asked.kernel->taken_away) {
    lines.emplace(place.file, place.place.line);
  }
  std::erase_if(races, [&](const Race& race) {
    const bool lost = lines.contains(std::get<0>(race)) || lines.contains(std::get<1>(race));
    return known.contains(race) || !lost;
  });
  return races;
}

void keep_lost(const AnsweredTest& run, const std::set<Race>& lost, Findings& found) {
  std::set<std::pair<Line, Line>> lines;
  for (const auto& [one, other, location] : lost) lines.emplace(one, other);
  std::erase_if(found.bugs, [&](const Bug& bug) {
    if (bug.kind != BugKind::data_race && bug.kind != BugKind::same_value) return true;
    Line one = line_of(run.asked.test, bug.places.front().thread, bug.places.front().instruction);
    Line other = line_of(run.asked.test, bug.places.back().thread, bug.places.back().instruction);
    if (other < one) std::swap(one, other);
    return !lines.contains({one, other});
  });
  const std::string& compiler = run.asked.kernel->compiler;
  for (Bug& bug : found.bugs) {
    bug.title += " in the source; gone in the PTX of " +
                 (compiler.empty() ? "the compiler" : compiler + " -O3");
  }
}

}  // namespace

std::shared_ptr<const AnsweredTest> bugs_of_source(const AnsweredTest& answered,
                                                   const ExploreOptions& explore) {
  if (answered.asked.kernel->as_written == nullptr) return nullptr;
  if (!answered.answer.coverage.complete()) return nullptr;
  if (!answered.answer.looked_for_data_races) return nullptr;
  const kernel::LaunchedKernel& written = *answered.asked.kernel->as_written;
  Question asked{answered.asked.pairing, written.test, answered.asked.dialect};
  asked.kernel = &written.facts;
  const Deadline deadline = deadline_of(explore);
  ExploreOptions options = for_changed(explore);
  const auto found = ask(asked, options);
  const auto* const run = std::get_if<AnsweredTest>(&found);
  if (run == nullptr) return nullptr;
  const std::set<Race> lost = lost_races(*run, answered);
  if (lost.empty()) return nullptr;
  options.traces = Traces::witness;
  auto with_traces = ask(asked, options);
  if (!std::holds_alternative<AnsweredTest>(with_traces)) return nullptr;
  // Bugs refer to traces of the run, which has to be in its place first.
  auto result = std::make_shared<AnsweredTest>(std::get<AnsweredTest>(std::move(with_traces)));
  std::vector<Mendable> bugs = bugs_in(*result);
  mend(*result, in_time(explore, deadline), bugs);
  Findings& lost_bugs = result->answer.findings.emplace();
  for (Mendable& one : bugs) lost_bugs.bugs.push_back(std::move(one.bug));
  keep_lost(*result, lost, lost_bugs);
  return lost_bugs.bugs.empty() ? nullptr : result;
}

}  // namespace opexplore
