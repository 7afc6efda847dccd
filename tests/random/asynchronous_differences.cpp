#include <array>

#include "tests/random/asynchronous_corners.hpp"

namespace opexplore::random_programs {

namespace {

constexpr std::array different_once{
    Corner{"what needs a value may be issued before it is there", "f = 0; s = 0; b @ mbarrier 1;",
           "0,0,0: ld.weak r0, [f]; "
           "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [s], r0, [b]; "
           "st.relaxed.gpu [f], 2 || 1,1,0: red.relaxed.gpu.add [f], 1",
           "0:r0=3 /\\ [s@0]=3", "AAA"},
    Corner{"a store that runs on is in no group of copies", "x = 0;",
           "0,0,0: st.async.release.gpu.global.u32 [x], 2; cp.async.bulk.commit_group; "
           "cp.async.bulk.wait_group 0; ld.weak r0, [x]",
           "0:r0=0", "AAA"},
    Corner{"an exchange may write before it reads", "x = 0;",
           "0,0,0: atom.relaxed.gpu.exch r0, [x], 1 || 1,1,0: ld.weak r0, [x]; st.weak [x], r0",
           "0:r0=1", "AAA"},
    Corner{"a grid starts when the reads of the one before are done", "f = 0; g = 0;",
           "0,0,0: ld.relaxed.gpu r0, [f]; st.weak [g], 1 || 1,1,1: st.relaxed.gpu [f], 1",
           "0:r0=1", "FFF"},
    Corner{"or when it was let start", "f = 0;",
           "0,0,0: ld.relaxed.gpu r0, [f]; griddepcontrol.launch_dependents || "
           "1,1,1: st.relaxed.gpu [f], 1",
           "0:r0=1", "AAA"},
    Corner{"a thread has left its cluster when its reads are done", "f = 0; g = 0;",
           "0,0,0: ld.relaxed.gpu r0, [f]; st.weak [g], 1 || 1,0,0: barrier.cluster.arrive; "
           "barrier.cluster.wait; "
           "st.relaxed.gpu [f], 1",
           "0:r0=1", "FFF"},
    Corner{
        "a tensor copy is of data in global memory",
        "s = 3; d @ tensormap = &s; b @ mbarrier 1; u = 0;",
        "0,0,0: cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [u], "
        "[d, {0}], [b]",
        "[u]=3", "FFF"},
    Corner{"a wait that acquires may learn of the initialisation by itself", "b @ mbarrier;",
           "0,0,0: mbarrier.init.shared::cta.b64 [b], 1; mbarrier.arrive.shared::cta.b64 _, [b] || "
           "0,0,0: mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0",
           "1:p0=1", "AAA"},
    Corner{"one that does not may not", "b @ mbarrier;",
           "0,0,0: mbarrier.init.shared::cta.b64 [b], 1; mbarrier.arrive.shared::cta.b64 _, [b] || "
           "0,0,0: mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 p0, [b], 0",
           "1:p0=1", "FFF"},
    Corner{"what a postponed read acquires counts", "b @ mbarrier; f = 0;",
           "0,0,0: mbarrier.init.shared::cta.b64 [b], 2; mbarrier.arrive.shared::cta.b64 _, [b]; "
           "mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0; st.release.cluster [f], 1 || "
           "1,0,0: ld.acquire.cluster r0, [f]; "
           "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [b@0]",
           "0:p0=1 /\\ 1:r0=1", "AAA"},
    Corner{"no operation is its own past", "x = 1; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0; st.release.cta [f], 1 || "
           "0,0,0: ld.acquire.cta r0, [f]; cp.async.ca.shared::cta.global [s], [x], 4; "
           "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [b]",
           "0:p0=1 /\\ 1:r0=1", "FFF"},
    Corner{"by another virtual address a proxy fence is not enough",
           "x = 0; s = 5; z @ generic aliases x;",
           "0,0,0: st.weak [z], 3; fence.proxy.async; "
           "cp.async.bulk.global.shared::cta.bulk_group [x], [s], 16",
           "[x]=3", "AAA"},
    Corner{"with an alias fence it is", "x = 0; s = 5; z @ generic aliases x;",
           "0,0,0: st.weak [z], 3; fence.proxy.alias; fence.proxy.async; "
           "cp.async.bulk.global.shared::cta.bulk_group [x], [s], 16",
           "[x]=3", "FFF"},
    Corner{"which comes first", "x = 0; s = 5; z @ generic aliases x;",
           "0,0,0: st.weak [z], 3; fence.proxy.async; fence.proxy.alias; "
           "cp.async.bulk.global.shared::cta.bulk_group [x], [s], 16",
           "[x]=3", "AAA"},
    Corner{"what a tensor copy reads has other addresses, too",
           "x = 1; s = 0; d @ tensormap = &x; b @ mbarrier 1; z @ generic aliases x;",
           "0,0,0: st.weak [z], 2; fence.proxy.async; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "[s]=1", "AAA"},
    Corner{"the same, with an alias fence",
           "x = 1; s = 0; d @ tensormap = &x; b @ mbarrier 1; z @ generic aliases x;",
           "0,0,0: st.weak [z], 2; fence.proxy.alias; fence.proxy.async; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "[s]=1", "FFF"},
    Corner{"one half of the ::read fence is one half", "s = 0; g = 7;",
           "0,0,0: st.weak [s], 2; ld.weak r0, [s]; "
           "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
           "[g]=0", "AAF"},
    Corner{"it is of reads alone", "s = 0; g = 7;",
           "0,0,0: st.weak [s], 2; "
           "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
           "[g]=0", "AAA"},
    Corner{"a wait for a grid releases no descriptor of its own thread",
           "d @ tensormap = 5; s = 0; b @ mbarrier 1;",
           "0,0,1: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "griddepcontrol.wait; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b] || "
           "1,1,0: ",
           "[s@0]=5", "AAA"},
    Corner{"it does those of that grid", "d @ tensormap = 5; s = 0; b @ mbarrier 1;",
           "0,0,1: griddepcontrol.wait; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b] || "
           "1,1,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2",
           "[s@0]=5", "FFF"},
    Corner{"a reduction reads its source weakly",
           "x = 1; s = 0; u = 0; b @ mbarrier 1; e @ mbarrier 1;",
           "0,0,0: cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.relaxed.cta.b128 "
           "[s], "
           "[x], 16, [e]; "
           "mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0; ld.weak r0, [s] || "
           "0,0,0: mbarrier.arrive.expect_tx.shared::cta.b64 _, [b], 16; "
           "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 "
           "[u], "
           "[s], 16, [b]",
           "0:p0=1 /\\ [u]=1 /\\ 0:r0=0", "AAA"},
    Corner{"memory has values in a deadlock", "x = 0;",
           "0,0,0: bar.sync 1, 3; st.weak [x], 1 || 0,0,0: bar.sync 1, 3", "deadlock /\\ [x]=0",
           "AAA"},
    Corner{"registers have, too", "x = 0;",
           "0,0,0: ld.weak r0, [x]; bar.sync 1, 3 || 0,0,0: st.weak [x], 1; bar.sync 1, 3",
           "deadlock /\\ 0:r0=1", "AAA"},
    Corner{"what is undefined is no deadlock, and none the less", "b @ mbarrier;",
           "0,0,0: mbarrier.arrive.shared::cta.b64 _, [b]", "undef /\\ deadlock=0", "FFF"},
    Corner{"who comes first to a barrier of two matters: one stays", "x = 0;",
           "0,0,0: bar.arrive 1, 2 || 0,0,0: bar.sync 1, 2 || 0,0,0: bar.sync 1, 2", "deadlock",
           "AAA"},
    Corner{"or none", "x = 0;",
           "0,0,0: bar.arrive 1, 2 || 0,0,0: bar.sync 1, 2 || 0,0,0: bar.sync 1, 2", "deadlock=0",
           "AAA"},
    Corner{"a thread whose last instruction is a barrier ends when it opens", "x = 0;",
           "0,0,0: barrier.cluster.arrive; barrier.cluster.wait; bar.sync 0 || 0,0,0: bar.sync 0",
           "deadlock=0", "FFF"},
    Corner{"and so for grids", "x = 0;",
           "0,0,0: griddepcontrol.launch_dependents; ld.relaxed.gpu r0, [x]; beq r0, 2, L1; "
           "L1: bar.sync 0 || 0,0,0: bar.sync 0 || 1,1,1: st.relaxed.gpu [x], 1",
           "0:r0=1", "FFF"},
    Corner{"an arrival releases what was before an earlier one, of another mbarrier there",
           "b @ mbarrier 1; x = 0; f = 0; g = 0;",
           "0,0,0: st.weak [x], 1; mbarrier.arrive.shared::cta.b64 _, [b]; st.relaxed.cta [g], 1; "
           "ld.acquire.cta r0, [f]; mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [b] || "
           "0,0,0: ld.relaxed.cta r0, [g]; beq r0, 0, L1; mbarrier.inval.shared::cta.b64 [b]; "
           "mbarrier.init.shared::cta.b64 [b], 1; st.release.cta [f], 1; L1: || "
           "0,0,0: ld.acquire.cta r0, [f]; mbarrier.try_wait.parity.shared::cta.b64 p0, [b], 0; "
           "ld.weak r1, [x]",
           "0:r0=1 /\\ 2:r0=1 /\\ 2:p0=1 /\\ 2:r1=0", "FFF"},
    Corner{"no arrival counts nothing", "b @ mbarrier 1;",
           "0,0,0: mov r0, 0; mbarrier.arrive.shared::cta.b64 _, [b], r0", "undef", "AAA"},
    Corner{"and no phase waits for nothing", "b @ mbarrier;",
           "0,0,0: mov r0, 0; mbarrier.init.shared::cta.b64 [b], r0", "undef", "AAA"},
    Corner{
        "what runs on by itself hands on no half of a fence",
        "s = 0; u = 0; x = 9; b @ mbarrier 1; e @ mbarrier 1;",
        "0,0,0: ld.weak r0, [s]; "
        "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster; "
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [u@1], 1, "
        "[b@1] || "
        "1,0,0: ld.relaxed.cluster r0, [u]; "
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; "
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@0], [x], 16, [e@0]",
        "1:r0=1 /\\ 0:r0=9", "AAA"},
    Corner{
        "a store does", "s = 0; u = 0; x = 9; b @ mbarrier 1; e @ mbarrier 1;",
        "0,0,0: ld.weak r0, [s]; "
        "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster; "
        "st.relaxed.cluster [u@1], 1 || 1,0,0: ld.relaxed.cluster r0, [u]; "
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; "
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@0], [x], 16, [e@0]",
        "1:r0=1 /\\ 0:r0=9", "FFF"},
    Corner{
        "nor does it hand on what an initialisation fence releases",
        "u = 0; b @ mbarrier; e @ mbarrier 1;",
        "0,0,0: mbarrier.init.shared::cta.b64 [b], 1; fence.mbarrier_init.release.cluster; "
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [u@1], 1, "
        "[e@1] || "
        "1,0,0: ld.relaxed.cluster r0, [u]; beq r0, 0, L1; fence.acq_rel.cluster; "
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b@0]; L1:",
        "1:r0=1", "FFF"},
    Corner{
        "which a store does", "u = 0; b @ mbarrier; e @ mbarrier 1;",
        "0,0,0: mbarrier.init.shared::cta.b64 [b], 1; fence.mbarrier_init.release.cluster; "
        "st.relaxed.cluster [u@1], 1 || 1,0,0: ld.relaxed.cluster r0, [u]; beq r0, 0, L1; "
        "fence.acq_rel.cluster; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b@0]; L1:",
        "1:r0=1", "AAA"},
    Corner{"a read may follow what waits for another one of its thread",
           "x = 1; s = 0; b @ mbarrier 1;",
           "0,0,0: ld.weak r0, [x]; "
           "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [s], r0, [b]; "
           "st.weak [s], 1; ld.weak r1, [s]; "
           "cp.async.bulk.global.shared::cta.bulk_group [x], [s], 16",
           "0:r0=0 /\\ 0:r1=0", "AAA"},
    Corner{"a read follows a store of its thread that waits for another read", "f = 0; s = 0;",
           "0,0,0: ld.acquire.sys r0, [f]; st.weak [s], r0; ld.weak r1, [s]; "
           "griddepcontrol.launch_dependents || 1,1,1: st.release.sys [f], 1",
           "0:r0=1 /\\ 0:r1=1", "AAA"},
};

}  // namespace

std::span<const Corner> once_different() { return different_once; }

}  // namespace opexplore::random_programs
