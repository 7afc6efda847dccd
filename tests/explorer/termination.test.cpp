// Whether programs end: promises and how they are spelled, whom they guarantee, lassos and what is
// wrong with others, deadlocks, limits.
#include "opmodel/results/termination.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "explorer/explore.hpp"
#include "explorer/termination/guarantee.hpp"
#include "explorer/termination/lasso_steps.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/asked_promise.hpp"
#include "tests/told.hpp"

namespace opexplore {

namespace {

constexpr std::string_view spin = R"(PTX spin
{ x=0; P0:r0=0; }
 P0@cta 0,gpu 0        | P1@cta 1,gpu 0        ;
 LC00:                 | st.relaxed.gpu x, 1   ;
 ld.relaxed.gpu r0, x  |                       ;
 bne r0, 1, LC00       |                       ;
exists (P0:r0=1)
)";

constexpr std::string_view chase = R"(PTX chase
{ x=0; P0:r0=0; P1:r0=1; }
 P0@cta 0,gpu 0                  | P1@cta 0,gpu 0                  ;
 LC00:                           | LC10:                           ;
 atom.relaxed.gpu.exch r0, x, 1  | atom.relaxed.gpu.exch r0, x, 0  ;
 beq r0, 0, LC00                 | beq r0, 1, LC10                 ;
exists (x=0)
)";

constexpr std::string_view hoisted = R"(PTX hoisted
{ x=0; P0:r0=0; }
 P0@cta 0,gpu 0   | P1@cta 1,gpu 0      ;
 LC00:            | st.relaxed.gpu x, 1 ;
 goto LC00        |                     ;
exists (x=1)
)";

constexpr std::string_view divergent = R"(PTX divergent
{ x=0; P1:r0=0; }
 P0@cta 0,gpu 0  | P1@cta 0,gpu 0       ;
 bar.sync 0      | LC10:                ;
                 | ld.relaxed.gpu r0, x ;
                 | bne r0, 1, LC10      ;
                 | bar.sync 0           ;
exists (x=0)
)";

constexpr std::string_view deadlocked = R"(PTX deadlocked
{ x=0; }
 P0@cta 0,gpu 0    | P1@cta 0,gpu 0   ;
 bar.sync 0, 1, 2  | bar.sync 0, 2, 2 ;
exists (x=0)
)";

std::string check(const Test& test, const LassoSteps& steps, const std::string& promise) {
  const ReplayedLasso replayed =
      find_machine("sc")->replay_lasso(test, {}, steps, parse_promise(promise));
  return replayed.refused.value_or("a lasso");
}

// Two GPUs with two CTAs of two warps each, of two threads each; by number: GPU, CTA, warp, thread.
Program grid() {
  Program program;
  for (std::uint32_t thread = 0; thread < 16; ++thread) {
    program.threads.push_back({(thread >> 2U) & 1U, thread >> 3U, (thread >> 1U) & 1U, {}, {}});
  }
  return program;
}

}  // namespace

TEST_CASE("promises: names, models and lists are read") {
  CHECK(spelled(parse_promise("cuda")) == "sys=OBE,gpu=OBE,cta=FAIR,warp=FAIR");
  CHECK(spelled(parse_promise("CUDA-cooperative")) == "sys=OBE,gpu=FAIR,cta=FAIR,warp=FAIR");
  CHECK(spelled(parse_promise("hsa")) == "sys=HSA,gpu=HSA,cta=HSA,warp=HSA");
  CHECK(spelled(parse_promise("lobe")) == "sys=LOBE,gpu=LOBE,cta=LOBE,warp=LOBE");
  CHECK(spelled(parse_promise("[QF=OBE,SG=HSA,DEFAULT=FAIR]")) ==
        "sys=FAIR,gpu=OBE,cta=FAIR,warp=HSA");
  CHECK(spelled(parse_promise("cta=unfair, default=OBE")) == "sys=OBE,gpu=OBE,cta=UNFAIR,warp=OBE");
  CHECK(spelled(parse_promise("resident=2")) == "sys=FAIR,resident=2,cta=FAIR,warp=FAIR");
  for (const Promise& promise : uniform_promises()) {
    CHECK(spelled(parse_promise(promise.name)) == spelled(promise));
    CHECK(spelled(parse_promise(spelled(promise))) == spelled(promise));
  }
}

TEST_CASE("promises: what is none is refused, with what could be meant") {
  CHECK_THAT(refusal_of("fairly"), Catch::Contains("unknown progress model"));
  CHECK_THAT(refusal_of(""), Catch::Contains("FAIR, HSA"));
  CHECK_THAT(refusal_of("gpu=OB"), Catch::Contains("'OB'"));
  CHECK_THAT(refusal_of("grid=OBE"), Catch::Contains("sys, gpu, cta and warp"));
  CHECK_THAT(refusal_of("gpu=OBE,gpu=HSA"), Catch::Contains("given twice"));
  CHECK_THAT(refusal_of("gpu=OBE,resident=2"), Catch::Contains("given twice"));
  CHECK_THAT(refusal_of("gpu=OBE,"), Catch::Contains("no progress model in ''"));
  CHECK_THAT(refusal_of("[gpu=OBE"), Catch::Contains("']'"));
  for (const char* number : {"0", "-1", "two", "", "99999999999999999999"}) {
    CHECK_THAT(refusal_of(std::string("resident=") + number),
               Catch::Contains("a number from 1 on"));
  }
}

TEST_CASE("guarantee: each model forces its children") {
  const Group tree = scope_tree(grid());
  // The second thread of the second warp of CTA 1 of GPU 0 has started.
  const ThreadMask one = thread_bit(7);
  const auto whom = [&](const std::string& promise, Threads threads) {
    return guaranteed(parse_promise(promise), tree, threads);
  };
  CHECK(whom("FAIR", {}) == 0xffff);
  CHECK(whom("HSA", {}) == thread_bit(0));
  CHECK(whom("HSA", {0, thread_bit(0), thread_bit(1)}) == thread_bit(2));
  CHECK(whom("OBE", {}) == 0);
  CHECK(whom("OBE", {one, 0, 0}) == one);
  CHECK(whom("HSA_OBE", {one, 0, 0}) == (one | 0x51));  // the lowest of each group that has started
  CHECK(whom("LOBE", {one, 0, 0}) == 0xff);             // a group without a start forces nobody
  CHECK(whom("UNFAIR", {one, 0, 0}) == 0);
  CHECK(whom("cuda", {one, 0, 0}) == 0xf0);
  CHECK(whom("cuda", {one, 0xf0, 0}) == 0x0f);  // the GPU goes on: by any of its CTAs
  CHECK(whom("cuda-cooperative", {one, 0, 0}) == 0xff);
  CHECK(whom("sys=OBE,gpu=OBE,cta=UNFAIR", {one, 0, 0}) == 0xf0);  // some child goes on: any
}

TEST_CASE("guarantee: runs are allowed by groups") {
  const Group tree = scope_tree(grid());
  const auto allowed = [&](const std::string& promise, Threads threads, ThreadMask run) {
    return allows(parse_promise(promise), tree, threads, run);
  };
  const Threads started{0x11, 0, 0};
  CHECK(allowed("cuda", started, 0xff));
  CHECK_FALSE(allowed("cuda", started, 0x0f));    // the other CTA has started, too
  CHECK(allowed("cuda", {0x11, 0, 0xf0}, 0x0f));  // but waits for good
  CHECK(allowed("cuda", {0x11, 0xf0, 0}, 0x0f));  // or has ended
  CHECK_FALSE(allowed("cuda", started, 0xf7));
  CHECK(allowed("UNFAIR", started, 0x8000));
  CHECK_FALSE(allowed("UNFAIR", started, 0));  // something goes on
  CHECK(allowed("UNFAIR", {0, 0xffff, 0}, 0));
}

TEST_CASE("guarantee: residents are counted by GPU") {
  const Group tree = scope_tree(grid());
  const auto in = [&](const std::string& promise, Threads threads) {
    return admitted(parse_promise(promise), tree, threads);
  };
  CHECK(in("cuda", {0x01, 0, 0}) == 0xffff);
  CHECK(in("resident=1", {0, 0, 0}) == 0xffff);
  CHECK(in("resident=1", {0x01, 0, 0}) == 0xff0f);
  CHECK(in("resident=1", {0x01, 0x0f, 0}) == 0xffff);
  CHECK(in("resident=2", {0x01, 0, 0}) == 0xffff);
  // A free place is filled: a run in which nobody takes it is not allowed.
  CHECK_FALSE(allows(parse_promise("resident=2"), tree, {0x0101, 0, 0}, 0x0f0f));
  CHECK(allows(parse_promise("resident=1"), tree, {0x0101, 0, 0}, 0x0f0f));
  // A GPU whose only place is taken for good by threads that wait need not go on.
  CHECK(allows(parse_promise("resident=1"), tree, {0x0101, 0, 0x0f}, 0x0f00));
  CHECK(guaranteed(parse_promise("resident=1"), tree, {0x0101, 0, 0x0f}) == 0x0f00);
}

TEST_CASE("termination: a spin ends if whom it waits for is scheduled") {
  CHECK(ask(spin, "FAIR").only().weak == Ends::yes);
  const Asked asked = ask(spin, "cuda");
  const EndJudgement& judgement = asked.only();
  REQUIRE(judgement.weak == Ends::no);
  CHECK(judgement.strong == Ends::no);
  REQUIRE(judgement.lasso.has_value());
  const Lasso& lasso = *judgement.lasso;
  CHECK(lasso.stem.steps.size() == 1);
  REQUIRE(lasso.loop.size() == 1);
  CHECK(lasso.threads ==
        std::vector<LassoThread>{
            {Role::steps, ""}, {Role::not_guaranteed, Phrase(Noun::block) + " 1 has not started"}});
  CHECK(lasso.boundary == Boundary{Boundary::By::model, ScopeLevel::gpu});
  CHECK(lasso.remark.empty());
  REQUIRE(lasso.reads.size() == 1);
  CHECK(lasso.reads[0].write->is_initial());
  REQUIRE(judgement.trap.has_value());
  CHECK(judgement.trap->states == 1);
}

TEST_CASE("termination: weak and strong differ where two chase each other") {
  const Asked asked = ask(chase, "FAIR");
  CHECK(asked.only().weak == Ends::no);
  CHECK(asked.only().strong == Ends::yes);
  CHECK_FALSE(asked.only().trap.has_value());
  CHECK(ask(chase, "UNFAIR").only().weak == Ends::no);
  CHECK(ask(chase, "UNFAIR").only().strong == Ends::yes);
}

TEST_CASE("termination: a loop that reads nothing is a step of its thread") {
  const Asked asked = ask(hoisted, "FAIR");
  REQUIRE(asked.only().lasso.has_value());
  CHECK_THAT(told(asked.only().lasso->remark),
             Catch::Contains("without an atomic or volatile read"));
  CHECK(asked.only().lasso->threads[1].role == Role::ended);
}

TEST_CASE("termination: who waits at a barrier in a loop is shown to wait") {
  const Asked asked = ask(divergent, "FAIR");
  REQUIRE(asked.only().lasso.has_value());
  CHECK_FALSE(asked.report.deadlock.has_value());
  const LassoThread& waits = asked.only().lasso->threads[0];
  CHECK(waits.role == Role::waits);
  CHECK_THAT(told(waits.reason), Catch::Contains("bar.sync 0"));
}

TEST_CASE("termination: a deadlock violates every promise") {
  for (const char* promise : {"FAIR", "UNFAIR", "cuda", "resident=1"}) {
    const Asked asked = ask(deadlocked, promise);
    INFO(promise);
    CHECK(asked.only().weak == Ends::no);
    CHECK(asked.only().strong == Ends::no);
    REQUIRE(asked.report.deadlock.has_value());
    CHECK(asked.report.deadlock->path.steps.size() == 2);
    CHECK(asked.report.deadlock->threads[0].role == Role::waits);
    CHECK_FALSE(asked.report.deadlock->reason.empty());
  }
}

TEST_CASE("termination: blocks that find no room make a barrier of the grid hang") {
  constexpr std::string_view grid_barrier = R"(PTX grid
{ x=0; P0:r0=0; P1:r0=0; P2:r0=0; }
 P0@cta 0,gpu 0          | P1@cta 1,gpu 0          | P2@cta 2,gpu 0          ;
 red.relaxed.gpu.add x,1 | red.relaxed.gpu.add x,1 | red.relaxed.gpu.add x,1 ;
 LC00:                   | LC10:                   | LC20:                   ;
 ld.relaxed.gpu r0, x    | ld.relaxed.gpu r0, x    | ld.relaxed.gpu r0, x    ;
 bne r0, 3, LC00         | bne r0, 3, LC10         | bne r0, 3, LC20         ;
exists (x=3)
)";
  CHECK(ask(grid_barrier, "resident=3").only().weak == Ends::yes);
  CHECK(ask(grid_barrier, "cuda-cooperative").only().weak == Ends::yes);
  CHECK(ask(grid_barrier, "cuda").only().weak == Ends::no);
  const Asked asked = ask(grid_barrier, "resident=2");
  REQUIRE(asked.only().lasso.has_value());
  CHECK(asked.only().lasso->boundary == Boundary{Boundary::By::residents, ScopeLevel::gpu});
  const auto outside =
      std::ranges::find(asked.only().lasso->threads, Role::not_guaranteed, &LassoThread::role);
  REQUIRE(outside != asked.only().lasso->threads.end());
  CHECK_THAT(told(outside->reason), Catch::Contains("there is no room"));
}

TEST_CASE("lasso: what the search shows is one, and mutated ones are none") {
  const Asked asked = ask(chase, "FAIR");
  const LassoSteps good = steps_of(*asked.only().lasso);
  CHECK(check(asked.test, good, "FAIR") == "a lasso");
  LassoSteps steps = good;
  steps.loop.pop_back();
  CHECK(check(asked.test, steps, "FAIR") != "a lasso");
  steps = good;
  steps.loop.clear();
  CHECK(check(asked.test, steps, "FAIR") == "the loop has no step of a thread");
  steps = good;
  steps.stem.push_back(steps.loop.front());
  CHECK(check(asked.test, steps, "FAIR") != "a lasso");
  steps = good;
  steps.loop.front().rule = 200;
  CHECK(check(asked.test, steps, "FAIR") == "a step is not one that can be taken there");
  steps = good;
  steps.loop.front().thread = 60;
  CHECK(check(asked.test, steps, "FAIR") == "a step is not one that can be taken there");
}

TEST_CASE("lasso: who has started in the loop matters to promises about that alone") {
  const Asked asked = ask(chase, "FAIR");
  LassoSteps steps = steps_of(*asked.only().lasso);
  REQUIRE(steps.stem.empty());
  CHECK(check(asked.test, steps, "FAIR") == "a lasso");
  const std::string refused = "the loop does not come back to the state in which it begins";
  CHECK(check(asked.test, steps, "OBE") == refused);
  steps.stem = steps.loop;
  CHECK(check(asked.test, steps, "OBE") == "a lasso");
}

TEST_CASE("lasso: it depends on the promise") {
  const Asked asked = ask(spin, "cuda");
  const LassoSteps steps = steps_of(*asked.only().lasso);
  CHECK(check(asked.test, steps, "cuda") == "a lasso");
  CHECK(check(asked.test, steps, "resident=1") == "a lasso");
  CHECK_THAT(check(asked.test, steps, "FAIR"), Catch::Contains("P1 has no step in the loop"));
  LassoSteps in_stem = steps;  // the other thread has started, and then has to go on
  in_stem.stem.push_back({steps.loop.front()});
  CHECK(check(asked.test, in_stem, "cuda") == "a lasso");
  // Who has no room takes no step.
  constexpr std::uint8_t store = 1;
  in_stem.stem.push_back({store, 1, 0});
  CHECK(check(asked.test, in_stem, "resident=1") == "a step is not one that can be taken there");
}

TEST_CASE("termination: a limit leaves open what was not seen") {
  ExploreOptions options;
  options.max_states = 1;
  const Asked asked = ask(spin, "FAIR", "sc", options);
  CHECK(asked.report.coverage.incomplete == Incomplete::states);
  CHECK(asked.only().weak == Ends::unknown);
  CHECK(asked.only().strong == Ends::unknown);
  CHECK_FALSE(asked.report.deadlock.has_value());
  options = {};
  options.interrupted = [] { return true; };
  CHECK(ask(spin, "FAIR", "sc", options).report.coverage.incomplete == Incomplete::interrupted);
}

// P1's load of y may be put off, and P2, who could bring what it reads, goes round with P1.
TEST_CASE("termination: of the states between late loads as many are looked at as can be") {
  const Test test = read(R"(PTX late
{ x=0; y=0; }
 P0@cta 0,gpu 0               | P1@cta 1,gpu 0               | P2@cta 2,gpu 0                ;
 L00: ld.relaxed.gpu r1, y    | L10: atom.relaxed.gpu.max r1, y, 2 | L20: ld.relaxed.gpu r0, x ;
 beq r1, 0, L00               | st.relaxed.gpu x, 0          | bge r0, 0, L20                ;
 L02: atom.relaxed.gpu.max r0, x, 2 | goto L10               | atom.relaxed.gpu.cas r0, y, r0, 1 ;
 bne r0, 2, L02               |                              |                               ;
exists (x=0)
)",
                         "late.litmus");
  ExploreOptions options;
  options.max_states = 200'000;
  const Termination report =
      find_machine("ptx")->termination(test, options, {{parse_promise("FAIR")}});
  CHECK(report.coverage.complete());
  CHECK(report.judgements.front().weak == Ends::no);
  CHECK_FALSE(report.bound.empty());
}

}  // namespace opexplore
