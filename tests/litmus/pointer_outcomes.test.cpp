// What programs do whose pointers lead to several locations. All outcomes are derived by hand.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/litmus/shown_outcomes.hpp"

using namespace opexplore;
using opexplore::testing::outcomes_in;
using opexplore::testing::outcomes_on;
using opexplore::testing::Shown;

namespace {

constexpr const char* two_columns = " }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n";

Test reading(const std::string& initial, const std::string& code, const std::string& question) {
  const Test test = read("PTX t\n{ " + initial + two_columns + code + question, "t");
  opexplore::testing::check_round_trips(test);
  return test;
}

/// An index, published with these orders, into an array whose last element it makes known.
Test index_ring(const std::string& store, const std::string& load) {
  return reading("x[2]; i=0; 1: .reg .b64 r3 = x;",
                 "st.weak [x+8], 7 | ld." + load + " r1, i ;\n st." + store +
                     " i, 1 | mul r2, r1, 8 ;\n | add r2, r2, r3 ;\n | ld.weak r4, [r2] ;\n",
                 "locations [1:r1; 1:r4;]");
}

/// A node whose address is published; the pointer is null at first.
Test published(const std::string& store, const std::string& load, const std::string& guard) {
  return reading("node=0; p=0; 0: .reg .b64 r1 = node;",
                 "st.weak node, 5 | ld." + load + " r1, p ;\n st." + store + " p, r1 | " + guard +
                     " ;\n | ld.weak r2, [r1] ;\n | E: ;\n",
                 "locations [1:r1; 1:r2;]");
}

/// The reader depends on the pointer by the address alone: it always leads somewhere.
Test dependent(const std::string& last) {
  return reading("node=0; other=3; p=4112; 0: .reg .b64 r1 = node;",
                 "st.relaxed.gpu node, 5 | ld.relaxed.gpu r1, p ;\n fence.acq_rel.gpu | ;\n"
                 "st.relaxed.gpu p, r1 | " +
                     last + " ;\n",
                 "locations [1:r1; 1:r2;]");
}

const std::string node = "4096";
const std::string other = "4112";

std::vector<Test> all_tests() {
  return {index_ring("release.gpu", "acquire.gpu"), index_ring("relaxed.gpu", "relaxed.gpu"),
          published("release.gpu", "acquire.gpu", "beq r1, 0, E"),
          published("release.gpu", "acquire.gpu", ""), dependent("ld.relaxed.gpu r2, [r1]")};
}

}  // namespace

TEST_CASE("pointers: an index from memory", "[litmus][pointers]") {
  const Shown ordered = {"1:r1=0 1:r4=0", "1:r1=1 1:r4=7"};
  Shown unordered = ordered;
  unordered.insert("1:r1=1 1:r4=0");
  const Test synchronised = index_ring("release.gpu", "acquire.gpu");
  const Test relaxed = index_ring("relaxed.gpu", "relaxed.gpu");
  for (const std::string machine : {"sc", "ptx", "ptx-proxy"}) {
    CAPTURE(machine);
    CHECK(outcomes_on(synchronised, machine) == ordered);
    CHECK(outcomes_on(relaxed, machine) == (machine == "sc" ? ordered : unordered));
  }
  for (const std::string model : {"ptx60", "ptx75", "ptx75-dat3m"}) {
    CAPTURE(model);
    CHECK(outcomes_in(synchronised, model) == ordered);
    CHECK(outcomes_in(relaxed, model) == unordered);
  }
}

TEST_CASE("pointers: an index outside of the array is a fault", "[litmus][pointers]") {
  // The counter says 0, 1 or 2; there are two elements.
  const Test test = reading("x[2] = {10, 11}; i=0; 1: .reg .b64 r3 = x;",
                            "red.add i, 1 | ld r1, i ;\n red.add i, 1 | mul r2, r1, 8 ;\n"
                            "| add r2, r2, r3 ;\n | ld r4, [r2] ;\n | mov r5, 1 ;\n",
                            "locations [1:r1; 1:r4; 1:r5;]");
  CHECK(outcomes_on(test, "sc") == Shown{"1:r1=0 1:r4=10 1:r5=1 1:fault=0",
                                         "1:r1=1 1:r4=11 1:r5=1 1:fault=0",
                                         "1:r1=2 1:r4=0 1:r5=0 1:fault=7"});
}

TEST_CASE("pointers: a pointer that is published", "[litmus][pointers]") {
  const std::string read_new = "1:r1=" + node + " 1:r2=5";
  const std::string read_old = "1:r1=" + node + " 1:r2=0";
  const Test guarded = published("release.gpu", "acquire.gpu", "beq r1, 0, E");
  const Test weaker = published("relaxed.gpu", "acquire.gpu", "beq r1, 0, E");
  const Test unguarded = published("release.gpu", "acquire.gpu", "");
  for (const std::string machine : {"sc", "ptx", "ptx-proxy"}) {
    CAPTURE(machine);
    CHECK(outcomes_on(guarded, machine) == Shown{"1:r1=0 1:r2=0", read_new});
    CHECK(outcomes_on(unguarded, machine) ==
          Shown{"1:r1=0 1:r2=0 1:fault=6", read_new + " 1:fault=0"});
  }
  CHECK(outcomes_on(weaker, "ptx") == Shown{"1:r1=0 1:r2=0", read_new, read_old});
  CHECK(outcomes_in(unguarded, "ptx75") ==
        Shown{"1:r1=0 1:r2=0 1:fault=6", read_new + " 1:fault=0"});
  CHECK(outcomes_in(weaker, "ptx60") == Shown{"1:r1=0 1:r2=0", read_new, read_old});
}

TEST_CASE("pointers: the question can ask for a fault", "[litmus][pointers]") {
  const std::string code = "st.relaxed.gpu p, r1 | ld.relaxed.gpu r1, p ;\n | ld r2, [r1] ;\n";
  const auto asked = [&](const std::string& question) {
    return opexplore::testing::reached(
        reading("node=5; p=0; 0: .reg .b64 r1 = node;", code, question), "ptx");
  };
  CHECK(asked("exists (1:fault=5)"));
  CHECK(asked("exists (1:fault=0 /\\ 1:r2=5)"));
  CHECK_FALSE(asked("exists (1:fault=0 /\\ 1:r2=0)"));
  CHECK_FALSE(asked("exists (1:fault!=0 /\\ 1:r1!=0)"));
}

TEST_CASE("pointers: an address dependency stays one", "[litmus][pointers]") {
  const Test by_address = dependent("ld.relaxed.gpu r2, [r1]");
  REQUIRE(by_address.program.threads[1].instructions.size() > 2);  // it leads to two locations
  const std::string old_message = "1:r1=" + other + " 1:r2=3";
  const std::string new_message = "1:r1=" + node + " 1:r2=5";
  const Shown ordered = {old_message, new_message};
  Shown unordered = ordered;
  unordered.insert("1:r1=" + node + " 1:r2=0");
  for (const std::string machine : {"sc", "tso", "rmo"}) {
    CAPTURE(machine);
    CHECK(outcomes_on(by_address, machine) == ordered);
  }
  // Dependencies order nothing in PTX.
  for (const std::string machine : {"ptx", "ptx-proxy"}) {
    CAPTURE(machine);
    CHECK(outcomes_on(by_address, machine) == unordered);
  }
  // The machines of the thesis have its fences and loads.
  const Test of_thesis = reading("node=0; other=3; p=4112; 0: .reg .b64 r1 = node;",
                                 "st.cg node, 5 | ld.cg r1, p ;\n membar.gl | ;\n"
                                 "st.cg p, r1 | ld.cg r2, [r1] ;\n",
                                 "locations [1:r1; 1:r2;]");
  for (const std::string machine : {"gpu-scoped", "gpu-queues"}) {
    CAPTURE(machine);
    CHECK(outcomes_on(of_thesis, machine) == ordered);
  }
}

TEST_CASE("pointers: every machine runs them, or refuses by name", "[litmus][pointers]") {
  std::size_t runs = 0;
  for (const Test& test : all_tests()) {
    const Shown least = outcomes_on(test, "sc");
    for (const MachineEntry& machine : machines()) {
      CAPTURE(machine.name);
      if (const auto refusal = machine.refusal(test, {})) {
        CHECK_FALSE(refusal->why.empty());
        continue;
      }
      const Shown found = outcomes_on(test, std::string(machine.name));
      // Executions that race end there on drf0.
      if (machine.name != "drf0") CHECK(std::ranges::includes(found, least));
      ++runs;
    }
    for (const std::string model : {"sc", "tso", "ptx60", "ptx75", "rmo-scoped", "ptx60-dat3m"}) {
      CAPTURE(model);
      CHECK(std::ranges::includes(outcomes_in(test, model), least));
    }
  }
  CHECK(runs >= 5 * 8);
}
