// Programs that tell readings of the Vulkan memory model apart, and parts that a machine can get
// wrong: each with its verdict.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/machines/vulkan_programs.hpp"

using namespace opexplore;
using opexplore::testing::vulkan_answer;
using opexplore::testing::VulkanProgram;
using opexplore::testing::VulkanThread;

namespace {

struct Row {
  std::string name;
  std::vector<VulkanThread> threads;
  std::string filter;
  bool races = false;
  bool races_without_chains = false;
};

const std::string flag = "st.atom.rel.dv.sc0.semsc0 y, 1";
const std::string seen = "ld.atom.acq.dv.sc0.semsc0 r0, y;";
const std::string first = "filter (P1:r0=1)";
const std::string both = "filter (P1:r0=1 /\\ P2:r0=1)";
const std::string asks_about_x = "exists (x=0)";

std::vector<Row> message_rows() {
  return {
      {"private data",
       {{'A', "st.sc0 x, 1;" + flag}, {'B', seen + "ld.sc0 r1, x"}},
       first,
       true,
       true},
      {"data that is not made available",
       {{'A', "st.nonpriv.sc0 x, 1;" + flag}, {'B', seen + "ld.nonpriv.sc0 r1, x"}},
       first,
       true,
       true},
      {"data made available and visible",
       {{'A', "st.av.dv.sc0 x, 1;" + flag}, {'B', seen + "ld.vis.dv.sc0 r1, x"}},
       first,
       false,
       false},
      {"a flag that makes it so",
       {{'A', "st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1"},
        {'B', "ld.atom.acq.dv.sc0.semsc0.semvis r0, y; ld.nonpriv.sc0 r1, x"}},
       first,
       false,
       false},
      {"a flag that makes it available alone",
       {{'A', "st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1"},
        {'B', seen + "ld.nonpriv.sc0 r1, x"}},
       first,
       true,
       true},
      {"data of another class",
       {{'A', "st.av.dv.sc1 x, 1;" + flag}, {'B', seen + "ld.vis.dv.sc1 r1, x"}},
       first,
       true,
       true},
      {"data of one of two classes",
       {{'A', "st.av.dv.sc1 x, 1; st.atom.rel.dv.sc0.semsc0.semsc1 y, 1"},
        {'B', "ld.atom.acq.dv.sc0.semsc0.semsc1 r0, y; ld.vis.dv.sc1 r1, x"}},
       first,
       false,
       false},
      {"available in the workgroup alone",
       {{'A', "st.av.wg.sc0 x, 1;" + flag}, {'B', seen + "ld.vis.dv.sc0 r1, x"}},
       first,
       true,
       true},
      {"scopes of a workgroup, another one",
       {{'A', "st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1"},
        {'B', "ld.atom.acq.wg.sc0.semsc0 r0, y; ld.vis.wg.sc0 r1, x"}},
       first,
       true,
       true},
      {"scopes of a workgroup, inside of it",
       {{'A', "st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1"},
        {'W', "ld.atom.acq.wg.sc0.semsc0 r0, y; ld.vis.wg.sc0 r1, x"}},
       first,
       false,
       false},
      {"scopes of a queue family, another one",
       {{'A', "st.av.qf.sc0 x, 1; st.atom.rel.qf.sc0.semsc0 y, 1"},
        {'Q', "ld.atom.acq.qf.sc0.semsc0 r0, y; ld.vis.qf.sc0 r1, x"}},
       first,
       true,
       true},
      {"a read before a write",
       {{'A', "ld.nonpriv.sc0 r1, x;" + flag}, {'B', seen + "st.nonpriv.sc0 x, 1"}},
       first,
       false,
       false},
      {"a private read before a write",
       {{'A', "ld.sc0 r1, x;" + flag}, {'B', seen + "st.sc0 x, 1"}},
       first,
       true,
       true},
      {"the flag of fences has the class of neither",
       {{'A', "st.av.dv.sc0 x, 1; membar.rel.dv.semsc1; st.atom.dv.sc0 y, 1"},
        {'B', "ld.atom.dv.sc0 r0, y; membar.acq.dv.semsc0; ld.vis.dv.sc0 r1, x"}},
       first,
       true,
       true},
      {"the atomics of the flag are in different scopes",
       {{'A', "st.av.dv.sc0 x, 1; membar.rel.dv.semsc0; st.atom.wg.sc0 y, 1"},
        {'B', "ld.atom.dv.sc0 r0, y; membar.acq.dv.semsc0; ld.vis.dv.sc0 r1, x"}},
       first,
       true,
       true},
      {"a write over an available one",
       {{'A', "st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1"},
        {'W', "ld.atom.acq.wg.sc0.semsc0 r0, y; st.av.wg.sc0 x, 2"}},
       first,
       false,
       false},
      {"a write over one that was never available",
       {{'A', "st.nonpriv.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1"},
        {'W', "ld.atom.acq.wg.sc0.semsc0 r0, y; st.av.wg.sc0 x, 2"}},
       first,
       true,
       true},
  };
}

std::vector<Row> chain_rows() {
  const std::string last = "ld.atom.acq.dv.sc0.semsc0 r0, z; ld.vis.dv.sc0 r1, x";
  const std::string last_all = "ld.atom.acq.dv.sc0.semsc0.semvis r0, z; ld.nonpriv.sc0 r1, x";
  const std::string last_fence =
      "ld.atom.dv.sc0 r0, z; membar.acq.dv.semsc0.semvis; ld.nonpriv.sc0 r1, x";
  return {
      {"three threads",
       {{'A', "st.av.dv.sc0 x, 1;" + flag},
        {'B', seen + "st.atom.rel.dv.sc0.semsc0 z, 1"},
        {'C', last}},
       both,
       false,
       false},
      {"three threads, the second flag of another class",
       {{'A', "st.av.dv.sc0 x, 1;" + flag},
        {'B', seen + "st.atom.rel.dv.sc0.semsc1 z, 1"},
        {'C', "ld.atom.acq.dv.sc0.semsc1 r0, z; ld.vis.dv.sc0 r1, x"}},
       both,
       true,
       true},
      {"three threads, the first flag of two classes",
       {{'A', "st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semsc1 y, 1"},
        {'B', "ld.atom.acq.dv.sc0.semsc0.semsc1 r0, y; st.atom.rel.dv.sc1.semsc0 z, 1"},
        {'C', "ld.atom.acq.dv.sc1.semsc0 r0, z; ld.vis.dv.sc0 r1, x"}},
       both,
       false,
       false},
      {"a chain of atomics",
       {{'A', "st.nonpriv.sc0 x, 1; st.atom.rel.wg.sc0.semsc0.semav y, 1"},
        {'W', "ld.atom.acq.wg.sc0.semsc0 r0, y; st.atom.rel.dv.sc0.semsc0.semav z, 1"},
        {'B', last_all}},
       both,
       false,
       true},
      {"a chain of fences",
       {{'A', "st.nonpriv.sc0 x, 1; membar.rel.wg.semsc0.semav; st.atom.wg.sc0 y, 1"},
        {'W',
         "ld.atom.wg.sc0 r0, y; membar.acq.wg.semsc0; membar.rel.dv.semsc0.semav;"
         "st.atom.dv.sc0 z, 1"},
        {'B', last_fence}},
       both,
       true,
       true},
      {"fences of which the first is for the device",
       {{'A', "st.nonpriv.sc0 x, 1; membar.rel.dv.semsc0.semav; st.atom.wg.sc0 y, 1"},
        {'W',
         "ld.atom.wg.sc0 r0, y; membar.acq.wg.semsc0; membar.rel.dv.semsc0; st.atom.dv.sc0 z, 1"},
        {'B', last_fence}},
       both,
       false,
       false},
      {"a release sequence through another thread",
       {{'A', "st.av.dv.sc0 x, 1;" + flag},
        {'B', "rmw.atom.dv.sc0.add r0, y, 1"},
        {'C', "ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x"}},
       "filter (P2:r0=2)",
       false,
       false},
      {"a later store of the releasing thread",
       {{'A', "st.av.dv.sc0 x, 1;" + flag + "; st.atom.dv.sc0 y, 2"},
        {'B', seen + "ld.vis.dv.sc0 r1, x"}},
       "filter (P1:r0=2)",
       true,
       true},
  };
}

std::vector<Row> barrier_rows() {
  const std::string write = "st.av.wg.sc0 x, 1;";
  const std::string read = ";ld.vis.wg.sc0 r0, x";
  const std::string ordered = "cbar.acq_rel.wg.semsc0 0";
  return {
      {"a barrier without an order",
       {{'A', write + "cbar.wg 0"}, {'W', "cbar.wg 0" + read}},
       asks_about_x,
       true,
       true},
      {"a barrier with one",
       {{'A', write + ordered}, {'W', ordered + read}},
       asks_about_x,
       false,
       false},
      {"a barrier between fences",
       {{'A', write + "membar.rel.wg.semsc0; cbar.wg 0"},
        {'W', "cbar.wg 0; membar.acq.wg.semsc0" + read}},
       asks_about_x,
       false,
       false},
      {"private data at a barrier",
       {{'A', "st.sc0 x, 1;" + ordered}, {'W', ordered + "; ld.sc0 r0, x"}},
       asks_about_x,
       true,
       true},
  };
}

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    INFO(row.name);
    const VulkanProgram program{row.threads, row.filter};
    for (const char* const races : {"stop", "follow"}) {
      INFO(races);
      CHECK(vulkan_answer(program, {{"races", races}}).races == row.races);
      CHECK(vulkan_answer(program, {{"races", races}, {"chains", "none"}}).races ==
            row.races_without_chains);
    }
  }
}

}  // namespace

TEST_CASE("vulkan: messages race, or do not", "[vulkan]") { check(message_rows()); }
TEST_CASE("vulkan: chains race, or do not", "[vulkan]") { check(chain_rows()); }
TEST_CASE("vulkan: barriers order memory, or do not", "[vulkan]") { check(barrier_rows()); }

TEST_CASE("vulkan: how far barriers reach", "[vulkan]") {
  const auto races = [](const std::string& scope, char other, const std::string& reading) {
    const std::string barrier = "cbar.acq_rel." + scope + ".semsc0 0";
    const VulkanProgram program{
        {{'A', "st.av.dv.sc0 x, 1;" + barrier}, {other, barrier + "; ld.vis.dv.sc0 r0, x"}},
        asks_about_x};
    return vulkan_answer(program, {{"vulkan-reading", reading}}).races;
  };
  for (const std::string scope : {"qf", "dv"}) {
    INFO(scope);
    CHECK(races(scope, 'B', "dat3m"));
    CHECK_FALSE(races(scope, 'B', "khronos"));
  }
  CHECK(races("wg", 'B', "khronos"));
  CHECK_FALSE(races("wg", 'W', "khronos"));
  // Another queue family.
  CHECK(races("qf", 'Q', "khronos"));
  CHECK_FALSE(races("dv", 'Q', "khronos"));
}

TEST_CASE("vulkan: from-reads of races", "[vulkan]") {
  // The write that is read last is behind the one that is read first, in location order of their
  // thread alone.
  const VulkanProgram program{{{'A', "st.av.wg.sc0 x, 1; st.atom.wg.sc0 x, 2"},
                               {'W', "ld.atom.wg.sc0 r0, x; ld.vis.wg.sc0 r1, x"}},
                              "exists (P1:r0=2 /\\ P1:r1=1)"};
  const auto has = [&](const std::string& reading) {
    return vulkan_answer(program, {{"races", "follow"}, {"vulkan-reading", reading}}).allowed;
  };
  CHECK(has("dat3m"));
  CHECK_FALSE(has("khronos"));
}

TEST_CASE("vulkan: the data through an alias", "[vulkan]") {
  const VulkanProgram program{
      {{'A', "st.av.dv.sc0 x, 1;" + flag}, {'B', seen + "ld.vis.dv.sc0 r1, w"}},
      first,
      "x=0; w aliases x; y=0;"};
  CHECK(vulkan_answer(program).races);
}

TEST_CASE("vulkan: what values atomics may have", "[vulkan]") {
  struct Values {
    std::vector<VulkanThread> threads;
    std::string condition;
    bool allowed;
    bool races;
  };
  const std::string writes_x = "st.atom.dv.sc0 x, 1";
  const std::string writes_y = "st.atom.dv.sc0 y, 1";
  const std::vector<Values> rows{
      {{{'A', "rmw.atom.dv.sc0.add r0, x, 1"}, {'B', "rmw.atom.dv.sc0.add r0, x, 1"}},
       "exists (P0:r0=0 /\\ P1:r0=0)",
       false,
       false},
      {{{'A', "rmw.atom.wg.sc0.add r0, x, 1"}, {'B', "rmw.atom.wg.sc0.add r0, x, 1"}},
       "exists (P0:r0=0 /\\ P1:r0=0)",
       true,
       true},
      {{{'A', "st.atom.rel.dv.sc0.semsc0 x, 1; ld.atom.acq.dv.sc0.semsc0 r0, y"},
        {'B', "st.atom.rel.dv.sc0.semsc0 y, 1; ld.atom.acq.dv.sc0.semsc0 r0, x"}},
       "exists (P0:r0=0 /\\ P1:r0=0)",
       true,
       false},
      // No axiom is about two locations, and loads take effect late.
      {{{'A', "ld.atom.dv.sc0 r0, x;" + writes_y}, {'B', "ld.atom.dv.sc0 r0, y;" + writes_x}},
       "exists (P0:r0=1 /\\ P1:r0=1)",
       true,
       false},
      {{{'A', writes_x}, {'B', "ld.atom.dv.sc0 r0, x; ld.atom.dv.sc0 r1, x"}},
       "exists (P1:r0=1 /\\ P1:r1=0)",
       false,
       false},
      {{{'A', writes_x},
        {'B', writes_y},
        {'C', "ld.atom.acq.dv.sc0.semsc0 r0, x; ld.atom.acq.dv.sc0.semsc0 r1, y"},
        {'Q', "ld.atom.acq.dv.sc0.semsc0 r0, y; ld.atom.acq.dv.sc0.semsc0 r1, x"}},
       "exists (P2:r0=1 /\\ P2:r1=0 /\\ P3:r0=1 /\\ P3:r1=0)",
       true,
       false},
  };
  for (const Values& row : rows) {
    const auto answer = vulkan_answer({row.threads, row.condition}, {{"races", "follow"}});
    INFO(row.threads[0].code << " with " << row.condition);
    CHECK(answer.allowed == row.allowed);
    CHECK(answer.races == row.races);
  }
}
