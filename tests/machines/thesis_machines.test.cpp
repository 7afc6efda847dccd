// The machines of the thesis against themselves without reductions, and against `sc`: they
// allow at least what `sc` allows, and nothing more when a membar.gl follows every access.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"
#include "tests/outcome_values.hpp"

namespace opexplore {

namespace {

Answer run(const std::string& machine, const Test& test, const MachineOptions& options,
           std::uint64_t max_states) {
  ExploreOptions explore;
  explore.machine = options;
  explore.threads = 1;
  explore.max_states = max_states;
  return find_machine(machine)->explore(test, explore);
}

/// Machines and settings of this family.
struct ThesisVariant {
  std::string machine;
  MachineOptions options;
};

std::vector<ThesisVariant> variants() {
  std::vector<ThesisVariant> result{{"gpu-queues", {}}, {"gpu-scoped", {}}};
  const auto add = [&](const std::string& machine, const std::string& name,
                       const std::string& value) {
    result.push_back({machine, {}});
    result.back().options.settings.emplace(name, value);
  };
  add("gpu-queues", "coherent-loads", "true");
  add("gpu-queues", "cumulative", "false");
  add("gpu-queues", "distribution", "receiver");
  add("gpu-scoped", "chip", "fermi");
  return result;
}

/// The corpora litmus/thesis and litmus/ptx.
std::vector<Test> both_corpora() {
  std::vector<Test> tests;
  for (const std::string folder : {"thesis", "ptx"}) {
    for (const auto& [path, test] : corpus::read_corpus(folder).tests) {
      tests.push_back(test);
      tests.back().filter.reset();
    }
  }
  return tests;
}

/// The program with a membar.gl after every access, and without loads from L1 caches.
/// Programs with branches are left alone: instructions would move.
std::optional<Test> fenced(Test test) {
  for (Thread& thread : test.program.threads) {
    std::vector<Instruction> code;
    for (Instruction& instruction : thread.instructions) {
      if (std::holds_alternative<Branch>(instruction.action)) return std::nullopt;
      if (auto* const load = std::get_if<Load>(&instruction.action)) {
        load->annotation = Annotation::cg;
      }
      const bool access = address_of(instruction.action).has_value();
      const SourcePlace place = instruction.place;
      code.push_back(std::move(instruction));
      if (access) code.push_back({Fence{Order::sc, Scope::gpu}, place, "membar.gl"});
    }
    thread.instructions = std::move(code);
  }
  return test;
}

}  // namespace

TEST_CASE("thesis machines: every reduction keeps the outcomes") {
  constexpr std::uint64_t most = 4000;
  std::size_t complete = 0;
  std::size_t smaller = 0;
  for (const Test& test : both_corpora()) {
    for (const ThesisVariant& variant : variants()) {
      if (find_machine(variant.machine)->refusal(test, variant.options)) continue;
      const Answer reduced = run(variant.machine, test, variant.options, most);
      if (!reduced.coverage.complete()) continue;
      std::vector<MachineOptions> others(3, variant.options);
      others[0].fuse_local = false;
      others[1].split_components = false;
      others[2].forget_dead = false;
      others.push_back(without_reductions(variant.options));
      for (const MachineOptions& other : others) {
        const Answer full = run(variant.machine, test, other, most);
        if (!full.coverage.complete()) continue;
        INFO(test.path << " on " << variant.machine);
        CHECK(outcome_values(full) == outcome_values(reduced));
        ++complete;
        if (full.statistics.states > reduced.statistics.states) ++smaller;
      }
    }
  }
  CHECK(complete > 5000);
  CHECK(smaller > 3000);
}

TEST_CASE("thesis machines: they allow what sc allows, and no more when all is fenced") {
  std::size_t weaker = 0;
  std::size_t equal = 0;
  for (const Test& test : both_corpora()) {
    for (const ThesisVariant& variant : variants()) {
      if (find_machine(variant.machine)->refusal(test, variant.options)) continue;
      const Answer sc = run("sc", test, {}, 100000);
      const Answer weak = run(variant.machine, test, variant.options, 100000);
      if (!weak.coverage.complete()) continue;
      INFO(test.path << " on " << variant.machine);
      const auto all = outcome_values(weak);
      const auto some = outcome_values(sc);
      CHECK(std::ranges::includes(all, some));
      if (all != some) ++weaker;
      // One receiver at a time is not atomic, fenced or not; nor are reads of GM by others of
      // a block without cumulativity.
      if (!variant.options.settings.empty() && variant.machine == "gpu-queues" &&
          !variant.options.settings.contains("coherent-loads")) {
        continue;
      }
      if (const auto strong = fenced(test)) {
        CHECK(outcome_values(run(variant.machine, *strong, variant.options, 100000)) ==
              outcome_values(run("sc", *strong, {}, 100000)));
        ++equal;
      }
    }
  }
  CHECK(weaker > 500);
  CHECK(equal > 1000);
}

}  // namespace opexplore
