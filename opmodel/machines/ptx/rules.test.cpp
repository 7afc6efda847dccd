// One example per rule of the 6.0 machine: each fails without the rule.
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/told.hpp"

namespace opexplore {

namespace {

bool ptx(const std::string& text) { return reachable("ptx", text); }

}  // namespace

TEST_CASE("ptx load: may read what its thread does not know to be overwritten") {
  const std::string writer = "st.weak x, 1;st.release.gpu y, 1";
  CHECK(ptx(two_threads("", writer, "ld.relaxed.gpu r0, y;ld.weak r1, x", "1:r0=1 /\\ 1:r1=0")));
  CHECK_FALSE(
      ptx(two_threads("", writer, "ld.acquire.gpu r0, y;ld.weak r1, x", "1:r0=1 /\\ 1:r1=0")));
  CHECK_FALSE(ptx(two_threads("", "st.relaxed.gpu x, 1",
                              "ld.relaxed.gpu r0, x;ld.relaxed.gpu r1, x", "1:r0=1 /\\ 1:r1=0")));
}

TEST_CASE("ptx store: takes any place in coherence that nothing known forbids") {
  CHECK(ptx(two_threads("", "st.relaxed.gpu x, 1;st.relaxed.gpu y, 2",
                        "st.relaxed.gpu y, 1;st.relaxed.gpu x, 2", "[x]=1 /\\ [y]=1")));
  CHECK_FALSE(ptx(two_threads("", "st.relaxed.gpu x, 1;st.relaxed.gpu x, 2", "", "[x]=1")));
}

TEST_CASE("ptx store: continues the release pattern of an earlier store to its address") {
  CHECK_FALSE(ptx(two_threads("", "st.weak x, 1;st.release.gpu y, 1;st.relaxed.gpu y, 2",
                              "ld.acquire.gpu r0, y;ld.weak r1, x", "1:r0=2 /\\ 1:r1=0")));
  CHECK(ptx(two_threads("", "st.weak x, 1;st.release.gpu z, 1;st.relaxed.gpu y, 2",
                        "ld.acquire.gpu r0, y;ld.weak r1, x", "1:r0=2 /\\ 1:r1=0")));
}

TEST_CASE("ptx atomic: nothing morally strong comes in between") {
  CHECK_FALSE(ptx(two_threads("", "atom.relaxed.gpu.add r0, x, 1", "atom.relaxed.gpu.add r0, x, 1",
                              "0:r0=0 /\\ 1:r0=0")));
  CHECK(ptx(two_threads("", "atom.relaxed.cta.add r0, x, 1", "atom.relaxed.gpu.add r0, x, 1",
                        "0:r0=0 /\\ 1:r0=0 /\\ [x]=1")));
  CHECK_FALSE(ptx(two_threads("", "atom.relaxed.gpu.cas r0, x, 7, 5", "", "[x]=5")));
}

TEST_CASE("ptx fence: ends acquire patterns and begins release patterns") {
  const std::string condition = "1:r0=1 /\\ 1:r1=0";
  CHECK_FALSE(ptx(two_threads("", "st.weak x, 1;fence.acq_rel.gpu;st.relaxed.gpu y, 1",
                              "ld.relaxed.gpu r0, y;fence.acq_rel.gpu;ld.weak r1, x", condition)));
  CHECK(ptx(two_threads("", "st.weak x, 1;fence.acq_rel.cta;st.relaxed.gpu y, 1",
                        "ld.relaxed.gpu r0, y;fence.acq_rel.gpu;ld.weak r1, x", condition)));
}

TEST_CASE("ptx load: an acquire ends a pattern that an earlier load of its address began") {
  // The acquire itself reads a weak store; it still synchronises with the release.
  const std::string reader = "ld.relaxed.gpu r0, y;ld.acquire.gpu r1, y;ld.weak r2, x";
  CHECK_FALSE(ptx(two_threads("", "st.weak x, 1;st.release.gpu y, 1;st.weak y, 2", reader,
                              "1:r0=1 /\\ 1:r1=2 /\\ 1:r2=0")));
}

TEST_CASE("ptx fence_sc: orders stores before later loads, and releases") {
  const std::string condition = "0:r0=0 /\\ 1:r0=0";
  CHECK_FALSE(ptx(two_threads("", "st.weak x, 1;fence.sc.gpu;ld.weak r0, y",
                              "st.weak y, 1;fence.sc.gpu;ld.weak r0, x", condition)));
  CHECK(ptx(two_threads("", "st.weak x, 1;fence.acq_rel.gpu;ld.weak r0, y",
                        "st.weak y, 1;fence.acq_rel.gpu;ld.weak r0, x", condition)));
  const std::string passing =
      two_threads("", "st.weak x, 1;fence.sc.gpu;st.relaxed.gpu y, 1",
                  "ld.acquire.gpu r0, y;ld.weak r1, x", "1:r0=1 /\\ 1:r1=0");
  CHECK_FALSE(ptx(passing));
  MachineOptions dartagnan;
  dartagnan.settings["ptx-reading"] = "dat3m";
  CHECK(reachable("ptx", passing, dartagnan));
}

TEST_CASE("ptx fence_sc: may take an earlier place in the Fence-SC order than its step") {
  // P2's fence follows P1's only through weak accesses and a control dependency.
  const std::string text = R"(PTX late-fence
{ }
 P0@cta 0,gpu 0       | P1@cta 1,gpu 0      | P2@cta 2,gpu 0     ;
 st.relaxed.gpu b, 1  | ld.weak r0, y       | ld.weak r0, z      ;
 fence.sc.gpu         | st.weak z, r0       | bne r0, 1, LC00    ;
 ld.relaxed.gpu r0, a |                     | st.relaxed.gpu a, 1 ;
 st.weak y, 1         |                     | fence.sc.gpu       ;
                      |                     | ld.relaxed.gpu r1, b ;
                      |                     | LC00:              ;
exists (2:r0=1 /\ 2:r1=0)
)";
  CHECK(ptx(text));
}

TEST_CASE("ptx proxy_fence: does nothing, and needs to do nothing") {
  CHECK_FALSE(
      ptx(two_threads("x=0; y @ generic aliases x", "st.weak x, 1;ld.weak r0, y", "", "0:r0=0")));
}

TEST_CASE("ptx barrier: hands on what everybody who arrived knew, and blocks") {
  const std::string condition = "1:r0=0";
  CHECK_FALSE(ptx(two_threads("", "st.weak x, 1;bar.cta.sync 0", "bar.cta.sync 0;ld.weak r0, x",
                              condition, "0")));
  CHECK_FALSE(ptx(two_threads("", "st.weak x, 1;bar.cta.arrive 0", "bar.cta.sync 0;ld.weak r0, x",
                              condition, "0")));
  CHECK(ptx(two_threads("", "st.weak x, 1;bar.cta.sync 0", "bar.cta.sync 0;ld.weak r0, x",
                        condition, "1")));
  const Answer stuck =
      complete_report("ptx", two_threads("x=0", "bar.cta.sync 0;bar.cta.sync 1",
                                         "bar.cta.sync 1;bar.cta.sync 0", "[x]=0", "0"));
  CHECK(stuck.outcomes.empty());
  CHECK(stuck.statistics.stuck_states == 1);
  CHECK(told(stuck.deadlock_reason).find("P0 waits at line 4") != std::string::npos);
}

TEST_CASE("ptx postpone_load, late_load: load buffering without dependency") {
  const std::string condition = "0:r0=1 /\\ 1:r0=1";
  CHECK(ptx(two_threads("", "ld.relaxed.gpu r0, x;st.relaxed.gpu y, 1",
                        "ld.relaxed.gpu r0, y;st.relaxed.gpu x, 1", condition)));
  CHECK(ptx(two_threads("", "ld.relaxed.gpu r0, x;st.relaxed.gpu y, 1",
                        "ld.relaxed.gpu r0, y;st.relaxed.gpu x, r0", condition)));
  CHECK_FALSE(ptx(two_threads("", "ld.relaxed.gpu r0, x;st.relaxed.gpu y, r0",
                              "ld.relaxed.gpu r0, y;st.relaxed.gpu x, r0", condition)));
  CHECK_FALSE(ptx(two_threads("", "ld.relaxed.gpu r0, x;bne r0, 1, LC00;st.relaxed.gpu y, 1;LC00:",
                              "ld.relaxed.gpu r0, y;st.relaxed.gpu x, r0", condition)));
}

TEST_CASE("ptx late_load: a load waits for its address, and is still before what follows it") {
  const std::string first = "ld.weak r1, x;st.weak x, r1";
  const std::string depends = "ld.weak r0, x;xor r5, r0, r0;add r4, r4, r5;ld.weak r6, [r4];";
  CHECK(ptx(
      two_threads("1:r4 = x;", first, depends + "st.weak x, 1", "0:r1=1 /\\ 1:r0=1 /\\ 1:r6=0")));
  // Here the address holds back the store, so it cannot be what the first load reads.
  CHECK_FALSE(ptx(two_threads("1:r4 = x;", first,
                              "ld.weak r0, x;xor r5, r0, r0;add r4, r4, r5;st.weak [r4], 1",
                              "0:r1=1 /\\ 1:r0=1")));
}

TEST_CASE("ptx late_store: a store that waits for a postponed load lets others pass") {
  CHECK(
      ptx(two_threads("", "ld.relaxed.gpu r0, x;st.relaxed.gpu y, r0;st.relaxed.gpu z, 1",
                      "ld.relaxed.gpu r0, z;st.relaxed.gpu x, r0", "0:r0=1 /\\ 1:r0=1 /\\ [y]=1")));
  // An exchange writes without its own value; the read half may come later.
  CHECK(ptx(
      two_threads("", "atom.relaxed.cta.exch r0, x, 1", "ld.weak r0, x;st.weak x, r0", "0:r0=1")));
}

TEST_CASE("ptx settle: racing writes leave either value") {
  const Answer report =
      complete_report("ptx", two_threads("", "st.weak x, 1", "st.weak x, 2", "[x]=1"));
  REQUIRE(report.outcomes.size() == 2);
  CHECK(report.outcomes[0].values == Outcome{1});
  CHECK(report.outcomes[1].values == Outcome{2});
}

TEST_CASE("ptx local: steps of their own when not fused, with the same outcomes") {
  const std::string text =
      two_threads("", "st.weak x, 3", "ld.weak r0, x;add r1, r0, r0;sub r1, r1, 1", "1:r1=5");
  MachineOptions separate;
  separate.fuse_local = false;
  const Answer fused = complete_report("ptx", text);
  const Answer unfused = complete_report("ptx", text, separate);
  CHECK(fused.outcomes.size() == unfused.outcomes.size());
  CHECK(fused.statistics.states < unfused.statistics.states);
  CHECK(reachable("ptx", text));
}

TEST_CASE("ptx: SC-per-Location binds where scopes differ") {
  const std::string text = R"(PTX mixed-scopes
{ }
 P0@cta 0,gpu 0       | P1@cta 1,gpu 0       | P2@cta 1,gpu 0       ;
 st.weak x, 1         | ld.relaxed.gpu r0, x | st.weak x, 3         ;
 st.relaxed.gpu x, 2  | ld.relaxed.gpu r1, x | st.relaxed.cta x, 4  ;
                      |                      | ld.relaxed.gpu r0, x ;
exists (1:r0=2 /\ 1:r1=3 /\ 2:r0=1)
)";
  CHECK_FALSE(ptx(text));
  CHECK_FALSE(reachable("ptx-proxy", text));
  MachineOptions dartagnan;
  dartagnan.settings["ptx-reading"] = "dat3m";
  CHECK(reachable("ptx-proxy", text, dartagnan));
}

TEST_CASE("ptx: a one-sided fence ends or begins a pattern, not both") {
  const auto stale = [](const std::string& writer, const std::string& reader) {
    return ptx(two_threads("x=0; y=0", "st.weak x, 1;" + writer + ";st.relaxed.gpu y, 1",
                           "ld.relaxed.gpu r0, y;" + reader + ";ld.weak r1, x",
                           "1:r0=1 /\\ 1:r1=0"));
  };
  CHECK_FALSE(stale("fence.release.gpu", "fence.acquire.gpu"));
  CHECK(stale("fence.acquire.gpu", "fence.acquire.gpu"));
  CHECK(stale("fence.release.gpu", "fence.release.gpu"));
}

}  // namespace opexplore
