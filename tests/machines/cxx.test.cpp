// The C++ machine against its axioms, on random programs.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "axioms/axioms.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/machines/cxx/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/random_cxx.hpp"
#include "tests/naive.hpp"

using namespace opexplore;

namespace {

constexpr std::array<std::pair<const char*, const char*>, 4> readings{
    {{"c++20", "cxx20"}, {"rc11", "rc11"}, {"rc11-lb", "rc11-lb"}, {"c++17", "cxx17"}}};

NaiveResult explored(const Test& test, const char* reading, const char* racy_outcomes = "false") {
  MachineOptions options;
  options.settings = {{"cxx", reading}, {"racy-outcomes", racy_outcomes}};
  return explore_naively(cxx::Machine(test, options));
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
        // herd7 lists the executions of racy programs too.
        const NaiveResult behind = explored(test, reading, "true");
        CHECK(behind.stuck == 0);
        CHECK(behind.racy > 0);
        REQUIRE(outcome_values(behind) == outcomes(report));
        continue;
      }
      ++defined;
      REQUIRE(outcome_values(machine) == outcomes(report));
    }
  }
  CHECK(racy > 100);
  CHECK(defined > 100);
}

namespace {

std::set<Outcome> racy_outcomes(const std::string& text, const char* reading = "c++20") {
  const NaiveResult result = explored(read(text, "t"), reading, "true");
  CHECK(result.racy > 0);
  CHECK(result.stuck == 0);
  return outcome_values(result);
}

}  // namespace

TEST_CASE("cxx goes on behind a race where it is asked to", "[machines][cxx]") {
  const std::string plain =
      "C plain\n{}\nP0 (int* x, int* y) { *x = 1; *y = 1; }\n"
      "P1 (int* x, int* y) { int r0 = *y; int r1 = *x; }\nexists (1:r0=1 /\\ 1:r1=0)";
  CHECK(outcome_values(explored(read(plain, "t"), "c++20")).empty());
  CHECK(racy_outcomes(plain) == std::set<Outcome>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});

  // The data race, the flag does not: what the reader acquired is still seen.
  const std::string unguarded =
      "C unguarded\n{}\nP0 (int* x, atomic_int* y) {\n"
      "  *x = 1; atomic_store_explicit(y, 1, memory_order_release); }\n"
      "P1 (int* x, atomic_int* y) {\n"
      "  int r0 = atomic_load_explicit(y, memory_order_acquire); int r1 = *x; }\n"
      "exists (1:r0=1 /\\ 1:r1=0)";
  CHECK(racy_outcomes(unguarded) == std::set<Outcome>{{0, 0}, {0, 1}, {1, 1}});

  // Plain accesses are not sc: all of store buffering. Load buffering is for those who allow it.
  const auto buffering = [](const std::string& first, const std::string& second) {
    return "C buffering\n{}\nP0 (int* x, int* y) { " + first + " }\nP1 (int* x, int* y) { " +
           second + " }\nexists (0:r0=1 /\\ 1:r0=1)";
  };
  const std::string stores = buffering("*x = 1; int r0 = *y;", "*y = 1; int r0 = *x;");
  CHECK(racy_outcomes(stores) == std::set<Outcome>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  const std::string loads = buffering("int r0 = *x; *y = 1;", "int r0 = *y; *x = 1;");
  CHECK(racy_outcomes(loads) == std::set<Outcome>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  CHECK(racy_outcomes(loads, "rc11-lb") == std::set<Outcome>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  CHECK(racy_outcomes(loads, "rc11") == std::set<Outcome>{{0, 0}, {0, 1}, {1, 0}});
}

TEST_CASE("cxx behind a race: loops end, and one with a race of its own is kept",
          "[machines][cxx]") {
  const auto waiting = [](const std::string& load, const std::string& round) {
    return "C waiting\n{}\nP0 (int* x, atomic_int* y) {\n"
           "  *x = 1; atomic_store_explicit(y, 1, memory_order_release); }\n"
           "P1 (int* x, atomic_int* y) {\n  int r0 = 5;\n  while (atomic_load_explicit(y, " +
           load + ") == 0) { " + round + " }\n  int r1 = *x;\n}\nexists (1:r1=0)";
  };
  CHECK(racy_outcomes(waiting("memory_order_relaxed", "")) == std::set<Outcome>{{0}, {1}});
  // Only a round of the loop races.
  CHECK(racy_outcomes(waiting("memory_order_acquire", "r0 = *x;")) == std::set<Outcome>{{1}});
  // Where a read can be postponed, the race that was there before is no new one behind it.
  const std::string postponing =
      "C postponing\n{}\nP0 (int* x, atomic_int* y, atomic_int* z) {\n"
      "  *x = 1; int r0 = atomic_load_explicit(z, memory_order_relaxed);\n"
      "  atomic_store_explicit(y, 1, memory_order_relaxed); }\n"
      "P1 (int* x, atomic_int* y, atomic_int* z) {\n"
      "  *x = 2; while (atomic_load_explicit(y, memory_order_relaxed) == 0) {}\n"
      "  atomic_store_explicit(z, 1, memory_order_relaxed); }\nexists (0:r0=1)";
  CHECK(racy_outcomes(postponing) == std::set<Outcome>{{0}, {1}});
  CHECK(racy_outcomes(postponing, "rc11") == std::set<Outcome>{{0}});
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
    CHECK(outcome_values(explored(test, reading)).contains({1, 1}) != forbidden);
    CHECK(outcomes(axioms::evaluate(axioms::load_model(name), test)).contains({1, 1}) != forbidden);
  }
}
