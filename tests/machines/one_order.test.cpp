// Programs whose executions all are interleavings, and what machines make of it.
#include "opmodel/parts/one_order.hpp"

#include <string>

#include "explorer/explore.hpp"
#include "explorer/termination/guarantee.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/machines/vulkan_programs.hpp"

using namespace opexplore;

namespace {

bool without_circles(const std::string& init, const std::string& first, const std::string& second) {
  return share_without_circles(read(two_threads(init, first, second, "true"), "in place").program);
}

// Who hands a token on by exchanges, with nothing to read: the other one may fall behind for ever.
const std::string hand_on =
    "LC00:;atom.relaxed.gpu.exch r0, x, 1;st.relaxed.gpu x, 0;bne r0, 2, LC00";
const std::string take = "LC10:;atom.relaxed.gpu.exch r1, x, 2;bne r1, 0, LC10";

Termination judged(std::string_view machine, const Test& test, const std::string& promise,
                   bool brings) {
  TerminationQuestion question;
  question.promises = {parse_promise(promise)};
  ExploreOptions options;
  options.machine.bring_writes = brings;
  return find_machine(machine)->termination(test, options, question);
}

Test token(const std::string& second = take) {
  return read(two_threads("x=0; 0:r0=0; 1:r1=0", hand_on, second, "true"), "in place");
}

}  // namespace

TEST_CASE("one order: threads and what they share") {
  const std::string writes_x = "st.relaxed.gpu x, 1", writes_y = "st.relaxed.gpu y, 1";
  CHECK(without_circles("x=0", writes_x, writes_x));
  CHECK(without_circles("x=0; y=0", writes_x + ";" + writes_y, writes_x));
  CHECK_FALSE(without_circles("x=0; y=0", writes_x + ";" + writes_y, writes_y + ";" + writes_x));
  // What nobody writes is not shared, and one name more is no other location.
  CHECK(without_circles("x=0; y=0; 0:r0=0; 1:r0=0", writes_x + ";ld.relaxed.gpu r0, y",
                        writes_x + ";ld.relaxed.gpu r0, y"));
  CHECK_FALSE(without_circles("x=0; y=0; a @ generic aliases x", writes_x + ";" + writes_y,
                              "st.relaxed.gpu a, 1;" + writes_y));
  CHECK_FALSE(without_circles("x=0", writes_x + ";bar.cta.sync 0", writes_x));
  const Test ring = read(
      "PTX ring\n{ x=0; y=0; z=0 }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
      "st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 | st.relaxed.gpu z, 1 ;\n"
      "st.relaxed.gpu y, 1 | st.relaxed.gpu z, 1 | st.relaxed.gpu x, 1 ;\nexists (true)\n",
      "in place");
  CHECK_FALSE(share_without_circles(ring.program));
  CHECK(shared_locations(ring.program).size() == 3);
}

TEST_CASE("one order: loops that write are judged without a bound", "[ptx]") {
  for (const char* const promise : {"FAIR", "OBE", "HSA", "HSA_OBE", "LOBE"}) {
    CAPTURE(promise);
    const Termination with = judged("ptx", token(), promise, true);
    const Termination without = judged("ptx", token(), promise, false);
    CHECK(with.bound.empty());
    CHECK(with.judgements[0].weak != Ends::bounded);
    CHECK(with.judgements[0].strong != Ends::bounded);
    if (without.judgements[0].weak != Ends::bounded) {
      CHECK(with.judgements[0].weak == without.judgements[0].weak);
    }
    if (without.judgements[0].strong != Ends::bounded) {
      CHECK(with.judgements[0].strong == without.judgements[0].strong);
    }
    CHECK(with.states < without.states);
  }
}

TEST_CASE("one order: whom others wait for to end may have left what they read", "[ptx]") {
  // With one place for two blocks the second may still read what the first has overwritten.
  const Test test = read(two_threads("x=0; 0:r0=0; 1:r1=0",
                                     "LC00:;atom.relaxed.gpu.exch r0, x, 1;beq r0, 2, LC00;"
                                     "st.relaxed.gpu x, 0",
                                     "LC10:;ld.relaxed.gpu r1, x;beq r1, 1, LC11;goto LC12;"
                                     "LC11:;atom.relaxed.gpu.exch r1, x, 1;goto LC11;LC12:",
                                     "true"),
                         "in place");
  CHECK(judged("ptx", test, "resident=1", true).judgements[0].weak ==
        judged("ptx", test, "resident=1", false).judgements[0].weak);
}

TEST_CASE("one order: outcomes of loops that write", "[ptx][vulkan]") {
  const std::string lock =
      "LC00:;atom.relaxed.gpu.exch r0, x, 1;bne r0, 0, LC00;st.relaxed.gpu x, 0";
  const std::string text = two_threads(
      "x=0; 0:r0=0; 1:r1=0", lock, "LC10:;atom.relaxed.gpu.add r1, x, 2;beq r1, 1, LC10", "1:r1=0");
  CHECK(reachable("ptx", text));
  CHECK_FALSE(reachable("ptx", two_threads("x=0; 0:r0=0; 1:r1=0", hand_on, take, "[x]=7")));
  const Test exchanges =
      testing::vulkan_test({{{'A', "LC00:;rmw.atom.dv.sc0 r0, x, 0;beq r0, 0, LC00"},
                             {'B', "LC10:;rmw.atom.dv.sc0 r1, x, 1;beq r1, 1, LC10"}},
                            "exists (x == 0)"});
  ExploreOptions options;
  for (const char* const races : {"stop", "follow", "ignore"}) {
    options.machine.settings["races"] = races;
    const Answer report = find_machine("vulkan")->explore(exchanges, options);
    CHECK(report.coverage.complete());
    CHECK(report.statistics.states < 30);
  }
}
