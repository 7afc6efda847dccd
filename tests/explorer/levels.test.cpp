// Searches in levels, on disk or over ranks, against those in one memory.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/notes/journal.hpp"
#include "explorer/search/orders.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/corpus_tests.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/explorer/full_disk.hpp"
#include "tests/explorer/ranks_in_threads.hpp"
#include "tests/explorer/same_report.hpp"

namespace opexplore {
namespace {

using Catch::Matchers::Contains;
using Explore = std::function<Answer(const ExploreOptions&)>;
const toy::Grid cube{4, 9};  // 10,000 states in 37 levels

struct ScratchLevels {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("opexplore-levels." + std::to_string(getpid()));
  ScratchLevels() { std::filesystem::remove_all(folder); }
  ScratchLevels(const ScratchLevels&) = delete;
  ScratchLevels& operator=(const ScratchLevels&) = delete;
  ~ScratchLevels() { std::filesystem::remove_all(folder); }
};

ExploreOptions on_disk(const ScratchLevels& scratch, ExploreOptions options) {
  options.large.store = scratch.folder;
  options.large.question = "test: the one\n";
  options.large.resume = true;
  return options;
}

std::string length_of(const std::optional<Trace>& trace) {
  return trace ? std::to_string(trace->steps.size()) : "-";
}

// What does not depend on which of several states comes first in its level.
std::string counts_of(const Answer& report) {
  std::ostringstream out;
  const Statistics& numbers = report.statistics;
  for (const AnsweredOutcome& outcome : report.outcomes) {
    for (const Value value : outcome.values) out << value << ' ';
    out << ": " << outcome.count << '\n';
  }
  out << "filtered " << report.filtered_outcomes << " incomplete "
      << int(report.coverage.incomplete) << ' ' << report.coverage.reason << " early "
      << report.coverage.stopped_at_verdict << " goal " << report.coverage.goal_directed << ' '
      << report.coverage.ends_unlisted << " deadlock " << length_of(report.deadlock) << " endless "
      << length_of(report.endless) << " race " << length_of(report.race) << " untraced "
      << int(report.coverage.untraced) << '\n'
      << numbers.states << ' ' << numbers.transitions << ' ' << numbers.final_states << ' '
      << numbers.stuck_states << ' ' << numbers.endless_states << ' ' << numbers.racy_states << ' '
      << numbers.depth << ' ' << numbers.state_bytes << ' '
      << (numbers.paths ? *numbers.paths : "-") << '\n';
  if (report.stalls) {
    out << "stalls " << report.stalls->least << ' '
        << (report.stalls->most ? std::to_string(*report.stalls->most) : "-") << '\n';
  }
  for (const AnsweredDataRace& race : report.data_races) {
    out << race.pair.first_thread << '.' << race.pair.first << ' ' << race.pair.second_thread << '.'
        << race.pair.second << ' ' << race.in_ending << ' ' << length_of(race.trace) << '\n';
  }
  return out.str();
}

// Those of every outcome: where all are asked for.
std::string lengths_of(const Answer& report) {
  std::string text;
  for (const AnsweredOutcome& outcome : report.outcomes) text += length_of(outcome.trace) + ' ';
  return text;
}

std::vector<Answer> over_ranks(unsigned count, const Explore& explore, ExploreOptions options) {
  std::vector<Answer> reports(count);
  testing::as_ranks(count, [&](const Ranks& ranks) {
    ExploreOptions mine = options;
    mine.large.ranks = &ranks;
    reports[ranks.rank] = explore(mine);
  });
  return reports;
}

void check_all_forms(const Explore& explore, const ExploreOptions& options) {
  const Answer whole = explore(options);
  const std::string counts = counts_of(whole), lengths = lengths_of(whole);
  for (const unsigned count : {1U, 2U, 3U, 4U}) {
    INFO(count << " ranks");
    const std::vector<Answer> reports = over_ranks(count, explore, options);
    CHECK(counts_of(reports.front()) == counts);
    CHECK(lengths_of(reports.front()) == lengths);
    CHECK(reports.front().statistics.held.size() == count);
    for (const Answer& report : reports) {
      CHECK(report.statistics.states == whole.statistics.states);
    }
  }
  const ScratchLevels scratch;
  const Answer report = explore(on_disk(scratch, options));
  CHECK(counts_of(report) == counts);
  CHECK(lengths_of(report) == lengths);
  // Once more, behind its end: word by word.
  CHECK(text_of(explore(on_disk(scratch, options))) != "");
  CHECK(counts_of(explore(on_disk(scratch, options))) == counts);
}

template <class M>
void check_toy(const M& machine, ExploreOptions options) {
  options.threads = 1;
  check_all_forms([&](const ExploreOptions& asked) { return explore_toy(machine, asked); },
                  options);
}

TEST_CASE("levels: toy machines have the report of the search in one memory") {
  ExploreOptions options;
  options.traces = Traces::every_outcome;
  options.count_paths = true;
  check_toy(toy::Grid{2, 9}, options);
  check_toy(toy::Stairs{40}, options);
  check_toy(toy::Ring{7}, options);
  check_toy(cube, options);
  check_toy(toy::Outgrower{2, 4}, options);
  options.verdict_only = true;
  check_toy(cube, options);
}

TEST_CASE("levels: tests of the corpus have the report of the search in one memory") {
  std::size_t number = 0, searched = 0;
  for (const Test& test : testing::corpus_tests({"ptx"})) {
    if (number++ % 20 != 0) continue;
    for (const char* const name : {"ptx", "ptx-proxy", "gpu-queues", "sc", "cxx"}) {
      const MachineEntry* const machine = find_machine(name);
      if (machine == nullptr) continue;
      for (const bool reduced : {true, false}) {
        ExploreOptions options = with_threads(1);
        options.traces = Traces::every_outcome;
        options.count_paths = true;
        if (!reduced) options.machine = without_reductions(options.machine);
        if (machine->refusal(test, options.machine)) continue;
        ExploreOptions small = options;
        small.max_states = 5'000;
        if (!machine->explore(test, small).coverage.complete()) continue;
        ++searched;
        INFO(test.name << " on " << name << (reduced ? "" : ", not reduced"));
        check_all_forms([&](const ExploreOptions& asked) { return machine->explore(test, asked); },
                        options);
      }
    }
  }
  CHECK(searched > 20);
}

TEST_CASE("levels: little memory makes many runs, and changes nothing") {
  const std::string whole = counts_of(explore_toy(cube, with_threads(1)));
  ExploreOptions options = with_threads(1);
  options.max_memory = 40'000;
  CHECK(explore_toy(cube, options).coverage.incomplete == Incomplete::memory);
  const ScratchLevels scratch;
  const Answer report = explore_toy(cube, on_disk(scratch, options));
  CHECK(counts_of(report) == whole);
  CHECK(report.statistics.held.front().disk_bytes > 0);
  CHECK(std::filesystem::exists(scratch.folder / "search-0" / "level-36"));
  CHECK_FALSE(std::filesystem::exists(scratch.folder / "search-0" / "part-0"));
}

TEST_CASE("levels: ranks that run out of memory say so, all of them") {
  const Explore explore = [](const ExploreOptions& asked) { return explore_toy(cube, asked); };
  ExploreOptions options = with_threads(1);
  options.max_memory = 30'000;
  for (const Answer& report : over_ranks(3, explore, options)) {
    CHECK(report.coverage.incomplete == Incomplete::memory);
  }
}

TEST_CASE("levels: ranks whose memory fills pack their levels and go on") {
  const Explore explore = [](const ExploreOptions& asked) { return explore_toy(cube, asked); };
  ExploreOptions options = with_threads(1);
  options.traces = Traces::every_outcome;
  const Answer whole = explore(options);
  for (const std::uint64_t memory : {90'000U, 150'000U, 250'000U}) {
    INFO(memory << " bytes");
    options.max_memory = memory;
    const Answer report = over_ranks(3, explore, options).front();
    CHECK(report.coverage.complete());
    CHECK(report.statistics.states == whole.statistics.states);
    CHECK(report.statistics.transitions == whole.statistics.transitions);
    CHECK(lengths_of(report) == lengths_of(whole));
  }
}

// The report of a search that is interrupted, again and again, after so many more looks each time.
Answer piecewise(const Explore& explore, const ExploreOptions& options, int looks) {
  for (int pieces = 0; pieces < 1000; ++pieces, looks += 3) {
    ExploreOptions piece = options;
    int looked = 0;
    piece.interrupted = [&] { return ++looked > looks; };
    if (explore(piece).coverage.incomplete != Incomplete::interrupted) return explore(options);
  }
  FAIL("it does not get on");
  return {};
}

TEST_CASE("levels: a search in pieces has the report of one that is whole") {
  const Explore explore = [](const ExploreOptions& asked) { return explore_toy(cube, asked); };
  ExploreOptions options = with_threads(1);
  options.traces = Traces::every_outcome;
  std::string whole;
  {
    const ScratchLevels scratch;
    whole = counts_of(explore(on_disk(scratch, options)));
  }
  const ScratchLevels scratch;
  CHECK(counts_of(piecewise(explore, on_disk(scratch, options), 5)) == whole);
}

TEST_CASE("levels: ranks go on behind the last level that all have noted") {
  const Explore explore = [](const ExploreOptions& asked) { return explore_toy(cube, asked); };
  const std::string whole = counts_of(explore(with_threads(1)));
  const ScratchLevels scratch;
  ExploreOptions options = on_disk(scratch, with_threads(1));
  int looked = 0;
  std::mutex mutex;
  options.interrupted = [&] {
    const std::scoped_lock lock(mutex);
    return ++looked > 40;
  };
  REQUIRE(over_ranks(3, explore, options).front().coverage.incomplete == Incomplete::interrupted);
  options.interrupted = nullptr;
  CHECK(counts_of(over_ranks(3, explore, options).front()) == whole);
  CHECK_THROWS_WITH(over_ranks(2, explore, options), Contains("rank"));
}

TEST_CASE("levels: folders of something else are refused") {
  const toy::Grid grid{2, 3};
  const ScratchLevels scratch;
  ExploreOptions options = on_disk(scratch, with_threads(1));
  explore_toy(grid, options);
  ExploreOptions other = options;
  other.large.question = "test: another\n";
  CHECK_THROWS_WITH(explore_toy(grid, other), Contains("'test: the one'"));
  other = options;
  other.machine.settings["variant"] = "fancy";
  CHECK_THROWS_WITH(explore_toy(grid, other), Contains("variant: plain"));
  other = options;
  other.large.resume = false;
  CHECK_THROWS_WITH(explore_toy(grid, other), Contains("exists already"));
  std::ofstream(scratch.folder / "letter.txt") << "dear";
  CHECK_THROWS_WITH(explore_toy(grid, options), Contains("letter.txt"));
}

TEST_CASE("levels: a disk that is full ends the search, without a verdict") {
  const ScratchLevels scratch;
  const ExploreOptions options = on_disk(scratch, with_threads(1));
  const Answer report =
      testing::with_files_of_at_most(1'000, [&] { return explore_toy(cube, options); });
  CHECK(report.coverage.incomplete == Incomplete::storage);
  CHECK_THAT(report.coverage.reason, Contains("cannot be written"));
  CHECK_FALSE(verdict(question(Quantifier::exists, {1, 2}), report).decided);
  CHECK(counts_of(explore_toy(cube, options)) == counts_of(explore_toy(cube, with_threads(1))));
}

// No byte of the files may change what a report says.
TEST_CASE("levels: a damaged file ends the search, or is refused") {
  const toy::Grid grid{3, 4};  // 125 states
  ExploreOptions asked = with_threads(1);
  asked.traces = Traces::every_outcome;
  const std::string whole = counts_of(explore_toy(grid, asked));
  const ScratchLevels scratch;
  const ExploreOptions options = on_disk(scratch, asked);
  explore_toy(grid, options);
  std::size_t refused = 0, ended = 0;
  for (const char* const name : {"level-3", "level-12", "manifest"}) {
    const std::filesystem::path file = scratch.folder / "search-0" / name;
    std::ifstream in(file, std::ios::binary);
    const std::string right{std::istreambuf_iterator<char>(in), {}};
    const auto put = [&](const std::string& bytes) {
      std::ofstream(file, std::ios::binary) << bytes;
    };
    for (std::size_t place = 0; place < right.size(); ++place) {
      std::string wrong = right;
      wrong[place] = static_cast<char>(wrong[place] ^ 0x10);
      put(wrong);
      try {
        const Answer report = explore_toy(grid, options);
        const bool said = report.coverage.incomplete == Incomplete::storage;
        ended += said ? 1 : 0;
        if (!said) CHECK(counts_of(report) == whole);
      } catch (const JournalError&) {
        ++refused;
      }
      std::filesystem::remove_all(scratch.folder / "search-1");
    }
    put(right);
  }
  CHECK(refused > 100);
  CHECK(ended > 50);
  CHECK(counts_of(explore_toy(grid, options)) == whole);
}

}  // namespace
}  // namespace opexplore
