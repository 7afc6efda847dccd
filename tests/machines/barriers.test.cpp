// For whom barriers wait, on all machines that have them.
#include <array>
#include <string>
#include <string_view>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {

namespace {

constexpr std::array<std::string_view, 7> machines = {"sc",       "sc-naive", "tso",      "rmo",
                                                      "sc-typed", "ptx",      "ptx-proxy"};

Test two(const std::string& rows, const std::string& question) {
  return read("PTX t\n{ x=0; f=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n" + rows + question + "\n",
              "t.litmus");
}

template <class Check>
void on_all_machines(const Test& test, const Check& check) {
  for (const std::string_view name : machines) {
    INFO(name);
    const MachineEntry* const machine = find_machine(name);
    REQUIRE(machine != nullptr);
    check(machine->explore(test, {}));
  }
}

}  // namespace

TEST_CASE("barriers: who spins keeps one closed for ever", "[barriers]") {
  const Test test =
      two("L:                 | bar.cta.sync 0     ;\n"
          "ld.relaxed.gpu r0, f | st.relaxed.gpu f, 1 ;\n"
          "beq r0, 0, L       |                    ;\n",
          "exists (f=1)");
  on_all_machines(test, [](const Answer& report) { CHECK(report.outcomes.empty()); });
}

TEST_CASE("barriers: who waits at another one keeps it closed for ever", "[barriers]") {
  const Test test =
      two("bar.cta.sync 0 | bar.cta.sync 1 ;\n"
          "bar.cta.sync 1 | bar.cta.sync 0 ;\n",
          "exists (x=0)");
  on_all_machines(test, [](const Answer& report) {
    CHECK(report.outcomes.empty());
    CHECK(report.statistics.stuck_states > 0);
  });
}

TEST_CASE("barriers: who ends opens it, and who waits at the last instruction does not",
          "[barriers]") {
  const Test ends =
      two("bar.cta.sync 0       | st.relaxed.gpu y, 1 ;\n"
          "st.relaxed.gpu x, 1  |                     ;\n",
          "exists (x=1)");
  on_all_machines(ends, [](const Answer& report) { CHECK(report.outcomes.size() == 1); });
  const Test waits = two("bar.cta.sync 0 | bar.cta.sync 1 ;\n", "exists (x=0)");
  on_all_machines(waits, [](const Answer& report) { CHECK(report.statistics.stuck_states > 0); });
}

TEST_CASE("barriers: a deadlock is traced, also by steps that only the trace needs", "[barriers]") {
  // Loads may be late: at once, or only where the load that nobody looks at is a step.
  const Test late =
      two("ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, f ;\n"
          "st.relaxed.gpu f, 1  | st.relaxed.gpu x, 1  ;\n"
          "bar.cta.sync 0, 0, 2 |                      ;\n",
          "exists (0:r0=1)");
  const Test later =
      two("ld.relaxed.gpu r0, x | ld.weak r0, f        ;\n"
          "st.relaxed.gpu f, 1  | st.relaxed.gpu x, 1  ;\n"
          "bar.cta.sync 0, 0, 2 |                      ;\n",
          "exists (x=1)");
  for (const std::string_view name : {"ptx", "ptx-proxy"}) {
    for (const Test* const test : {&late, &later}) {
      const Answer report = find_machine(name)->explore(*test, {});
      CHECK(report.statistics.stuck_states > 0);
      CHECK(report.deadlock.has_value());
    }
  }
}

TEST_CASE("barriers: members are waited for, others are not", "[barriers]") {
  const Test test = read(
      "PTX t\n{ }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n"
      "st.relaxed.gpu x, 1  | bar.cta.sync 0 of 3  | L: ;\n"
      "bar.cta.sync 0 of 3  | ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, f ;\n"
      "                     | st.relaxed.gpu f, 1  | beq r0, 0, L ;\n"
      "exists (1:r0=1)\n",
      "t.litmus");
  on_all_machines(test, [](const Answer& report) {
    CHECK(report.outcomes.size() == 1);
    CHECK(report.statistics.stuck_states == 0);
  });
  CHECK_THROWS(two("bar.cta.sync 0 of 2 | bar.cta.sync 0 of 2 ;\n", "exists (x=0)"));
}

// Its end is behind the load in program order, and nothing orders the load before the barrier.
TEST_CASE("barriers: a thread may end before its last load is performed", "[barriers]") {
  const Test test =
      two("ld.relaxed.gpu r0, x | bar.cta.sync 0       ;\n"
          "                     | st.relaxed.gpu x, 1 ;\n",
          "exists (0:r0=1)");
  for (const std::string_view name : {"ptx", "ptx-proxy"}) {
    INFO(name);
    CHECK(find_machine(name)->explore(test, {}).outcomes.size() == 2);
  }
  CHECK(find_machine("sc")->explore(test, {}).outcomes.size() == 1);
}

}  // namespace opexplore::testing
