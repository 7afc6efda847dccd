#include <array>

#include "tests/random/asynchronous_corners.hpp"

namespace opexplore::random_programs {

namespace {

constexpr std::array of_readings{
    Corner{"fences in the issuing thread", "s = 0; g = 7;",
           "0,0,0: st.weak [s], 1; bar.sync 0 || 0,0,0: bar.sync 0; fence.proxy.async; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
           "[g]=0", "F", "place=thread"},
    Corner{"in a third one", "s = 0; g = 7;",
           "0,0,0: st.weak [s], 1; bar.sync 0; bar.sync 1 || 0,0,0: bar.sync 0; "
           "fence.proxy.async; bar.sync 1 || 0,0,0: bar.sync 0; bar.sync 1; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
           "[g]=0", "A", "place=thread"},
    Corner{"in a third one", "s = 0; g = 7;",
           "0,0,0: st.weak [s], 1; bar.sync 0; bar.sync 1 || 0,0,0: bar.sync 0; "
           "fence.proxy.async; bar.sync 1 || 0,0,0: bar.sync 0; bar.sync 1; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
           "[g]=0", "F", "place=path"},
    Corner{"where it was written", "s = 0; g = 7;",
           "0,0,0: st.weak [s], 1; bar.sync 0 || 0,0,0: bar.sync 0; fence.proxy.async; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
           "[g]=0", "A", "place=source"},
    Corner{"without a fence by completion", "s = 0; x = 1; b @ mbarrier 1;",
           "0,0,0: mbarrier.arrive.expect_tx.b64 _, [b], 16; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]; "
           "mbarrier.try_wait.parity.b64 p0, [b], 0; ld.weak r0, [s]",
           "0:p0=1 /\\ 0:r0=0", "A", "cfence=none"},
    Corner{"with one of one's own", "s = 0; x = 1; b @ mbarrier 1;",
           "0,0,0: mbarrier.arrive.expect_tx.b64 _, [b], 16; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]; "
           "mbarrier.try_wait.parity.b64 p0, [b], 0; fence.proxy.async; ld.weak r0, [s]",
           "0:p0=1 /\\ 0:r0=0", "F", "cfence=none"},
    Corner{"of another space", "s = 0; x = 1; b @ mbarrier 1;",
           "0,0,0: mbarrier.arrive.expect_tx.b64 _, [b], 16; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]; "
           "mbarrier.try_wait.parity.b64 p0, [b], 0; fence.proxy.async.global; ld.weak r0, [s]",
           "0:p0=1 /\\ 0:r0=0", "A", "cfence=none"},
    Corner{"a copy that is generic needs none", "s = 0; x = 1;",
           "0,0,0: cp.async.ca.shared::cta.global [s], [x], 4; cp.async.wait_all; ld.weak r0, [s]",
           "0:r0=0", "F", "cfence=none"},
    Corner{"completion that hands on", "s = 0; x = 1; y = 0; b @ mbarrier 1;",
           "0,0,0: st.weak [y], 1; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b] || "
           "0,0,0: mbarrier.arrive.expect_tx.b64 _, [b], 16; "
           "mbarrier.try_wait.parity.b64 p0, [b], 0; ld.weak r0, [y]",
           "1:p0=1 /\\ 1:r0=0", "F", "cumul=yes"},
    Corner{"matrices in program order", "s = 0;",
           "0,0,0: st.weak [s], 1; fence.proxy.async; wgmma.mma_async r0, [s]", "0:r0=0", "F",
           "wgissue=program"},
    Corner{"a descriptor acquired anywhere", "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.gpu; st.release.gpu [f], 1 || "
           "1,1,0: ld.acquire.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "barrier.cluster.arrive || 2,1,0: barrier.cluster.arrive; barrier.cluster.wait; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@2]=5", "F", "tmacq=path"},
    Corner{"asynchronous stores by the asynchronous proxy", "s = 0; b @ mbarrier 1;",
           "0,0,0: st.weak [s], 1; "
           "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [s], 2, [b]",
           "[s]=1", "A", "sta=async"},
    Corner{"by the generic one", "s = 0; b @ mbarrier 1;",
           "0,0,0: st.weak [s], 1; "
           "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [s], 2, [b]",
           "[s]=1", "F"},
    Corner{"mbarriers by the asynchronous proxy", "s = 0; x = 1; b @ mbarrier;",
           "0,0,0: mbarrier.init.b64 [b], 1; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]",
           "undef", "A", "mbop=async"},
    Corner{"with a fence", "s = 0; x = 1; b @ mbarrier;",
           "0,0,0: mbarrier.init.b64 [b], 1; fence.proxy.async; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]",
           "undef", "F", "mbop=async"},
    Corner{"with one of global memory", "s = 0; x = 1; b @ mbarrier;",
           "0,0,0: mbarrier.init.b64 [b], 1; fence.proxy.async.global; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]",
           "undef", "A", "mbop=async"},
    Corner{"asynchronous stores use it as ever", "s = 0; b @ mbarrier;",
           "0,0,0: mbarrier.init.b64 [b], 1; "
           "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [s], 2, [b]",
           "undef", "F", "mbop=async"},
    Corner{"one domain for all", "s = 1; s@1 = 2; g = 0; f = 0;",
           "0,0,0: cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16; "
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; st.release.gpu [f], 1 || "
           "1,1,0: ld.acquire.gpu r0, [f]; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
           "1:r0=1 /\\ [g]=1", "F", "domain=any"},
};

}  // namespace

std::span<const Corner> telling_readings() { return of_readings; }

}  // namespace opexplore::random_programs
