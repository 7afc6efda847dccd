// Reductions that are almost right: for each a program that shows it. Under the wrong rule, the
// program would lose an outcome that it has, or get one that it has not, or a question about it
// would be answered with No instead of Ok.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/search/goal_directed.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/axiomatic.hpp"
#include "tests/oracle/litmus_text.hpp"
#include "tests/outcome_values.hpp"
#include "tests/random/reductions.hpp"

namespace opexplore::random_programs {

namespace {

/// A wrong rule, a program that shows it, and all that the program may end with.
struct Shown {
  std::string_view rule;
  std::string_view declarations, threads, observed;
  std::set<Outcome> outcomes;
};

const std::vector<Shown>& shown() {
  static const std::vector<Shown> all{
      // Which threads go first (ample_threads).
      //
      // The fence of thread 0 would always come first in the Fence-SC order, and thread 1 would
      // always read 1.
      {"a fence.sc conflicts with nothing",
       "x=0; y=0;",
       "0,0: st.relaxed.gpu x, 1; fence.sc.gpu; ld.relaxed.gpu r0, y || "
       "1,0: st.relaxed.gpu y, 1; fence.sc.gpu; ld.relaxed.gpu r0, x",
       "0:r0; 1:r0;",
       {{0, 1}, {1, 0}, {1, 1}}},
      // Thread 1 stands at its load of y, so nobody would be about to write x, and thread 0 would
      // read 0.
      {"a load conflicts with the next instruction of others alone",
       "x=0; y=0;",
       "0,0: ld.weak r0, x || 1,0: ld.weak r0, y; st.weak x, 1 || 2,0: st.weak y, 1",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
      // Whichever thread had the lower number would always be the first to exchange.
      {"a read-modify-write conflicts with nothing, like a store",
       "x=0;",
       "0,0: atom.relaxed.gpu.exch r0, x, 1 || 1,0: atom.relaxed.gpu.exch r0, x, 2",
       "0:r0; 1:r0;",
       {{0, 1}, {2, 0}}},
      // Nobody writes xa; thread 1 writes what lies there.
      {"a load conflicts with writes of its virtual address alone",
       "x=0; y=0; xa @ generic aliases x;",
       "0,0: ld.weak r0, xa || 1,0: ld.weak r0, y; st.weak x, 1 || 2,0: st.weak y, 1",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
      // Four threads, two generations of two. Arriving in the order of their numbers, threads 0 and
      // 1 would always meet, and thread 1 would always read 1.
      {"a barrier with a quorum conflicts with nothing",
       "x=0;",
       "0,0: st.weak x, 1; bar.cta.sync 0, 1, 2 || 0,0: bar.cta.sync 0, 1, 2; ld.weak r0, x || "
       "0,0: bar.cta.sync 0, 1, 2 || 0,0: bar.cta.sync 0, 1, 2",
       "1:r0;",
       {{0}, {1}}},
      // The end of thread 0 opens barrier 1, to which it never comes, so that its last load may
      // read
      // what is stored behind it.
      {"who comes to as many barriers as another comes to the same",
       "x=0;",
       "0,0: ld.weak r0, x; bar.cta.arrive 0; ld.weak r1, x || 0,0: bar.cta.sync 1; st.weak x, 1",
       "0:r0; 0:r1;",
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
      // The fence behind the barrier may come first in the Fence-SC order, though the end of
      // thread 1, which has one as well, opens the barrier.
      {"who ends has done all before others go on",
       "y=0;",
       "0,0: bar.cta.sync 0; fence.sc.sys; ld.relaxed.gpu r0, y || "
       "0,0: atom.relaxed.gpu.max r0, y, 2; fence.sc.cta",
       "0:r0;",
       {{0}, {2}}},
      // Thread 1 waits for thread 2, and writes x then: thread 0 has to wait for thread 2 as well.
      {"a thread that waits at a barrier conflicts with nothing",
       "x=0; y=0;",
       "0,0: ld.weak r0, x || 1,0: bar.cta.sync 0; st.weak x, 1 || "
       "1,0: ld.weak r0, y; bar.cta.sync 0 || 2,0: st.weak y, 1",
       "0:r0; 2:r0;",
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},

      // Loads that wait for each other (await_writes).
      //
      // The load of thread 0 would never read what thread 1 writes behind its own.
      {"the first of several loads that wait for each other reads what is there",
       "x=0; y=0;",
       "0,0: ld.relaxed.gpu r0, x; fence.acq_rel.gpu; st.relaxed.gpu y, 1 || "
       "1,0: ld.relaxed.gpu r0, y; fence.acq_rel.gpu; st.relaxed.gpu x, 1",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}, {1, 0}}},
      // Thread 0 passes over x=1, and what it reads then is x=2 or x=3.
      {"a load that was put off reads the first write to come alone",
       "x=0; y=0;",
       "0,0: ld.relaxed.gpu r0, x; fence.acq_rel.gpu; st.relaxed.gpu y, 1 || "
       "1,0: st.relaxed.gpu x, 1; ld.relaxed.gpu r0, y; fence.acq_rel.gpu; "
       "st.relaxed.gpu x, 2; st.relaxed.gpu x, 3",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {3, 0}}},

      // SC fences in an order that is left open (lazy_fences).
      //
      // Each two fences could be ordered as the loads ask, but not all three.
      {"of three fences what follows from two pairs is not noted",
       "x=0; y=0; z=0;",
       "0,0: st.relaxed.gpu x, 1; fence.sc.gpu; ld.relaxed.gpu r0, y || "
       "1,0: st.relaxed.gpu y, 1; fence.sc.gpu; ld.relaxed.gpu r0, z || "
       "2,0: st.relaxed.gpu z, 1; fence.sc.gpu; ld.relaxed.gpu r0, x",
       "0:r0; 1:r0; 2:r0;",
       {{0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}}},
      // Thread 1 has no fence. It comes after that of thread 0, which it knows by the release.
      {"an event comes after the fences of its own thread alone",
       "x=0; y=0; z=0;",
       "0,0: st.relaxed.gpu x, 1; fence.sc.gpu; st.release.gpu y, 1 || "
       "1,0: ld.acquire.gpu r0, y; ld.relaxed.gpu r1, z || "
       "2,0: st.relaxed.gpu z, 1; fence.sc.gpu; ld.relaxed.gpu r0, x",
       "1:r0; 1:r1; 2:r0;",
       {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}}},
      // What thread 1 reads behind its fence, and thread 2 has known before its own, decides which
      // of them comes first; and so the other way round.
      {"what was read behind a fence says nothing of fences to come",
       "x=0; y=0;",
       "0,0: st.relaxed.gpu x, 1 || "
       "1,0: ld.relaxed.gpu r0, x; fence.sc.gpu; ld.relaxed.gpu r1, y || "
       "2,0: ld.relaxed.gpu r0, y; fence.sc.gpu; ld.relaxed.gpu r1, x || "
       "3,0: st.relaxed.gpu y, 1",
       "1:r0; 1:r1; 2:r0; 2:r1;",
       {{0, 0, 0, 0},
        {0, 0, 0, 1},
        {0, 0, 1, 0},
        {0, 0, 1, 1},
        {0, 1, 0, 0},
        {0, 1, 0, 1},
        {0, 1, 1, 0},
        {0, 1, 1, 1},
        {1, 0, 0, 0},
        {1, 0, 0, 1},
        {1, 0, 1, 1},
        {1, 1, 0, 0},
        {1, 1, 0, 1},
        {1, 1, 1, 0},
        {1, 1, 1, 1}}},
      // Each store could come first at its location.
      {"a write says nothing of the fence before it",
       "x=0; y=0;",
       "0,0: st.relaxed.gpu x, 1; fence.sc.gpu; st.relaxed.gpu y, 2 || "
       "1,0: st.relaxed.gpu y, 1; fence.sc.gpu; st.relaxed.gpu x, 2",
       "x; y;",
       {{1, 2}, {2, 1}, {2, 2}}},
      // Were the fence of thread 2 first, causality would lead from the load of y in thread 1 to
      // the
      // store that it reads.
      {"a write behind a fence may be known before a fence that comes first",
       "x=0; y=0; z=0; w=0;",
       "0,0: st.relaxed.gpu w, 1; fence.sc.gpu; st.relaxed.gpu y, 1; ld.relaxed.gpu r0, x || "
       "1,0: ld.relaxed.gpu r0, y; st.release.gpu z, r0 || "
       "2,0: ld.relaxed.gpu r0, z; beq r0, 0, END; st.relaxed.gpu x, 1; fence.sc.gpu; "
       "ld.relaxed.gpu r1, w; END:",
       "0:r0; 1:r0; 2:r0; 2:r1;",
       {{0, 0, 0, 0}, {0, 1, 0, 0}, {0, 1, 1, 1}, {1, 1, 1, 1}}},
      // The same, though thread 1 does not come to know the store by reading it.
      {"a write behind a fence may have been read before a fence that comes first",
       "x=0; y=0; z=0; w=0;",
       "0,0: st.relaxed.gpu w, 1; fence.sc.gpu; st.relaxed.gpu y, 1; ld.relaxed.gpu r0, x || "
       "1,0: ld.weak r0, y; st.release.gpu z, r0 || "
       "2,0: ld.relaxed.gpu r0, z; beq r0, 0, END; st.relaxed.gpu x, 1; fence.sc.gpu; "
       "ld.relaxed.gpu r1, w; END:",
       "0:r0; 1:r0; 2:r0; 2:r1;",
       {{0, 0, 0, 0}, {0, 1, 0, 0}, {0, 1, 1, 1}, {1, 1, 1, 1}}},
      // Nothing orders these fences.
      {"fences are ordered whatever their scopes",
       "x=0; y=0;",
       "0,0: st.relaxed.gpu x, 1; fence.sc.cta; ld.relaxed.gpu r0, y || "
       "1,0: st.relaxed.gpu y, 1; fence.sc.cta; ld.relaxed.gpu r0, x",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
      // If thread 0 reads 0, its fence comes first, and so its store to x does.
      {"the order of fences is left open though it orders writes that race",
       "x=0; z=0;",
       "0,0: st.weak x, 1; fence.sc.gpu; ld.relaxed.gpu r0, z || "
       "1,0: st.relaxed.gpu z, 1; fence.sc.gpu; st.weak x, 2",
       "0:r0; x;",
       {{0, 2}, {1, 1}, {1, 2}}},
      // What is known of x says nothing to a load through another name.
      {"the order of fences is left open though a location has two names",
       "x=0; y=0; xa @ generic aliases x;",
       "0,0: st.relaxed.gpu x, 1; fence.sc.gpu; ld.relaxed.gpu r0, y || "
       "1,0: st.relaxed.gpu y, 1; fence.sc.gpu; ld.relaxed.gpu r0, xa",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
      // A fence that runs twice comes before the other one once, and after it the next time.
      {"the order of fences is left open though one is in a loop",
       "x=0; y=0;",
       "0,0: L: fence.sc.gpu; ld.relaxed.gpu r0, y; add r1, r1, 1; st.relaxed.gpu x, r1; "
       "blt r1, 2, L || 1,0: st.relaxed.gpu y, 1; fence.sc.gpu; ld.relaxed.gpu r0, x",
       "0:r0; 1:r0;",
       {{0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}},

      // Loads that are no steps (skip_dead_loads).
      //
      // The first load of f observes 1 and acquires nothing, the second one has to read it again
      // and acquires: x is 1. Nobody asks for what the second one reads.
      {"an acquire load is skipped if nobody needs its register",
       "x=0; f=0;",
       "0,0: st.weak x, 1; st.release.gpu f, 1 || "
       "1,0: ld.relaxed.gpu r0, f; ld.acquire.gpu r1, f; ld.weak r2, x",
       "1:r0; 1:r2;",
       {{0, 0}, {0, 1}, {1, 1}}},
      // Thread 2 gets to know f=1 from thread 1, but not what was released with it; it must read 1
      // then, and this load and the fence are an acquire pattern.
      {"a strong load is skipped though an acquiring fence is to come",
       "x=0; f=0; g=0;",
       "0,0: st.weak x, 1; st.release.gpu f, 1 || "
       "1,0: ld.relaxed.gpu r0, f; st.release.gpu g, 1 || "
       "2,0: ld.acquire.gpu r0, g; ld.relaxed.gpu r1, f; fence.acq_rel.gpu; ld.weak r2, x",
       "1:r0; 2:r0; 2:r2;",
       {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 1}}},

      // What a thread has to remember (relevance, erase_writes).
      //
      // Thread 1 accesses no x, and has to tell thread 2 of it.
      {"a view keeps what its thread will access, though it passes it on",
       "x=0; y=0; z=0;",
       "0,0: st.weak x, 1; st.release.gpu y, 1 || "
       "1,0: ld.acquire.gpu r0, y; st.release.gpu z, 1 || "
       "2,0: ld.acquire.gpu r0, z; ld.weak r1, x",
       "1:r0; 2:r0; 2:r1;",
       {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 1}}},
      // Behind its load nobody accesses f; what was released with it is acquired by the fence.
      {"a write is erased though it was observed and a fence is to come",
       "x=0; f=0;",
       "0,0: st.weak x, 1; st.release.gpu f, 1 || "
       "1,0: ld.relaxed.gpu r0, f; fence.acq_rel.gpu; ld.weak r1, x",
       "1:r0; 1:r1;",
       {{0, 0}, {0, 1}, {1, 1}}},

      // Stores that go before loads (hoist_stores).
      //
      // A load does not read a later store of its own thread.
      {"a store goes before a load of the same location",
       "x=0;",
       "0,0: ld.weak r0, x; st.weak x, 1 || 1,0: ld.weak r0, x",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}}},
      // With the store before the acquire load, both threads could read 1.
      {"a store goes before an acquire load",
       "x=0; y=0;",
       "0,0: ld.relaxed.gpu r0, x; fence.acq_rel.gpu; st.relaxed.gpu y, 1 || "
       "1,0: ld.acquire.gpu r0, y; st.relaxed.gpu x, 1",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}, {1, 0}}},
      // The load belongs to what is released.
      {"a release store goes before a load",
       "x=0; y=0;",
       "0,0: ld.relaxed.gpu r0, x; st.release.gpu y, 1 || "
       "1,0: ld.relaxed.gpu r0, y; fence.acq_rel.gpu; st.relaxed.gpu x, 1",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}, {1, 0}}},

      // What may still be (goals).
      //
      // Fences of the wide scope have made x=1 known to the GPU, and the narrow one does not learn
      // it: thread 1 may still read 0, whichever thread goes first.
      {"a fence.sc to come learns what is known in any scope",
       "x=0; y=0;",
       "0,0: st.relaxed.gpu x, 1; fence.sc.gpu; ld.relaxed.gpu r0, y || "
       "1,0: st.relaxed.gpu y, 1; fence.sc.cta; ld.relaxed.gpu r0, x",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
      {"a fence.sc to come learns what is known in any scope, the other way round",
       "x=0; y=0;",
       "0,0: st.relaxed.gpu x, 1; fence.sc.cta; ld.relaxed.gpu r0, y || "
       "1,0: st.relaxed.gpu y, 1; fence.sc.gpu; ld.relaxed.gpu r0, x",
       "0:r0; 1:r0;",
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
      // The first value is needed, so its load is a step; the register gets another one.
      {"a register is final though a load will overwrite it",
       "x=0; y=0; z=0;",
       "0,0: ld.weak r0, x; st.weak z, r0; ld.weak r0, y || 1,0: st.weak y, 1",
       "0:r0;",
       {{0}, {1}}},
      {"a register is final though arithmetic will overwrite it",
       "x=0; z=0;",
       "0,0: ld.weak r0, x; st.weak z, r0; add r0, r0, 1 || 1,0: st.weak x, 1",
       "0:r0;",
       {{1}, {2}}},
      {"a register is final though an atomic will overwrite it",
       "x=0; z=0;",
       "0,0: ld.weak r0, x; st.weak z, r0; atom.relaxed.gpu.add r0, x, 2 || "
       "1,0: atom.relaxed.gpu.exch r0, x, 1",
       "0:r0; 1:r0;",
       {{0, 2}, {1, 0}}},
      {"a register is final though a load behind a branch may overwrite it",
       "x=0; y=0; z=0;",
       "0,0: ld.weak r0, x; st.weak z, r0; bne r0, 0, END; ld.weak r0, y; END: || "
       "1,0: st.weak x, 2; st.weak y, 1",
       "0:r0;",
       {{0}, {1}, {2}}},
      {"a register is final though the loop will come round",
       "x=0;",
       "0,0: L: ld.relaxed.gpu r0, x; add r1, r1, 1; blt r1, 2, L || 1,0: st.relaxed.gpu x, 1",
       "0:r0;",
       {{0}, {1}}},
  };
  return all;
}

Test test_of(const Shown& shown) {
  return read(oracle::litmus_text("shown", shown.declarations, shown.threads,
                                  "locations [" + std::string(shown.observed) + "]\nforall (true)"),
              "shown");
}

// All outcomes that are made of values of these, each observable for itself.
std::set<Outcome> combined(const std::set<Outcome>& outcomes) {
  std::set<Outcome> all{{}};
  for (std::size_t i = 0; i < outcomes.begin()->size(); ++i) {
    std::set<Outcome> longer;
    for (Outcome part : all) {
      part.push_back(0);
      for (const Outcome& outcome : outcomes) {
        part.back() = outcome[i];
        longer.insert(part);
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace

TEST_CASE("reductions: programs that show wrong rules have the outcomes they should",
          "[reductions][ptx]") {
  const MachineEntry* const machine = find_machine("ptx-proxy");
  REQUIRE(machine != nullptr);
  for (const Shown& program : shown()) {
    CAPTURE(program.rule);
    const Test test = test_of(program);
    CHECK(oracle::outcomes(test, oracle::ptx75()) == program.outcomes);
    ExploreOptions plain;
    plain.machine = without_reductions({});
    CHECK(outcome_values(machine->explore(test, plain)) == program.outcomes);
    for (const Variant& variant : variants()) {
      CAPTURE(variant.name);
      ExploreOptions options;
      options.machine = variant.options;
      CHECK(outcome_values(machine->explore(test, options)) == program.outcomes);
    }
  }
}

TEST_CASE("reductions: questions about programs that show wrong rules are answered as they should",
          "[reductions][ptx]") {
  const MachineEntry* const machine = find_machine("ptx-proxy");
  REQUIRE(machine != nullptr);
  ExploreOptions options;
  options.machine.goal = true;
  options.verdict_only = true;
  for (const Shown& program : shown()) {
    CAPTURE(program.rule);
    for (const Outcome& values : combined(program.outcomes)) {
      Test test = asking_for(test_of(program), values);
      CAPTURE(condition_line(test));
      const bool possible = program.outcomes.contains(values);
      CHECK(verdict(test, machine->explore(test, options)).ok == possible);
      test.quantifier = Quantifier::not_exists;
      CHECK(verdict(test, machine->explore(test, options)).ok == !possible);
    }
  }
}

}  // namespace opexplore::random_programs
