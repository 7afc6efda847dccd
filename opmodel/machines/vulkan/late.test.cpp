// Loads that take effect late: where they are put off, and what they wait for.
#include "opmodel/machines/vulkan/late.hpp"

#include "opmodel/machines/vulkan/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/vulkan_programs.hpp"

using namespace opexplore;
using opexplore::testing::follow_races;
using opexplore::testing::vulkan_answer;
using opexplore::testing::vulkan_test;
using opexplore::testing::VulkanProgram;

namespace {

// Each of two threads loads, does something, and stores what the other loads.
VulkanProgram buffering(const std::string& first, const std::string& second,
                        const std::string& reads = "ld.atom.dv.sc0") {
  return {{{'A', reads + " r0, x;" + first + "st.atom.dv.sc0 y, 1"},
           {'B', reads + " r0, y;" + second + "st.atom.dv.sc0 x, 1"}},
          "exists (P0:r0=1 /\\ P1:r0=1)"};
}

bool is_allowed(const VulkanProgram& program) {
  const auto answer = vulkan_answer(program);
  CHECK(answer.stuck == 0);
  return answer.allowed;
}

bool puts_off(const VulkanProgram& program) {
  const Test test = vulkan_test(program);
  return vulkan::LateReads(test.program, vulkan::Plan(test.program), false).any();
}

}  // namespace

TEST_CASE("vulkan: relaxed loads read what comes after them", "[vulkan]") {
  CHECK(is_allowed(buffering("", "")));
  CHECK_FALSE(vulkan_answer(buffering("", "")).races);
  // They acquire from nobody.
  CHECK(is_allowed(buffering("", "", "ld.atom.acq.dv.sc0.semsc0")));
}

TEST_CASE("vulkan: a load that acquires is not late", "[vulkan]") {
  const std::string reads = "ld.atom.acq.dv.sc0.semsc0 r0,";
  const std::string writes = "; st.atom.rel.dv.sc0.semsc0 ";
  CHECK_FALSE(
      is_allowed({{{'A', reads + "x" + writes + "y, 1"}, {'B', reads + "y" + writes + "x, 1"}},
                  "exists (P0:r0=1 /\\ P1:r0=1)"}));
}

TEST_CASE("vulkan: one of the loads of a cycle is enough", "[vulkan]") {
  // The other waits for its value: by data, by control, or for an acquire.
  VulkanProgram data = buffering("", "");
  data.threads[1].code = "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, r0";
  CHECK(is_allowed(data));
  VulkanProgram control = buffering("", "bne r0, 1, LC00;");
  control.threads[1].code += "; LC00:";
  CHECK(is_allowed(control));
  CHECK(is_allowed(buffering("", "membar.acq.dv.semsc0;")));
}

TEST_CASE("vulkan: no value comes out of thin air", "[vulkan]") {
  const auto of = [](const std::string& x, const std::string& y) {
    return VulkanProgram{{{'A', "ld.atom.dv.sc0 r0, x;" + y}, {'B', "ld.atom.dv.sc0 r0, y;" + x}},
                         "exists (P0:r0=1)"};
  };
  CHECK_FALSE(is_allowed(of("st.atom.dv.sc0 x, r0", "st.atom.dv.sc0 y, r0")));
  CHECK_FALSE(is_allowed(of("bne r0, 1, LC00; st.atom.dv.sc0 x, 1; LC00:",
                            "bne r0, 1, LC00; st.atom.dv.sc0 y, 1; LC00:")));
  CHECK_FALSE(is_allowed(of("add r1, r0, 0; st.atom.dv.sc0 x, r1", "st.atom.dv.sc0 y, r0")));
}

TEST_CASE("vulkan: a load has read before an acquire of its class", "[vulkan]") {
  const auto with = [](const std::string& first, const std::string& second) {
    return buffering("membar." + first + ".dv.semsc0;", "membar." + second + ".dv.semsc0;");
  };
  CHECK_FALSE(is_allowed(with("acq_rel", "acq_rel")));
  CHECK_FALSE(is_allowed(with("rel", "acq")));
  CHECK(is_allowed(with("acq", "acq")));  // nobody releases
  CHECK(is_allowed(with("rel", "rel")));
}

TEST_CASE("vulkan: a load reads what is written behind a barrier without an order", "[vulkan]") {
  const VulkanProgram atomic{
      {{'A', "ld.atom.wg.sc0 r0, x; cbar.wg 0"}, {'A', "cbar.wg 0; st.atom.wg.sc0 x, 1"}},
      "exists (P0:r0=1)"};
  CHECK(is_allowed(atomic));
  const VulkanProgram plain{
      {{'A', "ld.nonpriv.sc0 r0, x; cbar.wg 0"}, {'A', "cbar.wg 0; st.nonpriv.sc0 x, 1"}},
      "exists (P0:r0=1)"};
  CHECK(vulkan_answer(plain).races);
  CHECK(vulkan_answer(plain, follow_races).allowed);
  const VulkanProgram ordered{{{'A', "ld.nonpriv.sc0 r0, x; cbar.acq_rel.wg.semsc0 0"},
                               {'A', "cbar.acq_rel.wg.semsc0 0; st.nonpriv.sc0 x, 1"}},
                              "exists (P0:r0=1)"};
  CHECK_FALSE(vulkan_answer(ordered, follow_races).allowed);
  CHECK_FALSE(vulkan_answer(ordered).races);
}

TEST_CASE("vulkan: a late load stays in the order of its location", "[vulkan]") {
  // Behind it the thread reads, or writes, the location.
  const auto program = [](const std::string& behind, const std::string& condition) {
    return VulkanProgram{{{'A', "ld.atom.dv.sc0 r0, x;" + behind + "st.atom.dv.sc0 y, 1"},
                          {'B', "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, r0"}},
                         condition};
  };
  CHECK(is_allowed(program("", "exists (P0:r0=1)")));
  CHECK_FALSE(is_allowed(program("ld.atom.dv.sc0 r1, x;", "exists (P0:r0=1 /\\ P0:r1=0)")));
  CHECK(is_allowed(program("ld.atom.dv.sc0 r1, x;", "exists (P0:r0=1 /\\ P0:r1=1)")));
  CHECK(is_allowed(program("st.atom.dv.sc0 x, 2;", "exists (P0:r0=1 /\\ x=2)")));
  CHECK_FALSE(is_allowed(program("st.atom.dv.sc0 x, 2;", "exists (P0:r0=1 /\\ x=1)")));
  CHECK_FALSE(is_allowed(program("st.atom.dv.sc0 x, 2;", "exists (P0:r0=2)")));
}

TEST_CASE("vulkan: a read-modify-write reads what comes after it", "[vulkan]") {
  const std::string add = "rmw.atom.dv.sc0.add";
  CHECK(is_allowed({{{'A', add + " r0, x, 1; st.atom.dv.sc0 y, 1"},
                     {'B', "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, 1"}},
                    "exists (P0:r0=1 /\\ P1:r0=1 /\\ x=2)"}));
  CHECK(is_allowed({{{'A', add + " r0, x, 1; " + add + " r1, y, 1"},
                     {'B', add + " r0, y, 1; " + add + " r1, x, 1"}},
                    "exists (P0:r0=1 /\\ P1:r0=1)"}));
  // What it adds is what the register was when it was executed.
  const std::string reads = "ld.atom.dv.sc0 r1, ";
  CHECK(
      is_allowed({{{'A', reads + "five;" + add + " r0, x, r1;" + reads + "y; st.atom.dv.sc0 y, 1"},
                   {'B', "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, r0"}},
                  "exists (P0:r0=1 /\\ x=6)",
                  "five=5;"}));
  // It releases what its thread did before, wherever it takes effect.
  const auto handing = [&](const std::string& order) {
    return VulkanProgram{
        {{'A', "st.av.dv.sc0 d, 1; rmw.atom." + order + "add r0, x, 1;" + "st.atom.dv.sc0 y, 1"},
         {'B', "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, r0"},
         {'B', "ld.atom.acq.dv.sc0.semsc0 r0, x; bne r0, 2, LC00; ld.vis.dv.sc0 r1, d;" +
                   std::string("LC00:")}},
        "exists (P2:r0=2)"};
  };
  CHECK_FALSE(vulkan_answer(handing("rel.dv.sc0.semsc0.")).races);
  CHECK(vulkan_answer(handing("rel.dv.sc0.semsc0.")).allowed);
  CHECK(vulkan_answer(handing("dv.sc0.")).races);
}

TEST_CASE("vulkan: a late read-modify-write passes a release on", "[vulkan]") {
  const VulkanProgram program{
      {{'A', "rmw.atom.dv.sc0.add r0, x, 4; st.atom.dv.sc0 y, 1"},
       {'B', "ld.atom.dv.sc0 r0, y; st.nonpriv.sc0 d, 1; st.atom.rel.dv.sc0.semsc0.semav x, r0"},
       {'B',
        "ld.atom.acq.dv.sc0.semsc0.semvis r0, x; bne r0, 5, LC00; ld.nonpriv.sc0 r1, d;"
        "LC00:"}},
      "exists (P2:r0=5)"};
  CHECK_FALSE(vulkan_answer(program).races);
  CHECK(vulkan_answer(program).allowed);
}

TEST_CASE("vulkan: a late read-modify-write stays in the order of its location", "[vulkan]") {
  const auto program = [](const std::string& behind, const std::string& condition) {
    return VulkanProgram{{{'A', "rmw.atom.dv.sc0.add r0, x, 4;" + behind + "st.atom.dv.sc0 y, 1"},
                          {'B', "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, r0"}},
                         condition};
  };
  CHECK(is_allowed(program("ld.atom.dv.sc0 r1, x;", "exists (P0:r0=1 /\\ P0:r1=5)")));
  CHECK_FALSE(is_allowed(program("ld.atom.dv.sc0 r1, x;", "exists (P0:r0=1 /\\ P0:r1=1)")));
  CHECK_FALSE(is_allowed(program("ld.atom.dv.sc0 r1, x;", "exists (P0:r0=1 /\\ P0:r1=0)")));
  CHECK(is_allowed(program("st.atom.dv.sc0 x, 2;", "exists (P0:r0=1 /\\ x=2)")));
  CHECK_FALSE(is_allowed(program("st.atom.dv.sc0 x, 2;", "exists (P0:r0=1 /\\ not x=2)")));
  CHECK_FALSE(is_allowed(program("st.atom.dv.sc0 x, 2;", "exists (P0:r0=2)")));
  CHECK_FALSE(is_allowed(program("", "exists (P0:r0=4)")));  // its own
  // A load behind it that has read already.
  VulkanProgram seen = program("ld.atom.dv.sc0 r1, x;", "exists (P0:r0=1 /\\ P0:r1=7 /\\ x=5)");
  seen.threads.push_back({'B', "st.atom.dv.sc0 x, 7"});
  CHECK_FALSE(is_allowed(seen));
  seen.condition = "exists (P0:r0=1 /\\ P0:r1=7 /\\ x=7)";
  CHECK(is_allowed(seen));
  seen.condition = "exists (P0:r0=7 /\\ P0:r1=7)";
  CHECK_FALSE(is_allowed(seen));
  // Nothing comes between what it reads and what it writes, late or not.
  const VulkanProgram three{{{'A', "rmw.atom.dv.sc0.add r0, x, 1; st.atom.dv.sc0 y, 1"},
                             {'B', "rmw.atom.dv.sc0.add r0, x, 1; st.atom.dv.sc0 y, 2"},
                             {'B', "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, 8"}},
                            "exists (P0:r0=P1:r0)"};
  CHECK_FALSE(is_allowed(three));
  CHECK_FALSE(vulkan_answer(three, follow_races).allowed);
}

TEST_CASE("vulkan: a read-modify-write that finds no place is no deadlock", "[vulkan]") {
  // P0 reads what P1 has made of the initial value, and P0's own write would go in between.
  const VulkanProgram program{
      {{'A', "rmw.atom.dv.sc0.add r0, x, 1; ld.atom.dv.sc0 r1, x; st.atom.dv.sc0 y, r1"},
       {'B', "rmw.atom.dv.sc0.add r0, x, 8"},
       {'C', "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, r0"}},
      "exists (P0:r0=8 /\\ P0:r1=8)"};
  CHECK_FALSE(is_allowed(program));
  CHECK(vulkan_answer(program, follow_races).stuck == 0);
}

TEST_CASE("vulkan: others read what a late read-modify-write writes", "[vulkan]") {
  // P1 reads y=1 and what P0 has written after P1 did: P0 goes on only when P1 has.
  const VulkanProgram program{{{'A',
                                "rmw.atom.dv.sc0.add r0, x, 1; st.atom.dv.sc0 y, 1; ld.atom.dv.sc0 "
                                "r1, z; st.atom.dv.sc0 d, r1"},
                               {'B',
                                "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, 5; ld.atom.dv.sc0 r1, x;"
                                "bne r1, 6, LC00; st.atom.dv.sc0 z, 1; LC00:"}},
                              "exists (P0:r0=5 /\\ P1:r0=1 /\\ P1:r1=6 /\\ P0:r1=1)"};
  CHECK(is_allowed(program));
  // P1 comes to the barrier with what P0 has written, who may be there first.
  const VulkanProgram barrier{
      {{'A', "rmw.atom.dv.sc0.add r0, x, 1; st.atom.dv.sc0 y, 1; cbar.wg 0"},
       {'A', "ld.atom.dv.sc0 r0, y; ld.atom.dv.sc0 r1, x; st.atom.dv.sc0 z, r1; cbar.wg 0"},
       {'B', "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, r0"}},
      "exists (P0:r0=1 /\\ P1:r0=1 /\\ P1:r1=2)"};
  CHECK(is_allowed(barrier));
}

TEST_CASE("vulkan: nothing is put off where nothing can come of it", "[vulkan]") {
  const std::string reads = "ld.atom.dv.sc0 r0, y; ld.atom.dv.sc0 r1, x";
  CHECK_FALSE(puts_off(
      {{{'A', "st.atom.dv.sc0 x, 1; st.atom.dv.sc0 y, 1"}, {'B', reads}}, "exists (x=0)"}));
  CHECK_FALSE(puts_off({{{'A', "st.atom.dv.sc0 x, 1; ld.atom.dv.sc0 r0, y"},
                         {'B', "st.atom.dv.sc0 y, 1; ld.atom.dv.sc0 r0, x"}},
                        "exists (x=0)"}));
  // What it writes nobody reads who writes to x.
  CHECK_FALSE(puts_off({{{'A', "ld.atom.dv.sc0 r0, x; st.atom.dv.sc0 y, 1"},
                         {'B', "st.atom.dv.sc0 x, 1"},
                         {'C', "ld.atom.dv.sc0 r0, y"}},
                        "exists (x=0)"}));
  // It spins on the value.
  CHECK_FALSE(
      puts_off({{{'A', "LC00:; ld.atom.dv.sc0 r0, x; bne r0, 1, LC00; st.atom.dv.sc0 y, 1"},
                 {'B', "LC00:; ld.atom.dv.sc0 r0, y; bne r0, 1, LC00; st.atom.dv.sc0 x, 1"}},
                "exists (x=0)"}));
  CHECK(puts_off(buffering("", "")));
}

TEST_CASE("vulkan: a late load reads the thread's own later write by another name", "[vulkan]") {
  const VulkanProgram program{
      {{'A', "ld.sc0 r0, z; st.sc0 x, 1"}}, "exists (P0:r0=1)", "x=0; z aliases x;"};
  CHECK(vulkan_answer(program, follow_races).allowed);
}
