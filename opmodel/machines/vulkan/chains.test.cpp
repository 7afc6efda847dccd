// Chains of availability and visibility operations: which hops may follow each other.
#include "opmodel/machines/vulkan/chains.hpp"

#include <string_view>

#include "tests/catch.hpp"
#include "tests/machines/vulkan_programs.hpp"

using namespace opexplore;
using namespace opexplore::vulkan;
using opexplore::testing::vulkan_answer;
using opexplore::testing::VulkanProgram;

namespace {

VulkanScope scope_of(char hop) {
  return hop == 's'   ? VulkanScope::subgroup
         : hop == 'w' ? VulkanScope::workgroup
                      : VulkanScope::queue_family;
}

// The scopes to which chains of these hops lead.
Levels outwards(std::string_view hops) {
  ChainPlaces places = available_first;
  for (const char hop : hops) places = hop_outwards(places, scope_of(hop));
  return available_to(places, VulkanScope::device);
}

// The scopes from which chains of these hops lead to a read.
Levels inwards(std::string_view hops) {
  Levels result = 0;
  for (unsigned level = 0; level < 4; ++level) {
    ChainPlaces places = pulled_from(static_cast<Levels>(1U << level));
    for (const char hop : hops) places = hop_inwards(places, scope_of(hop));
    if (places != 0) result |= static_cast<Levels>(1U << level);
  }
  return result;
}

}  // namespace

TEST_CASE("vulkan: a chain starts again within each of its hops", "[vulkan]") {
  const std::vector<std::pair<std::string_view, Levels>> chains{
      {"", 0b1111},        {"s", 0b1110},     {"w", 0b1100},     {"q", 0b1000},
      {"sw", 0b1100},      {"ss", 0},         {"ssw", 0b1100},   {"sssw", 0},
      {"ws", 0},           {"ww", 0},         {"ssq", 0b1000},   {"wsq", 0b1000},
      {"wwq", 0b1000},     {"wssq", 0},       {"wsswq", 0b1000}, {"wwwq", 0},
      {"sswsswq", 0b1000}, {"ssswq", 0b1000}, {"sssq", 0},       {"sswssswq", 0},
      {"qs", 0},           {"qq", 0}};
  for (const auto& [hops, levels] : chains) {
    INFO(hops);
    CHECK(unsigned{outwards(hops)} == unsigned{levels});
    const std::string mirrored(hops.rbegin(), hops.rend());
    CHECK(unsigned{inwards(mirrored)} == unsigned{levels});
  }
}

TEST_CASE("vulkan: availability is widened over two operations of a subgroup", "[vulkan]") {
  // x goes from P0 to P1 and from there to P2 in their subgroup, and then out.
  const VulkanProgram program{
      {{'A', "st.av.sg.sc1 x, 1; st.atom.rel.sg.sc1.semsc1 f, 1"},
       {'A',
        "ld.atom.acq.sg.sc1.semsc1 r0, f; st.atom.rel.sg.sc1.semsc0 x, 2;"
        " st.atom.rel.sg.sc0.semsc0 y, 1"},
       {'A',
        "ld.atom.acq.sg.sc0.semsc0 r0, y; st.atom.rel.wg.sc1.semsc0.semsc1.semav z, 1;"
        " st.atom.rel.dv.sc1.semsc0.semsc1.semav w, 1"},
       {'B', "ld.atom.acq.dv.sc1.semsc0.semsc1.semvis r0, w; ld.nonpriv.sc1 r1, x"}},
      "filter (P1:r0=1 /\\ P2:r0=1 /\\ P3:r0=1)",
      "x=0; f=0; y=0; z=0; w=0;"};
  CHECK_FALSE(vulkan_answer(program).races);
  CHECK(vulkan_answer(program, {{"chains", "none"}}).races);
}

TEST_CASE("vulkan: visibility is narrowed over two operations of a subgroup", "[vulkan]") {
  // P1 takes x, P2 that of its workgroup by a read of z, which makes z alone visible, and by
  // another one all that the first did.
  const auto program = [](const std::string& second) {
    return VulkanProgram{
        {{'B', "st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1"},
         {'W', "ld.atom.acq.dv.sc0.semsc0.semvis r0, y; st.atom.rel.wg.sc0.semsc0 z, 1"},
         {'A', "ld.atom.acq.wg.sc0.semsc0 r0, z; ld.atom.acq.sg.sc0.semsc0" + second +
                   " r1, z; st.atom.rel.sg.sc0.semsc0 w, 1"},
         {'A', "ld.atom.acq.sg.sc0.semsc0.semvis r0, w; ld.nonpriv.sc0 r1, x"}},
        "filter (P1:r0=1 /\\ P2:r0=1 /\\ P3:r0=1)",
        "x=0; y=0; z=0; w=0;"};
  };
  CHECK_FALSE(vulkan_answer(program(".semvis")).races);
  CHECK(vulkan_answer(program("")).races);
}
