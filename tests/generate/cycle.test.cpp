// Cycles give the programs of the textbooks.
#include "litmus/generate/cycle.hpp"

#include <map>
#include <optional>
#include <string>

#include "litmus/generate/families.hpp"
#include "litmus/generate/random_numbers.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/generate/collected.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/locations.hpp"

namespace opexplore::generate {

using testing::collected;
using testing::cycle_test;
using testing::reachable;

namespace {

Test corpus_test(const std::string& name) {
  return read_file(std::string(opexplore::testing::source_folder) + "/litmus/ptx/" + name +
                   ".litmus");
}

// The message of a cycle that is refused.
std::string refusal(const std::string& cycle) {
  try {
    collected(CycleTests{cycle, {}});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string name(const std::string& cycle) { return cycle_test(cycle).name; }

}  // namespace

TEST_CASE("cycles give the tests of the corpus", "[generate]") {
  const std::map<std::string, std::string> files{
      {"PodWW rel.gpu Rfe acq.gpu PodRR Fre", "MP"},
      {"PodWR Fre PodWR Fre", "classic/SB+weaks-p0::p1"},
      {"PodRW Rfe PodRW Rfe", "classic/LB+weaks-p0::p1"},
      {"rlx.gpu fence.sc.gpudWR rlx.gpu Fre rlx.gpu fence.sc.gpudWR rlx.gpu Fre",
       "baseline/SB+sc.gpus-p0::p1"},
      {"rlx.gpu fence.sc.gpudWW rlx.gpu Coe rlx.gpu fence.sc.gpudWR rlx.gpu Fre",
       "classic/R+sc.gpus-p0::p1"},
      {"PodWW Coe PodWW Coe", "classic/2+2W+weaks-p0::p1"},
      {"Rfe PodRW Rfe PodRR Fre", "baseline/WRC+weaks-p0::p1::p2"},
      {"PodWW rel.gpu Rfe rlx.gpu fence.sc.gpudRR rlx.gpu Fre rlx.gpu fence.sc.gpudWR Fre",
       "classic/W+RWC+rel.gpu+sc.gpus-p0::p1::p2"},
      {"rlx.gpu Rfe acq.gpu PodRR rlx.gpu Fre rlx.gpu Rfe acq.gpu PodRR rlx.gpu Fre", ""},
      {"rlx.gpu Rfe rlx.gpu PosRR rlx.gpu Fre", "baseline/CoRR+rlx.gpus-p0::p1"},
      {"rlx.gpu PosRW rlx.gpu Coe rlx.gpu Rfe", "classic/CoRW2+rlx.gpus-p0::p1"},
      {"PosRW Rfi", "classic/CoRW1-p0"},
      {"rlx.gpu fence.sc.gpudWW rlx.gpu Coe rlx.gpu fence.sc.gpudWW rlx.gpu Coe rlx.gpu "
       "fence.sc.gpudWW rlx.gpu Coe",
       "classic/3.2W+sc.gpus-p0::p1::p2"},
      {"PodWW rel.gpu Rfe acq.gpu PodRW rel.gpu Rfe acq.gpu PodRR Fre",
       "classic/ISA2+rel.gpu+acq.gpu-rel.gpu+acq.gpu-p0::p1::p2"}};
  for (const auto& [cycle, file] : files) {
    if (file.empty()) continue;
    CAPTURE(cycle, file);
    const Test expected = corpus_test(file);
    const Test test = cycle_test(cycle);
    CHECK(hash(test) == hash(expected));
    CHECK(to_string(test.condition, test) == to_string(expected.condition, expected));
  }
}

TEST_CASE("the value a read finds through the inverse of Rf is that of the other thread",
          "[generate]") {
  const Test test = cycle_test("PosWR Rfe^-1 Coe");
  CHECK(test.name == "CoWR");
  CHECK(condition_line(test) == "exists (0:r0=1 /\\ [x]=2)");
  CHECK(hash(test) == hash(read("PTX CoWR\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                                " st.weak x, 2 | st.weak x, 1 ;\n ld.weak r0, x | ;\n"
                                "exists (0:r0=1 /\\ [x]=2)\n",
                                "CoWR")));
}

TEST_CASE("dependencies go through registers", "[generate]") {
  const Test test = cycle_test("DpDatadW rel.gpu Rfe DpCtrldW Rfe DpAddrdW Rfe");
  CHECK(test.name == "3.LB+data-rel.gpu+ctrl+addr");
  CHECK(hash(test) ==
        hash(read("PTX three\n{ x = 0; y = 0; z = 0; 0: .reg .b64 r1; 2: .reg .b64 r1;\n"
                  " 2: .reg .b64 r2 = x; }\n"
                  " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
                  " ld.weak r0, x | ld.weak r0, y | ld.weak r0, z ;\n"
                  " xor.b64 r1, r0, r0 | setp.eq p1, r0, 1 | xor.b64 r1, r0, r0 ;\n"
                  " add r2, r1, 1 | @p1 st.weak z, 1 | add.u64 r2, r2, r1 ;\n"
                  " st.release.gpu y, r2 | | st.weak [r2], 1 ;\n"
                  "exists (0:r0=1 /\\ 1:r0=1 /\\ 2:r0=1)\n",
                  "three")));
  const Test read_after = cycle_test("PodWW Rfe DpAddrdR Fre");
  CHECK(std::get<Load>(read_after.program.threads[1].instructions.back().action).pointer);
}

TEST_CASE("atomics replace what comes before them in coherence order", "[generate]") {
  const Test update = cycle_test("PodWW Rfe Amo.add.acq_rel.gpu Rfe PodRR Fre");
  CHECK(condition_line(update) == "exists (1:r0=1 /\\ 2:r0=2 /\\ 2:r1=0 /\\ [y]=2)");
  CHECK(update.program.threads[1].instructions.size() == 1);
  const Test write = cycle_test("PodWW exch.rel.gpu Coe exch.rlx.gpu PodWR Fre");
  CHECK(condition_line(write) == "exists (0:r0=0 /\\ 1:r0=1 /\\ 1:r1=0 /\\ [y]=2)");
  const Test both = cycle_test("PodWW Rfe add.acq.gpu PodRR exch.rlx.sys Fre");
  CHECK(condition_line(both) == "exists (1:r0=1 /\\ 1:r1=0 /\\ [x]=2 /\\ [y]=2)");
  // Three writes, of which the inner one is atomic.
  const Test three = cycle_test("Coe exch.rlx.gpu Coe PodWR Fre PodWR Fre");
  CHECK(three.name.starts_with("Wx-Co-Wx-Co-WxRy-Fr-WyRx-Fr+"));
  CHECK(!reachable(three));
}

TEST_CASE("accesses go through aliases and other proxies", "[generate]") {
  const Test test = cycle_test("fence.proxy.constantdWW rel.gpu Rfe acq.gpu PodRR const Fre");
  CHECK(test.name == "MP+fence.proxy.constant-rel.gpu+acq.gpu-const");
  const Program& program = test.program;
  REQUIRE(program.addresses.size() == 3);
  CHECK(program.addresses[1].name == "xc");
  CHECK(program.addresses[1].proxy == Proxy::constant);
  CHECK(program.addresses[1].location == 0);
  const Test alias = cycle_test("PodWR alias Fre PodWR Fre");
  CHECK(alias.name == "SB+weak-alias+po");
}

TEST_CASE("tests are named by family and threads", "[generate]") {
  for (const Family& family : families()) {
    CAPTURE(family.name);
    CHECK(name(std::string(family.cycle)) == family.name);
  }
  CHECK(name("Fre PodWW Rfe PodRR") == "MP");
  CHECK(name("Fre PodWR Fre fence.sc.gpudWR") == "SB+fence.sc.gpu+po");
  CHECK(name("membar.gldWR Fre membar.gldWR Fre") == "SB+fence.sc.gpus");
  CHECK(name("PodWW rel.gpu Rfe PodRR Fre") == "MP+rel.gpu+po");
  CHECK(name("rlx.cta PodWR rlx.cta Fre rlx.cta PodWR rlx.cta Fre") == "SB+rlx.ctas");
  CHECK(name("rlx.cta PodWR rlx.gpu Fre PodWR Fre") == "SB+rlx.cta-rlx.gpu+po");
  CHECK(name("PodWR rlx.gpu Fre PodWR rlx.gpu Fre") == "SB+weak-rlx.gpus");
  CHECK(name("Rfe DpDatadW Rfe DpAddrdR Fre") == "WRC+data+addr");
  CHECK(name("rlx.gpu Rfe PodRW Rfe PodRR Fre") == "WRC+rlx.gpu+po+po");
  CHECK(name("Rfe acq.gpu PodRW rel.gpu Rfe acq.gpu PodRR Fre") ==
        "WRC+weak+acq.gpu-rel.gpu+acq.gpu");
  CHECK(name("Rfi PodRR Fre Rfi PodRR Fre") == "WxRxRy-Fr-WyRyRx-Fr+rfi-pos");
  CHECK(name("PodWW Rfi PodRW Coe PodWR Fre") == "WxWyRyWz-Co-WzRx-Fr+po-rfi-po+po");
}

TEST_CASE("no interleaving has a cycle", "[generate]") {
  for (const Family& family : families()) {
    CAPTURE(family.name);
    CHECK(!reachable(cycle_test(std::string(family.cycle))));
  }
  for (const std::string cycle :
       {"Rfi PodRR Fre Rfi PodRR Fre", "PodWW Rfi PodRW Coe PodWR Fre",
        "PodWW Coi PodWR Fre PodWR Fre", "PodWW Rfe PosRR PodRR Fre", "Rfe PosRR Fre Rfe PosRR Fre",
        "PodWR Fri PodWW Rfe PodRR Fre", "PodWW Rfe Amo.exch.rlx.gpu Coe PodWR Fre",
        "add.rlx.gpu PodWR add.rlx.gpu Fre PodWR Fre"}) {
    CAPTURE(cycle);
    CHECK(!reachable(cycle_test(cycle)));
  }
}

TEST_CASE("no interleaving has a cycle, whatever it is", "[generate][random]") {
  const std::vector<std::string> names = edge_names();
  const std::vector<std::string> forms{"rlx.gpu",     "acq.gpu",      "rel.sys", "exch.rlx.gpu",
                                       "add.acq.gpu", "exch.rel.sys", "alias",   "sur"};
  std::size_t accepted = 0;
  random_programs::Random random(1);
  for (int number = 0; number < 20'000; ++number) {
    std::string cycle;
    std::optional<bool> write;
    for (unsigned length = 2 + random.below(6); length != 0;) {
      // Words are drawn until one fits to the end of the last edge.
      const std::string word = random.chance(5)    ? "Amo.add.acq_rel.gpu"
                               : random.chance(80) ? names[random.below(18)]  // not fences
                                                   : random.pick(names);
      const auto edge = parse_edge(word);
      if (!edge || (write && edge->source_writes != *write)) continue;
      if (random.chance(15)) cycle += random.pick(forms) + " ";
      cycle += word + " ";
      write = edge->target_writes;
      --length;
    }
    try {
      for_each_test(CycleTests{cycle, {}}, [&](const Test& test) {
        CAPTURE(cycle);
        ++accepted;
        // Barriers for one thread of two may leave it waiting: then there is no outcome.
        CHECK(!reachable(test));
        if (accepted % 10 == 0) opexplore::testing::check_round_trips(test);
        return true;
      });
    } catch (const InputError& error) {
      CHECK(error.path == "cycle");
    }
  }
  CHECK(accepted > 500);
}

TEST_CASE("cycles that make no test are refused where they go wrong", "[generate]") {
  const std::map<std::string, std::string> refusals{
      {"", "cycle:1:1: a cycle has two edges or more; write for instance PodWW Rfe PodRR Fre"},
      {"PodWW", "cycle:1:1: a cycle has two edges or more; write for instance PodWW Rfe PodRR Fre"},
      {"PodWX Rfe", "cycle:1:1: unknown edge 'PodWX'; did you mean 'PodWW'?"},
      {"PodWW Rfe acq.gp PodRR Fre", "cycle:1:11: unknown edge 'acq.gp'; did you mean 'acq.gpu'?"},
      {"PodWW Rfe PodWR Fre",
       "cycle:1:11: 'Rfe' ends in a read, and 'PodWR' begins with a write; neighbours share an "
       "access"},
      {"PodWW acq.gpu Rfe PodRR Fre",
       "cycle:1:15: a write cannot be 'acq.gpu'; writes are weak, rlx.S, rel.S, or atomics"},
      {"PodWW Rfe tex acq.gpu PodRR Fre",
       "cycle:1:15: two forms of one access; an edge stands between accesses"},
      {"rlx.gpu PodWW Rfe PodRR Fre rel.gpu",
       "cycle:1:9: two forms of one access; the last edge leads to the first access"},
      {"PodWR Fre",
       "cycle:1:1: with one external edge the cycle leaves a thread and cannot return; use two "
       "external edges or more, or none"},
      {"PosWR Fre PodWR Fre",
       "cycle:1:1: with one edge to another location the cycle cannot return; use two such edges "
       "or more, or none"},
      {"PodWW PodWW",
       "cycle:1:1: program order alone makes no cycle; add a communication: Rfe, Coe, Fre, Rfi, "
       "Coi or Fri"},
      {"Rfe Fre",
       "cycle:1:1: communications alone make no cycle of an execution; add program order: PodWR, "
       "PosRR, …"},
      {"PodWR Rfe^-1 PodWR Rfe^-1",
       "cycle:1:14: after 'Rfe^-1' comes Coe or Coi; together they lead to a write later than the "
       "one that is read"},
      {"Coe Coe PodWR Fre PodWW Rfe PodRW",
       "cycle:1:9: this is the third write of location y, and the final state does not show the "
       "order of three; join two edges of it into one, or make a write atomic"},
      {"PodWW Rfe rlx.gpu Amo.add.rlx.gpu Rfe PodRR Fre",
       "cycle:1:19: the form of an update belongs to its edge; write it like "
       "Amo.exch.acq_rel.gpu"}};
  for (const auto& [cycle, message] : refusals) {
    CAPTURE(cycle);
    CHECK(refusal(cycle) == message);
  }
}

TEST_CASE("the header of a test is the cycle that makes it again", "[generate]") {
  for (const std::string cycle :
       {"PodWW rel.gpu Rfe acq.gpu PodRR Fre", "DpDatadW Rfe fence.proxy.alias-fence.sc.sysdRW Rfe",
        "alias PosWR Rfe^-1 Coe", "PodWW Rfe Amo.add.acq_rel.gpu Rfe PodRR Fre"}) {
    const Test test = cycle_test(cycle);
    REQUIRE(test.comments.size() == 3);
    CHECK(test.comments[0] == cycle);
    CHECK(test.comments[1] == "Generator=opgen");
    const Test again = cycle_test(test.comments[0]);
    opexplore::testing::check_same(again, test);
  }
  CHECK(cycle_test("PosWR Rfe^-1 Coe").comments[2] == "Com=Rf^-1 Co");
  CHECK(cycle_test("PodWW Coe PodWR Fre").comments[2] == "Com=Co Fr");
}

}  // namespace opexplore::generate
