// Warps with one program counter: where lanes that have parted meet again, and which programs that
// ends or keeps from ending.
#include "explorer/termination/warps.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/termination/lasso_steps.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/parts/reconvergence.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/asked_promise.hpp"
#include "tests/told.hpp"

namespace opexplore {
namespace {

using Points = std::vector<InstructionId>;

Instruction jumping(InstructionId target) {
  return {Branch{std::nullopt, Value{0}, Value{0}, target}, {}, "goto"};
}
Instruction branching(InstructionId target) {
  return {Branch{Comparison::equal, Value{0}, Value{0}, target}, {}, "beq"};
}
Instruction plain() { return {Fence{}, {}, "fence"}; }

Points points_of(std::vector<Instruction> instructions) {
  Thread thread;
  thread.instructions = std::move(instructions);
  return reconvergence_points(thread);
}

// `code` is the column of each thread, `@` in it the thread's number; by thread its warp and CTA.
struct Lane {
  std::uint32_t warp = 0;
  std::uint32_t cta = 0;
};

std::string columns(std::string_view initial, std::vector<Lane> lanes,
                    const std::vector<std::string_view>& code) {
  std::string text = "PTX warps\n{ " + std::string(initial) + " }\n";
  const auto row = [&](auto cell) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      text += (lane == 0 ? " " : " | ") + cell(lane);
    }
    text += " ;\n";
  };
  row([&](std::size_t lane) {
    return "P" + std::to_string(lane) + "@warp " + std::to_string(lanes[lane].warp) + ",cta " +
           std::to_string(lanes[lane].cta) + ",gpu 0";
  });
  for (const std::string_view line : code) {
    row([&](std::size_t lane) {
      std::string cell(line);
      for (std::size_t at = cell.find('@'); at != std::string::npos; at = cell.find('@')) {
        cell.replace(at, 1, std::to_string(lane));
      }
      return cell;
    });
  }
  return text + "exists (x=0)\n";
}

constexpr std::string_view two = "x=0; c=0; P0:r0=0; P1:r0=0; P0:r1=0; P1:r1=0;";
const std::vector<Lane> one_warp{{0, 0}, {0, 0}};

// while (cas(lock)) ; critical section; release.
const std::vector<std::string_view> lock_before{"LC@0:", "atom.relaxed.gpu.cas r0, x, 0, 1",
                                                "bne r0, 0, LC@0", "red.relaxed.gpu.add c, 1",
                                                "st.relaxed.gpu x, 0"};

// while (!done) if (!cas(lock)) { critical section; release; done = true; }
const std::vector<std::string_view> lock_inside{"LC@0:",
                                                "atom.relaxed.gpu.cas r0, x, 0, 1",
                                                "bne r0, 0, LC@1",
                                                "red.relaxed.gpu.add c, 1",
                                                "st.relaxed.gpu x, 0",
                                                "mov r1, 1",
                                                "LC@1:",
                                                "bne r1, 1, LC@0"};

// What they say when nothing is found: of relaxed accesses ptx judges runs in order alone.
struct MachineWord {
  const char* machine;
  Ends ends;
};
constexpr std::array judges{MachineWord{"sc", Ends::yes}, MachineWord{"ptx", Ends::bounded}};

Ends weak(const std::string& text, const std::string& promise, const char* machine = "sc") {
  return ask(text, promise, machine).only().weak;
}

std::string check(const Asked& asked, const LassoSteps& steps, const std::string& promise) {
  const ReplayedLasso replayed = find_machine("sc")->replay_lasso(
      asked.test, asked.report.replayed_with, steps, parse_promise(promise));
  return replayed.refused.value_or("a lasso");
}

}  // namespace

TEST_CASE("reconvergence: the first place behind all ways", "[warps]") {
  CHECK(points_of({}) == Points{0});
  CHECK(points_of({plain(), plain()}) == Points{1, 2, 2});
  // if, and if-else
  CHECK(points_of({branching(2), plain(), plain()}) == Points{2, 2, 3, 3});
  CHECK(points_of({branching(3), plain(), jumping(4), plain(), plain()}) ==
        Points{4, 2, 4, 4, 5, 5});
  // A branch to what follows it anyway.
  CHECK(points_of({branching(1), plain()}) == Points{1, 2, 2});
}

TEST_CASE("reconvergence: loops and nested branches", "[warps]") {
  CHECK(points_of({plain(), branching(0), plain()}) == Points{1, 2, 3, 3});
  // while (a) { if (b) …; }
  CHECK(points_of({branching(4), branching(3), plain(), jumping(0)}) == Points{4, 3, 3, 0, 4});
  // if (a) { if (b) … else … } …
  CHECK(points_of({branching(5), branching(4), plain(), jumping(5), plain(), plain()}) ==
        Points{5, 5, 3, 5, 5, 6, 6});
}

TEST_CASE("reconvergence: several exits, and none", "[warps]") {
  // A side that ends: nothing but the end is behind both.
  CHECK(points_of({branching(2), jumping(4), plain(), plain()}) == Points{4, 4, 3, 4, 4});
  // A loop with a second exit.
  CHECK(points_of({branching(4), branching(3), jumping(0), plain(), plain()}) ==
        Points{4, 4, 0, 4, 5, 5});
  // No way out.
  CHECK(points_of({branching(0), jumping(0)}) == Points{2, 2, 2});
  // A side without a way out has no say, and does not come.
  CHECK(points_of({branching(2), jumping(1), plain(), plain()}) == Points{2, 4, 3, 4, 4});
}

TEST_CASE("promises: how warps run is read and spelled", "[warps]") {
  const std::string listed = "sys=OBE,gpu=OBE,cta=FAIR,warp=stack";
  CHECK(spelled(parse_promise("pre-volta")) == listed);
  CHECK(parse_promise("Pre-Volta").name == "pre-volta");
  CHECK(spelled(parse_promise(listed)) == listed);
  CHECK(parse_promise(listed).stack);
  CHECK(spelled(parse_promise("DEFAULT=OBE,SG=Stack")) == "sys=OBE,gpu=OBE,cta=OBE,warp=stack");
  CHECK(spelled(parse_promise("DEFAULT=OBE,warp=ITS")) == "sys=OBE,gpu=OBE,cta=OBE,warp=FAIR");
  CHECK(spelled(parse_promise("resident=2,warp=stack")) ==
        "sys=FAIR,resident=2,cta=FAIR,warp=stack");
  CHECK_THAT(refusal_of("gpu=stack"), Catch::Contains("write warp=stack"));
  CHECK_THAT(refusal_of("DEFAULT=its"), Catch::Contains("write warp=its"));
  CHECK_THAT(refusal_of("warp=stacks"), Catch::Contains("'stacks'"));
  CHECK_THAT(refusal_of("warp=stack,sg=its"), Catch::Contains("given twice"));
  CHECK(refusal_of("stack") != "accepted");
}

TEST_CASE("warps: a lock that is released behind its loop", "[warps]") {
  for (const auto& [machine, ends] : judges) {
    INFO(machine);
    const std::string text = columns(two, one_warp, lock_before);
    CHECK(weak(text, "warp=its", machine) == ends);
    CHECK(weak(text, "cuda", machine) == ends);
    const Asked asked = ask(text, "pre-volta", machine);
    CHECK(asked.only().weak == Ends::no);
    CHECK(asked.only().strong == Ends::no);
    for (const std::vector<Lane>& lanes : {std::vector<Lane>{{0, 0}, {1, 0}}, {{0, 0}, {0, 1}}}) {
      CHECK(weak(columns(two, lanes, lock_before), "warp=stack", machine) == ends);
      CHECK(weak(columns(two, lanes, lock_before), "pre-volta", machine) == ends);
    }
  }
}

TEST_CASE("warps: a lock that is released where it was taken", "[warps]") {
  for (const auto& [machine, ends] : judges) {
    INFO(machine);
    const std::string text = columns(two, one_warp, lock_inside);
    CHECK(weak(text, "warp=its", machine) == ends);
    const Asked asked = ask(text, "pre-volta", machine);
    CHECK(asked.only().weak == ends);
    CHECK(asked.only().strong == ends);
    CHECK_FALSE(asked.report.deadlock.has_value());
  }
}

TEST_CASE("warps: three lanes, of which two go on", "[warps]") {
  constexpr std::string_view three =
      "x=0; c=0; P0:r0=0; P1:r0=0; P2:r0=0; P0:r1=0; P1:r1=0; P2:r1=0;";
  const std::vector<Lane> all{{0, 0}, {0, 0}, {0, 0}};
  CHECK(weak(columns(three, all, lock_before), "pre-volta") == Ends::no);
  CHECK(weak(columns(three, all, lock_inside), "pre-volta") == Ends::yes);
  // The third is in another warp: it hangs with the two.
  const Asked asked = ask(columns(three, {{0, 0}, {0, 0}, {1, 0}}, lock_before), "warp=stack");
  CHECK(asked.only().weak == Ends::no);
}

TEST_CASE("warps: a lasso says which side keeps whom waiting", "[warps]") {
  const Asked asked = ask(columns(two, one_warp, lock_before), "pre-volta");
  REQUIRE(asked.only().lasso.has_value());
  const Lasso& lasso = *asked.only().lasso;
  const auto waits = std::ranges::find(lasso.threads, Role::disabled, &LassoThread::role);
  REQUIRE(waits != lasso.threads.end());
  const std::string other = waits == lasso.threads.begin() ? "P1" : "P0";
  CHECK_THAT(
      told(waits->reason),
      Catch::Contains(
          "waits for " + other +
          " of the same warp, which goes round the other side of the branch at line 6: `bne"));
  CHECK(lasso.boundary == Boundary{Boundary::By::stack, ScopeLevel::warp});
  REQUIRE(asked.only().trap.has_value());
}

TEST_CASE("warps: a lasso is checked with the stacks", "[warps]") {
  const Asked asked = ask(columns(two, one_warp, lock_before), "pre-volta");
  const LassoSteps good = steps_of(*asked.only().lasso);
  CHECK(check(asked, good, "pre-volta") == "a lasso");
  CHECK(check(asked, good, "warp=stack") == "a lasso");
  // With a turn of its own the other has to take it.
  CHECK_THAT(check(asked, good, "cuda"), Catch::Contains("has no step in the loop"));
  // Who is disabled takes no step, although the machine has one.
  LassoSteps steps = good;
  const ThreadId spinning = steps.loop.front().thread;
  steps.stem.push_back({1, static_cast<ThreadId>(1 - spinning), 0});
  for (std::uint8_t rule = 0; rule < find_machine("sc")->rules.size(); ++rule) {
    steps.stem.back().rule = rule;
    CHECK(check(asked, steps, "pre-volta") == "a step is not one that can be taken there");
  }
  // Lanes that are together do not leave each other behind.
  steps = {{good.stem.front(), good.stem.front()}, {}};
  steps.stem.back() = {good.loop.back().rule, good.stem.front().thread, 0};
  CHECK(check(asked, steps, "pre-volta") == "a step is not one that can be taken there");
}

TEST_CASE("warps: whom a lane waits for may come later", "[warps]") {
  // The thread with r1=0 sets the flag that the others spin on, behind the same branch.
  const std::vector<std::string_view> flag{
      "bne r1, 0, LC@0",      "st.relaxed.gpu x, 1", "goto LC@1", "LC@0:",
      "ld.relaxed.gpu r0, x", "bne r0, 1, LC@0",     "LC@1:",     "red.relaxed.gpu.add c, 1"};
  constexpr std::string_view roles = "x=0; c=0; P0:r0=0; P1:r0=0; P0:r1=0; P1:r1=1;";
  const std::string text = columns(roles, one_warp, flag);
  CHECK(weak(text, "warp=its") == Ends::yes);
  const Asked asked = ask(text, "warp=stack");
  CHECK(asked.only().weak == Ends::no);
  CHECK(asked.only().strong == Ends::no);
  REQUIRE(asked.only().lasso.has_value());
  CHECK(asked.only().lasso->threads[0].role == Role::disabled);
  CHECK_THAT(told(asked.only().lasso->threads[0].reason),
             Catch::Contains("is in the same warp as P1, which goes round"));
  CHECK(weak(columns(roles, {{0, 0}, {1, 0}}, flag), "warp=stack") == Ends::yes);
  // Set before the branch, it is there for both.
  std::vector<std::string_view> before = flag;
  std::swap(before[0], before[1]);
  CHECK(weak(columns(roles, one_warp, before), "warp=stack") == Ends::yes);
}

TEST_CASE("warps: columns with other instructions have parted before the first", "[warps]") {
  constexpr std::string_view text = R"(PTX columns
{ x=0; P0:r0=0; }
 P0@warp 0,cta 0,gpu 0 | P1@warp 0,cta 0,gpu 0 ;
 LC00:                 | st.relaxed.gpu x, 1   ;
 ld.relaxed.gpu r0, x  |                       ;
 bne r0, 1, LC00       |                       ;
exists (x=0)
)";
  CHECK(weak(std::string(text), "warp=its") == Ends::yes);
  const Asked asked = ask(std::string(text), "warp=stack");
  CHECK(asked.only().weak == Ends::no);
  REQUIRE(asked.only().lasso.has_value());
  CHECK(asked.only().lasso->threads[1].role == Role::disabled);
  CHECK_THAT(told(asked.only().lasso->threads[1].reason), Catch::Contains("other instructions"));
}

TEST_CASE("warps: lanes may have constants and locations of their own", "[warps]") {
  // Each counts itself, and waits until both have.
  const std::vector<std::string_view> meet{"mov r1, @", "red.relaxed.gpu.add c, 1",
                                           "LC@0:", "ld.relaxed.gpu r0, c", "bne r0, 2, LC@0"};
  CHECK(weak(columns(two, one_warp, meet), "warp=stack") == Ends::yes);
  constexpr std::string_view locations =
      "x0=0; x1=0; x=0; c=0; P0:r0=0; P1:r0=0; P0:r1=0; P1:r1=0;";
  std::vector<std::string_view> own = meet;
  own.front() = "st.relaxed.gpu x@, 1";
  CHECK(weak(columns(locations, one_warp, own), "warp=stack") == Ends::yes);
  // Another kind of instruction is not theirs together: the first to run never meets the other.
  constexpr std::string_view apart = R"(PTX apart
{ c=0; P0:r0=0; P1:r0=0; P0:r1=0; P1:r1=0; }
 P0@warp 0,cta 0,gpu 0    | P1@warp 0,cta 0,gpu 0    ;
 mov r1, 1                | add r1, r1, 1            ;
 red.relaxed.gpu.add c, 1 | red.relaxed.gpu.add c, 1 ;
 LC00:                    | LC10:                    ;
 ld.relaxed.gpu r0, c     | ld.relaxed.gpu r0, c     ;
 bne r0, 2, LC00          | bne r0, 2, LC10          ;
exists (c=2)
)";
  CHECK(weak(std::string(apart), "warp=stack") == Ends::no);
  CHECK(weak(std::string(apart), "warp=its") == Ends::yes);
}

TEST_CASE("warps: loops that do not part lanes are as with fair threads", "[warps]") {
  // Both spin on a flag that a thread of another warp sets.
  const std::vector<std::string_view> await{
      "bne r1, 0, LC@0", "st.relaxed.gpu x, 1",  "LC@0:",
      "LC@1:",           "ld.relaxed.gpu r0, x", "bne r0, 1, LC@1"};
  constexpr std::string_view roles = "x=0; P0:r0=0; P1:r0=0; P2:r0=0; P0:r1=1; P1:r1=1; P2:r1=0;";
  const std::string text = columns(roles, {{0, 0}, {0, 0}, {1, 0}}, await);
  for (const char* promise : {"warp=stack", "warp=its", "pre-volta", "cuda"}) {
    INFO(promise);
    CHECK(weak(text, promise) == Ends::yes);
  }
  const std::string apart = columns(roles, {{0, 0}, {0, 0}, {0, 1}}, await);
  CHECK(weak(apart, "warp=stack") == Ends::yes);
  CHECK(weak(apart, "pre-volta") == Ends::no);  // the other block need not start
  CHECK(weak(apart, "cuda") == Ends::no);
}

TEST_CASE("warps: a loop of branches alone is a loop of all of its lanes", "[warps]") {
  const Asked asked = ask(columns("x=0;", one_warp, {"LC@0:", "goto LC@0"}), "pre-volta");
  REQUIRE(asked.only().lasso.has_value());
  for (const LassoThread& thread : asked.only().lasso->threads) CHECK(thread.role == Role::steps);
  CHECK(check(asked, steps_of(*asked.only().lasso), "pre-volta") == "a lasso");
}

TEST_CASE("warps: a barrier on one side of a branch waits for the other side", "[warps]") {
  const std::vector<std::string_view> both{"bne r1, 0, LC@0", "bar.sync 0", "LC@0:", "bar.sync 0"};
  constexpr std::string_view roles = "x=0; P0:r1=0; P1:r1=1;";
  CHECK(weak(columns(roles, one_warp, {"bar.sync 0", "st.relaxed.gpu x, 1"}), "pre-volta") ==
        Ends::yes);
  const std::string text = columns(roles, one_warp, both);
  const Asked fair = ask(text, "cuda");
  CHECK_FALSE(fair.report.deadlock.has_value());
  const Asked asked = ask(text, "pre-volta");
  CHECK(asked.only().weak == Ends::no);
  REQUIRE(asked.report.deadlock.has_value());
  CHECK(asked.report.deadlock->threads[0].role == Role::waits);
  CHECK(asked.report.deadlock->threads[1].role == Role::disabled);
  CHECK_THAT(told(asked.report.deadlock->reason),
             Catch::Contains("P1 waits for P0 of the same warp, which waits"));
}

TEST_CASE("warps: promises with and without stacks in one question", "[warps]") {
  const Test test = read(columns(two, one_warp, lock_before), "test.litmus");
  const Termination report = find_machine("sc")->termination(
      test, {}, {{parse_promise("cuda"), parse_promise("pre-volta"), parse_promise("FAIR")}});
  REQUIRE(report.judgements.size() == 3);
  CHECK(report.judgements[0].weak == Ends::yes);
  CHECK(report.judgements[1].weak == Ends::no);
  CHECK(report.judgements[2].weak == Ends::yes);
}

TEST_CASE("warps: machines say whether they know where threads are", "[warps]") {
  for (const char* machine : {"sc", "drf0", "ptx", "ptx-proxy"}) {
    CHECK(find_machine(machine)->knows_places);
  }
  CHECK_FALSE(find_machine("gpu-queues")->knows_places);
}

}  // namespace opexplore
