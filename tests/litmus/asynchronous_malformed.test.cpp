// What is no asynchronous operation, no mbarrier and no instance, and what is not modelled of them.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/asynchronous_cell.hpp"
#include "tests/litmus/refused.hpp"

using namespace opexplore;
using opexplore::testing::asynchronous_cell;
using opexplore::testing::Bad;
using opexplore::testing::check_refused;

namespace {

void check_cells(const std::vector<Bad>& table) {
  for (const Bad& bad : table) check_refused(asynchronous_cell(bad.text), bad);
}

}  // namespace

TEST_CASE("asynchronous instructions that are refused by name", "[litmus][async]") {
  const std::string newer = "PTX 9.5; its meaning is not known to this version";
  check_cells({
      {"cp.async.bulk.wait_group.sync_restrict::proxy::async 0", 4, 26, newer},
      {"fence.alias.sync_restrict::read.release.sys", 4, 13, newer},
      {"fabric.submit.commit_group", 4, 8, newer},
      {"fabric.wait.sync_restrict::read 0", 4, 8, newer},
      {"tensormap.replace.tile.alloc_class.global.b1024.b32 [d], 1", 4, 24, newer},
      {"fabric.try_put [x], [s], 16", 4, 1, "not modelled: the fabric proxy"},
      {"fence.proxy.generic::fabric.alias.release.sys", 4, 13, "not modelled: the fabric proxy"},
      {"multimem.st.async [x], 1", 4, 1, "not modelled: multimem addresses"},
      {"clusterlaunchcontrol.try_cancel.async [s], [b]", 4, 1,
       "not modelled: launch control of clusters"},
      {"cp.async.bulk.tensor.3d.shared::cta.global.im2col [s], [d, {0}], [b]", 4, 44,
       "not modelled: im2col tensor copies"},
      {"cp.async.bulk.prefetch.L2.global [x], 16", 4, 15, "not modelled: prefetching"},
      {"prefetch.tensormap [d]", 4, 1, "not modelled: prefetching"},
      {"cp.async.bulk.shared::cta.global.L2::cache_hint [s], [x], 16, [b]", 4, 34,
       "not modelled: cache policies"},
      {"mbarrier.pending_count.b64 r1, r2", 4, 10, "not modelled: counts as values"},
      {"mbarrier.arrive.layout::v1.b64 _, [b]", 4, 17, "not modelled: layouts of mbarriers"},
      {"wgmma.mma_async.sync.aligned.m64n8k16.f32 r0, [s]", 4, 30,
       "not modelled: shapes of matrices"},
      {"getctarank.u32 r1, s", 4, 1, "not modelled: ranks as values"},
      {"elect.sync r1, 1", 4, 1, "not modelled: the choice of a thread"},
      {"setmaxnreg.inc 1", 4, 1, "not modelled: numbers of registers"},
      {"st.async.shared::cluster.mbarrier::complete_tx::bytes.b128 [s@1], 1, [b@1]", 4, 55,
       "not modelled: values of type 'b128'"},
  });
}

TEST_CASE("forms that PTX does not have", "[litmus][async]") {
  const std::string done = ".mbarrier::complete_tx::bytes";
  check_cells({
      {"cp.async.cb.shared.global [s], [x], 4", 4, 10, "'cp' has no modifier 'cb'; the form is"},
      {"cp.async.shared.global [s], [x], 4", 4, 1,
       "lacks .ca or .cg; the form is cp.async.(ca|cg)"},
      {"cp.async.ca.global.shared [s], [x], 4", 4, 20, "'cp' has no modifier 'shared'"},
      {"cp.async.bulk.shared.global" + done + " [s], [x], 16, [b]", 4, 15,
       "'cp' has no modifier 'shared'"},
      {"cp.async.bulk.global.shared::cta" + done + " [g], [s], 16, [b]", 4, 34, "has no modifier"},
      {"cp.async.bulk.shared::cta.global.bulk_group [s], [x], 16", 4, 34, "has no modifier"},
      {"cp.async.bulk.shared::cta.global" + done + ".multicast::cluster [s], [x], 16, [b], 1", 4,
       63, "has no modifier 'multicast::cluster'"},
      {"red.async.shared::cluster" + done + ".add.u32 [s@1], 1, [b@1]", 4, 1, "lacks .relaxed"},
      {"fence.proxy.async.shared", 4, 19, "'fence' has no modifier 'shared'"},
      {"membar.proxy.async", 4, 14, "'membar' has no modifier 'async'"},
      {"fence.mbarrier_init.release.cta", 4, 29, "'fence' has no modifier 'cta'"},
      {"fence.proxy.alias.release.gpu", 4, 27, "'fence' has no modifier 'gpu'"},
      {"mbarrier.arrive.release.b64 _, [b]", 4, 17, "an order needs a scope; write '.release.cta'"},
      {"mbarrier.arrive.cluster.b64 _, [b]", 4, 17,
       "a scope needs an order; write '.release.cluster'"},
      {"mbarrier.arrive.release.gpu.b64 _, [b]", 4, 25, "'mbarrier' has no modifier 'gpu'"},
      {"mbarrier.arrive.acq_rel.cta.b64 _, [b]", 4, 17, "'mbarrier' has no modifier 'acq_rel'"},
      {"mbarrier.arrive.noComplete.release.cluster.b64 r1, [b], 1", 4, 36,
       "'mbarrier' has no modifier 'cluster'"},
      {"mbarrier.try_wait.parity.acquire.b64 p0, [b], 0", 4, 26, "an order needs a scope"},
      {"mbarrier.try_wait.parity.acquire.gpu.b64 p0, [b], 0", 4, 34, "has no modifier 'gpu'"},
      {"mbarrier.try_wait.parity.shared::cluster.b64 p0, [b], 0", 4, 26, "has no modifier"},
      {"mbarrier.wait [b], 0", 4, 10, "'mbarrier' has no modifier 'wait'"},
      {"mbarrier [b]", 4, 1, "'mbarrier' lacks"},
      {"barrier.cluster.wait.relaxed", 4, 22, "'barrier' has no modifier 'relaxed'"},
      {"barrier.cluster.sync", 4, 17, "'barrier' has no modifier 'sync'"},
      {"griddepcontrol.launch", 4, 16, "'griddepcontrol' has no modifier 'launch'"},
      {"ld.global.nc.relaxed.gpu r1, x", 4, 1, "a read-only load takes no memory order"},
      {"ld.nc r1, x", 4, 4, "lacks .global; write 'ld.global.nc'"},
      {"ld.shared.nc r1, s", 4, 1, "read-only loads are of global memory"},
      {"ld.global.nc r1, s", 4, 1, "the location 's@0' is shared, the access says .global"},
      {"ld.mmio.weak r1, x", 4, 4, "an .mmio access is strong, of scope sys"},
  });
}

TEST_CASE("wrong operands of asynchronous instructions", "[litmus][async]") {
  const std::string done = ".mbarrier::complete_tx::bytes";
  check_cells({
      {"cp.async.ca.shared.global [s], [x], 5", 4, 37, "cannot copy 5 bytes"},
      {"cp.async.cg.shared.global [s], [x], 8", 4, 37,
       "cannot copy 8 bytes; with .cg it copies 16"},
      {"cp.async.ca.shared.global [s], [x]", 4, 36, "expected ',' and how many bytes are copied"},
      {"cp.async.ca.shared.global s, [x], 4", 4, 27, "expected '[' and a location, found 's'"},
      {"cp.async.ca.shared.global [r1], [x], 4", 4, 28,
       "not modelled: an address in the register 'r1'"},
      {"cp.async.ca.shared.global [s+4], [x], 4", 4, 29, "has no offset"},
      {"cp.async.ca.shared.global [x], [s], 4", 4, 28, "'x' is in global memory"},
      {"cp.async.ca.shared.global [s], [u], 4", 4, 33, "'u@0' is in shared memory"},
      {"cp.async.ca.shared.global [s@1], [x], 4", 4, 28,
       "'s@1' is in the shared memory of another CTA"},
      {"cp.async.ca.shared.global [b], [x], 4", 4, 28,
       "'b' is an mbarrier, whose bytes are no data"},
      {"cp.async.ca.shared.global [s], [d], 4", 4, 33, "'d' is a tensormap"},
      {"cp.async.wait_group -1", 4, 21, "expected how many groups may be pending, found -1"},
      {"cp.async.wait_group r1", 4, 21, "write the number"},
      {"cp.async.bulk.wait_group 99999999999999999999", 4, 26, "does not fit in 64 bits"},
      {"cp.async.bulk.wait_group", 4, 26, "expected how many groups may be pending"},
      {"cp.async.bulk.shared::cta.global" + done + " [s], [x], 8, [b]", 4, 73,
       "a multiple of 16 bytes, not 8"},
      {"cp.async.bulk.shared::cta.global" + done + " [s], [x], 0, [b]", 4, 73, "found 0"},
      {"cp.async.bulk.shared::cta.global" + done + " [s, s], [x], 32, [b]", 4, 71,
       "expected as many locations as the destination has, 2, found 1"},
      {"cp.async.bulk.shared::cta.global" + done + " [s], [x], 16, [u]", 4, 78,
       "'u' is no mbarrier; declare it as one: 'u @ mbarrier 1;'"},
      {"cp.async.bulk.shared::cta.global" + done + " [s], [x], 16", 4, 76,
       "expected ',' and the mbarrier"},
      {"cp.async.bulk.shared::cluster.global" + done + " [s@1], [x], 16, [b]", 4, 84,
       "the mbarrier 'b@0' is not in the CTA of the destination 's@1'; write 'b@1'"},
      {"cp.async.bulk.shared::cluster.global" + done + " [s@2], [x], 16, [b@2]", 4, 68,
       "'s@2' is in the shared memory of another cluster"},
      {"cp.async.bulk.shared::cluster.global" + done + ".multicast::cluster [s], [x], 16, [b], 5",
       4, 105, "the mask names the CTA of rank 2, but the cluster has 2 CTAs"},
      {"cp.async.bulk.shared::cluster.global" + done + ".multicast::cluster [s], [x], 16, [b], 0",
       4, 105, "expected a mask of CTAs, found 0"},
      {"cp.async.bulk.shared::cluster.global" + done + ".multicast::cluster [s], [x], 16, [b]", 4,
       104, "expected ',' and the mask of CTAs"},
      {"cp.async.bulk.tensor.1d.shared::cta.global" + done + " [s], [d], [b]", 4, 80,
       "tensor copies name coordinates"},
      {"cp.async.bulk.tensor.2d.shared::cta.global" + done + " [s], [d, {0}], [b]", 4, 82,
       "expected 2 coordinates, found 1"},
      {"cp.async.bulk.tensor.1d.shared::cta.global" + done + " [s], [d, {1}], [b]", 4, 83,
       "not modelled: parts of tensors"},
      {"cp.async.bulk.tensor.1d.shared::cta.global" + done + " [s], [x, {0}], [b]", 4, 79,
       "'x' is no tensormap; declare it as one: 'x @ tensormap = 0;'"},
      {"fence.proxy.tensormap::generic.acquire.gpu", 4, 44, "expected '[' and a location"},
      {"fence.proxy.tensormap::generic.acquire.gpu [d], 64", 4, 49, "it is 128"},
      {"fence.proxy.tensormap::generic.acquire.gpu [x], 128", 4, 45, "'x' is no tensormap"},
      {"tensormap.replace.tile.rank.global.b1024.b32 [e], 1", 4, 47, "'e@0' is in shared memory"},
      {"mbarrier.init.b64 [b], 0", 4, 24, "an mbarrier cannot count 0 arrivals"},
      {"mbarrier.init.b64 [b], -1", 4, 24, "cannot count -1 arrivals"},
      {"mbarrier.init.b64 [b], 1048576", 4, 24, "counts are 1 to 1048575"},
      {"mbarrier.init.b64 [b@1], 1", 4, 20, "'b@1' is in the shared memory of another CTA"},
      {"mbarrier.init.b64 [s], 1", 4, 20, "'s' is no mbarrier"},
      {"mbarrier.init.b64 [new], 1", 4, 20, "'new' is no mbarrier"},
      {"mbarrier.arrive.b64 _, [b], 0", 4, 29, "cannot count 0 arrivals"},
      {"mbarrier.arrive.shared::cta.b64 _, [b@1]", 4, 37, "another CTA"},
      {"mbarrier.arrive.b64 r1, [b@1]", 4, 26, "another CTA"},
      {"mbarrier.arrive.shared::cluster.b64 r1, [b]", 4, 37, "gives no result"},
      {"mbarrier.arrive.expect_tx.b64 _, [b]", 4, 38, "expected ',' and how many bytes"},
      {"mbarrier.arrive.expect_tx.b64 _, [b], -16", 4, 39, "found -16"},
      {"mbarrier.try_wait.parity.b64 p0, [b], 2", 4, 39, "expected a parity, found 2"},
      {"mbarrier.try_wait.b64 p0, [b], 0", 4, 32, "the register that holds the state"},
      {"mbarrier.try_wait.parity.b64 p0, [b@1], 0", 4, 35, "another CTA"},
      {"mapa.shared::cluster.u32 r1, s, 2", 4, 33, "there is no CTA of rank 2"},
      {"mapa.shared::cluster.u32 r1, x, 1", 4, 33, "'x' is in global memory"},
      {"mapa.shared::cluster.u32 r1, r2, 1", 4, 30, "mapa of an address in the register 'r2'"},
      {"ld.weak r1, b", 4, 13, "'b' is an mbarrier, whose bytes are no data"},
      {"st.weak [b@1], 1", 4, 10, "'b' is an mbarrier"},
      {"st.weak d, 1", 4, 9, "'d' is a tensormap"},
      {"atom.add r1, b, 1", 4, 14, "'b' is an mbarrier"},
      {"ld.shared.u32 r1, [s@1]", 4, 1, "is in another CTA, the access says .shared"},
      {"ld.weak r1, [s@2]", 4, 14, "'s@2' is in the shared memory of another cluster"},
      {"ld.weak r1, [s@9]", 4, 14, "there is no CTA 9; the CTAs are 0, 1 and 2"},
      {"ld.weak r1, [x@0]", 4, 14, "'x' is in global memory, of which CTAs have no parts"},
      {"ld.weak r1, [s@]", 4, 16, "expected the number of a CTA, found ']'"},
      {"wgmma.mma_async [s]", 4, 17, "expected a destination register"},
  });
}

TEST_CASE("malformed objects, instances and placements", "[litmus][async]") {
  const std::string rest =
      "\nP0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0;\nld.weak r0, x | ;";
  const auto state = [&](const std::string& initial, const std::string& behind = "") {
    return "PTX t\n{ x=0; " + initial + " }" + rest + "\n" + behind + "exists (x=0)\n";
  };
  const std::vector<Bad> table = {
      {state("b @ mbarrier 0;"), 2, 21,
       "an mbarrier cannot count 0 arrivals; write 'b @ mbarrier;'"},
      {state("b @ mbarrier -1;"), 2, 21, "cannot count -1 arrivals"},
      {state("b @ mbarrier 99999999;"), 2, 21, "counts are 1 to 1048575"},
      {state("b @ mbarrier = 1;"), 2, 21, "an mbarrier has no value"},
      {state("b @ mbarier;"), 2, 12, "unknown proxy 'mbarier'; did you mean 'mbarrier'?"},
      {state("b @ mbarrier; b = 1;"), 2, 22, "'b' is declared twice"},
      {state("d @ tensormap = y;"), 2, 24, "expected a number, or '&' and a location, found 'y'"},
      {state("y @ readonly aliases x;"), 2, 12, "unknown proxy 'readonly'"},
      {state("s@1 = 1; s@1 = 2;", "s: shared;\n"), 2, 17, "'s@1' is declared twice"},
      {state("s@0 = 1; s@1 @ mbarrier;", "s: shared;\n"), 2, 17, "is another kind of object"},
      {state("b@1 @ mbarrier; b = 1;"), 2, 24, "is another kind of object than its instances"},
      {state("s@5 = 1;", "s: shared;\n"), 2, 8, "there is no CTA 5; the CTAs are 0 and 1"},
      {state("s@1 = 1;"), 2, 8, "'s' is in global memory, of which CTAs have no parts"},
      {state("s[2] = {1, 2};", "s: shared;\n"), 2, 8, "not modelled: 's_0', an array"},
      {state("s = 1; d @ tensormap = &s;", "s: shared;\n"), 2, 32, "the address of which 's'?"},
      {state("b @ mbarrier;", "b: global;\n"), 5, 1, "the mbarrier 'b' cannot be in global memory"},
      {state("s = 1;", "s: shared; exists (s=1) "), 5, 20, "which 's'? Each CTA has its own"},
      {state("s = 1;", "s: shared; exists (s@4=1) "), 5, 20, "there is no 's@4'"},
      {state("s = 1;", "exists (s@0=1) "), 5, 9, "there is no 's@0'; it has one instance"},
  };
  for (const Bad& bad : table) check_refused(bad.text, bad);
  const std::string head = "PTX t\n{ x=0; }\n";
  const std::vector<Bad> placements = {
      {head + "P0@cta 0,cluster 0,gpu 0 | P1@cta 0,cluster 1,gpu 0;", 3, 31,
       "CTA 0 is in two clusters"},
      {head + "P0@cta 0,cluster 0,gpu 0 | P1@cta 0,gpu 0;", 3, 31,
       "CTA 0 is in two clusters; P0 is in it, too, in cluster 0"},
      {head + "P0@cta 0,grid 0,gpu 0 | P1@cta 0,grid 1,gpu 0;", 3, 28, "CTA 0 is in two grids"},
      {head + "P0@cta 0,cluster 0,grid 0,gpu 0 | P1@cta 1,cluster 0,grid 1,gpu 0;", 3, 38,
       "cluster 0 is in two grids"},
      {head + "P0@cta 0,cluster 0,gpu 0,cluster 0;", 3, 26, "'cluster' is given twice"},
      {head + "P0@cta 0,cluster -1,gpu 0;", 3, 18, "between 0 and 2^32-1"},
      {head + "P0@cta 0,cluster,gpu 0;", 3, 17, "expected the number of the cluster"},
      {"PTX t\n{ s=0; }\nP0@cta 0,cluster 0,gpu 0 | P1@cta 0,cluster 0,gpu 1;\nst s, 1 | ;\n"
       "s: shared;\nexists (true)\n",
       2, 3, "is not clear: there is one on two GPUs"},
  };
  for (const Bad& bad : placements) check_refused(bad.text, bad);
}

TEST_CASE("asynchronous tests that are cut off are refused or read", "[litmus][async]") {
  const std::string whole = asynchronous_cell(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
      "[s], [x], 16, [b], 3");
  std::size_t refused = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    try {
      read(whole.substr(0, size), "cut");
    } catch (const InputError& error) {
      ++refused;
      CHECK(error.line >= 1);
    }
  }
  CHECK(refused >= whole.size() - 2);
}
