#include <array>

#include "tests/random/asynchronous_corners.hpp"

namespace opexplore::random_programs {

namespace {

constexpr std::array of_mbarriers{
    Corner{"a copy behind the arrival of copies is not tracked", "s = 0; x = 1; b @ mbarrier 1;",
           "0,0,0: cp.async.mbarrier.arrive.noinc.b64 [b]; cp.async.ca.shared::cta.global [s], "
           "[x], 4; "
           "mbarrier.try_wait.parity.b64 p0, [b], 0; ld.weak r0, [s]",
           "0:p0=1 /\\ 0:r0=0", "AAA"},
    Corner{
        "nor is a bulk copy", "s = 0; x = 1; b @ mbarrier 1; e @ mbarrier 1;",
        "0,0,0: cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [e]; "
        "cp.async.mbarrier.arrive.noinc.b64 [b]; mbarrier.try_wait.parity.b64 p0, [b], 0; "
        "ld.weak r0, [s]",
        "0:p0=1 /\\ 0:r0=0", "AAA"},
    Corner{"nor one of another thread", "s = 0; x = 1; b @ mbarrier 1;",
           "0,0,0: cp.async.ca.shared::cta.global [s], [x], 4; bar.sync 0 || "
           "0,0,0: bar.sync 0; cp.async.mbarrier.arrive.noinc.b64 [b]; "
           "mbarrier.try_wait.parity.b64 p0, [b], 0; ld.weak r0, [s]",
           "1:p0=1 /\\ 1:r0=0", "AAA"},
    Corner{"a fence of another thread ends no wait", "s = 0; x = 1; f = 0; b @ mbarrier 1;",
           "0,0,0: mbarrier.arrive.expect_tx.b64 _, [b], 16; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]; "
           "mbarrier.try_wait.parity.relaxed.cta.b64 p0, [b], 0; st.relaxed.cta [f], 1 || "
           "0,0,0: ld.relaxed.cta r0, [f]; fence.acquire.cta; ld.weak r1, [s]",
           "0:p0=1 /\\ 1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"coherence where scopes differ", "x = 0;",
           "0,0,0: st.weak [x], 1; st.relaxed.gpu [x], 2; barrier.cluster.arrive || "
           "1,1,0: ld.relaxed.gpu r0, [x]; ld.relaxed.gpu r1, [x] || "
           "1,1,0: st.weak [x], 3; st.relaxed.cta [x], 4; ld.relaxed.gpu r0, [x]",
           "1:r0=2 /\\ 1:r1=3 /\\ 2:r0=1", "FFF"},
    Corner{"a wait learns of all completed phases", "x = 0; f = 0; b @ mbarrier 1;",
           "0,0,0: st.weak [x], 1; mbarrier.arrive.b64 _, [b] || "
           "0,0,0: mbarrier.try_wait.parity.relaxed.cta.b64 p0, [b], 0; beq p0, 0, L1; "
           "mbarrier.arrive.relaxed.cta.b64 _, [b]; st.relaxed.cta [f], 1; L1: || "
           "0,0,0: ld.relaxed.cta r0, [f]; beq r0, 0, L2; "
           "mbarrier.try_wait.parity.b64 p0, [b], 1; ld.weak r1, [x]; L2:",
           "2:r0=1 /\\ 2:p0=1 /\\ 2:r1=0", "FFF"},
    Corner{"what is no mbarrier cannot end", "b @ mbarrier;", "0,0,0: mbarrier.inval.b64 [b]",
           "undef", "AAA"},
    Corner{"nor expect bytes", "b @ mbarrier;", "0,0,0: mbarrier.expect_tx.b64 [b], 16", "undef",
           "AAA"},
    Corner{"who drops out is not waited for any more", "b @ mbarrier 2;",
           "0,0,0: mbarrier.arrive_drop.b64 _, [b]; mbarrier.arrive.b64 _, [b]; "
           "mbarrier.arrive.b64 _, [b]; mbarrier.try_wait.parity.b64 p0, [b], 0",
           "0:p0=1", "FFF"},
    Corner{"an initialisation fence, and a wait that acquires", "b @ mbarrier;",
           "0,0,0: mbarrier.init.b64 [b], 1; fence.mbarrier_init.release.cluster; "
           "mbarrier.arrive.relaxed.cluster.b64 _, [b] || "
           "0,0,0: mbarrier.try_wait.parity.acquire.cluster.b64 p0, [b], 0",
           "1:p0=1", "AAA"},
    Corner{"a barrier of a cluster waits for no other one", "f = 0;",
           "0,0,0: barrier.cluster.arrive; barrier.cluster.wait; st.relaxed.gpu [f], 1 || "
           "1,1,0: bar.sync 1, 2",
           "deadlock /\\ [f]=1", "AAA"},
};

}  // namespace

std::span<const Corner> telling_mbarriers() { return of_mbarriers; }

}  // namespace opexplore::random_programs
