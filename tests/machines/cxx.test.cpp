// The C++ machine against its axioms, on random programs.
#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "axioms/axioms.hpp"
#include "litmus/reader.hpp"
#include "opmodel/machines/cxx/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/random_cxx.hpp"
#include "tests/naive.hpp"

using namespace opexplore;

namespace {

constexpr std::array<std::pair<const char*, const char*>, 4> readings{
    {{"c++20", "cxx20"}, {"rc11", "rc11"}, {"rc11-lb", "rc11-lb"}, {"c++17", "cxx17"}}};

NaiveResult explored(const Test& test, const char* reading) {
  MachineOptions options;
  options.settings["cxx"] = reading;
  return explore_naively(cxx::Machine(test, options));
}

std::set<Outcome> outcomes(const NaiveResult& result) {
  std::set<Outcome> values;
  for (const auto& [outcome, count] : result.outcomes) values.insert(outcome);
  return values;
}

std::set<Outcome> outcomes(const axioms::AxiomaticReport& report) {
  std::set<Outcome> values;
  for (const auto& outcome : report.outcomes) values.insert(outcome.values);
  return values;
}

bool raced(const axioms::AxiomaticReport& report) {
  return std::ranges::any_of(report.flags,
                             [](const auto& flag) { return flag.name == "data-race"; });
}

}  // namespace

TEST_CASE("cxx allows what its axioms allow", "[machines][cxx][random]") {
  int racy = 0;
  int defined = 0;
  for (const auto& [reading, name] : readings) {
    const axioms::Model model = axioms::load_model(name);
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      const Test test = random_cxx_test(seed);
      INFO("program " << seed << ", " << reading << "\n" << listing(test));
      const NaiveResult machine = explored(test, reading);
      const axioms::AxiomaticReport report = axioms::evaluate(model, test);
      REQUIRE(report.complete());
      CHECK(machine.stuck == 0);
      REQUIRE((machine.racy > 0) == raced(report));
      if (machine.racy > 0) {
        ++racy;
        continue;
      }
      ++defined;
      REQUIRE(outcomes(machine) == outcomes(report));
    }
  }
  CHECK(racy > 100);
  CHECK(defined > 100);
}

TEST_CASE("rc11 forbids load buffering, and rc11-lb allows it", "[machines][cxx]") {
  const Test test = read(
      "C LB\n{}\nP0 (atomic_int* x, atomic_int* y) {\n"
      "  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n"
      "  atomic_store_explicit(y, 1, memory_order_relaxed); }\n"
      "P1 (atomic_int* x, atomic_int* y) {\n"
      "  int r0 = atomic_load_explicit(y, memory_order_relaxed);\n"
      "  atomic_store_explicit(x, 1, memory_order_relaxed); }\n"
      "exists (0:r0=1 /\\ 1:r0=1)",
      "t");
  for (const auto& [reading, name] : readings) {
    CAPTURE(reading);
    const bool forbidden = std::string_view(reading) == "rc11";
    CHECK(outcomes(explored(test, reading)).contains({1, 1}) != forbidden);
    CHECK(outcomes(axioms::evaluate(axioms::load_model(name), test)).contains({1, 1}) != forbidden);
  }
}
