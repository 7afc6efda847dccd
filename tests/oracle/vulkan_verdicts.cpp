#include "tests/oracle/vulkan_verdicts.hpp"

#include <utility>

#include "tests/oracle/vulkan_text.hpp"

namespace opexplore::oracle::vulkan {

namespace {

std::vector<Verdict> through_flags() {
  return {
      // Message passing: what the data needs beside a flag that releases and acquires.
      {"V01", "x=0; y=0; z=0;",
       "A: st.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.sc0 r1, x",
       "filter (1:r0=1)", true, true},
      {"V02", "x=0; y=0; z=0;",
       "A: st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.nonpriv.sc0 r1, x",
       "filter (1:r0=1)", true, true},
      {"V03", "x=0; y=0; z=0;",
       "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x",
       "filter (1:r0=1)", false, false},
      {"V04", "x=0; y=0; z=0;",
       "A: st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0.semvis r0, y; ld.nonpriv.sc0 r1, x",
       "filter (1:r0=1)", false, false},
      {"V05", "x=0; y=0; z=0;",
       "A: st.nonpriv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semav y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.nonpriv.sc0 r1, x",
       "filter (1:r0=1)", true, true},
      // Storage classes of data and flag.
      {"V06", "x=0; y=0; z=0;",
       "A: st.av.dv.sc1 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc1 r1, x",
       "filter (1:r0=1)", true, true},
      {"V07", "x=0; y=0; z=0;",
       "A: st.av.dv.sc1 x, 1; st.atom.rel.dv.sc0.semsc0.semsc1 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0.semsc1 r0, y; ld.vis.dv.sc1 r1, x",
       "filter (1:r0=1)", false, false},
      // Scopes.
      {"V08", "x=0; y=0; z=0;",
       "A: st.av.wg.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x",
       "filter (1:r0=1)", true, true},
      {"V09", "x=0; y=0; z=0;",
       "A: st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.wg.sc0.semsc0 r0, y; ld.vis.wg.sc0 r1, x",
       "filter (1:r0=1)", true, true},
      {"V10", "x=0; y=0; z=0;",
       "A: st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1 || "
       "W: ld.atom.acq.wg.sc0.semsc0 r0, y; ld.vis.wg.sc0 r1, x",
       "filter (1:r0=1)", false, false},
      {"V11", "x=0; y=0; z=0;",
       "A: st.av.qf.sc0 x, 1; st.atom.rel.qf.sc0.semsc0 y, 1 || "
       "Q: ld.atom.acq.qf.sc0.semsc0 r0, y; ld.vis.qf.sc0 r1, x",
       "filter (1:r0=1)", true, true},
      // A read before a write.
      {"V12", "x=0; y=0; z=0;",
       "A: ld.nonpriv.sc0 r1, x; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; st.nonpriv.sc0 x, 1",
       "filter (1:r0=1)", false, false},
      {"V13", "x=0; y=0; z=0;",
       "A: ld.sc0 r1, x; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; st.sc0 x, 1",
       "filter (1:r0=1)", true, true},
      // Chains of flags.
      {"V14", "x=0; y=0; z=0;",
       "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; st.atom.rel.dv.sc0.semsc0 z, 1 || "
       "C: ld.atom.acq.dv.sc0.semsc0 r1, z; ld.vis.dv.sc0 r2, x",
       "filter (1:r0=1 /\\ 2:r1=1)", false, false},
      {"V15", "x=0; y=0; z=0;",
       "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; st.atom.rel.dv.sc0.semsc1 z, 1 || "
       "C: ld.atom.acq.dv.sc0.semsc1 r1, z; ld.vis.dv.sc0 r2, x",
       "filter (1:r0=1 /\\ 2:r1=1)", true, true},
      {"V16", "x=0; y=0; z=0;",
       "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0.semsc1 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0.semsc1 r0, y; st.atom.rel.dv.sc1.semsc0 z, 1 || "
       "C: ld.atom.acq.dv.sc1.semsc0 r1, z; ld.vis.dv.sc0 r2, x",
       "filter (1:r0=1 /\\ 2:r1=1)", false, false},
      // Chains of availability.
      {"V17", "x=0; y=0; z=0;",
       "A: st.nonpriv.sc0 x, 1; st.atom.rel.wg.sc0.semsc0.semav y, 1 || "
       "W: ld.atom.acq.wg.sc0.semsc0 r0, y; st.atom.rel.dv.sc0.semsc0.semav z, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0.semvis r1, z; ld.nonpriv.sc0 r2, x",
       "filter (1:r0=1 /\\ 2:r1=1)", false, true},
      {"V18", "x=0; y=0; z=0;",
       "A: st.nonpriv.sc0 x, 1; membar.rel.wg.semsc0.semav; st.atom.wg.sc0 y, 1 || "
       "W: ld.atom.wg.sc0 r0, y; membar.acq.wg.semsc0; membar.rel.dv.semsc0.semav; st.atom.dv.sc0 "
       "z, 1 || "
       "B: ld.atom.dv.sc0 r1, z; membar.acq.dv.semsc0.semvis; ld.nonpriv.sc0 r2, x",
       "filter (1:r0=1 /\\ 2:r1=1)", true, true},
      {"V19", "x=0; y=0; z=0;",
       "A: st.nonpriv.sc0 x, 1; membar.rel.dv.semsc0.semav; st.atom.wg.sc0 y, 1 || "
       "W: ld.atom.wg.sc0 r0, y; membar.acq.wg.semsc0; membar.rel.dv.semsc0; st.atom.dv.sc0 z, 1 "
       "|| "
       "B: ld.atom.dv.sc0 r1, z; membar.acq.dv.semsc0.semvis; ld.nonpriv.sc0 r2, x",
       "filter (1:r0=1 /\\ 2:r1=1)", false, false},
  };
}

std::vector<Verdict> through_barriers_and_atomics() {
  return {
      // Control barriers.
      {"V20", "x=0; y=0; z=0;",
       "A: st.av.wg.sc0 x, 1; cbar.wg 0 || "
       "W: cbar.wg 0; ld.vis.wg.sc0 r1, x",
       "filter (true)", true, true},
      {"V21", "x=0; y=0; z=0;",
       "A: st.av.wg.sc0 x, 1; cbar.acq_rel.wg.semsc0 0 || "
       "W: cbar.acq_rel.wg.semsc0 0; ld.vis.wg.sc0 r1, x",
       "filter (true)", false, false},
      {"V22", "x=0; y=0; z=0;",
       "A: st.av.wg.sc0 x, 1; membar.rel.wg.semsc0; cbar.wg 0 || "
       "W: cbar.wg 0; membar.acq.wg.semsc0; ld.vis.wg.sc0 r1, x",
       "filter (true)", false, false},
      {"V23", "x=0; y=0; z=0;",
       "A: st.sc0 x, 1; cbar.acq_rel.wg.semsc0 0 || "
       "W: cbar.acq_rel.wg.semsc0 0; ld.sc0 r1, x",
       "filter (true)", true, true},
      // References.
      {"V24", "x=0; z aliases x; y=0;",
       "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, z",
       "filter (1:r0=1)", true, true},
      {"V25", "x=0; z aliases x; ssw 0 1 ssw 1 2",
       "A: st.sc0 x, 1 || "
       "B: avdevice; visdevice || "
       "C: ld.sc1 r1, z",
       "filter (true)", false, false},
      // Mutually ordered atomics, and what is not ordered.
      {"V26", "x=0; y=0; z=0;",
       "A: rmw.atom.dv.sc0.add r0, x, 1 || "
       "B: rmw.atom.dv.sc0.add r0, x, 1",
       "exists (0:r0=0 /\\ 1:r0=0)", false, false, false},
      {"V27", "x=0; y=0; z=0;",
       "A: rmw.atom.dv.sc0.add r0, x, 1 || "
       "B: rmw.atom.wg.sc0.add r0, x, 1",
       "exists (0:r0=0 /\\ 1:r0=0)", true, true, true},
      {"V28", "x=0; y=0; z=0;",
       "A: st.atom.rel.dv.sc0.semsc0 x, 1; ld.atom.acq.dv.sc0.semsc0 r0, y || "
       "B: st.atom.rel.dv.sc0.semsc0 y, 1; ld.atom.acq.dv.sc0.semsc0 r0, x",
       "exists (0:r0=0 /\\ 1:r0=0)", false, false, true},
      {"V29", "x=0; y=0; z=0;",
       "A: ld.atom.dv.sc0 r0, x; st.atom.dv.sc0 y, 1 || "
       "B: ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, 1",
       "exists (0:r0=1 /\\ 1:r0=1)", false, false, true},
      {"V30", "x=0; y=0; z=0;",
       "A: st.atom.dv.sc0 x, 1 || "
       "B: ld.atom.dv.sc0 r0, x; ld.atom.dv.sc0 r1, x",
       "exists (1:r0=1 /\\ 1:r1=0)", false, false, false},
      {"V31", "x=0; y=0; z=0;",
       "A: st.atom.dv.sc0 x, 1 || "
       "B: st.atom.dv.sc0 y, 1 || "
       "C: ld.atom.acq.dv.sc0.semsc0 r0, x; ld.atom.acq.dv.sc0.semsc0 r1, y || "
       "Q: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.atom.acq.dv.sc0.semsc0 r1, x",
       "exists (2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)", false, false, true},
      // Release sequences.
      {"V32", "x=0; y=0; z=0;",
       "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
       "C: rmw.atom.dv.sc0.add r2, y, 1 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x",
       "filter (2:r0=2)", false, false},
      {"V33", "x=0; y=0; z=0;",
       "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1; st.atom.dv.sc0 y, 2 || "
       "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x",
       "filter (1:r0=2)", true, true},
      // Fences.
      {"V34", "x=0; y=0; z=0;",
       "A: st.av.dv.sc0 x, 1; membar.rel.dv.semsc1; st.atom.dv.sc0 y, 1 || "
       "B: ld.atom.dv.sc0 r0, y; membar.acq.dv.semsc0; ld.vis.dv.sc0 r1, x",
       "filter (1:r0=1)", true, true},
      {"V35", "x=0; y=0; z=0;",
       "A: st.av.dv.sc0 x, 1; membar.rel.dv.semsc0; st.atom.wg.sc0 y, 1 || "
       "B: ld.atom.dv.sc0 r0, y; membar.acq.dv.semsc0; ld.vis.dv.sc0 r1, x",
       "filter (1:r0=1)", true, true},
      // A write before a write.
      {"V36", "x=0; y=0; z=0;",
       "A: st.av.wg.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1 || "
       "W: ld.atom.acq.wg.sc0.semsc0 r0, y; st.av.wg.sc0 x, 2",
       "filter (1:r0=1)", false, false},
      {"V37", "x=0; y=0; z=0;",
       "A: st.nonpriv.sc0 x, 1; st.atom.rel.wg.sc0.semsc0 y, 1 || "
       "W: ld.atom.acq.wg.sc0.semsc0 r0, y; st.av.wg.sc0 x, 2",
       "filter (1:r0=1)", true, true},
  };
}

}  // namespace

std::vector<Verdict> distinguishing() {
  std::vector<Verdict> result = through_flags();
  for (Verdict& verdict : through_barriers_and_atomics()) result.push_back(std::move(verdict));
  return result;
}

std::string text_of(const Verdict& verdict) {
  return vulkan_text(verdict.id, verdict.declarations, verdict.threads, verdict.condition);
}

}  // namespace opexplore::oracle::vulkan
