// The PTX machines have two forms, in order and out of order, and reductions that
// can be switched off. None of that may change an outcome, on any test of the corpus.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/machines/ptx/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/corpus_tests.hpp"
#include "tests/naive.hpp"
#include "tests/outcome_values.hpp"

namespace opexplore {

namespace {

Answer run_unfiltered(const std::string& machine, Test test, const MachineOptions& options,
                      std::uint64_t max_states) {
  test.filter.reset();
  ExploreOptions explore;
  explore.machine = options;
  explore.threads = 1;
  explore.max_states = max_states;
  return find_machine(machine)->explore(test, explore);
}

}  // namespace

TEST_CASE("ptx: the out-of-order form reaches what the in-order form reaches") {
  std::size_t compared = 0;
  for (const Test& test : testing::corpus_tests({"ptx"})) {
    const MachineOptions options = ptx_model::OutOfOrderMachine::in_its_form({});
    const auto context =
        std::make_shared<const ptx_model::Context>(test, ptx::Identity::reading(options), options);
    if (!context->semantics.lateness().runs_in_order(false)) continue;
    const Answer in_order = run_unfiltered("ptx", test, {}, 20000);
    if (!in_order.coverage.complete() || in_order.statistics.states > 300) continue;
    std::set<Outcome> late;
    for (const auto& [outcome, count] :
         explore_naively(ptx_model::OutOfOrderMachine(context)).outcomes) {
      late.insert(outcome);
    }
    INFO(test.path);
    CHECK(late == outcome_values(in_order));
    ++compared;
  }
  CHECK(compared > 100);
}

TEST_CASE("ptx machines: every reduction keeps the outcomes") {
  std::vector<MachineOptions> variants;
  for (const Reduction& reduction : all_reductions) {
    variants.emplace_back().*reduction.enabled = false;
  }
  variants.emplace_back().look_ahead = false;
  variants.push_back(without_reductions({}));
  variants.push_back(without_reductions({}));
  variants.back().look_ahead = false;
  std::size_t complete = 0;
  std::size_t smaller = 0;
  for (const Test& test : testing::corpus_tests({"ptx"})) {
    for (const std::string machine : {"ptx", "ptx-proxy"}) {
      const Answer reduced = run_unfiltered(machine, test, {}, 3000);
      if (!reduced.coverage.complete()) continue;
      for (const MachineOptions& variant : variants) {
        const Answer full = run_unfiltered(machine, test, variant, 3000);
        INFO(test.path << " on " << machine);
        if (full.coverage.complete()) {
          CHECK(outcome_values(full) == outcome_values(reduced));
          ++complete;
          if (full.statistics.states > reduced.statistics.states) ++smaller;
        } else {  // without spin pruning some loops grow without end
          const auto all = outcome_values(reduced);
          const auto found = outcome_values(full);
          CHECK(std::includes(all.begin(), all.end(), found.begin(), found.end()));
        }
      }
    }
  }
  CHECK(complete > 1000);
  CHECK(smaller > 300);
}

}  // namespace opexplore
