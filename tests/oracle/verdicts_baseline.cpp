#include <array>

#include "tests/oracle/verdicts.hpp"

namespace opexplore::oracle {

namespace {

// clang-format off
constexpr std::array baseline{
Verdict{"T01 MP, relaxed flag", "x=0; y=0;",
  "0,0: st.weak x, 1; st.relaxed.gpu y, 1 || 1,0: ld.relaxed.gpu r0, y; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "AAAA"},
Verdict{"T02 MP, release and acquire", "x=0; y=0;",
  "0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: ld.acquire.gpu r0, y; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFFF"},
Verdict{"T03 MP, acquire at CTA scope across CTAs", "x=0; y=0;",
  "0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: ld.acquire.cta r0, y; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "AAAA"},
Verdict{"T04 SB, fence.sc.gpu", "x=0; y=0;",
  "0,0: st.weak x, 1; fence.sc.gpu; ld.weak r0, y || 1,0: st.weak y, 1; fence.sc.gpu; "
    "ld.weak r0, x",
  "exists (0:r0=0 /\\ 1:r0=0)", "FFFF"},
Verdict{"T05 SB, fence.acq_rel.gpu", "x=0; y=0;",
  "0,0: st.weak x, 1; fence.acq_rel.gpu; ld.weak r0, y || 1,0: st.weak y, 1; fence.acq_rel.gpu; "
    "ld.weak r0, x",
  "exists (0:r0=0 /\\ 1:r0=0)", "AAAA"},
Verdict{"T06 SB, one fence.sc.cta across CTAs", "x=0; y=0;",
  "0,0: st.weak x, 1; fence.sc.gpu; ld.weak r0, y || 1,0: st.weak y, 1; fence.sc.cta; "
    "ld.weak r0, x",
  "exists (0:r0=0 /\\ 1:r0=0)", "AAAA"},
Verdict{"T07 LB, relaxed", "x=0; y=0;",
  "0,0: ld.relaxed.gpu r0, x; st.relaxed.gpu y, 1 || 1,0: ld.relaxed.gpu r0, y; "
    "st.relaxed.gpu x, 1",
  "exists (0:r0=1 /\\ 1:r0=1)", "AAAA"},
Verdict{"E03 LB, copies of a value out of thin air", "x=0; y=0;",
  "0,0: ld.relaxed.gpu r0, x; st.relaxed.gpu y, r0 || 1,0: ld.relaxed.gpu r0, y; "
    "st.relaxed.gpu x, r0",
  "exists (0:r0=42 /\\ 1:r0=42)", "FFFF"},
Verdict{"T09 LB, data one way and control the other", "x=0; y=0;",
  "0,0: ld.relaxed.gpu r0, x; st.relaxed.gpu y, r0 || 1,0: ld.relaxed.gpu r0, y; "
    "bne r0, 1, LC00; st.relaxed.gpu x, 1; LC00:",
  "exists (0:r0=1 /\\ 1:r0=1)", "FFFF"},
Verdict{"T10 IRIW, acquire loads", "x=0; y=0;",
  "0,0: st.relaxed.gpu x, 1 || 1,0: st.relaxed.gpu y, 1 || 2,0: ld.acquire.gpu r0, x; "
    "ld.acquire.gpu r1, y || 3,0: ld.acquire.gpu r0, y; ld.acquire.gpu r1, x",
  "exists (2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)", "AAAA"},
Verdict{"T11 IRIW, fence.sc between the loads", "x=0; y=0;",
  "0,0: st.relaxed.gpu x, 1 || 1,0: st.relaxed.gpu y, 1 || 2,0: ld.relaxed.gpu r0, x; "
    "fence.sc.gpu; ld.relaxed.gpu r1, y || 3,0: ld.relaxed.gpu r0, y; fence.sc.gpu; "
    "ld.relaxed.gpu r1, x",
  "exists (2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)", "FFFF"},
Verdict{"T12 CoRR, relaxed", "x=0;",
  "0,0: st.relaxed.gpu x, 1 || 1,0: ld.relaxed.gpu r0, x; ld.relaxed.gpu r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFFF"},
Verdict{"T13 CoRR, weak", "x=0;",
  "0,0: st.weak x, 1 || 1,0: ld.weak r0, x; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "AAAA"},
Verdict{"T14 CoRR, weak write, acquire reads", "x=0;",
  "0,0: st.weak x, 1 || 1,0: ld.acquire.gpu r0, x; ld.acquire.gpu r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "AAAA"},
Verdict{"T15 two weak writers, reader flips back", "x=0;",
  "0,0: st.weak x, 1 || 1,0: st.weak x, 2 || 2,0: ld.relaxed.gpu r0, x; ld.relaxed.gpu r1, x; "
    "ld.relaxed.gpu r2, x",
  "exists (2:r0=1 /\\ 2:r1=2 /\\ 2:r2=1)", "AAAA"},
Verdict{"T16 two relaxed writers, readers disagree", "x=0;",
  "0,0: st.relaxed.gpu x, 1 || 1,0: st.relaxed.gpu x, 2 || 2,0: ld.relaxed.gpu r0, x; "
    "ld.relaxed.gpu r1, x || 3,0: ld.relaxed.gpu r0, x; ld.relaxed.gpu r1, x",
  "exists (2:r0=1 /\\ 2:r1=2 /\\ 3:r0=2 /\\ 3:r1=1)", "FFFF"},
Verdict{"T17 atomics of different scope lose an update", "x=0;",
  "0,0: atom.relaxed.cta.add r0, x, 1 || 1,0: atom.relaxed.gpu.add r0, x, 1",
  "exists ([x]=1)", "AAAA"},
Verdict{"T18 atom against a weak store", "x=0;",
  "0,0: atom.relaxed.gpu.exch r0, x, 2 || 1,0: st.weak x, 1",
  "exists (0:r0=0 /\\ [x]=2)", "AAAA"},
Verdict{"T18b atom against a relaxed store", "x=0;",
  "0,0: atom.relaxed.gpu.exch r0, x, 2 || 1,0: st.relaxed.gpu x, 1",
  "exists (0:r0=0 /\\ [x]=2)", "FFFF"},
Verdict{"T19 fence at CTA scope across CTAs", "x=0; y=0;",
  "0,0: st.weak x, 1; fence.acq_rel.cta; st.relaxed.gpu y, 1 || 1,0: ld.acquire.gpu r0, y; "
    "ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "AAAA"},
Verdict{"T20 fence, then a weak flag", "x=0; y=0;",
  "0,0: st.weak x, 1; fence.acq_rel.gpu; st.weak y, 1 || 1,0: ld.acquire.gpu r0, y; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "AAAA"},
Verdict{"T21 CTA hop, then GPU hop", "x=0; y=0; z=0;",
  "0,0: st.weak x, 1; st.release.cta y, 1 || 0,0: ld.acquire.cta r0, y; st.release.gpu z, 1 || "
    "1,0: ld.acquire.gpu r0, z; ld.weak r1, x",
  "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)", "FFFF"},
Verdict{"T22 MP, acquire-release fences", "x=0; y=0;",
  "0,0: st.weak x, 1; fence.acq_rel.gpu; st.relaxed.gpu y, 1 || 1,0: ld.relaxed.gpu r0, y; "
    "fence.acq_rel.gpu; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFFF"},
Verdict{"D17 a barrier is cumulative", "x=0; y=0;",
  "0,0: st.weak x, 1; bar.cta.sync 0 || 0,0: bar.cta.sync 0; st.release.gpu y, 1 || "
    "1,0: ld.acquire.gpu r0, y; ld.weak r1, x",
  "exists (2:r0=1 /\\ 2:r1=0)", "FFFF"},
Verdict{"D16 arrive as consumer", "x=0;",
  "0,0: st.weak x, 1; bar.cta.sync 0 || 0,0: bar.cta.arrive 0; ld.weak r0, x",
  "exists (1:r0=0)", "AAAA"},
Verdict{"D16b arrive as producer", "x=0;",
  "0,0: st.weak x, 1; bar.cta.arrive 0 || 0,0: bar.cta.sync 0; ld.weak r0, x",
  "exists (1:r0=0)", "FFFF"},
Verdict{"D18 CoWW through release and acquire", "x=0; y=0;",
  "0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: ld.acquire.gpu r0, y; st.weak x, 2",
  "exists (1:r0=1 /\\ [x]=1)", "FFFF"},
Verdict{"D19 CoRW through a strong reads-from", "x=0;",
  "0,0: ld.relaxed.gpu r0, x; st.weak x, 1 || 1,0: st.relaxed.gpu x, 2",
  "exists (0:r0=2 /\\ [x]=2)", "FFFF"},
Verdict{"D19b CoRW, all weak", "x=0;",
  "0,0: ld.weak r0, x; st.weak x, 1 || 1,0: st.weak x, 2",
  "exists (0:r0=2 /\\ [x]=2)", "AAAA"},
Verdict{"D20 the release pattern continues to a relaxed store", "x=0; y=0;",
  "0,0: st.weak x, 1; st.release.gpu y, 1; st.relaxed.gpu y, 2 || 1,0: ld.acquire.gpu r0, y; "
    "ld.weak r1, x",
  "exists (1:r0=2 /\\ 1:r1=0)", "FFFF"},
Verdict{"D24 WRC with a fence and a release", "x=0; y=0;",
  "0,0: st.relaxed.gpu x, 1 || 1,0: ld.relaxed.gpu r0, x; fence.acq_rel.gpu; "
    "st.release.gpu y, 1 || 2,0: ld.acquire.gpu r0, y; ld.weak r1, x",
  "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)", "FFFF"},
Verdict{"D25 WRC, all weak", "x=0; y=0;",
  "0,0: st.weak x, 1 || 1,0: ld.weak r0, x; st.weak y, 1 || 2,0: ld.weak r0, y; ld.weak r1, x",
  "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)", "AAAA"},
Verdict{"D26 WRC, all volatile", "x=0; y=0;",
  "0,0: st.relaxed.sys x, 1 || 1,0: ld.relaxed.sys r0, x; st.relaxed.sys y, 1 || "
    "2,0: ld.relaxed.sys r0, y; ld.relaxed.sys r1, x",
  "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)", "AAAA"},
Verdict{"D27 the last event of the acquire pattern is too narrow", "x=0; y=0;",
  "0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: ld.relaxed.gpu r0, y; ld.acquire.cta r1, y; "
    "ld.weak r2, x",
  "exists (1:r0=1 /\\ 1:r1=1 /\\ 1:r2=0)", "AAAA"},
Verdict{"D29 a barrier is not a release fence", "x=0; y=0;",
  "0,0: st.weak x, 1; bar.cta.sync 0; st.relaxed.cta y, 1 || 0,0: ld.acquire.cta r0, y; "
    "ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "AAAA"},
Verdict{"E10 CAS lock, acquire and release", "x=0; l=0;",
  "0,0: atom.acquire.gpu.cas r0, l, 0, 1; bne r0, 0, LC00; ld.weak r1, x; st.weak x, 1; "
    "atom.release.gpu.exch r2, l, 0; LC00: || 1,0: atom.acquire.gpu.cas r0, l, 0, 1; "
    "bne r0, 0, LC01; ld.weak r1, x; st.weak x, 1; atom.release.gpu.exch r2, l, 0; LC01:",
  "exists (0:r0=0 /\\ 1:r0=0 /\\ 0:r1=0 /\\ 1:r1=0)", "FFFF"},
Verdict{"E11 CAS lock, relaxed unlock", "x=0; l=0;",
  "0,0: atom.acquire.gpu.cas r0, l, 0, 1; bne r0, 0, LC00; ld.weak r1, x; st.weak x, 1; "
    "atom.relaxed.gpu.exch r2, l, 0; LC00: || 1,0: atom.acquire.gpu.cas r0, l, 0, 1; "
    "bne r0, 0, LC01; ld.weak r1, x; st.weak x, 1; atom.relaxed.gpu.exch r2, l, 0; LC01:",
  "exists (0:r0=0 /\\ 1:r0=0 /\\ 0:r1=0 /\\ 1:r1=0)", "AAAA"},
Verdict{"E12 CAS lock, legacy membar", "x=0; l=0;",
  "0,0: atom.relaxed.gpu.cas r0, l, 0, 1; bne r0, 0, LC00; fence.sc.gpu; ld.weak r1, x; "
    "st.weak x, 1; fence.sc.gpu; atom.relaxed.gpu.exch r2, l, 0; LC00: || "
    "1,0: atom.relaxed.gpu.cas r0, l, 0, 1; bne r0, 0, LC01; fence.sc.gpu; ld.weak r1, x; "
    "st.weak x, 1; fence.sc.gpu; atom.relaxed.gpu.exch r2, l, 0; LC01:",
  "exists (0:r0=0 /\\ 1:r0=0 /\\ 0:r1=0 /\\ 1:r1=0)", "FFFF"},
Verdict{"E13 own weak store, the racing one, own again", "x=0;",
  "0,0: st.weak x, 1; ld.weak r0, x; ld.weak r1, x || 1,0: st.weak x, 2",
  "exists (0:r0=2 /\\ 0:r1=1)", "AAAA"},
Verdict{"D32 MP, GPU scope across two GPUs", "x=0; y=0;",
  "0,0: st.weak x, 1; st.release.gpu y, 1 || 0,1: ld.acquire.gpu r0, y; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "AAAA"},
Verdict{"D33 MP, system scope across two GPUs", "x=0; y=0;",
  "0,0: st.weak x, 1; st.release.sys y, 1 || 0,1: ld.acquire.sys r0, y; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFFF"},
Verdict{"D14 exch has no data dependency", "x=0;",
  "0,0: atom.relaxed.cta.exch r0, x, 1 || 1,0: ld.weak r0, x; st.weak x, r0",
  "exists (0:r0=1)", "AAAA"},
Verdict{"E01 LB, false data dependency", "x=0; y=0;",
  "0,0: ld.relaxed.gpu r0, x; sub r1, r0, r0; add r1, r1, 1; st.relaxed.gpu y, r1 || "
    "1,0: ld.relaxed.gpu r0, y; sub r1, r0, r0; add r1, r1, 1; st.relaxed.gpu x, r1",
  "exists (0:r0=1 /\\ 1:r0=1)", "FFFF"},
Verdict{"E02 LB, false control dependency", "x=0; y=0;",
  "0,0: ld.relaxed.gpu r0, x; bne r0, 7, LC00; LC00:; st.relaxed.gpu y, 1 || "
    "1,0: ld.relaxed.gpu r0, y; bne r0, 7, LC01; LC01:; st.relaxed.gpu x, 1",
  "exists (0:r0=1 /\\ 1:r0=1)", "FFFF"},
};
// clang-format on

}  // namespace

std::span<const Verdict> baseline_verdicts() { return baseline; }

}  // namespace opexplore::oracle
