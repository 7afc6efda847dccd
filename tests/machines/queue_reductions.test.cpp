// The reductions of the machines with address queues against no reductions: random programs, and
// the laws that the numbers of states follow. OPEXPLORE_RANDOM_TESTS sets how many programs,
// OPEXPLORE_RANDOM_SEED where to start.
#include <cstdlib>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/families.hpp"
#include "tests/machines/queue_programs.hpp"
#include "tests/random_conditions.hpp"

namespace opexplore {

namespace {

/// A machine in one of its settings.
struct Configuration {
  std::string machine;
  MachineOptions options;
};

std::vector<Configuration> configurations() {
  std::vector<Configuration> result;
  const auto add = [&](const std::string& machine, const std::string& name,
                       const std::string& value) {
    result.push_back({machine, {}});
    if (!name.empty()) result.back().options.settings.emplace(name, value);
  };
  add("gpu-queues", "", "");
  add("gpu-scoped", "", "");
  add("gpu-queues", "distribution", "receiver");
  add("gpu-scoped", "", "");
  add("gpu-queues", "cumulative", "false");
  add("gpu-scoped", "chip", "fermi");
  add("gpu-queues", "coherent-loads", "true");
  add("gpu-scoped", "", "");
  return result;
}

/// What reductions must not change.
struct QueueFindings {
  std::set<Outcome> outcomes;
  bool deadlock = false;
  bool operator==(const QueueFindings&) const = default;
};

struct Compared {
  std::size_t programs = 0, searches = 0, conditions = 0, deadlocks = 0, smaller = 0;
};

Answer report(const Configuration& configuration, const Test& test, const MachineOptions& options,
              bool verdict_only, std::uint64_t max_states) {
  ExploreOptions search;
  search.machine = options;
  search.machine.settings = configuration.options.settings;
  search.threads = 1;
  search.max_states = max_states;
  search.verdict_only = verdict_only;
  return find_machine(configuration.machine)->explore(test, search);
}

std::optional<QueueFindings> queue_findings(const Answer& report) {
  if (!report.coverage.complete()) return std::nullopt;
  QueueFindings result;
  for (const AnsweredOutcome& outcome : report.outcomes) result.outcomes.insert(outcome.values);
  result.deadlock = report.statistics.stuck_states != 0;
  return result;
}

MachineOptions without_ample(MachineOptions options = {}) {
  options.ample_threads = false;
  return options;
}

std::string text(const Test& test, const Configuration& configuration) {
  std::string result = random_programs::to_litmus(test) + configuration.machine;
  for (const auto& [name, value] : configuration.options.settings)
    result += " --" + name + " " + value;
  return result;
}

/// The same program, of whose observables some are asked for.
Test asking_less(Test test, std::uint64_t chosen) {
  std::vector<Observable> kept;
  for (std::size_t i = 0; i < test.observables.size(); ++i) {
    if ((chosen >> i & 1U) != 0) kept.push_back(test.observables[i]);
  }
  if (!kept.empty()) test.observables = kept;
  test.shown = test.observables.size();
  return test;
}

void compare(const Test& test, const Configuration& configuration, std::uint64_t number,
             Compared& compared) {
  constexpr std::uint64_t most = 20'000;
  if (find_machine(configuration.machine)->refusal(test, configuration.options)) return;
  const Answer unchosen = report(configuration, test, without_ample(), false, most);
  const auto all = queue_findings(unchosen);
  if (!all) return;
  ++compared.programs;
  compared.deadlocks += all->deadlock ? 1U : 0U;
  const auto full = report(configuration, test, without_reductions({}), false, most);
  std::vector<MachineOptions> variants(2);
  variants[1].split_components = false;
  INFO(text(test, configuration));
  if (const auto same = queue_findings(full)) CHECK(same == all);
  for (const MachineOptions& options : variants) {
    const Answer reduced = report(configuration, test, options, false, most);
    if (!reduced.coverage.complete()) continue;
    ++compared.searches;
    compared.smaller += reduced.statistics.states < unchosen.statistics.states ? 1U : 0U;
    CHECK(queue_findings(reduced) == all);
  }
  RandomConditions conditions(number);
  const std::vector<Outcome> outcomes = values_of(unchosen);
  for (int i = 0; i < 6 && !outcomes.empty(); ++i) {
    const Test asked = conditions.next(test, outcomes);
    const Answer answer = report(configuration, asked, {}, true, most);
    if (!answer.coverage.complete()) continue;
    ++compared.conditions;
    INFO(i << "-th condition: " << to_string(asked.condition, asked));
    CHECK(verdict(asked, answer).ok == expected_verdict(asked, outcomes));
  }
}

std::uint64_t setting(const char* name, std::uint64_t fallback) {
  const char* const text = std::getenv(name);
  return text == nullptr ? fallback : std::stoull(text);
}

}  // namespace

TEST_CASE("queues: reductions lose no outcome, no deadlock and no verdict", "[random]") {
  const std::uint64_t seed = setting("OPEXPLORE_RANDOM_SEED", 1);
  const std::uint64_t tests = setting("OPEXPLORE_RANDOM_TESTS", 80);
  std::vector<random_programs::Profile> profiles(random_programs::profiles().begin(),
                                                 random_programs::profiles().end());
  profiles.insert(profiles.end(), 6, queue_programs::membars());
  const auto all = configurations();
  Compared compared;
  for (std::uint64_t i = 0; i < tests; ++i) {
    const std::uint64_t number = seed + i;
    const Configuration& configuration = all[(i / profiles.size()) % all.size()];
    const Test whole =
        queue_programs::adapted(random_programs::generate(profiles[i % profiles.size()], number),
                                configuration.machine == "gpu-scoped");
    compare(number % 2 == 0 ? whole : asking_less(whole, number * 0x9e3779b97f4a7c15),
            configuration, number, compared);
  }
  const std::string summary = std::to_string(compared.programs) + " programs, " +
                              std::to_string(compared.searches) + " searches, " +
                              std::to_string(compared.smaller) + " smaller, " +
                              std::to_string(compared.conditions) + " conditions, " +
                              std::to_string(compared.deadlocks) + " deadlocks";
  if (tests > 1'000) std::cout << summary << '\n';
  INFO(summary);
  CHECK(compared.programs * 10 > tests * 7);
  CHECK(compared.smaller * 2 > compared.programs);
  CHECK(compared.conditions > compared.programs * 4);
}

TEST_CASE("queues: the numbers of states follow their laws") {
  const auto states = [](const std::string& machine, const Test& test, bool verdict_only) {
    return report({machine, {}}, test, {}, verdict_only, 100'000).statistics.states;
  };
  for (unsigned n = 2; n <= 10; ++n) {
    CAPTURE(n);
    const std::uint64_t outcomes = std::uint64_t{1} << n;
    CHECK(states("gpu-queues", family("SB", n), false) == 4 * outcomes + 2 * n - 3);
    CHECK(states("gpu-scoped", family("SB", n), false) == 3 * outcomes + 4 * n - 2);
    CHECK(states("gpu-queues", family("LB", n), false) == 4 * outcomes + 2 * n - 3);
    CHECK(states("gpu-scoped", family("LB", n), false) == 3 * outcomes + 4 * n - 2);
    CHECK(states("gpu-queues", family("SB", n), true) == 4 * n + 1);
    CHECK(states("gpu-scoped", family("SB", n), true) == 2 * n + 1);
  }
  const std::vector<std::string> families{"SB", "LB", "MP", "IRIW"};
  for (const std::string& name : families) {
    for (const std::string machine : {"gpu-queues", "gpu-scoped"}) {
      for (const bool fences : {false, true}) {
        CAPTURE(name, machine, fences);
        // A verdict takes so many states per two threads, and no more with more threads.
        const auto at = [&](unsigned n) { return states(machine, family(name, n, fences), true); };
        CHECK(at(12) - at(10) == at(10) - at(8));
        CHECK(at(16) - at(14) == at(10) - at(8));
        CHECK(at(16) <= 100);
      }
    }
  }
}

}  // namespace opexplore
