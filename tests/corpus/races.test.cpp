// Which pairs of accesses race, by the definition of PTX: litmus/races. The answers were worked out
// from the definition (docs/races.md) before any program had said them.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"

using namespace opexplore;
using namespace opexplore::corpus;

namespace {

/// Pairs as the table writes them, "P0:9-P1:10": by thread and line.
using Pairs = std::set<std::string>;

struct RaceAnswer {
  Pairs races;
  Pairs without_end;
  Pairs excluded;
  bool operator==(const RaceAnswer&) const = default;
};

struct RacesLine {
  std::string path;
  std::string machines;
  RaceAnswer answer;
  std::set<std::string> locations;
};

const Corpus& races_corpus() {
  static const Corpus corpus = read_corpus("races");
  return corpus;
}

const Test& test_of(const RacesLine& line) { return races_corpus().tests.at(line.path); }

std::set<std::string> words_in(const std::string& cell) {
  std::set<std::string> result;
  std::istringstream stream(cell);
  for (std::string word; stream >> word;) {
    if (word != "-") CHECK(result.insert(word).second);
  }
  return result;
}

const std::vector<RacesLine>& races_table() {
  static const std::vector<RacesLine> lines = [] {
    std::vector<RacesLine> result;
    std::ifstream file(races_corpus().root / "expected-races.csv");
    for (std::string text; std::getline(file, text);) {
      if (text.starts_with('#') || text.starts_with("test,")) continue;
      const std::vector<std::string> cells = cells_of(text);
      INFO(text);
      REQUIRE(cells.size() == 6);
      result.push_back({cells[0],
                        cells[1],
                        {words_in(cells[2]), words_in(cells[4]), words_in(cells[5])},
                        words_in(cells[3])});
    }
    return result;
  }();
  return lines;
}

std::vector<RacesLine> lines_for(std::string_view machine) {
  std::vector<RacesLine> result;
  for (const RacesLine& line : races_table()) {
    if (line.machines == "all" || line.machines == machine) result.push_back(line);
  }
  return result;
}

const Instruction& instruction(const Test& test, ThreadId thread, InstructionId at) {
  return test.program.threads[thread].instructions[at];
}

std::string text_of(const Test& test, const RacingPair& pair) {
  const auto place = [&](ThreadId thread, InstructionId at) {
    return "P" + std::to_string(thread) + ":" +
           std::to_string(instruction(test, thread, at).place.line);
  };
  return place(pair.first_thread, pair.first) + "-" + place(pair.second_thread, pair.second);
}

std::string text_of(const RaceAnswer& answer) {
  std::string text;
  for (const std::string& pair : answer.races) text += pair + " ";
  for (const std::string& pair : answer.without_end) text += "without end " + pair + " ";
  for (const std::string& pair : answer.excluded) text += "excluded " + pair + " ";
  return text;
}

/// The location in which the first of the two lies.
std::string location_of(const Test& test, const RacingPair& pair) {
  const auto address = address_of(instruction(test, pair.first_thread, pair.first).action);
  REQUIRE(address.has_value());
  return test.program.locations[test.program.addresses[*address].location].name;
}

constexpr std::uint64_t small = 5000;
constexpr std::uint64_t large = 200'000;

Answer run(std::string_view name, const Test& test, const MachineOptions& options,
           std::uint64_t states) {
  const MachineEntry* const machine = find_machine(name);
  REQUIRE(machine != nullptr);
  REQUIRE(machine->flags_data_races);
  ExploreOptions explore;
  explore.machine = options;
  explore.machine.races = true;
  explore.threads = 1;
  explore.max_states = states;
  return machine->explore(test, explore);
}

RaceAnswer answer_of(const Test& test, const Answer& report) {
  CHECK(report.looked_for_data_races);
  RaceAnswer answer;
  for (const AnsweredDataRace& race : report.data_races) {
    Pairs& pairs = race.in_ending ? answer.races : answer.without_end;
    CHECK(pairs.insert(text_of(test, race.pair)).second);
  }
  for (const RacingPair& pair : report.excluded_data_races) {
    CHECK(answer.excluded.insert(text_of(test, pair)).second);
  }
  return answer;
}

Pairs all_of(const RaceAnswer& answer) {
  Pairs all = answer.races;
  all.insert(answer.without_end.begin(), answer.without_end.end());
  all.insert(answer.excluded.begin(), answer.excluded.end());
  return all;
}

/// Compares each line with the machine run so; a search that a limit ends may find less. Gives the
/// number of complete searches.
std::size_t compare(std::string_view machine, const MachineOptions& options) {
  std::size_t complete = 0;
  for (const RacesLine& line : lines_for(machine)) {
    INFO(line.path << " on " << machine);
    const Test& test = test_of(line);
    const Answer report = run(machine, test, options, small);
    const RaceAnswer answer = answer_of(test, report);
    if (report.coverage.complete()) {
      CHECK(text_of(answer) == text_of(line.answer));
      ++complete;
    } else {
      const Pairs known = all_of(line.answer);
      for (const std::string& pair : all_of(answer)) CHECK(known.contains(pair));
    }
  }
  return complete;
}

}  // namespace

TEST_CASE("races: the table has every test, for every machine once", "[corpus][races]") {
  const std::set<std::string> paths = keys(races_corpus().tests);
  CHECK(paths.size() >= 180);
  CHECK(indexed(races_corpus()) == paths);
  for (const std::string_view machine : {"ptx", "ptx-proxy"}) {
    std::multiset<std::string> listed;
    for (const RacesLine& line : lines_for(machine)) listed.insert(line.path);
    INFO(machine);
    CHECK(std::ranges::equal(listed, paths));
  }
}

TEST_CASE("races: a test has the name of its file, and the reason agrees with the table",
          "[corpus][races]") {
  std::map<std::string, bool> racy;
  for (const RacesLine& line : races_table()) {
    racy[line.path] |= !line.answer.races.empty() || !line.answer.without_end.empty();
  }
  for (const auto& [path, test] : races_corpus().tests) {
    INFO(path);
    CHECK(test.name == std::filesystem::path(path).stem().string());
    const std::string comment = comment_of(test);
    CHECK(comment.starts_with(racy.at(path) ? "Racy" : "Race-free"));
    CHECK(comment.ends_with('.'));
  }
}

TEST_CASE("races: every machine finds the pairs of the table", "[corpus][races]") {
  const std::string machine = GENERATE(as<std::string>{}, "ptx", "ptx-proxy");
  for (const RacesLine& line : lines_for(machine)) {
    INFO(line.path << " on " << machine);
    const Test& test = test_of(line);
    const Answer report = run(machine, test, {}, large);
    CHECK(report.coverage.complete());
    CHECK(text_of(answer_of(test, report)) == text_of(line.answer));
    std::set<std::string> locations;
    for (const AnsweredDataRace& race : report.data_races) {
      locations.insert(location_of(test, race.pair));
    }
    for (const RacingPair& pair : report.excluded_data_races) {
      locations.insert(location_of(test, pair));
    }
    CHECK(locations == line.locations);
  }
}

TEST_CASE("races: no reduction loses or makes a pair", "[corpus][races]") {
  const std::string machine = GENERATE(as<std::string>{}, "ptx", "ptx-proxy");
  for (const Reduction& reduction : all_reductions) {
    INFO("without " << reduction.name);
    MachineOptions options;
    options.*reduction.enabled = false;
    CHECK(compare(machine, options) > 150);
  }
  INFO("without any");
  CHECK(compare(machine, without_reductions({})) > 100);
}

TEST_CASE("races: looking for them changes no outcome", "[corpus][races]") {
  const std::string name = GENERATE(as<std::string>{}, "ptx", "ptx-proxy");
  const MachineEntry& machine = *find_machine(name);
  for (const auto& [path, test] : races_corpus().tests) {
    INFO(path << " on " << name);
    ExploreOptions options;
    options.max_states = large;
    const Answer without = machine.explore(test, options);
    CHECK_FALSE(without.looked_for_data_races);
    CHECK(without.data_races.empty());
    options.machine.races = true;
    const Answer with = machine.explore(test, options);
    std::set<Outcome> one, other;
    for (const AnsweredOutcome& outcome : without.outcomes) one.insert(outcome.values);
    for (const AnsweredOutcome& outcome : with.outcomes) other.insert(outcome.values);
    CHECK(one == other);
    CHECK(without.deadlock.has_value() == with.deadlock.has_value());
  }
}
