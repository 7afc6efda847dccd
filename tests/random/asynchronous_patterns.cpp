#include <array>

#include "tests/random/asynchronous_corners.hpp"

namespace opexplore::random_programs {

namespace {

constexpr std::array of_patterns{
    Corner{"a release of a CTA before a launch", "x = 0;",
           "0,0,0: st.weak [x], 1; fence.release.cta; griddepcontrol.launch_dependents || "
           "1,1,1: ld.weak r0, [x]",
           "1:r0=0", "AAA"},
    Corner{"one of the GPU", "x = 0;",
           "0,0,0: st.weak [x], 1; fence.release.gpu; griddepcontrol.launch_dependents || "
           "1,1,1: ld.weak r0, [x]",
           "1:r0=0", "FAF"},
    Corner{"a store that releases is no fence", "x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; st.release.gpu [f], 1; griddepcontrol.launch_dependents || "
           "1,1,1: ld.weak r0, [x]",
           "1:r0=0", "AAA"},
    Corner{"a release behind the launch", "x = 0;",
           "0,0,0: st.weak [x], 1; griddepcontrol.launch_dependents; fence.release.gpu || "
           "1,1,1: ld.weak r0, [x]",
           "1:r0=0", "AAA"},
    Corner{"a launch is of the next grid", "x = 0;",
           "0,0,0: st.weak [x], 1; fence.release.gpu; griddepcontrol.launch_dependents || "
           "1,1,1: griddepcontrol.launch_dependents || 2,2,2: ld.weak r0, [x]",
           "2:r0=0", "AAA"},
    Corner{"a wait for grids is for all before", "x = 0;",
           "0,0,0: st.weak [x], 1; griddepcontrol.launch_dependents || "
           "1,1,1: griddepcontrol.launch_dependents || 2,2,2: griddepcontrol.wait; ld.weak r0, [x]",
           "2:r0=0", "FFF"},
    Corner{"a copy of an earlier grid is over", "s = 1; g = 7;",
           "0,0,0: griddepcontrol.launch_dependents; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16 || "
           "1,1,1: griddepcontrol.launch_dependents || 2,2,2: griddepcontrol.wait; ld.weak r0, [g]",
           "2:r0=7", "FFF"},
    Corner{"a matrix fence behind the operation", "s = 0;",
           "0,0,0: st.weak [s], 1; fence.proxy.async; wgmma.mma_async r0, [s]; "
           "wgmma.fence.sync.aligned",
           "0:r0=0", "AAA"},
    Corner{"before it", "s = 0;",
           "0,0,0: st.weak [s], 1; fence.proxy.async; wgmma.fence.sync.aligned; "
           "wgmma.mma_async r0, [s]",
           "0:r0=0", "FFF"},
    Corner{"of another thread", "s = 0;",
           "0,0,0: st.weak [s], 1; fence.proxy.async; bar.sync 0; wgmma.mma_async r0, [s] || "
           "0,0,0: wgmma.fence.sync.aligned; bar.sync 0",
           "0:r0=0", "AAA"},
    Corner{"restricted fences, s", "s = 0; x = 0; f = 0;",
           "0,0,0: st.weak [s], 1; fence.release.sync_restrict::shared::cta.cluster; "
           "st.relaxed.cluster [f], 1 || 1,0,0: ld.relaxed.cluster r0, [f]; "
           "fence.acquire.sync_restrict::shared::cluster.cluster; ld.weak r1, [s@0]",
           "1:r0=1 /\\ 1:r1=0", "FFF"},
    Corner{"a restricted release, s", "s = 0; x = 0; f = 0;",
           "0,0,0: st.weak [s], 1; fence.release.sync_restrict::shared::cta.cluster; "
           "st.relaxed.cluster [f], 1 || 1,0,0: ld.relaxed.cluster r0, [f]; "
           "fence.acquire.cluster; ld.weak r1, [s@0]",
           "1:r0=1 /\\ 1:r1=0", "FFF"},
    Corner{"a restricted acquire, s", "s = 0; x = 0; f = 0;",
           "0,0,0: st.weak [s], 1; fence.release.cluster; st.relaxed.cluster [f], 1 || "
           "1,0,0: ld.relaxed.cluster r0, [f]; "
           "fence.acquire.sync_restrict::shared::cluster.cluster; ld.weak r1, [s@0]",
           "1:r0=1 /\\ 1:r1=0", "FFF"},
    Corner{"restricted fences, x", "s = 0; x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; fence.release.sync_restrict::shared::cta.cluster; "
           "st.relaxed.cluster [f], 1 || 1,0,0: ld.relaxed.cluster r0, [f]; "
           "fence.acquire.sync_restrict::shared::cluster.cluster; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"a restricted release, x", "s = 0; x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; fence.release.sync_restrict::shared::cta.cluster; "
           "st.relaxed.cluster [f], 1 || 1,0,0: ld.relaxed.cluster r0, [f]; "
           "fence.acquire.cluster; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"a restricted acquire, x", "s = 0; x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; fence.release.cluster; st.relaxed.cluster [f], 1 || "
           "1,0,0: ld.relaxed.cluster r0, [f]; "
           "fence.acquire.sync_restrict::shared::cluster.cluster; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"an initialisation fence", "b @ mbarrier; f = 0;",
           "0,0,0: mbarrier.init.b64 [b], 1; fence.mbarrier_init.release.cluster; "
           "st.relaxed.cluster [f], 1 || 1,0,0: ld.acquire.cluster r0, [f]; beq r0, 0, L1; "
           "mbarrier.arrive.release.cluster.b64 _, [b@0]; L1:",
           "1:r0=1", "AAA"},
    Corner{"before the initialisation", "b @ mbarrier; f = 0;",
           "0,0,0: fence.mbarrier_init.release.cluster; mbarrier.init.b64 [b], 1; "
           "st.relaxed.cluster [f], 1 || 1,0,0: ld.acquire.cluster r0, [f]; beq r0, 0, L1; "
           "mbarrier.arrive.release.cluster.b64 _, [b@0]; L1:",
           "1:r0=1", "FFF"},
    Corner{"behind the flag", "b @ mbarrier; f = 0;",
           "0,0,0: mbarrier.init.b64 [b], 1; st.relaxed.cluster [f], 1; "
           "fence.mbarrier_init.release.cluster || 1,0,0: ld.acquire.cluster r0, [f]; "
           "beq r0, 0, L1; mbarrier.arrive.release.cluster.b64 _, [b@0]; L1:",
           "1:r0=1", "FFF"},
    Corner{"and nobody that acquires", "b @ mbarrier; f = 0;",
           "0,0,0: mbarrier.init.b64 [b], 1; fence.mbarrier_init.release.cluster; "
           "st.relaxed.cluster [f], 1 || 1,0,0: ld.relaxed.cluster r0, [f]; beq r0, 0, L1; "
           "mbarrier.arrive.release.cluster.b64 _, [b@0]; L1:",
           "1:r0=1", "FFF"},
    Corner{"in too small a scope", "b @ mbarrier; f = 0;",
           "0,0,0: mbarrier.init.b64 [b], 1; fence.mbarrier_init.release.cluster; "
           "st.relaxed.cluster [f], 1 || 1,0,0: ld.acquire.cta r0, [f]; beq r0, 0, L1; "
           "mbarrier.arrive.release.cluster.b64 _, [b@0]; L1:",
           "1:r0=1", "FFF"},
    Corner{"data are not of an initialisation fence", "x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; fence.mbarrier_init.release.cluster; "
           "st.relaxed.cluster [f], 1 || 1,0,0: ld.acquire.cluster r0, [f]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"a later store of the address carries a release", "x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; st.release.gpu [f], 2; st.relaxed.gpu [f], 1; "
           "barrier.cluster.arrive || 1,1,0: ld.acquire.gpu r0, [f]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "FFF"},
    Corner{"of another address it does not", "x = 0; f = 0; g = 0;",
           "0,0,0: st.weak [x], 1; st.release.gpu [g], 2; st.relaxed.gpu [f], 1; "
           "barrier.cluster.arrive || 1,1,0: ld.acquire.gpu r0, [f]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"a later load of the address acquires", "x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: ld.relaxed.gpu r0, [f]; ld.acquire.gpu r2, [f]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "FFF"},
    Corner{"of another address it does not", "x = 0; f = 0; g = 0;",
           "0,0,0: st.weak [x], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: ld.relaxed.gpu r0, [f]; ld.acquire.gpu r2, [g]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"an acquire before the load", "x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: fence.acquire.gpu; ld.relaxed.gpu r0, [f]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"a release behind the store", "x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; st.relaxed.gpu [f], 1; fence.release.gpu; "
           "barrier.cluster.arrive || 1,1,0: ld.acquire.gpu r0, [f]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"relaxed both", "x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; st.relaxed.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: ld.relaxed.gpu r0, [f]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"a chain of updates", "x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: atom.relaxed.gpu.add r0, [f], 1 || 2,2,0: ld.acquire.gpu r0, [f]; "
           "ld.weak r1, [x]",
           "1:r0=1 /\\ 2:r0=2 /\\ 2:r1=0", "FFF"},
    Corner{"with a link that is not morally strong", "x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: atom.relaxed.cta.add r0, [f], 1 || 2,2,0: ld.acquire.gpu r0, [f]; "
           "ld.weak r1, [x]",
           "1:r0=1 /\\ 2:r0=2 /\\ 2:r1=0", "AAA"},
    Corner{"by another virtual address nothing is morally strong",
           "x = 0; f = 0; v @ generic aliases f;",
           "0,0,0: st.weak [x], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: ld.acquire.gpu r0, [v]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"completion is a release of the cluster", "s = 0; x = 1; b @ mbarrier 1;",
           "0,0,0: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@1], [x], "
           "16, [b@1] || "
           "1,0,0: mbarrier.arrive.expect_tx.b64 _, [b], 16; "
           "mbarrier.try_wait.parity.b64 p0, [b], 0; ld.weak r0, [s]",
           "1:p0=1 /\\ 1:r0=0", "AAF"},
    Corner{"and an acquire of it", "s = 0; x = 1; b @ mbarrier 1;",
           "0,0,0: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@1], [x], "
           "16, [b@1] || "
           "1,0,0: mbarrier.arrive.expect_tx.b64 _, [b], 16; "
           "mbarrier.try_wait.parity.acquire.cluster.b64 p0, [b], 0; ld.weak r0, [s]",
           "1:p0=1 /\\ 1:r0=0", "FFF"},
    Corner{"or a fence behind the wait", "s = 0; x = 1; b @ mbarrier 1;",
           "0,0,0: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@1], [x], "
           "16, [b@1] || "
           "1,0,0: mbarrier.arrive.expect_tx.b64 _, [b], 16; "
           "mbarrier.try_wait.parity.relaxed.cluster.b64 p0, [b], 0; fence.acquire.cluster; "
           "ld.weak r0, [s]",
           "1:p0=1 /\\ 1:r0=0", "FFF"},
    Corner{"of another thread", "s = 0; x = 1; b @ mbarrier 1;",
           "0,0,0: mbarrier.arrive.expect_tx.b64 _, [b], 16; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]; "
           "mbarrier.try_wait.parity.relaxed.cta.b64 p0, [b], 0 || 0,0,0: fence.acquire.cta; "
           "ld.weak r0, [s]",
           "0:p0=1 /\\ 1:r0=0", "AAA"},
    Corner{"what a strong copy has read is observed where it is over",
           "x = 0; m = 0; s = 1; s@1 = 0; b @ mbarrier 1;",
           "0,0,0: st.weak [x], 1; fence.release.sys; "
           "cp.async.bulk.global.shared::cta.bulk_group.relaxed.sys.b128 [m], [s], 16 || "
           "1,1,0: mbarrier.arrive.expect_tx.relaxed.cta.b64 _, [b], 16; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.relaxed.sys.b128 "
           "[s], [m], 16, [b]; mbarrier.try_wait.parity.relaxed.cta.b64 p0, [b], 0; "
           "fence.acquire.sys; ld.weak r0, [x]",
           "1:p0=1 /\\ [s@1]=1 /\\ 1:r0=0", "FFF"},
    Corner{"and not before", "x = 0; m = 0; s = 1; s@1 = 0; b @ mbarrier 1;",
           "0,0,0: st.weak [x], 1; fence.release.sys; "
           "cp.async.bulk.global.shared::cta.bulk_group.relaxed.sys.b128 [m], [s], 16 || "
           "1,1,0: mbarrier.arrive.expect_tx.relaxed.cta.b64 _, [b], 16; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.relaxed.sys.b128 "
           "[s], [m], 16, [b]; fence.acquire.sys; "
           "mbarrier.try_wait.parity.relaxed.cta.b64 p0, [b], 0; ld.weak r0, [x]",
           "1:p0=1 /\\ [s@1]=1 /\\ 1:r0=0", "AAA"},
    Corner{"the halves of an alias fence", "x = 0; f = 0; z @ generic aliases x;",
           "0,0,0: st.weak [x], 1; fence.proxy.alias.release.sys; st.relaxed.sys [f], 1 || "
           "1,1,0: ld.relaxed.sys r0, [f]; fence.proxy.alias.acquire.sys; ld.weak r1, [z]",
           "1:r0=1 /\\ 1:r1=0", "FFF"},
    Corner{"a ::read fence of a CTA reaches no other one", "s = 0; x = 2; b @ mbarrier 1;",
           "0,0,0: ld.weak r0, [s]; "
           "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cta; "
           "barrier.cluster.arrive.relaxed; barrier.cluster.wait || "
           "1,0,0: barrier.cluster.arrive.relaxed; barrier.cluster.wait; "
           "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; "
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@0], [x], 16, "
           "[b@0]",
           "0:r0=2", "AAA"},
    Corner{"a later load of the address acquires whatever it reads", "x = 0; f = 0;",
           "0,0,0: st.weak [x], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: ld.relaxed.gpu r0, [f]; ld.acquire.gpu r2, [f]; ld.weak r1, [x] || "
           "2,2,0: st.relaxed.gpu [f], 2",
           "1:r0=1 /\\ 1:r2=2 /\\ 1:r1=0", "FFF"},
    Corner{"a matrix fence is of its own thread", "s = 0;",
           "0,0,0: bar.sync 0; wgmma.fence.sync.aligned; bar.sync 1 || "
           "0,0,0: st.weak [s], 1; fence.proxy.async; bar.sync 0; bar.sync 1; "
           "wgmma.mma_async r0, [s]",
           "1:r0=0", "AAA"},
    Corner{"and nobody who acquires far enough", "b @ mbarrier; f = 0;",
           "0,0,0: mbarrier.init.b64 [b], 1; fence.mbarrier_init.release.cluster; "
           "st.relaxed.cluster [f], 1 || "
           "1,0,0: ld.relaxed.cluster r0, [f]; fence.acquire.cta; beq r0, 0, L1; "
           "mbarrier.arrive.release.cluster.b64 _, [b@0]; L1:",
           "1:r0=1", "FFF"},
    Corner{"behind a wait for grids the read-only proxy sees what they did", "x = 0;",
           "0,0,0: st.weak [x], 1 || 1,1,1: griddepcontrol.wait; ld.global.nc r0, [x]", "1:r0=0",
           "FFF"},
    Corner{"a fence out of a proxy before the access", "x = 0; f = 0; xs @ surface aliases x;",
           "0,0,0: fence.proxy.surface; sust.weak [xs], 1; st.release.gpu [f], 1; "
           "barrier.cluster.arrive || 1,1,0: ld.acquire.gpu r0, [f]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"copies to two virtual addresses of a location",
           "s = 1; u = 2; g = 0; h @ generic aliases g;",
           "0,0,0: cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16; "
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; "
           "cp.async.bulk.global.shared::cta.bulk_group [h], [u], 16",
           "[g]=1", "AAA"},
    Corner{"a grid that waits lets no other one start", "f = 0; g = 0;",
           "0,0,0: st.weak [g], 1 || 1,1,1: griddepcontrol.wait; ld.relaxed.gpu r0, [f]; "
           "st.weak [g], 2 || 2,2,2: st.relaxed.gpu [f], 1",
           "1:r0=1", "FFF"},
    Corner{
        "writes that are morally strong are in one order", "x = 0;",
        "0,0,0: st.relaxed.gpu [x], 1; barrier.cluster.arrive || 1,1,0: st.relaxed.gpu [x], 2 || "
        "2,2,0: ld.relaxed.gpu r0, [x]; ld.relaxed.gpu r1, [x] || "
        "3,3,0: ld.relaxed.gpu r0, [x]; ld.relaxed.gpu r1, [x]",
        "2:r0=1 /\\ 2:r1=2 /\\ 3:r0=2 /\\ 3:r1=1", "FFF"},
    Corner{"an update that needs what it reads writes behind that", "x = 0;",
           "0,0,0: atom.relaxed.gpu.add r0, [x], 1; barrier.cluster.arrive || "
           "1,1,0: ld.weak r0, [x]; st.weak [x], r0",
           "0:r0=1", "FFF"},
    Corner{"a group of matrix operations", "s = 0;",
           "0,0,0: wgmma.mma_async r0, [s]; wgmma.commit_group.sync.aligned; "
           "wgmma.wait_group.sync.aligned 0; st.weak [s], 2",
           "0:r0=2", "FFF"},
    Corner{"and no wait for it", "s = 0;",
           "0,0,0: wgmma.mma_async r0, [s]; wgmma.commit_group.sync.aligned; st.weak [s], 2",
           "0:r0=2", "AAA"},
    Corner{
        "a copy that completes at an mbarrier is in no group", "s = 0; x = 1; b @ mbarrier 1;",
        "0,0,0: cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]; "
        "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ld.weak r0, [s]",
        "0:r0=0", "AAA"},
    Corner{"groups of one kind are not committed as another", "s = 0; x = 1;",
           "0,0,0: cp.async.ca.shared::cta.global [s], [x], 4; cp.async.bulk.commit_group; "
           "cp.async.wait_group 0; ld.weak r0, [s]",
           "0:r0=0", "AAA"},
};

}  // namespace

std::span<const Corner> telling_patterns() { return of_patterns; }

}  // namespace opexplore::random_programs
