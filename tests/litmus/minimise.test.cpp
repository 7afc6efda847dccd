// Minimising by predicates whose smallest tests are known.
#include "litmus/generate/minimise/minimise.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "litmus/generate/minimise/report.hpp"
#include "litmus/generate/random_program.hpp"
#include "litmus/language/gpu_ptx_format/dialect.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/parts/flow.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/same_test.hpp"

namespace opexplore::minimise {

namespace {

using opexplore::testing::check_round_trips;

bool reached(const std::string& model, const Test& test) {
  const axioms::AxiomaticReport report = axioms::evaluate(axioms::load_model(model), test);
  return std::any_of(report.outcomes.begin(), report.outcomes.end(),
                     [&](const auto& outcome) { return holds(test.condition, outcome.values); });
}

/// The condition is reached, and not because everything else is gone.
bool weakly_reached(const Test& test) { return reached("ptx60", test) && !reached("sc", test); }

bool models_differ(const Test& test) {
  return axioms::values_of(axioms::evaluate(axioms::load_model("ptx60"), test)) !=
         axioms::values_of(axioms::evaluate(axioms::load_model("ptx75"), test));
}

std::size_t instructions(const Test& test) {
  std::size_t count = 0;
  for (const Thread& thread : test.program.threads) count += thread.instructions.size();
  return count;
}

template <class What>
std::size_t count_of(const Test& test) {
  std::size_t count = 0;
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (std::holds_alternative<What>(instruction.action)) ++count;
    }
  }
  return count;
}

/// What write() makes of the test, from the initial state on.
std::string body(const Test& test) {
  const std::string text = write(test);
  return text.substr(text.find('{'));
}

const char* const message_passing = R"(PTX MP+much
"Com=Rf Fr"
{
x=0; y=0; z=7;
}
 P0@cta 3,gpu 1        | P1@cta 0,gpu 0         | P2@cta 0,gpu 0 ;
 st.weak x, 1          | ld.acquire.gpu r0, y   | st.weak z, 2   ;
 fence.acq_rel.cta     | fence.sc.cta           | ld.weak r5, z  ;
 st.release.cta y, 1   | add r2, r0, 1          |                ;
 st.weak z, r9         | ld.relaxed.gpu r1, x   |                ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// `test` without one instruction; jumps past it lead one up.
Program without(const Program& program, std::size_t thread, std::size_t index) {
  Program result = program;
  std::vector<Instruction>& code = result.threads[thread].instructions;
  code.erase(code.begin() + static_cast<std::ptrdiff_t>(index));
  for (Instruction& instruction : code) {
    auto* const branch = std::get_if<Branch>(&instruction.action);
    if (branch != nullptr && branch->target > index) --branch->target;
  }
  return result;
}

}  // namespace

TEST_CASE("minimise: superfluous instructions go, and what is left gets simpler", "[minimise]") {
  const Test test = read(message_passing, "dir/mp.litmus");
  const Minimised small = minimise(test, Keep::condition, weakly_reached);
  CHECK(body(small.test) == R"({
 x=0;
 y=0;
 1:r0=0;
 1:r1=0;
}
 P0@cta 0,gpu 0      | P1@cta 0,gpu 1       ;
 st.weak x, 1        | ld.acquire.gpu r0, y ;
 st.release.sys y, 1 | ld.relaxed.sys r1, x ;
exists (1:r0=1 /\ 1:r1=0)
)");
  CHECK(small.test.name == "MP+much-min");
  CHECK(small.test.path == "dir/mp.litmus");
  CHECK(small.kept == Keep::condition);
  CHECK(small.minimal);
  CHECK(small.smallest);
  CHECK(report(small) ==
        "needed      P0:0  line 7   st.weak x, 1\n"
        "not needed  P0:1  line 8   fence.acq_rel.cta\n"
        "simplified  P0:2  line 9   st.release.cta y, 1  ->  st.release.sys y, 1\n"
        "not needed  P0:3  line 10  st.weak z, r9\n"
        "needed      P1:0  line 7   ld.acquire.gpu r0, y\n"
        "not needed  P1:1  line 8   fence.sc.cta\n"
        "not needed  P1:2  line 9   add r2, r0, 1\n"
        "simplified  P1:3  line 10  ld.relaxed.gpu r1, x  ->  ld.relaxed.sys r1, x\n"
        "not needed  P2:0  line 7   st.weak z, 2\n"
        "not needed  P2:1  line 8   ld.weak r5, z\n");
  check_round_trips(small.test);
}

TEST_CASE("minimise: what matters stays", "[minimise]") {
  // Of the two scopes that are wrong the load's remains, and the load acquires.
  const auto shows = [](const Test& test) {
    bool acquires = false;
    for (const Thread& thread : test.program.threads) {
      for (const Instruction& instruction : thread.instructions) {
        const auto* const load = std::get_if<Load>(&instruction.action);
        if (load != nullptr && load->order == Order::acquire) acquires = true;
      }
    }
    return acquires && weakly_reached(test);
  };
  const Minimised small = minimise(read(message_passing, "mp"), Keep::condition, shows);
  CHECK(small.fates[2].after == "st.release.sys y, 1");
  CHECK(small.fates[4].kind == Fate::Kind::needed);  // in another GPU
  CHECK(instructions(small.test) == 4);
}

TEST_CASE("minimise: a difference between two models", "[minimise]") {
  const Test test = read(R"(PTX MP+alias
{
x=0; y=0; xa @ generic aliases x; t @ texture aliases xa;
}
 P0@cta 0,gpu 0       | P1@cta 1,gpu 0       | P2@cta 2,gpu 0  ;
 st.relaxed.gpu xa, 2 | ld.acquire.gpu r0, y | ld.weak r0, y   ;
 st.release.gpu y, 1  | ld.weak r1, x        | tld.weak r1, t  ;
 fence.sc.gpu         | ld.weak r2, y        | st.weak y, r1   ;
filter (1:r2=1)
exists (1:r0=1 /\ 1:r1=0)
)",
                         "alias");
  const Minimised small = minimise(test, Keep::outcomes, models_differ);
  CHECK(models_differ(small.test));
  CHECK(small.kept == Keep::outcomes);
  CHECK(small.minimal);
  CHECK(small.smallest);
  // The other names, the other reader and the filter go; what needs a proxy fence stays.
  CHECK(body(small.test) == R"({
 x=0;
 y=0;
 xa @ generic aliases x;
 1:r0=0;
 1:r1=0;
}
 P0@cta 0,gpu 0      | P1@cta 0,gpu 0       ;
 st.weak xa, 1       | ld.acquire.sys r0, y ;
 st.release.sys y, 1 | ld.weak r1, x        ;
locations [ 1:r0; 1:r1; [x]; [y]; ]
exists (true)
)");
  check_round_trips(small.test);
}

TEST_CASE("minimise: where only the filtered outcomes count, the question stays", "[minimise]") {
  const auto filtered = [](const Test& test) { return test.filter && weakly_reached(test); };
  std::string text = message_passing;
  text.insert(text.find("exists"), "filter ([z]=2)\n");
  const Minimised small = minimise(read(text, "mp"), Keep::outcomes, filtered);
  CHECK(small.kept == Keep::condition);
  CHECK(small.test.filter);
  CHECK(small.minimal);
}

TEST_CASE("minimise: pointers, regions and predicates of GPU_PTX", "[minimise]") {
  const Test test = read(R"(GPU_PTX MP+addr
{
0: .reg .s32 r0;
0: .reg .b64 r1 = y;
1: .reg .s32 r0;
1: .reg .s32 r2;
1: .reg .b32 r4;
1: .reg .b64 r1 = y;
1: .reg .b64 r3 = x;
1: .reg .pred p0;
y = 0;
}
 T0                | T1                     ;
 st.cg.s32 [x],1   | ld.cg.s32 r0,[r1]      ;
 membar.cta        | setp.eq.s32 p0,r0,1    ;
 mov.s32 r0,1      | xor.b32 r4,r0,r0       ;
 st.cg.s32 [r1],r0 | add.s64 r3,r3,r4       ;
                   | @p0 ld.cg.s32 r2,[r3]  ;

ScopeTree
(device (cta (warp T0) (warp T1)))

x: shared, y: global

exists (1:r0=1 /\ 1:r2=0)
)",
                         "addr");
  // A guarded load through a pointer from shared memory, and a load that the guard depends on.
  const auto shows = [](const Test& smaller) {
    for (const Thread& thread : smaller.program.threads) {
      const std::vector<Instruction>& code = thread.instructions;
      for (std::size_t i = 1; i < code.size(); ++i) {
        const auto* const load = std::get_if<Load>(&code[i].action);
        const auto* const guard = std::get_if<Branch>(&code[i - 1].action);
        if (load == nullptr || guard == nullptr || !load->pointer || !guard->comparison) continue;
        const Address& address = smaller.program.addresses[load->address];
        if (smaller.program.locations[address.location].region != Region::shared) continue;
        return registers_read(code[i - 1].action).any() && count_of<Load>(smaller) == 2;
      }
    }
    return false;
  };
  const Minimised small = minimise(test, Keep::condition, shows, {}, gpu_ptx_dialect);
  CHECK(write(small.test, gpu_ptx_dialect) == R"(GPU_PTX MP+addr-min
"Minimised from MP+addr"
{
0: .reg .s32 r0;
0: .reg .s32 r2;
0: .reg .b64 r3 = x;
0: .reg .pred p0;
y = 0;
x = 0;
}
 T0                  ;
 ld.s32 r0, [y]      ;
 @p0 ld.s32 r2, [r3] ;

ScopeTree
(device (cta (warp T0)))

y: global, x: shared

exists (0:r0=1 /\ 0:r2=0)
)");
  CHECK(report(small, gpu_ptx_dialect) ==
        "not needed  T0:0  line 14  st.cg.s32 [x],1\n"
        "not needed  T0:1  line 15  membar.cta\n"
        "not needed  T0:2  line 16  mov.s32 r0,1\n"
        "not needed  T0:3  line 17  st.cg.s32 [r1],r0\n"
        "simplified  T1:0  line 14  ld.cg.s32 r0,[r1]  ->  ld.s32 r0, [y]\n"
        "not needed  T1:1  line 15  setp.eq.s32 p0,r0,1\n"
        "not needed  T1:2  line 16  xor.b32 r4,r0,r0\n"
        "not needed  T1:3  line 17  add.s64 r3,r3,r4\n"
        "needed      T1:4  line 18  @p0\n"
        "simplified  T1:5  line 18  ld.cg.s32 r2,[r3]  ->  ld.s32 r2, [r3]\n");
  check_round_trips(small.test);
}

TEST_CASE("minimise: a loop keeps its way back", "[minimise]") {
  const Test test = read(R"(PTX wait
{
}
 P0@cta 0,gpu 0        | P1@cta 1,gpu 0            ;
 st.weak x, 1          | mov r4, 3                 ;
 st.release.gpu y, 1   | LC0:                      ;
                       | fence.sc.gpu              ;
                       | ld.acquire.gpu r0, y      ;
                       | fence.sc.gpu              ;
                       | beq r0, 0, LC0            ;
                       | add r4, r4, 1             ;
                       | ld.weak r1, x             ;
exists (1:r0=1 /\ 1:r1=1)
)",
                         "wait");
  // A conditional way back past a load. It first leads to a fence that is not needed.
  const auto loops = [](const Test& smaller) {
    for (const Thread& thread : smaller.program.threads) {
      const std::vector<Instruction>& code = thread.instructions;
      for (std::size_t i = 0; i < code.size(); ++i) {
        const auto* const branch = std::get_if<Branch>(&code[i].action);
        if (branch == nullptr || !branch->comparison) continue;
        for (std::size_t inside = branch->target; inside < i; ++inside) {
          if (std::holds_alternative<Load>(code[inside].action)) return true;
        }
      }
    }
    return false;
  };
  const Minimised small = minimise(test, Keep::condition, loops);
  CHECK(body(small.test) == R"({
 y=0;
 0:r0=0;
 0:r1=0;
}
 P0@cta 0,gpu 0       ;
 LC0:                 ;
 ld.acquire.sys r0, y ;
 beq r0, 0, LC0       ;
exists (0:r0=1 /\ 0:r1=1)
)");
  CHECK(small.fates[6].kind == Fate::Kind::needed);
  check_round_trips(small.test);
}

TEST_CASE("minimise: registers of the condition that nothing writes", "[minimise]") {
  const Test test = read(R"(PTX reads
{ z=4; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 1,gpu 1 ;
 st.weak x, 1   | st.weak w, 1   | add r1, r0, 5  ;
 ld.weak r0, y  | ld.weak r0, x  |                ;
locations [0:r0; z;]
filter ([z]=4)
exists (0:r0=0 /\ 1:r0=0 /\ [z]=4 /\ [x]=1 /\ 2:r1=5)
)",
                         "reads");
  // Nothing needs to be read to read 0.
  const Minimised small =
      minimise(test, Keep::condition, [](const Test& smaller) { return reached("sc", smaller); });
  CHECK(body(small.test) == R"({
 x=0;
 1:r1=0;
}
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 st.weak x, 1   | mov r1, 5      ;
exists ([x]=1 /\ 1:r1=5)
)");
  check_round_trips(small.test);
}

TEST_CASE("minimise: a question that cannot get shorter stays", "[minimise]") {
  const Test test = read(R"(PTX asked
{ }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 ld.weak r0, x  | st.weak x, 1   ;
 ld.weak r1, y  |                ;
locations [ [y]; ]
filter (0:r1=0)
~exists (0:r0=1 \/ 0:r0=2)
)",
                         "asked");
  const auto shows = [](const Test& smaller) {
    return smaller.filter && smaller.shown == 2 && reached("sc", smaller);
  };
  const Minimised small = minimise(test, Keep::condition, shows);
  CHECK(body(small.test) == R"({
 x=0;
 y=0;
 0:r0=0;
 0:r1=0;
}
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 ld.weak r0, x  | st.weak x, 1   ;
locations [ [y]; ]
filter (0:r1=0)
~exists (0:r0=1 \/ 0:r0=2)
)");
}

TEST_CASE("minimise: the smallest of all subsets is found", "[minimise]") {
  const Test test = read(R"(PTX steps
{ }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 st.weak x, 1   | ld.weak r0, x  ;
 st.weak x, 2   | ld.weak r1, x  ;
 st.weak x, 3   | fence.sc.gpu   ;
exists (1:r0=1)
)",
                         "steps");
  // No single instruction, chunk or pair can go, but all but the fence and a store can.
  const auto shows = [](const Test& smaller) {
    const std::size_t left = instructions(smaller);
    return left == 6 ||
           (left == 2 && count_of<Fence>(smaller) == 1 && count_of<Store>(smaller) == 1);
  };
  const Minimised small = minimise(test, Keep::condition, shows);
  CHECK(instructions(small.test) == 2);
  CHECK(small.smallest);
  CHECK(small.minimal);

  Limits few;
  few.most_subsets = 1;
  const Minimised greedy = minimise(test, Keep::condition, shows, few);
  CHECK(instructions(greedy.test) == 6);
  CHECK_FALSE(greedy.smallest);
  CHECK(greedy.minimal);
}

TEST_CASE("minimise: limits", "[minimise]") {
  const Test test = read(message_passing, "mp");
  const Minimised whole = minimise(test, Keep::condition, weakly_reached);
  Limits limits;
  limits.most_tries = 3;
  const Minimised few = minimise(test, Keep::condition, weakly_reached, limits);
  CHECK(few.tried == 3);
  CHECK_FALSE(few.minimal);
  CHECK_FALSE(few.smallest);
  CHECK(weakly_reached(few.test));
  CHECK(few.fates.size() == whole.fates.size());

  unsigned polled = 0;
  Limits later;
  later.interrupted = [&] { return ++polled > 5; };
  const Minimised interrupted = minimise(test, Keep::condition, weakly_reached, later);
  CHECK(interrupted.tried <= 6);
  CHECK_FALSE(interrupted.minimal);
  CHECK(weakly_reached(interrupted.test));

  Limits never;
  never.interrupted = [] { return true; };
  const Minimised untouched = minimise(
      test, Keep::condition, [](const Test&) { return false; }, never);
  CHECK(instructions(untouched.test) == instructions(test));
  CHECK_FALSE(untouched.minimal);
}

TEST_CASE("minimise: the same every time", "[minimise]") {
  const Test test = read(message_passing, "mp");
  const Minimised first = minimise(test, Keep::outcomes, weakly_reached);
  const Minimised second = minimise(test, Keep::outcomes, weakly_reached);
  CHECK(write(first.test) == write(second.test));
  CHECK(report(first) == report(second));
  CHECK(first.tried == second.tried);
}

TEST_CASE("minimise: random programs become minimal and stay readable", "[minimise][random]") {
  const auto differs = [](const Test& test) {
    return axioms::values_of(axioms::evaluate(axioms::load_model("sc"), test)) !=
           axioms::values_of(axioms::evaluate(axioms::load_model("ptx60"), test));
  };
  const random_programs::Profile* const profile = random_programs::find_profile("thesis");
  REQUIRE(profile != nullptr);
  unsigned found = 0;
  for (std::uint64_t seed = 1; found < 100; ++seed) {
    const Test test = random_programs::generate(*profile, seed);
    if (!differs(test)) continue;
    ++found;
    Limits limits;
    limits.most_subsets = 64;
    const Minimised small = minimise(test, Keep::outcomes, differs, limits);
    INFO(write(test) << write(small.test));
    REQUIRE(differs(small.test));
    REQUIRE(small.minimal);
    check_round_trips(small.test);
    for (std::size_t t = 0; t < small.test.program.threads.size(); ++t) {
      for (std::size_t i = 0; i < small.test.program.threads[t].instructions.size(); ++i) {
        const Program smaller = without(small.test.program, t, i);
        CHECK_FALSE(differs(random_programs::completed(smaller, "smaller")));
      }
    }
  }
}

TEST_CASE("minimise: whatever is asked, the result is a readable test", "[minimise][random]") {
  // Answers that follow no rule lead through all changes there are.
  random_programs::Profile profile = random_programs::readable();
  profile.least_instructions = 6;
  profile.most_instructions = 14;
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    if (seed > 60) {
      profile.several = 25;
      profile.shared = 0;  // all threads read the addresses
    }
    Test test = random_programs::generate(profile, seed);
    const Keep keep = seed % 2 == 0 ? Keep::condition : Keep::outcomes;
    unsigned answers = 0;
    const auto shows = [&](const Test& smaller) {
      return answers++ == 0 || (md5(body(smaller))[0] < '7' && instructions(smaller) > 2);
    };
    Limits limits;
    limits.most_subsets = 16;
    limits.most_tries = 400;
    const Minimised small = minimise(test, keep, shows, limits);
    INFO(write(test));
    check_round_trips(small.test);
    CHECK(small.tried == answers);
    std::size_t left = 0;
    for (const Fate& fate : small.fates) {
      if (fate.kind != Fate::Kind::removed) ++left;
    }
    CHECK(left == instructions(small.test));
    CHECK(small.fates.size() == instructions(test));
  }
}

TEST_CASE("minimise: no instruction goes whose loss lets a pointer lead to more locations",
          "[minimise]") {
  // Without one of the jumps that the last access becomes it would become jumps again.
  const Test test = read(R"(PTX PtrMP+rel+rlx
{ node = 0; other = 3; p = other; 0:r0 = node; }
 P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;
 st.weak node, 1      | ld.relaxed.gpu r0, p ;
 st.release.gpu p, r0 | ld.weak r1, [r0]     ;
exists (1:r0=node /\ 1:r1=0)
)",
                         "test.litmus");
  REQUIRE(instructions(test) == 7);
  const Minimised small = minimise(test, Keep::condition, weakly_reached);
  CHECK(body(small.test) == R"({
 node=0;
 p=0;
 0:r0=node;
 1:r0=0;
 1:r1=0;
}
 P0@cta 0,gpu 0       | P1@cta 0,gpu 0       ;
 st.weak node, 1      | ld.relaxed.sys r0, p ;
 st.release.sys p, r0 | ld.weak r1, node     ;
exists (1:r0=4096 /\ 1:r1=0)
)");
  CHECK(small.smallest);
  check_round_trips(small.test);
}

}  // namespace opexplore::minimise
