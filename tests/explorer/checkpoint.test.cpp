// Searches that end early, and go on from what they have noted.
#include "explorer/notes/checkpoint.hpp"

#include <unistd.h>

#include <filesystem>
#include <functional>
#include <random>
#include <string>

#include "explorer/explore.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/corpus_tests.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/explorer/full_disk.hpp"
#include "tests/explorer/same_report.hpp"

namespace opexplore {
namespace {

using Catch::Matchers::Contains;

struct ScratchCheckpoint {
  std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("opexplore-checkpoint." + std::to_string(getpid()));
  ScratchCheckpoint() { std::filesystem::remove(file); }
  ScratchCheckpoint(const ScratchCheckpoint&) = delete;
  ScratchCheckpoint& operator=(const ScratchCheckpoint&) = delete;
  ~ScratchCheckpoint() { std::filesystem::remove(file); }
};

ExploreOptions noting(const ScratchCheckpoint& scratch, ExploreOptions options = {}) {
  options.large.checkpoint = scratch.file;
  options.large.checkpoint_every = {};
  options.large.question = "test: the one\n";
  options.large.resume = true;
  return options;
}

using Explore = std::function<Answer(const ExploreOptions&)>;

// The report of a search that is interrupted, again and again, after so many more looks each time.
Answer piecewise(const Explore& explore, const ExploreOptions& options,
                 const ScratchCheckpoint& scratch, int looks, int more) {
  for (int pieces = 0; pieces < 1000; ++pieces) {
    ExploreOptions piece = noting(scratch, options);
    int looked = 0;
    piece.interrupted = [&] { return ++looked > looks; };
    // What is counted and traced behind the search may have been interrupted, too.
    if (explore(piece).coverage.incomplete != Incomplete::interrupted) {
      return explore(noting(scratch, options));
    }
    looks += more;
  }
  FAIL("it does not get on");
  return {};
}

TEST_CASE("checkpoint: a search in pieces has the report of one that is whole") {
  const toy::Grid grid{4, 9};  // 10,000 states in 37 levels
  const Explore explore = [&](const ExploreOptions& options) { return explore_toy(grid, options); };
  for (const unsigned threads : {1U, 3U}) {
    for (const bool paths : {false, true}) {
      ExploreOptions options = with_threads(threads);
      options.traces = Traces::every_outcome;
      options.count_paths = paths;
      const ScratchCheckpoint scratch;
      const std::string whole = text_of(explore(options));
      CHECK(text_of(piecewise(explore, options, scratch, 2, 1)) == whole);
      CHECK(text_of(explore(noting(scratch, options))) == whole);  // once more behind the end
    }
  }
}

TEST_CASE("checkpoint: tests of the corpus in pieces, on all their machines") {
  std::minstd_rand random(7);
  std::size_t number = 0;
  for (const Test& test : testing::corpus_tests({"ptx"})) {
    if (number++ % 8 != 0) continue;
    for (const char* const name : {"ptx-proxy", "gpu-queues", "sc"}) {
      const MachineEntry& machine = *find_machine(name);
      for (const bool verdict_only : {false, true}) {
        ExploreOptions options = with_threads(1);
        options.verdict_only = verdict_only;
        options.max_states = 20'000;
        options.traces = Traces::witness;
        if (machine.refusal(test, options.machine)) continue;
        INFO(test.name << " on " << name);
        const Explore explore = [&](const ExploreOptions& asked) {
          return machine.explore(test, asked);
        };
        const ScratchCheckpoint scratch;
        const std::string whole = text_of(explore(options));
        const int looks = static_cast<int>(random() % 5);
        CHECK(text_of(piecewise(explore, options, scratch, looks, 1)) == whole);
      }
    }
  }
  REQUIRE(number > 100);
}

TEST_CASE("checkpoint: it is bounded by what is new, and does not begin anew") {
  const toy::Grid grid{4, 9};
  const ScratchCheckpoint scratch;
  ExploreOptions options = noting(scratch, with_threads(1));
  int looked = 0;
  options.interrupted = [&] { return ++looked > 20; };
  const Answer first = explore_toy(grid, options);
  REQUIRE(first.coverage.incomplete == Incomplete::interrupted);
  // Every state is written once: some bytes more than it has.
  CHECK(std::filesystem::file_size(scratch.file) <
        10 * first.statistics.states + first.statistics.state_bytes + 37 * 200);
  looked = -1'000'000;
  int all = looked;
  explore_toy(grid, noting(scratch, with_threads(1)));
  options.interrupted = [&] { return ++all > 1'000'000; };
  explore_toy(grid, options);
  CHECK(all - looked < 20);  // the last level alone, which has been noted
}

TEST_CASE("checkpoint: another question, machine or setting is refused") {
  const toy::Grid grid{2, 3};
  const ScratchCheckpoint scratch;
  explore_toy(grid, noting(scratch));
  ExploreOptions other = noting(scratch);
  other.large.question = "test: another\n";
  CHECK_THROWS_WITH(explore_toy(grid, other), Contains("'test: the one'"));
  other = noting(scratch);
  other.machine.settings["variant"] = "fancy";
  CHECK_THROWS_WITH(explore_toy(grid, other), Contains("variant: plain"));
  CHECK_THROWS_AS(explore_toy(toy::Ring{3}, noting(scratch)), JournalError);
  other = noting(scratch);
  other.large.resume = false;
  CHECK_THROWS_WITH(explore_toy(grid, other), Contains("exists already"));
  // Limits are none of the question, and reductions make another search, which begins anew.
  other = noting(scratch);
  other.max_states = 5;
  CHECK_NOTHROW(explore_toy(grid, other));
  other = noting(scratch);
  other.machine.symmetry = false;
  CHECK(explore_toy(grid, other).statistics.states == 16);
}

TEST_CASE("checkpoint: a disk that is full ends the search, without a verdict") {
  const toy::Grid grid{4, 9};
  ExploreOptions options = with_threads(1);
  const ScratchCheckpoint scratch;
  options = noting(scratch, options);
  const Answer report =
      testing::with_files_of_at_most(20'000, [&] { return explore_toy(grid, options); });
  CHECK(report.coverage.incomplete == Incomplete::storage);
  CHECK_THAT(report.coverage.reason, Contains("cannot be written"));
  CHECK_FALSE(verdict(question(Quantifier::exists, {1, 2}), report).decided);
  const Answer resumed = explore_toy(grid, options);
  CHECK(text_of(resumed) == text_of(explore_toy(grid, with_threads(1))));
}

}  // namespace
}  // namespace opexplore
