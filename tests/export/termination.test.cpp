#include <sstream>
#include <string>

#include "explorer/explore.hpp"
#include "export/termination_dot.hpp"
#include "export/termination_text.hpp"
#include "export/termination_words.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/contains.hpp"
#include "tests/export/termination_sample.hpp"
#include "tests/locations.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

std::string text_of(const Termination& report, const Test& test = waiting_test(),
                    TraceDetail detail = TraceDetail::changes) {
  std::ostringstream out;
  write_termination(out, test, answered(report), detail);
  return out.str();
}

std::string dot_of(const Termination& report) {
  std::ostringstream out;
  write_termination_dot(out, waiting_test(), answered(report), {});
  return out.str();
}

}  // namespace

TEST_CASE("a run without end is shown with its loop and its reasons", "[export][termination]") {
  CHECK(text_of(waiting_report()) ==
        R"(Termination wait  cuda  May-not-end  Can-get-caught
promise=sys=OBE,gpu=OBE,cta=FAIR,warp=FAIR
machine=sample version=3 variant=plain
states=12 transitions=20 components=2

It may run for ever, although the promise cuda is kept.
It may come to where the threads that are sure to go on can no longer end, whatever they do.
What cuda says: CUDA, ordinary launch: once a thread of a block has made progress, all threads of )"
        R"(the block eventually do; other blocks are promised nothing.

Endless run of wait, sample 3 (variant=plain), under cuda
   0  initial state
        [flag]: 0
        P0 next: ld.relaxed.gpu r0, flag
   1  P0  line 4: ld.relaxed.gpu r0, flag  [load]  reads flag=0
        P0 next: ld.relaxed.gpu r0, flag → bne r0, 1, L
loop, for ever:
   2  P0  line 5: bne r0, 1, L  [local]
        P0 next: bne r0, 1, L → ld.relaxed.gpu r0, flag
   3  P0  line 4: ld.relaxed.gpu r0, flag  [load]  reads flag=0
        P0 next: ld.relaxed.gpu r0, flag → bne r0, 1, L
which is again the state after step 1
Why nobody ends it:
  P0 (block 0)  goes round: line 5, line 4
  P1 (block 1)  is not sure to go on: CTA 1 has not started
  P0 reads flag=0 at line 4, from the initial write, which no other write follows
  gpu=OBE: a block that has started goes on; one that has not may never start

Caught in the state after step 1: from there the threads that are sure to go on lead to 2 )"
        R"(states, and none of them is an end

)");
}

TEST_CASE("a deadlock says who waits for what", "[export][termination]") {
  CHECK(text_of(deadlocked_report()) ==
        R"(Termination wait  cuda  Deadlock  Deadlock
promise=sys=OBE,gpu=OBE,cta=FAIR,warp=FAIR
machine=sample version=3 variant=plain
states=12 transitions=20 components=2

It may come to a halt before its end.
What cuda says: CUDA, ordinary launch: once a thread of a block has made progress, all threads of )"
        R"(the block eventually do; other blocks are promised nothing.

Deadlock of wait, sample 3 (variant=plain)
   0  initial state
        [flag]: 0
   1  P0  line 4: ld.relaxed.gpu r0, flag  [load]  reads flag=0
        P0 next: ld.relaxed.gpu r0, flag → bne r0, 1, L
Why nobody goes on: P1 waits at line 4: `bar.sync 0`
  P0 (block 0)  has ended
  P1 (block 1)  waits at line 4: `bar.sync 0`

)");
}

TEST_CASE("several promises have a line each", "[export][termination]") {
  CHECK(text_of(report_on({judgement_of("FAIR", Ends::yes, Ends::yes),
                           judgement_of("HSA_OBE", Ends::no, Ends::yes),
                           judgement_of("gpu=OBE,cta=FAIR", Ends::bounded, Ends::bounded),
                           judgement_of("UNFAIR", Ends::unknown, Ends::no)})) ==
        R"(Termination wait  FAIR              Ends              Can-always-end
Termination wait  HSA_OBE           May-not-end       Can-always-end
Termination wait  gpu=OBE,cta=FAIR  Ends-up-to-bound  Can-always-end-up-to-bound
Termination wait  UNFAIR            Unknown           Can-get-caught
machine=sample version=3 variant=plain
states=12 transitions=20 components=2

)");
}

TEST_CASE("a run without end, drawn", "[export][termination][dot]") {
  CHECK(dot_of(waiting_report()) ==
        R"dot(digraph "wait" {
  label="Test wait, sample, for ever under cuda";
  newrank=true;
  node [shape=none, fontname="monospace", margin="0.05,0.02"];
  subgraph cluster_gpu0_cta0 {
    label="cta 0"; color=gray;
    t0 [label="P0", fontname="sans bold"];
    e0 [label="a: R.weak[flag]=0 (1)\nline 4"];
    i0 [shape=point, style=invis, width=0, height=0, label=""];
    subgraph cluster_t0_loop {
      label="loop"; style=dashed; color=black;
      e1 [label="b: R.weak[flag]=0 (3)\nline 4"];
      i1 [shape=point, style=invis, width=0, height=0, label=""];
    }
  }
  subgraph cluster_gpu0_cta1 {
    label="cta 1"; color=gray;
    t1 [label="P1\nis not sure to go on: CTA 1 has not started", fontname="sans bold"];
  }
  { rank=same; t0; t1; }
  t0 -> e0 [style=invis, weight=10];
  t0 -> t1 [style=invis];
  e0 -> e1 [label="po", color="black", fontcolor="black", weight=10];
  i0 -> e0 [label="rf", color="red", fontcolor="red"];
  i1 -> e1 [label="rf", color="red", fontcolor="red"];
)dot"
        R"dot(  e1 -> e1 [label="for ever", color="black", fontcolor="black", penwidth=3, )dot"
        R"dot(fontname="sans bold", constraint=false];
}
)dot");
}

TEST_CASE("a loop without events is drawn by its instructions", "[export][termination][dot]") {
  Termination report = waiting_report();
  Lasso& lasso = *report.judgements[0].lasso;
  lasso.loop.pop_back();
  const std::string drawn = dot_of(report);
  CHECK(contains(drawn, "e1 [label=\"b: bne r0, 1, L (2)"));
  CHECK(contains(drawn, "e1 -> e1 [label=\"for ever\""));
}

TEST_CASE("a drawn read comes from the last write of its name", "[export][termination][dot]") {
  Termination report = waiting_report();
  Lasso& lasso = *report.judgements[0].lasso;
  const TraceStep store{{2, 1, 0}, "store", "1", "",
                        0,         "",      {},  {{Event::Kind::write, 0, 1, WriteRef{1, 1}}}};
  const auto rf = [&](const std::string& edge) {
    return contains(dot_of(report), "  " + edge + " [label=\"rf\"");
  };
  lasso.stem.steps.push_back(store);
  lasso.loop.back().events[0].read_from = WriteRef{1, 1};
  CHECK(rf("e2 -> e1"));
  lasso.loop.push_back(store);  // of this turn: the read of the next turn has it
  CHECK(rf("e2 -> e1"));
  lasso.stem.steps.pop_back();
  CHECK(rf("e2 -> e1"));
}

TEST_CASE("a deadlock, drawn", "[export][termination][dot]") {
  const std::string drawn = dot_of(deadlocked_report());
  CHECK(contains(drawn, "label=\"Test wait, sample\\ndeadlock: "));
  CHECK(contains(drawn, "[flag]=0 (1)"));
  CHECK(dot_of(report_on({judgement_of("FAIR", Ends::yes, Ends::yes)})).empty());
}

TEST_CASE("no line about the end can be taken for a log block", "[export][termination]") {
  for (const Termination& report : {waiting_report(), deadlocked_report()}) {
    std::istringstream lines(text_of(report, waiting_test(), TraceDetail::full));
    for (std::string line; std::getline(lines, line);) CHECK(line.rfind("Test ", 0) != 0);
  }
}

TEST_CASE("a trap beside the run without end has steps of its own", "[export][termination]") {
  Termination report = waiting_report();
  Trap& trap = *report.judgements[0].trap;
  SECTION("it is where the loop begins: nothing is said twice") {
    CHECK(contains(text_of(report), "\nCaught in the state after step 1: from there "));
  }
  SECTION("it is elsewhere") {
    trap.path.steps.clear();
    trap.states = 1;
    CHECK(contains(
        text_of(report),
        "Run of wait, sample 3 (variant=plain), to where it is caught under cuda\n"
        "   0  initial state\n        [flag]: 0\n        P0 next: ld.relaxed.gpu r0, flag\n"
        "Caught in the initial state: from there the threads that are sure to go on lead to "
        "1 state, which is no end\n  P0 (block 0)  goes on\n"));
  }
  SECTION("without a run without end") {
    report.judgements[0].lasso.reset();
    report.judgements[0].weak = Ends::yes;
    CHECK(contains(text_of(report), "   1  P0  line 4: ld.relaxed.gpu r0, flag"));
  }
}

TEST_CASE("the words for each judgement", "[export][termination]") {
  const auto words = [](Ends weak, Ends strong) {
    const Termination report = report_on({judgement_of("FAIR", weak, strong)});
    const EndJudgement& judgement = report.judgements.front();
    return std::string(weak_word(report, judgement)) + ' ' +
           std::string(strong_word(report, judgement));
  };
  CHECK(words(Ends::yes, Ends::yes) == "Ends Can-always-end");
  CHECK(words(Ends::bounded, Ends::bounded) == "Ends-up-to-bound Can-always-end-up-to-bound");
  CHECK(words(Ends::no, Ends::yes) == "May-not-end Can-always-end");
  CHECK(words(Ends::no, Ends::no) == "May-not-end Can-get-caught");
  CHECK(words(Ends::unknown, Ends::unknown) == "Unknown Unknown");
}

TEST_CASE("where a limit came first, or a bound is left, the text says so",
          "[export][termination]") {
  Termination report = report_on({judgement_of("FAIR", Ends::unknown, Ends::unknown)});
  report.coverage.incomplete = Incomplete::states;
  report.coverage.reason = "stopped after 40 states";
  const std::string unknown = text_of(report);
  CHECK(contains(unknown, "incomplete=states: stopped after 40 states\n"));
  CHECK(contains(unknown, "Whether it ends is not known: stopped after 40 states.\n"));
  CHECK(termination_warning(waiting_test(), report) ==
        "Whether it ends is not known: stopped after 40 states");
  report = report_on({judgement_of("FAIR", Ends::bounded, Ends::bounded)});
  report.bound = "a thread lags at most 3 writes behind";
  const std::string bounded = text_of(report);
  CHECK(contains(bounded, "bound=a thread lags at most 3 writes behind\n"));
  CHECK(contains(bounded, "up to a bound: a thread lags at most 3 writes behind.\n"));
  CHECK(termination_warning(waiting_test(), report_on({judgement_of("FAIR", Ends::yes, Ends::yes)}))
            .empty());
}

TEST_CASE("what may run for ever by chance alone is told apart", "[export][termination]") {
  Termination report = waiting_report();
  report.judgements[0].strong = Ends::yes;
  report.judgements[0].trap.reset();
  const std::string text = text_of(report);
  CHECK(contains(text, "It never has to: "));
  CHECK_FALSE(contains(text, "Caught"));
}

TEST_CASE("reads of a loop: whose write, and whether it stays", "[export][termination]") {
  const Test test = waiting_test();
  Lasso lasso = waiting_lasso();
  SpinRead& read = lasso.reads.front();
  const auto text = [&] { return read_text(test, lasso, read); };
  CHECK(text() == "reads flag=0 at line 4, from the initial write, which no other write follows");
  SECTION("a write of the stem") {
    read.write = WriteRef{1, 1};
    read.value = 1;
    CHECK(text() == "reads flag=1 at line 4, from the write P1.1, which no other write follows");
    TraceStep store{{2, 1, 0}, "store", "1", "",
                    0,         "",      {},  {{Event::Kind::write, 0, 1, WriteRef{1, 1}}}};
    lasso.stem.steps.push_back(store);
    CHECK(text() ==
          "reads flag=1 at line 4, from the write of step 2, P1 line 4, which no other write "
          "follows");
    lasso.loop.push_back(store);
    CHECK(text() ==
          "reads flag=1 at line 4, from the write of step 5, P1 line 4; the loop writes flag, too");
  }
  SECTION("a machine that names no events") {
    lasso.reads.clear();
    for (TraceStep& step : lasso.loop) step.events.clear();
    REQUIRE(read_texts(test, lasso).size() == 1);
    CHECK(read_texts(test, lasso)[0] == "P0 line 4: reads flag=0, which no other write follows");
    lasso.loop.push_back({{2, 1, 0}, "store", "1", "writes flag=1", 0, "", {}, {}});
    CHECK(read_texts(test, lasso)[0] == "P0 line 4: reads flag=0; the loop writes flag, too");
  }
  SECTION("a machine that does not say") {
    read.write.reset();
    CHECK(text() == "reads flag=0 at line 4; no other write follows");
  }
  SECTION("a write of that name to another value is another one") {
    read.write = WriteRef{1, 1};
    lasso.stem.steps.push_back(
        {{2, 1, 0}, "store", "1", "", 0, "", {}, {{Event::Kind::write, 0, 7, WriteRef{1, 1}}}});
    CHECK(contains(text(), "from the write P1.1"));
  }
}

TEST_CASE("threads are called by their blocks in kernels", "[export][termination]") {
  Test test = waiting_test();
  CHECK(thread_label(test.program, 1) == "P1 (block 1)");
  test.program.threads[1].gpu = 2;
  CHECK(thread_label(test.program, 1) == "P1 (gpu 2, block 1)");
  test.program.language = Language::cxx;
  CHECK(thread_label(test.program, 1) == "P1");
}

TEST_CASE("every boundary is explained", "[export][termination]") {
  using By = Boundary::By;
  const auto text = [](const Promise& promise, By by, ScopeLevel level) {
    return boundary_text(promise, {by, level});
  };
  for (const Promise& promise : uniform_promises()) {
    for (const auto level : {ScopeLevel::sys, ScopeLevel::gpu, ScopeLevel::cta, ScopeLevel::warp}) {
      INFO(promise.name);
      CHECK(text(promise, By::model, level)
                .starts_with(std::string(to_string(level)) + '=' + promise.name + ": "));
    }
  }
  CHECK(text(parse_promise("resident=2"), By::residents, ScopeLevel::gpu)
            .starts_with("resident=2: 2 blocks fit on a GPU"));
  CHECK(text(parse_promise("resident=1"), By::residents, ScopeLevel::gpu)
            .starts_with("resident=1: 1 block fits on a GPU"));
  CHECK(text(parse_promise("pre-volta"), By::stack, ScopeLevel::warp)
            .starts_with("warp=stack: the threads of a warp have one program counter"));
}

namespace {

std::string real_text(const std::string& machine, const std::string& file,
                      const std::string& promise) {
  const Test test =
      read_file(std::string(source_folder) + "/litmus/ptx/progress/" + file + ".litmus");
  ExploreOptions explore;
  explore.threads = 1;
  return text_of(
      find_machine(machine)->termination(test, explore, {.promises = {parse_promise(promise)}}),
      test);
}

}  // namespace

TEST_CASE("what machines find about the end reads well", "[export][termination]") {
  const std::string started = "Endless run of Flag+spin+set-p0::p1, ";
  for (const std::string machine : {"sc", "ptx", "ptx-proxy"}) {
    INFO(machine);
    const std::string spin = real_text(machine, "Flag+spin+set-p0::p1", "cuda");
    CHECK(contains(spin, "Termination Flag+spin+set-p0::p1  cuda  May-not-end  Can-get-caught\n"));
    CHECK(contains(spin, "\n" + started));
    CHECK(contains(spin, "\n   1  P0  line 9: ld.acquire.gpu r0, f  [load]  reads f=0"));
    CHECK(contains(spin, "\nloop, for ever:\n   2  P0  line 9: ld.acquire.gpu r0, f"));
    CHECK(contains(spin,
                   "\nwhich is again the state after step 1\nWhy nobody ends it:\n"
                   "  P0 (block 0)  goes round: line 9\n"
                   "  P1 (block 1)  is not sure to go on: "));
    CHECK(contains(spin, "reads f=0"));
    CHECK(contains(spin, "which no other write follows\n"));
    CHECK(contains(spin, "\n  gpu=OBE: a block that has started goes on; "));
    const std::string fair = real_text(machine, "Flag+spin+set-p0::p1", "fair");
    CHECK(contains(fair, "Termination Flag+spin+set-p0::p1  FAIR  Ends  Can-always-end\n"));
    CHECK_FALSE(contains(fair, "Endless"));
    const std::string stop = real_text(machine, "Stop+branches-id-p0:p1", "fair");
    CHECK(contains(stop, "Termination Stop+branches-id-p0:p1  FAIR  Deadlock  Deadlock\n"));
    CHECK(contains(stop,
                   "\n  P0 (block 0)  waits at line 8: `bar.cta.sync 0, 0, 2`\n"
                   "  P1 (block 0)  waits at line 8: `bar.cta.sync 1, 1, 2`\n"));
    const std::string chase = real_text(machine, "Chase+exchs-p0::p1", "fair");
    CHECK(contains(chase, "Termination Chase+exchs-p0::p1  FAIR  May-not-end  Can-always-end\n"));
    CHECK(contains(chase, "; the loop writes x, too\n"));
  }
}
