#include "tests/oracle/verdicts_vulkan.hpp"

#include <array>

namespace opexplore::oracle {

namespace {

// clang-format off
const std::array programs{
VulkanVerdict{"V01 MP with private data", "x=0; y=0;",
  "A: st.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.sc0 r1, x",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V02 MP with data that nobody makes available", "x=0; y=0;",
  "A: st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.nonpriv.sc0 r1, x",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V03 MP with data made available and visible", "x=0; y=0;",
  "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x",
  "filter (1:r0=1)", "fff"},
VulkanVerdict{"V04 MP, the flag makes available and visible", "x=0; y=0;",
  "A: st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0.semvis r0, y; ld.nonpriv.sc0 r1, x",
  "filter (1:r0=1)", "fff"},
VulkanVerdict{"V05 MP, the flag makes available alone", "x=0; y=0;",
  "A: st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.nonpriv.sc0 r1, x",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V06 data of a class that the flag does not order", "x=0; y=0;",
  "A: st.av.dv.sc1 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc1 r1, x",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V07 data of a class that the flag orders too", "x=0; y=0;",
  "A: st.av.dv.sc1 x, 1; st.atom.rel.dv.sc0.semsc0.semsc1 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0.semsc1 r0, y; ld.vis.dv.sc1 r1, x",
  "filter (1:r0=1)", "fff"},
VulkanVerdict{"V08 available in the workgroup of the writer alone", "x=0; y=0;",
  "A: st.av.wg.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V09 scope workgroup, far", "x=0; y=0;",
  "A: st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.wg.sc0.semsc0 r0, y; ld.vis.wg.sc0 r1, x",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V10 scope workgroup, near", "x=0; y=0;",
  "A: st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1 || "
  "W: ld.atom.acq.wg.sc0.semsc0 r0, y; ld.vis.wg.sc0 r1, x",
  "filter (1:r0=1)", "fff"},
VulkanVerdict{"V11 scope queue family, far", "x=0; y=0;",
  "A: st.av.qf.sc0 x, 1; st.atom.rel.qf.sc0.semsc0 y, 1 || "
  "Q: ld.atom.acq.qf.sc0.semsc0 r0, y; ld.vis.qf.sc0 r1, x",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V12 read before write", "x=0; y=0;",
  "A: ld.nonpriv.sc0 r0, x; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; st.nonpriv.sc0 x, 1",
  "filter (1:r0=1)", "fff"},
VulkanVerdict{"V13 read before write, private", "x=0; y=0;",
  "A: ld.sc0 r0, x; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; st.sc0 x, 1",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V14 two flags in a row", "x=0; y=0; z=0;",
  "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; st.atom.rel.dv.sc0.semsc0 z, 1 || "
  "C: ld.atom.acq.dv.sc0.semsc0 r0, z; ld.vis.dv.sc0 r1, x",
  "filter (1:r0=1 /\\ 2:r0=1)", "fff"},
VulkanVerdict{"V15 the second flag orders another class", "x=0; y=0; z=0;",
  "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; st.atom.rel.dv.sc0.semsc1 z, 1 || "
  "C: ld.atom.acq.dv.sc0.semsc1 r0, z; ld.vis.dv.sc0 r1, x",
  "filter (1:r0=1 /\\ 2:r0=1)", "rrr"},
VulkanVerdict{"V16 masks that meet in the class of the data", "x=0; y=0; z=0;",
  "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semsc1 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0.semsc1 r0, y; st.atom.rel.dv.sc1.semsc0 z, 1 || "
  "C: ld.atom.acq.dv.sc1.semsc0 r0, z; ld.vis.dv.sc0 r1, x",
  "filter (1:r0=1 /\\ 2:r0=1)", "fff"},
VulkanVerdict{"V17 an availability chain over atomics", "x=0; y=0; z=0;",
  "A: st.nonpriv.sc0 x, 1; st.atom.rel.wg.sc0.semsc0.semav y, 1 || "
  "W: ld.atom.acq.wg.sc0.semsc0 r0, y; st.atom.rel.dv.sc0.semsc0.semav z, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0.semvis r0, z; ld.nonpriv.sc0 r1, x",
  "filter (1:r0=1 /\\ 2:r0=1)", "frf"},
VulkanVerdict{"V18 an availability chain over a fence", "x=0; y=0; z=0;",
  "A: st.nonpriv.sc0 x, 1; membar.rel.wg.semsc0.semav; st.atom.wg.sc0 y, 1 || "
  "W: ld.atom.wg.sc0 r0, y; membar.acq.wg.semsc0; membar.rel.dv.semsc0.semav; "
  "st.atom.dv.sc0 z, 1 || "
  "B: ld.atom.dv.sc0 r0, z; membar.acq.dv.semsc0.semvis; ld.nonpriv.sc0 r1, x",
  "filter (1:r0=1 /\\ 2:r0=1)", "rrf"},
VulkanVerdict{"V19 the first fence is of the device already", "x=0; y=0; z=0;",
  "A: st.nonpriv.sc0 x, 1; membar.rel.dv.semsc0.semav; st.atom.wg.sc0 y, 1 || "
  "W: ld.atom.wg.sc0 r0, y; membar.acq.wg.semsc0; membar.rel.dv.semsc0; "
  "st.atom.dv.sc0 z, 1 || "
  "B: ld.atom.dv.sc0 r0, z; membar.acq.dv.semsc0.semvis; ld.nonpriv.sc0 r1, x",
  "filter (1:r0=1 /\\ 2:r0=1)", "fff"},
VulkanVerdict{"V20 a barrier that orders nothing", "x=0;",
  "A: st.av.wg.sc0 x, 1; cbar.wg 0 || "
  "W: cbar.wg 0; ld.vis.wg.sc0 r1, x",
  "filter (true)", "rrr"},
VulkanVerdict{"V21 a barrier that releases and acquires", "x=0;",
  "A: st.av.wg.sc0 x, 1; cbar.acq_rel.wg.semsc0 0 || "
  "W: cbar.acq_rel.wg.semsc0 0; ld.vis.wg.sc0 r1, x",
  "filter (true)", "fff"},
VulkanVerdict{"V22 fences around a barrier that orders nothing", "x=0;",
  "A: st.av.wg.sc0 x, 1; membar.rel.wg.semsc0; cbar.wg 0 || "
  "W: cbar.wg 0; membar.acq.wg.semsc0; ld.vis.wg.sc0 r1, x",
  "filter (true)", "fff"},
VulkanVerdict{"V23 a barrier does not order private data", "x=0;",
  "A: st.sc0 x, 1; cbar.acq_rel.wg.semsc0 0 || "
  "W: cbar.acq_rel.wg.semsc0 0; ld.sc0 r1, x",
  "filter (true)", "rrr"},
VulkanVerdict{"V24 data read under another name", "x=0; y=0; z aliases x;",
  "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, z",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V25 operations of the device order any name", "x=0; z aliases x; ssw 0 1 ssw 1 2",
  "A: st.sc0 x, 1 || "
  "B: avdevice; visdevice || "
  "C: ld.sc1 r1, z",
  "filter (true)", "fff"},
VulkanVerdict{"V26 two additions", "x=0;",
  "A: rmw.atom.dv.sc0.add r0, x, 1 || "
  "B: rmw.atom.dv.sc0.add r0, x, 1",
  "exists (0:r0=0 /\\ 1:r0=0)", "fff"},
VulkanVerdict{"V27 two additions, one of another workgroup alone", "x=0;",
  "A: rmw.atom.dv.sc0.add r0, x, 1 || "
  "B: rmw.atom.wg.sc0.add r0, x, 1",
  "exists (0:r0=0 /\\ 1:r0=0)", "RRR"},
VulkanVerdict{"V28 store buffering with releases and acquires", "x=0; y=0;",
  "A: st.atom.rel.dv.sc0.semsc0 x, 1; ld.atom.acq.dv.sc0.semsc0 r0, y || "
  "B: st.atom.rel.dv.sc0.semsc0 y, 1; ld.atom.acq.dv.sc0.semsc0 r0, x",
  "exists (0:r0=0 /\\ 1:r0=0)", "FFF"},
VulkanVerdict{"V29 load buffering", "x=0; y=0;",
  "A: ld.atom.dv.sc0 r0, x; st.atom.dv.sc0 y, 1 || "
  "B: ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, 1",
  "exists (0:r0=1 /\\ 1:r0=1)", "FFF"},
VulkanVerdict{"V30 two reads of one location", "x=0;",
  "A: st.atom.dv.sc0 x, 1 || "
  "B: ld.atom.dv.sc0 r0, x; ld.atom.dv.sc0 r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "fff"},
VulkanVerdict{"V31 readers that disagree", "x=0; y=0;",
  "A: st.atom.dv.sc0 x, 1 || "
  "B: st.atom.dv.sc0 y, 1 || "
  "C: ld.atom.acq.dv.sc0.semsc0 r0, x; ld.atom.acq.dv.sc0.semsc0 r1, y || "
  "Q: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.atom.acq.dv.sc0.semsc0 r1, x",
  "exists (2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)", "FFF"},
VulkanVerdict{"V32 an addition prolongs a release", "x=0; y=0;",
  "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
  "B: rmw.atom.dv.sc0.add r0, y, 1 || "
  "C: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x",
  "filter (2:r0=2)", "fff"},
VulkanVerdict{"V33 a store of the same thread does not", "x=0; y=0;",
  "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1; st.atom.dv.sc0 y, 2 || "
  "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x",
  "filter (1:r0=2)", "rrr"},
VulkanVerdict{"V34 fences of different classes", "x=0; y=0;",
  "A: st.av.dv.sc0 x, 1; membar.rel.dv.semsc1; st.atom.dv.sc0 y, 1 || "
  "B: ld.atom.dv.sc0 r0, y; membar.acq.dv.semsc0; ld.vis.dv.sc0 r1, x",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V34b fences of one class", "x=0; y=0;",
  "A: st.av.dv.sc0 x, 1; membar.rel.dv.semsc0; st.atom.dv.sc0 y, 1 || "
  "B: ld.atom.dv.sc0 r0, y; membar.acq.dv.semsc0; ld.vis.dv.sc0 r1, x",
  "filter (1:r0=1)", "fff"},
VulkanVerdict{"V35 a flag that is out of scope", "x=0; y=0;",
  "A: st.av.dv.sc0 x, 1; membar.rel.dv.semsc0; st.atom.wg.sc0 y, 1 || "
  "B: ld.atom.dv.sc0 r0, y; membar.acq.dv.semsc0; ld.vis.dv.sc0 r1, x",
  "filter (1:r0=1)", "rrr"},
VulkanVerdict{"V36 write after write, available", "x=0; y=0;",
  "A: st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1 || "
  "W: ld.atom.acq.wg.sc0.semsc0 r0, y; st.av.wg.sc0 x, 2",
  "filter (1:r0=1)", "fff"},
VulkanVerdict{"V37 write after write, not available", "x=0; y=0;",
  "A: st.nonpriv.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1 || "
  "W: ld.atom.acq.wg.sc0.semsc0 r0, y; st.av.wg.sc0 x, 2",
  "filter (1:r0=1)", "rrr"},
};
// clang-format on

}  // namespace

std::span<const VulkanVerdict> vulkan_verdicts() { return programs; }

}  // namespace opexplore::oracle
