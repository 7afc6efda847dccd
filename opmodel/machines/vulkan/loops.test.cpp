// What the machine keeps of operations that a loop repeats.
#include "opmodel/machines/vulkan/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/vulkan_programs.hpp"

using namespace opexplore;
using opexplore::testing::follow_races;
using opexplore::testing::vulkan_answer;
using opexplore::testing::VulkanProgram;

namespace {}  // namespace

TEST_CASE("vulkan: of operations in a loop the earliest made a write available", "[vulkan]") {
  const VulkanProgram program{
      {{'A',
        "st.nonpriv.sc0 x, 1; LC00:; membar.rel.dv.semsc0.semav; add r1, r1, 1;"
        "st.atom.dv.sc0 y, r1; blt r1, 2, LC00"},
       {'B', "ld.atom.acq.dv.sc0.semsc0.semvis r0, y; ld.nonpriv.sc0 r1, x"}},
      "filter (P1:r0=1)"};
  CHECK_FALSE(vulkan_answer(program).races);
}

TEST_CASE("vulkan: of releases in a loop the newest hands on most", "[vulkan]") {
  const auto program = [](const std::string& value) {
    return VulkanProgram{{{'A',
                           "LC00:; st.av.dv.sc0 x, 1; membar.rel.dv.semsc0; add r1, r1, 1;"
                           "st.atom.dv.sc0 y, r1; blt r1, 2, LC00"},
                          {'B', "ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x"}},
                         "filter (P1:r0=" + value + ")"};
  };
  CHECK_FALSE(vulkan_answer(program("2")).races);
  CHECK(vulkan_answer(program("1")).races);
}

TEST_CASE("vulkan: loops that spin need no bound", "[vulkan]") {
  const VulkanProgram program{
      {{'A', "st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1"},
       {'B', "LC00:; ld.atom.acq.dv.sc0.semsc0 r0, y; beq r0, 0, LC00; ld.vis.dv.sc0 r1, x"}},
      "exists (P1:r1=0)"};
  for (const auto& settings : {std::map<std::string, std::string>{}, follow_races}) {
    const auto answer = vulkan_answer(program, settings);
    CHECK_FALSE(answer.races);
    CHECK_FALSE(answer.allowed);
    CHECK(answer.ends);
    CHECK(answer.states < 40);
  }
}

namespace {

// B waits for the flag by a read-modify-write that writes what is there.
VulkanProgram waits_by_writing(const std::string& order, const std::string& set) {
  return {{{'A', "st.av.dv.sc0 x, 1; membar.rel.dv.semsc0; " + set},
           {'B', "LC00:; rmw.atom" + order +
                     ".or r0, y, 0; beq r0, 0, LC00;"
                     "membar.acq.dv.semsc0; ld.vis.dv.sc0 r1, x"}},
          "exists (P1:r1=0)"};
}

}  // namespace

TEST_CASE("vulkan: loops that write what is there need no bound", "[vulkan]") {
  for (const std::string order : {".dv.sc0", ".acq.dv.sc0.semsc0", ".acq_rel.dv.sc0.semsc0"}) {
    for (const std::string set : {"st.atom.dv.sc0 y, 1", "rmw.atom.dv.sc0.add r0, y, 1"}) {
      CAPTURE(order, set);
      const auto answer = vulkan_answer(waits_by_writing(order, set));
      CHECK_FALSE(answer.races);
      CHECK_FALSE(answer.allowed);
      CHECK(answer.ends);
      CHECK(answer.states < 100);
    }
  }
}

TEST_CASE("vulkan: who reads such a loop's writes is told the same by each", "[vulkan]") {
  VulkanProgram program = waits_by_writing(".dv.sc0", "st.atom.dv.sc0 y, 1");
  program.threads.push_back({'C', "ld.atom.dv.sc0 r0, y; ld.atom.dv.sc0 r1, y"});
  program.condition = "exists (P2:r0=1 /\\ P2:r1=0)";
  const auto backwards = vulkan_answer(program);
  CHECK(backwards.ends);
  CHECK_FALSE(backwards.allowed);
  program.condition = "exists (P2:r0=0 /\\ P2:r1=1)";
  CHECK(vulkan_answer(program).allowed);
}
