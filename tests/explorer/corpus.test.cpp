// Every machine on the corpus: the search against the naive one, any number of
// threads, every switch.
#include <algorithm>
#include <filesystem>

#include "explorer/explore.hpp"
#include "explorer/machine_types.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/corpus_tests.hpp"
#include "tests/explorer/same_report.hpp"
#include "tests/naive.hpp"
#include "tests/outcome_values.hpp"

using namespace opexplore;

namespace {

// Beyond this many states the naive search and the unreduced machine take too long.
constexpr std::uint64_t small = 5000;

std::vector<Test> corpus() { return testing::corpus_tests({"ptx", "cxx", "vulkan", "amdgpu"}); }

ExploreOptions bounded(unsigned threads, std::uint64_t states) {
  ExploreOptions options;
  options.threads = threads;
  options.max_states = states;
  return options;
}

std::map<Outcome, std::uint64_t> counts(const Answer& report) {
  std::map<Outcome, std::uint64_t> result;
  for (const AnsweredOutcome& outcome : report.outcomes) {
    result[outcome.values] = outcome.count;
  }
  return result;
}

template <class M>
NaiveResult naive_of(const Test& test, const MachineOptions& options) {
  const auto run = [](const auto& machine) { return explore_naively(machine); };
  if constexpr (requires { M::dispatch(test, options, run); }) {
    return M::dispatch(test, options, run);
  } else {
    return run(M(test, options));
  }
}

template <class M>
void compare_with_naive(const Test& test, int& compared) {
  if (M::refusal(test, {})) return;
  const MachineEntry* const entry = find_machine(M::name);
  REQUIRE(entry != nullptr);
  Test unfiltered = test;
  unfiltered.filter.reset();
  const Answer report = entry->explore(unfiltered, bounded(1, small));
  if (!report.coverage.complete()) return;
  INFO(test.path << " on " << M::name);
  MachineOptions same_form;
  same_form.watch_lateness = report.replayed_with.watch_lateness;
  const NaiveResult naive = naive_of<M>(unfiltered, same_form);
  CHECK(report.statistics.states == naive.states.size());
  CHECK(report.statistics.transitions == naive.transitions);
  CHECK(report.statistics.stuck_states == naive.stuck);
  CHECK(counts(report) == naive.outcomes);
  ++compared;
}

}  // namespace

TEST_CASE("the naive search finds the same on the corpus", "[explorer][naive][corpus]") {
  const std::vector<Test> tests = corpus();
  REQUIRE_FALSE(tests.empty());
  for_each_machine_type([&]<class M>() {
    int compared = 0;
    for (const Test& test : tests) compare_with_naive<M>(test, compared);
    INFO(M::name);
    CHECK(compared > 0);
  });
}

TEST_CASE("the corpus gives one report for any number of threads", "[explorer][threads][corpus]") {
  for (const MachineEntry& machine : machines()) {
    for (const Test& test : corpus()) {
      if (machine.refusal(test, {})) continue;
      INFO(test.path << " on " << machine.name);
      ExploreOptions options = bounded(1, small);
      options.traces = Traces::witness;
      const std::string text = text_of(machine.explore(test, options));
      for (const unsigned threads : {2U, 16U}) {
        options.threads = threads;
        CHECK(text_of(machine.explore(test, options)) == text);
      }
    }
  }
}

TEST_CASE("switches change counts, not outcomes", "[explorer][corpus]") {
  for (const MachineEntry& machine : machines()) {
    int compared = 0;
    for (const Test& test : corpus()) {
      if (machine.refusal(test, {})) continue;
      INFO(test.path << " on " << machine.name);
      const Answer reference = machine.explore(test, bounded(1, small / 10));
      if (!reference.coverage.complete()) continue;
      for (const Reduction& without : all_reductions) {
        ExploreOptions options = bounded(1, small);
        options.machine.*without.enabled = false;
        const Answer report = machine.explore(test, options);
        if (!report.coverage.complete()) continue;
        INFO("without " << without.name);
        CHECK(outcome_values(report) == outcome_values(reference));
        CHECK((report.statistics.stuck_states != 0) == (reference.statistics.stuck_states != 0));
        ++compared;
      }
    }
    INFO(machine.name);
    CHECK(compared > 0);
  }
}
