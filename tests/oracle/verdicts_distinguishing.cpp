#include <array>

#include "tests/oracle/verdicts.hpp"

namespace opexplore::oracle {

namespace {

// clang-format off
const std::array distinguishing{
Verdict{"D01 MP, fence.sc releases", "x=0; y=0;",
  "0,0: st.weak x, 1; fence.sc.gpu; st.relaxed.gpu y, 1 || 1,0: ld.acquire.gpu r0, y; "
    "ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFAA"},
Verdict{"D02 MP, fence.sc releases to a fence", "x=0; y=0;",
  "0,0: st.weak x, 1; fence.sc.gpu; st.relaxed.gpu y, 1 || 1,0: ld.relaxed.gpu r0, y; "
    "fence.acq_rel.gpu; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFAA"},
Verdict{"D21c the shipped mapping of an SC exchange releases", "x=0; y=0;",
  "0,0: st.weak x, 1; fence.sc.gpu; atom.acquire.gpu.add r0, y, 1 || 1,0: ld.acquire.gpu r0, y; "
    "ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFAA"},
Verdict{"E14 the shipped mapping of SC store and load", "x=0; y=0;",
  "0,0: st.relaxed.gpu x, 1; fence.sc.gpu; st.relaxed.gpu y, 1 || 1,0: fence.sc.gpu; "
    "ld.acquire.gpu r0, y; ld.relaxed.gpu r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFAA"},
Verdict{"D03 red and a fence acquire", "x=0; f=0;",
  "0,0: st.weak x, 42; st.release.gpu f, 1 || 1,0: red.relaxed.gpu.add f, 1; fence.acq_rel.gpu; "
    "ld.weak r1, x",
  "exists (1:r1=0 /\\ [f]=2)", "FFFF"},
Verdict{"D03b atom and a fence acquire", "x=0; f=0;",
  "0,0: st.weak x, 42; st.release.gpu f, 1 || 1,0: atom.relaxed.gpu.add r0, f, 1; "
    "fence.acq_rel.gpu; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFFF"},
Verdict{"D04 red in the middle of the chain", "x=0; f=0;",
  "0,0: st.weak x, 1; st.release.gpu f, 1 || 1,0: red.relaxed.gpu.add f, 1 || "
    "2,0: ld.acquire.gpu r0, f; ld.weak r1, x",
  "exists (2:r0=2 /\\ 2:r1=0)", "FFFF"},
Verdict{"D22 atom in the middle of the chain", "x=0; f=0;",
  "0,0: st.weak x, 1; st.release.gpu f, 1 || 1,0: atom.relaxed.gpu.exch r0, f, 2 || "
    "2,0: ld.acquire.gpu r0, f; ld.weak r1, x",
  "exists (1:r0=1 /\\ 2:r0=2 /\\ 2:r1=0)", "FFFF"},
Verdict{"D06c SC-per-Location with mixed scopes", "x=0;",
  "0,0: st.weak x, 1; st.relaxed.gpu x, 2 || 1,0: ld.relaxed.gpu r0, x; ld.relaxed.gpu r1, x || "
    "1,0: st.weak x, 3; st.relaxed.cta x, 4; ld.relaxed.gpu r0, x",
  "exists (1:r0=2 /\\ 1:r1=3 /\\ 2:r0=1)", "FFFA"},
Verdict{"D06d SC-per-Location, GPU scope everywhere", "x=0;",
  "0,0: st.weak x, 1; st.relaxed.gpu x, 2 || 1,0: ld.relaxed.gpu r0, x; ld.relaxed.gpu r1, x || "
    "1,0: st.weak x, 3; st.relaxed.gpu x, 4; ld.relaxed.gpu r0, x",
  "exists (1:r0=2 /\\ 1:r1=3 /\\ 2:r0=1)", "FFFF"},
Verdict{"D07 alias in one thread", "x=0; y @ generic aliases x;",
  "0,0: st.weak x, 1; ld.weak r0, y", "exists (0:r0=0)", "FAFA"},
Verdict{"D07b alias fence in one thread", "x=0; y @ generic aliases x;",
  "0,0: st.weak x, 1; fence.proxy.alias; ld.weak r0, y", "exists (0:r0=0)", "FFFF"},
Verdict{"D08 MP, data read through an alias", "x=0; f=0; y @ generic aliases x;",
  "0,0: st.weak x, 1; st.release.gpu f, 1 || 1,0: ld.acquire.gpu r0, f; ld.weak r1, y",
  "exists (1:r0=1 /\\ 1:r1=0)", "FAFA"},
Verdict{"D08b MP, alias fence in the producer", "x=0; f=0; y @ generic aliases x;",
  "0,0: st.weak x, 1; fence.proxy.alias; st.release.gpu f, 1 || 1,0: ld.acquire.gpu r0, f; "
    "ld.weak r1, y",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFFF"},
Verdict{"D09 atomics on a location and its alias", "x=0; y @ generic aliases x;",
  "0,0: atom.relaxed.gpu.add r0, x, 1 || 1,0: atom.relaxed.gpu.add r0, y, 1",
  "exists (0:r0=0 /\\ 1:r0=0)", "FAFA"},
Verdict{"D10 the flag is read through an alias", "x=0; f=0; g @ generic aliases f;",
  "0,0: st.weak x, 1; st.release.gpu f, 1 || 1,0: ld.acquire.gpu r0, g; ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FAFA"},
Verdict{"E15 CoRR through an alias", "x=0; y @ generic aliases x;",
  "0,0: st.relaxed.gpu x, 1 || 1,0: ld.relaxed.gpu r0, x; ld.weak r1, y",
  "exists (1:r0=1 /\\ 1:r1=0)", "FAFA"},
Verdict{"E16 a barrier does not cross aliases", "x=0; y @ generic aliases x;",
  "0,0: st.weak x, 1; bar.cta.sync 0 || 0,0: bar.cta.sync 0; ld.weak r0, y",
  "exists (1:r0=0)", "FAFA"},
Verdict{"D11 constant fence in the wrong CTA", "x=0; f=0; c @ constant aliases x;",
  "0,0: st.weak x, 1; fence.proxy.constant; st.release.gpu f, 1 || 1,0: ld.acquire.gpu r0, f; "
    "cold r1, c",
  "exists (1:r0=1 /\\ 1:r1=0)", "FAFA"},
Verdict{"D11b constant fence in the reader", "x=0; f=0; c @ constant aliases x;",
  "0,0: st.weak x, 1; st.release.gpu f, 1 || 1,0: ld.acquire.gpu r0, f; fence.proxy.constant; "
    "cold r1, c",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFFF"},
Verdict{"D11c constant fence in the producer, same CTA", "x=0; f=0; c @ constant aliases x;",
  "0,0: st.weak x, 1; fence.proxy.constant; st.release.gpu f, 1 || 0,0: ld.acquire.gpu r0, f; "
    "cold r1, c",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFFF"},
Verdict{"surface store, surface fence in the reader's CTA", "x=0; f=0; s @ surface aliases x;",
  "0,0: sust.weak s, 1; st.release.gpu f, 1 || 1,0: ld.acquire.gpu r0, f; fence.proxy.surface; "
    "ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FAFA"},
Verdict{"surface store, surface fence in the writer's CTA", "x=0; f=0; s @ surface aliases x;",
  "0,0: sust.weak s, 1; fence.proxy.surface; st.release.gpu f, 1 || 1,0: ld.acquire.gpu r0, f; "
    "ld.weak r1, x",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFFF"},
Verdict{"D12 surface, then constant fence", "x=0; s @ surface aliases x; c @ constant aliases x;",
  "0,0: sust.weak s, 1; fence.proxy.surface; fence.proxy.constant; cold r0, c",
  "exists (0:r0=0)", "FFFF"},
Verdict{"D12b the fences swapped", "x=0; s @ surface aliases x; c @ constant aliases x;",
  "0,0: sust.weak s, 1; fence.proxy.constant; fence.proxy.surface; cold r0, c",
  "exists (0:r0=0)", "FAFA"},
Verdict{"D13 one proxy, two CTAs", "x=0; f=0; s @ surface aliases x;",
  "0,0: sust.weak s, 1; st.release.gpu f, 1 || 1,0: ld.acquire.gpu r0, f; suld.weak r1, s",
  "exists (1:r0=1 /\\ 1:r1=0)", "FAFA"},
Verdict{"D13b one proxy, one CTA", "x=0; f=0; s @ surface aliases x;",
  "0,0: sust.weak s, 1; st.release.gpu f, 1 || 0,0: ld.acquire.gpu r0, f; suld.weak r1, s",
  "exists (1:r0=1 /\\ 1:r1=0)", "FFFF"},
Verdict{"E19 write after read across proxies", "x=0; s @ surface aliases x;",
  "0,0: ld.weak r0, x; sust.weak s, 1", "exists (0:r0=1)", "FAFA"},
Verdict{"E20 the same with a fence", "x=0; s @ surface aliases x;",
  "0,0: ld.weak r0, x; fence.proxy.surface; sust.weak s, 1", "exists (0:r0=1)", "FFFF"},
Verdict{"E21 write after write across proxies", "x=0; s @ surface aliases x;",
  "0,0: st.weak x, 1; sust.weak s, 2", "exists ([x]=1)", "FAFA"},
Verdict{"E22 the same with a fence", "x=0; s @ surface aliases x;",
  "0,0: st.weak x, 1; fence.proxy.surface; sust.weak s, 2", "exists ([x]=1)", "FFFF"},
Verdict{"E17 barrier, then a constant load", "x=0; c @ constant aliases x;",
  "0,0: st.weak x, 1; bar.cta.sync 0 || 0,0: bar.cta.sync 0; cold r0, c",
  "exists (1:r0=0)", "FAFA"},
Verdict{"E18 the same with a fence", "x=0; c @ constant aliases x;",
  "0,0: st.weak x, 1; bar.cta.sync 0 || 0,0: bar.cta.sync 0; fence.proxy.constant; cold r0, c",
  "exists (1:r0=0)", "FFFF"},
Verdict{"D15 a failed cas writes nothing", "f=0;",
  "0,0: atom.relaxed.cta.cas r0, f, 5, 6 || 1,0: st.relaxed.gpu f, 1; st.relaxed.gpu f, 2",
  "exists (0:r0=1 /\\ [f]=1)", "FFAA"},
Verdict{"D15b what a failed cas writes back depends on its operands", "x=0; y=2;",
  "0,0: atom.relaxed.gpu.exch r0, y, 3; st.weak x, r0 || "
    "1,0: ld.weak r0, x; atom.relaxed.gpu.cas r1, y, 1, r0; st.weak y, 0",
  "exists (1:r0=2 /\\ 1:r1=2)", "AAFF"},
Verdict{"D34c two atomics and a racing weak store", "x=0;",
  "0,0: atom.relaxed.gpu.add r0, x, 1 || 1,0: atom.relaxed.gpu.add r0, x, 1 || 2,0: st.weak x, 7",
  "exists (0:r0=0 /\\ 1:r0=0)", "FFFF"},
Verdict{"D21 SC exchange as fence.sc and acquire", "x=0; y=0;",
  "0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: fence.sc.gpu; atom.acquire.gpu.exch r0, y, 2; "
    "st.relaxed.gpu y, 3 || 2,0: ld.acquire.gpu r0, y; ld.weak r1, x",
  "exists (1:r0=1 /\\ 2:r0=3 /\\ 2:r1=0)", "AAAA"},
Verdict{"D21b SC exchange as fence.sc and acquire-release", "x=0; y=0;",
  "0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: fence.sc.gpu; atom.acq_rel.gpu.exch r0, y, 2; "
    "st.relaxed.gpu y, 3 || 2,0: ld.acquire.gpu r0, y; ld.weak r1, x",
  "exists (1:r0=1 /\\ 2:r0=3 /\\ 2:r1=0)", "FFFF"},
Verdict{"circular barriers", "x=0;",
  "0,0: bar.cta.sync 0; bar.cta.sync 1; ld.weak r0, x || 0,0: bar.cta.sync 1; bar.cta.sync 0",
  "exists (0:r0=0)", "FFAA"},
};
// clang-format on

}  // namespace

std::span<const Verdict> distinguishing_verdicts() { return distinguishing; }

}  // namespace opexplore::oracle
