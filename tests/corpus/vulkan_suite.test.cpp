// The conformance tests of Vulkan beside the source tree, after Dartagnan and Khronos: what holds
// of all executions, racy ones too, and whether a complete execution has a race.
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/machines/vulkan/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/skip.hpp"

namespace opexplore {

namespace {

// By file: whether it is to hold.
std::map<std::string, bool> vulkan_verdicts(const std::filesystem::path& table) {
  std::map<std::string, bool> rows;
  std::ifstream file(table);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t comma = line.rfind(',');
    rows.emplace(line.substr(0, comma), line.substr(comma + 1) == "1");
  }
  return rows;
}

ExploreOptions following(const std::string& chains) {
  ExploreOptions options;
  options.threads = 1;
  options.machine.settings = {{"races", "follow"}, {"chains", chains}};
  return options;
}

// What the axioms allow and the machine leaves out: values out of thin air.
const std::set<std::string> thin_air{"Manual/OOTA.litmus"};

// Whether a complete execution that satisfies the filter decides the statement: depth first, for
// the racy executions of six threads are too many to go through, and one of them is soon found.
bool is_decided_by_one(const Test& test, const std::string& chains) {
  const vulkan::Machine machine(test, following(chains).machine);
  const bool wanted = test.quantifier != Quantifier::forall;
  std::set<std::string> visited;
  std::vector<vulkan::State> stack{machine.initial()};
  while (!stack.empty()) {
    const vulkan::State state = std::move(stack.back());
    stack.pop_back();
    if (machine.is_final(state)) {
      const Outcome outcome = machine.outcome(state);
      const bool counts = !test.filter || holds(*test.filter, outcome);
      if (counts && holds(test.condition, outcome) == wanted) return true;
      continue;
    }
    CHECK(machine.exceeded(state).empty());
    std::vector<vulkan::State> successors;
    machine.for_each_step(state, [&](Step, vulkan::State&& next) {
      std::string bytes;
      machine.encode(next, bytes);
      if (visited.insert(std::move(bytes)).second) successors.push_back(std::move(next));
    });
    for (std::size_t i = successors.size(); i-- > 0;) stack.push_back(std::move(successors[i]));
  }
  return false;
}

bool statement_holds(const Test& test, const std::string& chains) {
  return is_decided_by_one(test, chains) == (test.quantifier == Quantifier::exists);
}

// Only races of complete executions count.
bool is_free_of_races(const Test& test, const std::string& chains) {
  const Answer report = find_machine("vulkan")->explore(test, following(chains));
  CHECK(report.coverage.complete());
  return report.statistics.racy_states == 0;
}

void check_statements(const std::filesystem::path& suite, const char* table, const char* chains,
                      std::size_t count) {
  const auto rows = vulkan_verdicts(suite / table);
  CHECK(rows.size() == count);
  for (const auto& [file, expected] : rows) {
    INFO(file);
    const bool holds = statement_holds(read_file(suite / file), chains);
    CHECK(holds == (thin_air.contains(file) ? !expected : expected));
  }
}

void check_races(const std::filesystem::path& suite, const char* table, const char* chains,
                 std::size_t count) {
  const auto rows = vulkan_verdicts(suite / table);
  CHECK(rows.size() == count);
  for (const auto& [file, expected] : rows) {
    INFO(file);
    CHECK(is_free_of_races(read_file(suite / file), chains) == expected);
  }
}

}  // namespace

TEST_CASE("vulkan suite: statements hold or do not", "[corpus][vulkan]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  check_statements(*suite, "expected-vulkan.csv", "model", 87);
  check_statements(*suite, "expected-vulkan-nochains.csv", "none", 3);
}

TEST_CASE("vulkan suite: tests race or do not", "[corpus][vulkan]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  check_races(*suite, "expected-vulkan-dr.csv", "model", 74);
  check_races(*suite, "expected-vulkan-dr-nochains.csv", "none", 3);
}

TEST_CASE("vulkan suite: what leaves states and what is run at once changes nothing",
          "[corpus][vulkan]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  const MachineEntry& machine = *find_machine("vulkan");
  const auto values = [](const Answer& report) {
    std::set<Outcome> result;
    for (const AnsweredOutcome& outcome : report.outcomes) result.insert(outcome.values);
    return result;
  };
  int compared = 0;
  for (const char* const table : {"expected-vulkan.csv", "expected-vulkan-dr.csv"}) {
    for (const auto& [file, expected] : vulkan_verdicts(*suite / table)) {
      for (const char* const races : {"stop", "follow"}) {
        const Test test = read_file(*suite / file);
        ExploreOptions options = following("model");
        options.machine.settings["races"] = races;
        options.max_states = 5'000;
        const Answer reduced = machine.explore(test, options);
        options.machine.forget_dead = false;
        options.machine.ample_threads = false;
        const Answer whole = machine.explore(test, options);
        if (!reduced.coverage.complete() || !whole.coverage.complete()) continue;
        INFO(file << " with races=" << races);
        const bool is_racy = whole.statistics.racy_states != 0;
        CHECK((reduced.statistics.racy_states != 0) == is_racy);
        if (!is_racy || options.machine.settings["races"] == "follow") {
          CHECK(values(reduced) == values(whole));
        }
        ++compared;
      }
    }
  }
  CHECK(compared > 250);
}

TEST_CASE("vulkan suite: six threads at a barrier of their own", "[corpus][vulkan]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  ExploreOptions options;
  options.threads = 1;
  const Test test = read_file(*suite / "Manual/xf-barrier.litmus");
  const Answer report = find_machine("vulkan")->explore(test, options);
  CHECK(verdict(test, report).ok);
  CHECK(report.statistics.racy_states == 0);
  CHECK(report.statistics.states < 1'000);
}

}  // namespace opexplore
