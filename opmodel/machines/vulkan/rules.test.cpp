// Each rule of the machine, and each part of one, with a program that comes out otherwise where it
// is left out.
#include "opmodel/machines/vulkan/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/vulkan_programs.hpp"

using namespace opexplore;
using opexplore::testing::follow_races;
using opexplore::testing::vulkan_answer;
using opexplore::testing::vulkan_test;
using opexplore::testing::VulkanProgram;

namespace {

// P0 writes x and sets a flag, P1 reads x if it has seen it.
VulkanProgram message(const std::string& writes, const std::string& reads, char reader = 'B') {
  return {{{'A', writes}, {reader, reads}}, "filter (P1:r0=1)"};
}

}  // namespace

TEST_CASE("vulkan: acquire learns what a release of that scope and class hands on", "[vulkan]") {
  const std::string reads = "ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x";
  CHECK_FALSE(
      vulkan_answer(message("st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1", reads)).races);
  CHECK(vulkan_answer(message("st.av.dv.sc0 x, 1; st.atom.dv.sc0 y, 1", reads)).races);
  CHECK(vulkan_answer(message("st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc1 y, 1", reads)).races);
  CHECK(vulkan_answer(message("st.av.dv.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1", reads)).races);
}

TEST_CASE("vulkan: a fence acquires what atomics of its classes have read before", "[vulkan]") {
  const std::string writes = "st.av.dv.sc0 x, 1; st.atom.rel.dv.sc1.semsc0 y, 1";
  CHECK(vulkan_answer(message(writes,
                              "ld.atom.dv.sc1 r0, y; membar.acq.dv.semsc0;"
                              " ld.vis.dv.sc0 r1, x"))
            .races);
  CHECK_FALSE(vulkan_answer(message(writes,
                                    "ld.atom.dv.sc1 r0, y; membar.acq.dv.semsc0.semsc1;"
                                    " ld.vis.dv.sc0 r1, x"))
                  .races);
}

TEST_CASE("vulkan: a fence releases by later stores to its classes", "[vulkan]") {
  const std::string reads = "ld.atom.acq.dv.sc1.semsc0 r0, y; ld.vis.dv.sc0 r1, x";
  CHECK(
      vulkan_answer(message("st.av.dv.sc0 x, 1; membar.rel.dv.semsc0; st.atom.dv.sc1 y, 1", reads))
          .races);
  CHECK_FALSE(vulkan_answer(message("st.av.dv.sc0 x, 1; membar.rel.dv.semsc0.semsc1;"
                                    " st.atom.dv.sc1 y, 1",
                                    reads))
                  .races);
}

TEST_CASE("vulkan: masks of storage classes are not merged", "[vulkan]") {
  // What P1 acquires with class 0 it does not pass on with class 1.
  const auto chain = [](const std::string& classes) {
    return VulkanProgram{
        {{'A', "st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1"},
         {'B', "ld.atom.acq.dv.sc0.semsc0 r0, y; st.atom.rel.dv.sc0." + classes + " z, 1"},
         {'C', "ld.atom.acq.dv.sc0." + classes + " r0, z; ld.vis.dv.sc0 r1, x"}},
        "filter (P1:r0=1 /\\ P2:r0=1)"};
  };
  CHECK_FALSE(vulkan_answer(chain("semsc0")).races);
  CHECK(vulkan_answer(chain("semsc1")).races);
  CHECK_FALSE(vulkan_answer(chain("semsc0.semsc1")).races);
}

TEST_CASE("vulkan: what is acquired with a mask is for operations of its classes", "[vulkan]") {
  const std::string writes = "st.av.dv.sc1 x, 1; st.atom.rel.dv.sc1.semsc1 y, 1";
  const std::string sees = "ld.atom.acq.dv.sc1.semsc1 r0, y;";
  CHECK(vulkan_answer(message(writes, sees + "ld.vis.dv.sc0 r1, x")).races);
  CHECK_FALSE(vulkan_answer(message(writes, sees + "ld.vis.dv.sc1 r1, x")).races);
}

TEST_CASE("vulkan: make_available is for the scope of the operation", "[vulkan]") {
  const std::string flag = "; st.atom.rel.dv.sc0.semsc0 y, 1";
  const std::string reads = "ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x";
  const auto far = vulkan_answer(message("st.av.wg.sc0 x, 1" + flag, reads));
  CHECK(far.races);
  CHECK_THAT(far.race, Catch::Contains("scopes do not include each other"));
  CHECK_FALSE(vulkan_answer(message("st.av.wg.sc0 x, 1" + flag, reads, 'W')).races);
  const auto never = vulkan_answer(message("st.nonpriv.sc0 x, 1" + flag, reads));
  CHECK(never.races);
  CHECK_THAT(never.race, Catch::Contains("not made available"));
  const std::string all = "st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1";
  CHECK_FALSE(vulkan_answer(message(all, reads)).races);
}

TEST_CASE("vulkan: see is for the scope of the operation", "[vulkan]") {
  const std::string writes = "st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1";
  const auto unseen =
      vulkan_answer(message(writes, "ld.atom.acq.dv.sc0.semsc0 r0, y; ld.nonpriv.sc0 r1, x"));
  CHECK(unseen.races);
  CHECK_THAT(unseen.race, Catch::Contains("not made visible"));
  CHECK(
      vulkan_answer(message(writes, "ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.wg.sc0 r1, x")).races);
  CHECK_FALSE(
      vulkan_answer(message(writes, "ld.atom.acq.dv.sc0.semsc0.semvis r0, y; ld.nonpriv.sc0 r1, x"))
          .races);
  // Of its own classes alone.
  CHECK(
      vulkan_answer(message(writes, "ld.atom.acq.dv.sc0.semsc0.semvis r0, y; ld.nonpriv.sc1 r1, x"))
          .races);
}

namespace {

// P0 writes x for its workgroup, P1 there passes it on to the device, P2 reads it elsewhere.
VulkanProgram outwards(const std::string& first, const std::string& second) {
  return {{{'A', "st.nonpriv.sc0 x, 1; " + first},
           {'W', second},
           {'B', "ld.atom.acq.dv.sc0.semsc0.semvis r0, z; ld.nonpriv.sc0 r1, x"}},
          "filter (P1:r0=1 /\\ P2:r0=1)"};
}
const std::string first_atomic = "st.atom.rel.wg.sc0.semsc0.semav y, 1";
const std::string second_atomic =
    "ld.atom.acq.wg.sc0.semsc0 r0, y; st.atom.rel.dv.sc0.semsc0.semav z, 1";
const std::string first_fence = "membar.rel.wg.semsc0.semav; st.atom.wg.sc0 y, 1";
const std::string second_fence =
    "ld.atom.wg.sc0 r0, y; membar.acq.wg.semsc0; membar.rel.dv.semsc0.semav; st.atom.dv.sc0 z, 1";

}  // namespace

TEST_CASE("vulkan: availability is widened by atomics, and by fences in one reading", "[vulkan]") {
  CHECK_FALSE(vulkan_answer(outwards(first_atomic, second_atomic)).races);
  CHECK(vulkan_answer(outwards(first_atomic, second_atomic), {{"chains", "none"}}).races);
  CHECK(vulkan_answer(outwards(first_fence, second_fence)).races);
  CHECK_FALSE(vulkan_answer(outwards(first_fence, second_fence), {{"chains", "spec"}}).races);
  CHECK(vulkan_answer(outwards(first_fence, second_fence), {{"chains", "none"}}).races);
}

// What the flag's read makes visible of the device, the data's does of the subgroup from there.
TEST_CASE("vulkan: what makes one location visible makes no other so on the way", "[vulkan]") {
  const auto program = [](const std::string& flag, const std::string& data) {
    return VulkanProgram{
        {{'A', "st.av.dv." + data + " x, 1; st.atom.rel.dv.sc0.semsc0.semsc1 y, 1"},
         {'B', "ld.atom.acq.dv.sc0.semsc0.semsc1" + flag + " r0, y; ld.vis.sg." + data + " r1, x"}},
        "filter (P1:r0=1)"};
  };
  for (const std::string chains : {"model", "spec"}) {
    CHECK(vulkan_answer(program("", "sc0"), {{"chains", chains}}).races);
    CHECK_FALSE(vulkan_answer(program(".semvis", "sc0"), {{"chains", chains}}).races);
    CHECK_FALSE(vulkan_answer(program(".semvis", "sc1"), {{"chains", chains}}).races);
  }
}

// A fence for one class, between operations for another.
TEST_CASE("vulkan: by the specification a chain goes on by fences for the access", "[vulkan]") {
  const auto program = [](const std::string& classes) {
    const std::string widening =
        "ld.atom.wg.sc0 r0, y; membar.acq.wg.semsc0.semsc1; membar.rel.dv.semsc0.semsc1;"
        "membar.rel.dv." +
        classes + ".semav; st.atom.dv.sc0 z, 1";
    return VulkanProgram{
        {{'A', "st.av.wg.sc1 x, 1; membar.rel.wg.semsc0.semsc1; st.atom.wg.sc0 y, 1"},
         {'W', widening},
         {'B', "ld.atom.dv.sc0 r0, z; membar.acq.dv.semsc0.semsc1; ld.vis.dv.sc1 r1, x"}},
        "filter (P1:r0=1 /\\ P2:r0=1)"};
  };
  const std::map<std::string, std::string> spec{{"chains", "spec"}};
  CHECK_FALSE(vulkan_answer(program("semsc0.semsc1"), spec).races);
  CHECK(vulkan_answer(program("semsc0"), spec).races);
}

TEST_CASE("vulkan: visibility is narrowed by atomics", "[vulkan]") {
  // P1 makes x visible to its workgroup, P2 there to itself.
  const VulkanProgram inwards{
      {{'B', "st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1"},
       {'A', "ld.atom.acq.dv.sc0.semsc0.semvis r0, y; st.atom.rel.wg.sc0.semsc0 z, 1"},
       {'W', "ld.atom.acq.wg.sc0.semsc0.semvis r0, z; ld.nonpriv.sc0 r1, x"}},
      "filter (P1:r0=1 /\\ P2:r0=1)"};
  CHECK_FALSE(vulkan_answer(inwards).races);
  CHECK(vulkan_answer(inwards, {{"chains", "none"}}).races);
}

TEST_CASE("vulkan: what is available to an instance is not so again to a narrower one",
          "[vulkan]") {
  // P1's operation does not bring x, available to the workgroup, to P1's subgroup, that of P2.
  const auto program = [](const std::string& reads) {
    return VulkanProgram{
        {{'A', "st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1"},
         {'W', "ld.atom.acq.wg.sc0.semsc0 r0, y; st.atom.rel.wg.sc0.semsc0.semav z, 1"},
         {'W', "ld.atom.acq.wg.sc0.semsc0 r0, z;" + reads}},
        "filter (P1:r0=1 /\\ P2:r0=1)"};
  };
  CHECK(vulkan_answer(program("ld.vis.sg.sc0 r1, x")).races);
  CHECK_FALSE(vulkan_answer(program("ld.vis.wg.sc0 r1, x")).races);
}

TEST_CASE("vulkan: meet finds no race of mutually ordered atomics", "[vulkan]") {
  const VulkanProgram program{{{'A', "st.atom.dv.sc0 x, 1"}, {'B', "ld.atom.dv.sc0 r0, x"}},
                              "exists (P1:r0=1)"};
  CHECK_FALSE(vulkan_answer(program).races);
  const VulkanProgram apart{{{'A', "st.atom.wg.sc0 x, 1"}, {'B', "ld.atom.dv.sc0 r0, x"}},
                            "exists (P1:r0=1)"};
  const auto answer = vulkan_answer(apart);
  CHECK(answer.races);
  CHECK_THAT(answer.race, Catch::Contains("P0 `st.atom.wg.sc0 x, 1` (4:1)") &&
                              Catch::Contains("scopes do not include each other"));
}

TEST_CASE("vulkan: a race says that an order is missing", "[vulkan]") {
  const VulkanProgram program{{{'A', "st.av.dv.sc0 x, 1"}, {'B', "ld.vis.dv.sc0 r0, x"}},
                              "exists (P1:r0=1)"};
  const auto answer = vulkan_answer(program);
  CHECK(answer.races);
  CHECK_THAT(answer.race, Catch::Contains("nothing orders one before the other"));
}

TEST_CASE("vulkan: a read is not behind what is ordered before it", "[vulkan]") {
  // P2 may still read all of them.
  const VulkanProgram program{{{'A', "st.atom.dv.sc0 x, 1; st.atom.dv.sc0 x, 2"},
                               {'B', "ld.atom.dv.sc0 r0, x; ld.atom.dv.sc0 r1, x"},
                               {'C', "ld.atom.dv.sc0 r0, x"}},
                              "exists (P1:r0=2 /\\ P1:r1=1)"};
  CHECK_FALSE(vulkan_answer(program).allowed);
  CHECK_FALSE(vulkan_answer(program, follow_races).allowed);
}

TEST_CASE("vulkan: a read may take any message above its floor", "[vulkan]") {
  const VulkanProgram program{{{'A', "st.atom.dv.sc0 x, 1; st.atom.dv.sc0 y, 1"},
                               {'B', "ld.atom.dv.sc0 r0, y; ld.atom.dv.sc0 r1, x"}},
                              "exists (P1:r0=1 /\\ P1:r1=0)"};
  CHECK(vulkan_answer(program).allowed);
}

TEST_CASE("vulkan: a write may go before others that it is not ordered with", "[vulkan]") {
  // 2+2W: each location ends with the first store of one of the threads.
  const VulkanProgram program{{{'A', "st.atom.dv.sc0 x, 1; st.atom.dv.sc0 y, 2"},
                               {'B', "st.atom.dv.sc0 y, 1; st.atom.dv.sc0 x, 2"}},
                              "exists (x=1 /\\ y=1)"};
  CHECK(vulkan_answer(program).allowed);
  const VulkanProgram one{{{'A', "st.atom.dv.sc0 x, 1; st.atom.dv.sc0 x, 2"}}, "exists (x=1)"};
  CHECK_FALSE(vulkan_answer(one).allowed);
}

TEST_CASE("vulkan: modify lets nothing between its read and its write", "[vulkan]") {
  const auto program = [](const std::string& condition) {
    return VulkanProgram{{{'A', "rmw.atom.dv.sc0.add r0, x, 1"},
                          {'B', "rmw.atom.dv.sc0.add r0, x, 1"},
                          {'C', "st.atom.dv.sc0 x, 5"}},
                         condition};
  };
  const VulkanProgram both = program("exists (P0:r0=0 /\\ P1:r0=0)");
  CHECK_FALSE(vulkan_answer(both).allowed);
  CHECK_FALSE(vulkan_answer(both, follow_races).allowed);
  CHECK(vulkan_answer(program("exists (P0:r0=0 /\\ P1:r0=1 /\\ x=5)")).allowed);
  const VulkanProgram between = program("exists (P0:r0=0 /\\ P1:r0=1 /\\ ~(x=5))");
  CHECK_FALSE(vulkan_answer(between).allowed);
  CHECK_FALSE(vulkan_answer(between, follow_races).allowed);
}

TEST_CASE("vulkan: modify prolongs release sequences", "[vulkan]") {
  const auto program = [](const std::string& between) {
    return VulkanProgram{{{'A', "st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1"},
                          {'B', between},
                          {'C', "ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x"}},
                         "filter (P2:r0=2)"};
  };
  CHECK_FALSE(vulkan_answer(program("rmw.atom.dv.sc0.add r0, y, 1")).races);
  CHECK(vulkan_answer(program("rmw.atom.wg.sc0.add r0, y, 1")).races);
  CHECK(vulkan_answer(program("ld.atom.dv.sc0 r0, y; add r0, r0, 1; st.atom.dv.sc0 y, r0")).races);
}

TEST_CASE("vulkan: modify prolongs them over writes that it is not mutually ordered with",
          "[vulkan]") {
  // P1's write, of its subgroup alone, comes between the release and the read-modify-write.
  const auto program = [](const std::string& order) {
    return VulkanProgram{{{'A', "st.av.dv.sc0 x, 1; st.atom" + order + ".dv.sc0" +
                                    (order.empty() ? "" : ".semsc0") + " y, 1"},
                          {'B', "st.atom.sg.sc0 y, 5"},
                          {'C', "ld.atom.dv.sc0 r1, y; rmw.atom.dv.sc0.add r0, y, 1"},
                          {'Q', "ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x"}},
                         "filter (P2:r1=1 /\\ P2:r0=5 /\\ P3:r0=6) exists (P3:r1=0)"};
  };
  const auto released = vulkan_answer(program(".rel"), follow_races);
  CHECK(released.ends);
  CHECK_FALSE(released.allowed);
  CHECK(vulkan_answer(program(""), follow_races).allowed);
}

TEST_CASE("vulkan: operations of the device reach private data under any name", "[vulkan]") {
  const auto program = [](const std::string& between) {
    return VulkanProgram{{{'A', "st.sc0 x, 1"}, {'B', between}, {'C', "ld.sc1 r0, w"}},
                         "exists (P2:r0=1)",
                         "x=0; w aliases x;",
                         "ssw 0 1; ssw 1 2;"};
  };
  const auto both = vulkan_answer(program("avdevice; visdevice"));
  CHECK_FALSE(both.races);
  CHECK(both.allowed);
  CHECK(vulkan_answer(program("avdevice")).races);
  CHECK(vulkan_answer(program("visdevice")).races);
  CHECK(vulkan_answer(program("visdevice; avdevice")).races);
}

TEST_CASE("vulkan: local instructions are steps if they are not fused", "[vulkan]") {
  const Test test =
      vulkan_test({{{'A', "add r0, 1, 2; mul r0, r0, 5; st.atom.dv.sc0 x, r0"}}, "exists (x=15)"});
  MachineOptions options;
  const auto fused = vulkan_answer(test, options);
  options.fuse_local = false;
  const auto single = vulkan_answer(test, options);
  CHECK(fused.allowed);
  CHECK(single.allowed);
  CHECK(single.states == fused.states + 2);
}

TEST_CASE("vulkan: a filter asks for races of complete executions alone", "[vulkan]") {
  const std::vector<opexplore::testing::VulkanThread> threads{
      {'A', "st.sc0 x, 1"}, {'B', "ld.sc0 r0, x; ld.atom.dv.sc0 r1, y"}};
  CHECK(vulkan_answer({threads, "filter (P1:r0=0)"}).races);
  CHECK(vulkan_answer({threads, "filter (P1:r0=1)"}).races);
  CHECK_FALSE(vulkan_answer({threads, "filter (P1:r1=1)"}).races);
}

TEST_CASE("vulkan: where races are followed they have all values", "[vulkan]") {
  const VulkanProgram program{
      {{'A', "st.sc0 x, 1; st.sc0 y, 1"}, {'B', "ld.sc0 r0, y; ld.sc0 r1, x"}},
      "exists (P1:r0=1 /\\ P1:r1=0)"};
  CHECK(vulkan_answer(program, follow_races).allowed);
  CHECK(vulkan_answer(program, follow_races).races);
}

TEST_CASE("vulkan: a non-atomic read does not read what another write has followed", "[vulkan]") {
  // Without chains P2 races with P0, whose write is available to its workgroup alone; but P1's
  // came after that, and is ordered before the read.
  const VulkanProgram program{
      {{'A', "st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1"},
       {'W', "ld.atom.acq.wg.sc0.semsc0 r0, y; st.av.dv.sc0 x, 2; st.atom.rel.dv.sc0.semsc0 z, 1"},
       {'B', "ld.atom.acq.dv.sc0.semsc0 r0, z; ld.vis.dv.sc0 r1, x"}},
      "filter (P1:r0=1 /\\ P2:r0=1) exists (P2:r1=1)"};
  const auto answer = vulkan_answer(program, {{"races", "follow"}, {"chains", "none"}});
  CHECK(answer.races);
  CHECK(answer.ends);
  CHECK_FALSE(answer.allowed);
}

TEST_CASE("vulkan: what a read has read is a floor for who acquires that", "[vulkan]") {
  const VulkanProgram program{{{'A', "st.atom.dv.sc0 x, 1; st.atom.dv.sc0 x, 2"},
                               {'B', "ld.atom.dv.sc0 r0, x; st.atom.rel.dv.sc0.semsc0 y, 1"},
                               {'C', "ld.atom.acq.dv.sc0.semsc0 r0, y; ld.atom.dv.sc0 r1, x"}},
                              "exists (P1:r0=2 /\\ P2:r0=1 /\\ P2:r1=1)"};
  CHECK_FALSE(vulkan_answer(program).allowed);
  CHECK_FALSE(vulkan_answer(program, follow_races).allowed);
}
