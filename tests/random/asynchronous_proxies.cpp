#include <array>

#include "tests/random/asynchronous_corners.hpp"

namespace opexplore::random_programs {

namespace {

constexpr std::array of_proxies{
    Corner{"copies into one CTA are of one domain wherever they are issued",
           "s = 0; x = 2; y = 3; b @ mbarrier 1; e @ mbarrier 1;",
           "0,0,0: mbarrier.try_wait.parity.acquire.cluster.b64 p0, [e], 0; "
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@1], [y], 16, "
           "[b@1] || "
           "1,0,0: mbarrier.arrive.expect_tx.b64 _, [b], 16; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]; "
           "mbarrier.try_wait.parity.b64 p0, [b], 0; mbarrier.arrive.release.cluster.b64 _, [e@0]",
           "0:p0=1 /\\ 1:p0=1 /\\ [s@1]=2", "FAF"},
    Corner{"copies to global memory are of the domain of who issues them",
           "s = 1; s@1 = 2; g = 0; f = 0;",
           "0,0,0: cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16; "
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; st.release.cluster [f], 1 || "
           "1,0,0: ld.acquire.cluster r0, [f]; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
           "1:r0=1 /\\ [g]=1", "AAF"},
    Corner{"what is of one cluster is not of another", "s = 1; s@1 = 2; g = 0; f = 0;",
           "0,0,0: cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16; "
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; st.release.gpu [f], 1 || "
           "1,1,0: ld.acquire.gpu r0, [f]; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
           "1:r0=1 /\\ [g]=1", "AAA"},
    Corner{"a descriptor is acquired for the copies of a CTA",
           "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.gpu; st.release.gpu [f], 1 || "
           "1,1,0: ld.acquire.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "bar.sync 0 || 1,1,0: bar.sync 0; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "FAF"},
    Corner{"and for no other CTA's", "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.gpu; st.release.gpu [f], 1 || "
           "1,1,0: ld.acquire.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "barrier.cluster.arrive || 2,1,0: barrier.cluster.arrive; barrier.cluster.wait; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@2]=5", "AAA"},
    Corner{"scopes of the halves of a tensormap fence: cta, gpu",
           "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.cta; st.release.gpu [f], 1 || "
           "1,1,0: ld.acquire.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "AAA"},
    Corner{"scopes of the halves of a tensormap fence: gpu, cta",
           "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.gpu; st.release.gpu [f], 1 || "
           "1,1,0: ld.acquire.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.cta [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "AAA"},
    Corner{"scopes of the halves of a tensormap fence: gpu, gpu",
           "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.gpu; st.release.gpu [f], 1 || "
           "1,1,0: ld.acquire.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "FFF"},
    Corner{"by themselves: cta, gpu", "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.cta; st.relaxed.gpu [f], 1 || "
           "1,1,0: ld.relaxed.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "AAA"},
    Corner{"by themselves: gpu, cta", "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.gpu; st.relaxed.gpu [f], 1 || "
           "1,1,0: ld.relaxed.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.cta [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "AAA"},
    Corner{"by themselves: gpu, gpu", "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.gpu; st.relaxed.gpu [f], 1 || "
           "1,1,0: ld.relaxed.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "FFF"},
    Corner{"the flag has scopes, too", "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.gpu; st.relaxed.cta [f], 1 || "
           "1,1,0: ld.relaxed.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "AAA"},
    Corner{"a half behind the flag hands on nothing",
           "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "st.relaxed.gpu [f], 1; fence.proxy.tensormap::generic.release.gpu || "
           "1,1,0: ld.relaxed.gpu r0, [f]; fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "AAA"},
    Corner{"nor does one before it take it on", "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.gpu; st.relaxed.gpu [f], 1 || "
           "1,1,0: fence.proxy.tensormap::generic.acquire.gpu [d], 128; ld.relaxed.gpu r0, [f]; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "AAA"},
    Corner{"an acquire behind the copy is too late",
           "d @ tensormap = 5; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.gpu; st.release.gpu [f], 1 || "
           "1,1,0: ld.acquire.gpu r0, [f]; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]; "
           "fence.proxy.tensormap::generic.acquire.gpu [d], 128",
           "1:r0=1 /\\ [s@1]=5", "AAA"},
    Corner{"an acquire is of the descriptor that it names",
           "d @ tensormap = 5; t @ tensormap = 5; s = 0; b @ mbarrier 1;",
           "0,0,0: tensormap.replace.tile.global_address.global.b1024.b64 [d], 2; "
           "fence.proxy.tensormap::generic.release.cta; "
           "fence.proxy.tensormap::generic.acquire.cta [t], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "[s]=5", "AAA"},
    Corner{"a fenced copy is the release half",
           "d @ tensormap = 5; t @ tensormap = 2; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: "
           "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
           "[d], [t], 128; "
           "st.relaxed.gpu [f], 1 || 1,1,0: ld.relaxed.gpu r0, [f]; "
           "fence.proxy.tensormap::generic.acquire.gpu [d], 128; "
           "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [d, "
           "{0}], [b]",
           "1:r0=1 /\\ [s@1]=5", "FFF"},
    Corner{"reads of other threads are not of a ::read fence", "s = 0; x = 2; b @ mbarrier 1;",
           "0,0,0: bar.sync 0; "
           "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b] || "
           "0,0,0: ld.weak r0, [s]; bar.sync 0",
           "1:r0=2", "AAA"},
    Corner{"own ones are", "s = 0; x = 2; b @ mbarrier 1;",
           "0,0,0: ld.weak r0, [s]; "
           "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]",
           "0:r0=2", "AAF"},
    Corner{"but by their own address", "s = 0; x = 2; b @ mbarrier 1; v @ generic aliases s;",
           "0,0,0: ld.weak r0, [v]; "
           "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]",
           "0:r0=2", "AAA"},
    Corner{"a ::read fence behind the copy is too late", "s = 0; x = 2; b @ mbarrier 1;",
           "0,0,0: ld.weak r0, [s]; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]; "
           "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster",
           "0:r0=2", "AAA"},
    Corner{"a release half is of the shared memory of its own CTA", "s = 0; g = 7;",
           "0,0,0: st.weak [s@1], 2; "
           "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster; "
           "barrier.cluster.arrive.relaxed; barrier.cluster.wait || "
           "1,0,0: barrier.cluster.arrive.relaxed; barrier.cluster.wait; "
           "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; "
           "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16",
           "[g]=0", "AAA"},
    Corner{
        "the two halves of a fence", "s = 0; x = 2; b @ mbarrier 1;",
        "0,0,0: ld.weak r0, [s]; "
        "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster; "
        "barrier.cluster.arrive.relaxed; barrier.cluster.wait || "
        "1,0,0: barrier.cluster.arrive.relaxed; barrier.cluster.wait; "
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; "
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@0], [x], 16, [b@0]",
        "0:r0=2", "FFF"},
    Corner{
        "the acquire half behind the copy", "s = 0; x = 2; b @ mbarrier 1;",
        "0,0,0: ld.weak r0, [s]; "
        "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster; "
        "barrier.cluster.arrive.relaxed; barrier.cluster.wait || "
        "1,0,0: barrier.cluster.arrive.relaxed; barrier.cluster.wait; "
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@0], [x], 16, [b@0]; "
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster",
        "0:r0=2", "AAA"},
    Corner{
        "the ::read half, and an acquire", "s = 0; x = 2; b @ mbarrier 1;",
        "0,0,0: ld.weak r0, [s]; "
        "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster; "
        "barrier.cluster.arrive.relaxed; barrier.cluster.wait || "
        "1,0,0: barrier.cluster.arrive.relaxed; barrier.cluster.wait; "
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; "
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@0], [x], 16, [b@0]",
        "0:r0=2", "FFF"},
    Corner{"a completed copy may be its own past, for it is of one operation",
           "x = 1; s = 0; b @ mbarrier 1; f = 0;",
           "0,0,0: mbarrier.try_wait.parity.b64 p0, [b], 0; st.release.cta [f], 1 || "
           "0,0,0: ld.acquire.cta r0, [f]; mbarrier.arrive.expect_tx.relaxed.cta.b64 _, [b], 16; "
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [b]",
           "0:p0=1 /\\ 1:r0=1", "AAA"},
    Corner{"the surface proxy is one of each CTA", "x = 0; f = 0; xs @ surface aliases x;",
           "0,0,0: sust.weak [xs], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: ld.acquire.gpu r0, [f]; suld.weak r1, [xs]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"of one CTA it is in order", "x = 0; f = 0; xs @ surface aliases x;",
           "0,0,0: sust.weak [xs], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "0,0,0: ld.acquire.gpu r0, [f]; suld.weak r1, [xs]",
           "1:r0=1 /\\ 1:r1=0", "FFF"},
    Corner{"a fence into it where it is not read", "x = 0; f = 0; xs @ surface aliases x;",
           "0,0,0: st.weak [x], 1; fence.proxy.surface; st.release.gpu [f], 1; "
           "barrier.cluster.arrive || 1,1,0: ld.acquire.gpu r0, [f]; suld.weak r1, [xs]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"and where it is", "x = 0; f = 0; xs @ surface aliases x;",
           "0,0,0: st.weak [x], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: ld.acquire.gpu r0, [f]; fence.proxy.surface; suld.weak r1, [xs]",
           "1:r0=1 /\\ 1:r1=0", "FFF"},
    Corner{"a fence out of it where it was not written", "x = 0; f = 0; xs @ surface aliases x;",
           "0,0,0: sust.weak [xs], 1; st.release.gpu [f], 1; barrier.cluster.arrive || "
           "1,1,0: ld.acquire.gpu r0, [f]; fence.proxy.surface; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "AAA"},
    Corner{"and where it was", "x = 0; f = 0; xs @ surface aliases x;",
           "0,0,0: sust.weak [xs], 1; fence.proxy.surface; st.release.gpu [f], 1; "
           "barrier.cluster.arrive || 1,1,0: ld.acquire.gpu r0, [f]; ld.weak r1, [x]",
           "1:r0=1 /\\ 1:r1=0", "FFF"},
};

}  // namespace

std::span<const Corner> telling_proxies() { return of_proxies; }

}  // namespace opexplore::random_programs
