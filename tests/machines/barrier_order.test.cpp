// What barriers keep in order, and that searches use it.
#include "opmodel/parts/barrier_order.hpp"

#include <string>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {

namespace {

Program program(const std::string& columns, const std::string& rows) {
  return read("PTX t\n{ }\n" + columns + rows + "exists (x=1)\n", "t.litmus").program;
}

const std::string one_cta = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n";

}  // namespace

TEST_CASE("barrier order: what is before the k-th barrier is before what is behind it",
          "[barriers]") {
  const Program code = program(one_cta,
                               "st.weak x, 1   | st.weak y, 1   ;\n"
                               "bar.cta.sync 0 | bar.cta.sync 0 ;\n"
                               "st.weak x, 2   | st.weak y, 2   ;\n"
                               "bar.cta.sync 0 | bar.cta.sync 0 ;\n"
                               "st.weak x, 3   | st.weak y, 3   ;\n");
  const BarrierOrder order(code);
  CHECK(order.precedes(0, 0, 1, 2));
  CHECK(order.precedes(0, 0, 1, 4));
  CHECK(order.precedes(1, 2, 0, 4));
  CHECK(order.precedes(0, 1, 1, 2));  // the arrival itself
  CHECK_FALSE(order.precedes(0, 1, 1, 1));
  CHECK_FALSE(order.precedes(0, 2, 1, 2));
  CHECK_FALSE(order.precedes(0, 2, 1, 0));
  CHECK_FALSE(order.precedes(0, 0, 0, 2));  // of one thread it says nothing
}

TEST_CASE("barrier order: who may not come orders nothing", "[barriers]") {
  const BarrierOrder skips(program(one_cta,
                                   "ld.weak r0, x   | bar.cta.sync 0 ;\n"
                                   "bne r0, 0, LC00 | st.weak x, 1   ;\n"
                                   "bar.cta.sync 0  |                ;\n"
                                   "LC00:           |                ;\n"));
  CHECK_FALSE(skips.precedes(0, 0, 1, 1));
  const BarrierOrder elsewhere(program("P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n",
                                       "ld.weak r0, x  | bar.cta.sync 0 ;\n"
                                       "bar.cta.sync 0 | st.weak x, 1   ;\n"));
  CHECK_FALSE(elsewhere.precedes(0, 0, 1, 1));
  const BarrierOrder others(program(one_cta,
                                    "ld.weak r0, x  | bar.cta.sync 1 ;\n"
                                    "bar.cta.sync 0 | st.weak x, 1   ;\n"));
  CHECK_FALSE(others.precedes(0, 0, 1, 1));
}

TEST_CASE("barrier order: barriers with a number of threads, and arrivals, are not counted",
          "[barriers]") {
  const BarrierOrder counted(program(one_cta,
                                     "ld.weak r0, x        | bar.cta.sync 0, 0, 1 ;\n"
                                     "bar.cta.sync 0, 0, 1 | st.weak x, 1         ;\n"));
  CHECK_FALSE(counted.precedes(0, 0, 1, 1));
}

TEST_CASE("barrier order: values handed round and round take few states", "[barriers]") {
  const Test test = read("PTX t\n{ }\n" + one_cta +
                             "mov r9, 1      | mov r9, 2      ;\n"
                             "st.weak x, r9  | st.weak y, r9  ;\n"
                             "bar.cta.sync 0 | bar.cta.sync 0 ;\n"
                             "ld.weak r8, y  | ld.weak r8, x  ;\n"
                             "add r9, r9, r8 | add r9, r9, r8 ;\n"
                             "bar.cta.sync 1 | bar.cta.sync 1 ;\n"
                             "st.weak x, r9  | st.weak y, r9  ;\n"
                             "bar.cta.sync 0 | bar.cta.sync 0 ;\n"
                             "ld.weak r8, y  | ld.weak r8, x  ;\n"
                             "bar.cta.sync 1 | bar.cta.sync 1 ;\n"
                             "st.weak x, r8  | st.weak y, r8  ;\n"
                             "exists (x=3 /\\ y=3)\n",
                         "t.litmus");
  const Answer report = find_machine("ptx-proxy")->explore(test, {});
  CHECK(report.outcomes.size() == 1);
  CHECK(verdict(test, report).positive == 1);
  CHECK(report.statistics.states < 40);  // one way: each step leads to one more
}

}  // namespace opexplore::testing
