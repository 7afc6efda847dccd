// The C++ machine against its axioms on the families of source tests: patterns that random programs
// hardly ever have.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "axioms/axioms.hpp"
#include "mappings/families.hpp"
#include "opmodel/machines/cxx/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/random_cxx.hpp"
#include "tests/naive.hpp"

using namespace opexplore;

namespace {

void compare(const Test& test, const char* reading, const axioms::Model& model) {
  MachineOptions options;
  options.settings["cxx"] = reading;
  const NaiveResult machine = explore_naively(cxx::Machine(test, options));
  const axioms::AxiomaticReport report = axioms::evaluate(model, test);
  REQUIRE(report.complete());
  const bool raced =
      std::ranges::any_of(report.flags, [](const auto& flag) { return flag.name == "data-race"; });
  REQUIRE((machine.racy > 0) == raced);
  if (raced) return;
  std::set<Outcome> reached;
  for (const auto& [outcome, count] : machine.outcomes) reached.insert(outcome);
  std::set<Outcome> allowed;
  for (const auto& outcome : report.outcomes) allowed.insert(outcome.values);
  REQUIRE(reached == allowed);
}

}  // namespace

TEST_CASE("cxx allows what its axioms allow on the families of source tests",
          "[mappings][machines][cxx]") {
  constexpr std::array<std::pair<const char*, const char*>, 4> readings{
      {{"c++20", "cxx20"}, {"rc11", "rc11"}, {"rc11-lb", "rc11-lb"}, {"c++17", "cxx17"}}};
  constexpr std::size_t most = 100;  // of a family
  for (const mappings::SourceFamily& family : mappings::source_families()) {
    // Loops are cut by the axioms, so locks would stay undecided.
    if (!family.families.empty() || family.name == "locks") continue;
    const mappings::SourceTests tests = mappings::source_tests({std::string(family.name)});
    const std::size_t every = tests.size() / most + 1;
    for (const auto& [reading, name] : readings) {
      const axioms::Model model = axioms::load_model(name);
      for (std::size_t i = every / 2; i < tests.size(); i += every) {
        const Test test = tests.make(i);
        INFO(family.name << ", test " << i << ", " << reading << "\n" << listing(test));
        compare(test, reading, model);
      }
    }
  }
}
