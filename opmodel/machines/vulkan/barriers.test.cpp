// Threads that wait for others: for those before them, and at barriers.
#include "opmodel/machines/vulkan/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/vulkan_programs.hpp"

using namespace opexplore;
using opexplore::testing::follow_races;
using opexplore::testing::vulkan_answer;
using opexplore::testing::vulkan_test;
using opexplore::testing::VulkanProgram;

namespace {}  // namespace

TEST_CASE("vulkan: a thread starts when all before it have ended", "[vulkan]") {
  const VulkanProgram program{{{'A', "st.av.dv.sc0 x, 1"}, {'B', "ld.vis.dv.sc0 r0, x"}},
                              "exists (P1:r0=0)",
                              "x=0;",
                              "ssw 0 1;"};
  const auto answer = vulkan_answer(program);
  CHECK_FALSE(answer.races);
  CHECK_FALSE(answer.allowed);
}

TEST_CASE("vulkan: barrier_arrive waits for all that have the barrier", "[vulkan]") {
  const VulkanProgram program{{{'A', "st.av.wg.sc0 x, 1; cbar.acq_rel.wg.semsc0 0"},
                               {'W', "cbar.acq_rel.wg.semsc0 0; ld.vis.wg.sc0 r0, x"},
                               {'W', "ld.atom.dv.sc0 r0, y"}},
                              "exists (P1:r0=0)"};
  const auto answer = vulkan_answer(program);
  CHECK_FALSE(answer.races);
  CHECK_FALSE(answer.allowed);
  CHECK(answer.ends);
  VulkanProgram apart = program;
  apart.threads[1].code = "cbar.acq_rel.wg.semsc0 1; ld.vis.wg.sc0 r0, x";
  CHECK(vulkan_answer(apart).races);
}

TEST_CASE("vulkan: a barrier without an order carries the releases of fences", "[vulkan]") {
  const auto program = [](const std::string& before, const std::string& behind) {
    return VulkanProgram{{{'A', "st.av.wg.sc0 x, 1;" + before + "cbar.wg 0"},
                          {'W', "cbar.wg 0;" + behind + "ld.vis.wg.sc0 r0, x"}},
                         "exists (P1:r0=1)"};
  };
  CHECK(vulkan_answer(program("", "")).races);
  CHECK(vulkan_answer(program("membar.rel.wg.semsc0;", "")).races);
  CHECK(vulkan_answer(program("", "membar.acq.wg.semsc0;")).races);
  CHECK_FALSE(vulkan_answer(program("membar.rel.wg.semsc0;", "membar.acq.wg.semsc0;")).races);
}

TEST_CASE("vulkan: barrier_open lets late threads acquire, and release nothing", "[vulkan]") {
  // Who has seen y has seen P2 pass, perhaps late. P1, too, may be late, or P0.
  const std::string bar = "cbar.acq_rel.dv.semsc0 1, 1, 2";
  const VulkanProgram releases{{{'A', bar + "; ld.atom.dv.sc0 r1, y; ld.vis.dv.sc0 r0, x"},
                                {'W', bar},
                                {'W', "st.av.dv.sc0 x, 1;" + bar + "; st.atom.dv.sc0 y, 1"}},
                               "filter (P0:r1=1)"};
  CHECK(vulkan_answer(releases).races);
  VulkanProgram all = releases;
  for (auto& thread : all.threads) {
    thread.code.replace(thread.code.find(", 2"), 3, ", 3");
  }
  CHECK_FALSE(vulkan_answer(all).races);
  // P0 writes what was read before the barrier, whether it is late or not.
  const VulkanProgram acquires{{{'A', bar + "; st.av.dv.sc0 x, 1"},
                                {'W', "ld.vis.dv.sc0 r0, x;" + bar},
                                {'W', "ld.vis.dv.sc0 r0, x;" + bar}},
                               "exists (P1:r0=1 /\\ P2:r0=1)"};
  CHECK_FALSE(vulkan_answer(acquires, follow_races).allowed);
  CHECK(vulkan_answer(VulkanProgram{acquires.threads, "exists (P1:r0=1)"}, follow_races).allowed);
}

TEST_CASE("vulkan: at a barrier of several scopes one member passes on what it gets there",
          "[vulkan]") {
  // P0 and P2 are in each other's scope by way of P1 alone, who is behind P0 and before P2.
  const auto program = [](const std::string& between) {
    return VulkanProgram{{{'A', "cbar.acq_rel.sg.semsc0 0; ld.vis.wg.sc0 r0, x"},
                          {'A', "cbar." + between + ".wg.semsc0 0"},
                          {'W', "st.av.wg.sc0 x, 1; cbar.acq_rel.wg.semsc0 0"}},
                         "exists (P0:r0=1)"};
  };
  CHECK_FALSE(vulkan_answer(program("acq_rel")).races);
  CHECK(vulkan_answer(program("acq")).races);
}

TEST_CASE("vulkan: a barrier whose quorum never arrives stays shut", "[vulkan]") {
  const VulkanProgram hang{
      {{'A', "cbar.acq_rel.dv.semsc0 1, 1, 3"}, {'W', "cbar.acq_rel.dv.semsc0 1, 1, 3"}},
      "exists (x=0)"};
  const auto stuck = vulkan_answer(hang);
  CHECK_FALSE(stuck.ends);
  CHECK(stuck.stuck == 1);
}

TEST_CASE("vulkan: threads that wait for themselves are refused", "[vulkan]") {
  Test test = vulkan_test(
      {{{'A', "st.sc0 x, 1"}, {'B', "st.sc0 y, 1"}}, "exists (x=1)", "x=0; y=0;", "ssw 0 1;"});
  CHECK_FALSE(vulkan::Machine::refusal(test, {}));
  test.program.system_synchronisations.push_back({1, 0});
  const auto refusal = vulkan::Machine::refusal(test, {});
  REQUIRE(refusal);
  CHECK_THAT(refusal->why, Catch::Contains("circle"));
}
