// Tensor memory: how it is declared, what is read of `tcgen05`, and what is refused. The spellings
// were tried with ptxas 13.0 for sm_100a.
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/asynchronous_use.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/refused.hpp"
#include "tests/litmus/same_test.hpp"

using namespace opexplore;
using opexplore::testing::Bad;
using opexplore::testing::check_refused;
using opexplore::testing::check_round_trips;

namespace {

const std::string matrix_multiply = "tcgen05.mma.cta_group::1";
const std::string commit_to = "tcgen05.commit.cta_group::1.mbarrier::arrive::one";
const std::string one_register = ".sync.aligned.32x32b.x1.b32 ";

/// Two CTAs of a cluster, with that instruction in line 4, column 1.
std::string cell(
    const std::string& instruction,
    const std::string& initial = "s=1; x=3; t @ tensor = 2; v @ tensor; b @ mbarrier;") {
  return "PTX cell\n{ " + initial + " }\nP0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;\n" +
         instruction + " | ;\ns: shared;\nexists (x=0)\n";
}

Action action_of(const std::string& instruction) {
  return read(cell(instruction), "cell").program.threads[0].instructions.at(0).action;
}

template <class Operation>
Operation read_tensor_as(const std::string& instruction) {
  return std::get<Operation>(std::get<Asynchronous>(action_of(instruction)).what);
}

void check_spelling(const std::string& text, const std::string& written) {
  CAPTURE(text);
  const Test test = read(cell(text), "cell");
  const Thread& thread = test.program.threads[0];
  CHECK(to_string(thread.instructions.at(0).action, thread, test.program) == written);
  CHECK(action_of(written) == thread.instructions.at(0).action);
  check_round_trips(test);
}

}  // namespace

TEST_CASE("spellings of tensor memory", "[litmus][async]") {
  const std::string load = "tcgen05.ld" + one_register + "{r1}, [t]";
  check_spelling(load, load);
  check_spelling("tcgen05.ld.sync.16x64b.x1.b32 %r1, [t@0]", load);
  const std::string store = "tcgen05.st" + one_register + "[t], {r1}";
  check_spelling(store, store);
  check_spelling("tcgen05.st" + one_register + "[t], 7", "tcgen05.st" + one_register + "[t], {7}");
  for (const std::string kind : {"f16", "tf32", "f8f6f4", "i8"}) {
    check_spelling(matrix_multiply + ".kind::" + kind + " [t], [s]",
                   matrix_multiply + ".kind::" + kind + " [t], [s]");
  }
  check_spelling(matrix_multiply + ".kind::f16 [t], [v], 1",
                 matrix_multiply + ".kind::f16 [t], [v], 1");
  check_spelling(matrix_multiply + ".kind::f16 [t], [s], 0",
                 matrix_multiply + ".kind::f16 [t], [s]");
  const std::string copy = "tcgen05.cp.cta_group::1";
  check_spelling(copy + ".4x256b [t], [s]", copy + ".4x256b [t], [s]");
  for (const std::string shape :
       {".128x256b", ".128x128b", ".64x128b.warpx2::02_13", ".64x128b.warpx2::01_23",
        ".32x128b.warpx4", ".128x256b.b8x16.b6x16_p32", ".32x128b.warpx4.b8x16.b4x16_p64"}) {
    check_spelling(copy + shape + " [t], [s]", copy + ".128x256b [t], [s]");
  }
  check_spelling("tcgen05.shift.cta_group::1.down [t]", "tcgen05.shift.cta_group::1.down [t]");
  check_spelling(commit_to + ".b64 [b]", commit_to + ".shared::cluster.b64 [b]");
  check_spelling(commit_to + ".b64 [b@1]", commit_to + ".shared::cluster.b64 [b@1]");
  const std::string several = ".shared::cluster.multicast::cluster.b64 [b], 3";
  check_spelling(commit_to + several, commit_to + several);
  const std::string operands = ".sync_restrict::shared::read::mma::a";
  check_spelling(commit_to + operands + several, commit_to + operands + several);
  for (const std::string plain :
       {"tcgen05.wait::ld.sync.aligned", "tcgen05.wait::st.sync.aligned",
        "tcgen05.fence::before_thread_sync", "tcgen05.fence::after_thread_sync"}) {
    check_spelling(plain, plain);
  }
}

TEST_CASE("what instructions on tensor memory are", "[litmus][async]") {
  using Kind = AsynchronousOperation::Kind;
  const auto load =
      read_tensor_as<AsynchronousOperation>("tcgen05.ld" + one_register + "{r1}, [t]");
  CHECK(load.kind == Kind::tensor_load);
  CHECK(load.destination.has_value());
  CHECK(load.elements.front().source.has_value());
  const auto matrix =
      read_tensor_as<AsynchronousOperation>(matrix_multiply + ".kind::tf32 [t], [s], 1");
  CHECK(matrix.kind == Kind::tensor_matrix);
  CHECK(matrix.form == TensorForm::tf32);
  CHECK(matrix.accumulates);
  const auto copy =
      read_tensor_as<AsynchronousOperation>("tcgen05.cp.cta_group::1.4x256b [t], [s]");
  CHECK(copy.form == TensorForm::four_rows);
  const auto wait = read_tensor_as<WaitGroup>("tcgen05.wait::st.sync.aligned");
  CHECK(wait.group == OperationGroup::tensor_stores);
  CHECK(wait.commits);
  CHECK(
      read_tensor_as<TensorCommit>(commit_to + ".multicast::cluster.b64 [b], 3").mbarriers.size() ==
      2);
  CHECK_FALSE(read_tensor_as<TensorCommit>(commit_to + ".b64 [b]").operands_only);
}

TEST_CASE("each CTA has tensor memory", "[litmus][async]") {
  const Test test = read(cell("", "s=0; x=0; t @ tensor = 2; t@1 @ tensor = 5;"), "cell");
  const Program& program = test.program;
  REQUIRE(program.locations.size() == 5);
  CHECK(program.locations[3] ==
        Location{"t@0", 2, Region::shared, false, ObjectKind::tensor, 0, 0});
  CHECK(program.locations[4] ==
        Location{"t@1", 5, Region::shared, false, ObjectKind::tensor, 1, 0});
  CHECK(asynchronous_found(program).has_value());
  check_round_trips(test);
}

TEST_CASE("what is not modelled of tcgen05", "[litmus][async]") {
  const std::string group = "tcgen05.mma.cta_group::1";
  const std::vector<Bad> table{
      {"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s], 32", 4, 9,
       "not modelled: allocation of tensor memory"},
      {"tcgen05.dealloc.cta_group::1.sync.aligned.b32 r0, 32", 4, 9,
       "not modelled: allocation of tensor memory"},
      {"tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned", 4, 9,
       "not modelled: allocation of tensor memory"},
      {"tcgen05.mma.cta_group::2.kind::f16 [t], [s]", 4, 13, "not modelled: pairs of CTAs"},
      {"tcgen05.mma.ws.cta_group::1.kind::f16 [t], [s]", 4, 13,
       "not modelled: matrix operations of single warps"},
      {"tcgen05.mma.sp.cta_group::1.kind::f16 [t], [s]", 4, 13, "not modelled: sparse matrices"},
      {group + ".kind::mxf4.block_scale [t], [s]", 4, 26, "not modelled: scaled matrices"},
      {group + ".kind::f16.collector::a::use [t], [s]", 4, 36, "not modelled: buffers of operands"},
      {group + ".kind::f16.ashift [t], [v]", 4, 36, "not modelled: moved operands"},
      {"tcgen05.ld.sync.aligned.32x32b.x2.b32 {r0, r1}, [t]", 4, 32,
       "not modelled: parts of tensor memory in several registers"},
      {"tcgen05.ld.sync.aligned.16x128b.x1.b32 {r0, r1}, [t]", 4, 25,
       "not modelled: parts of tensor memory in several registers"},
      {"tcgen05.ld.sync.aligned.32x32b.x1.pack::16b.b32 {r0}, [t]", 4, 35,
       "not modelled: packed values"},
      {"tcgen05.ld" + one_register + "{r0}, [r1]", 4, 46,
       "not modelled: an address in the register"},
  };
  for (const Bad& bad : table) check_refused(cell(bad.text), bad);
}

TEST_CASE("what is no instruction on tensor memory", "[litmus][async]") {
  const std::vector<Bad> table{
      {"tcgen05.commit [b]", 4, 1, "lacks .cta_group::1"},
      {"tcgen05.commit.cta_group::1.b64 [b]", 4, 1, "lacks .mbarrier::arrive::one"},
      {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cta.b64 [b]", 4, 51,
       "has no modifier 'shared::cta'"},
      {"tcgen05.ld.32x32b.x1.b32 {r0}, [t]", 4, 1, "lacks .sync"},
      {"tcgen05.ld.sync.32x32b.b32 {r0}, [t]", 4, 1, "lacks .x1"},
      {"tcgen05.ld.sync.x1.b32 {r0}, [t]", 4, 1, "lacks .32x32b or .16x64b"},
      {"tcgen05.ld.sync.32x32b.x1.u32 {r0}, [t]", 4, 27, "has no modifier 'u32'"},
      {"tcgen05.wait::ld.sync", 4, 1, "lacks .aligned"},
      {"tcgen05.wait.sync.aligned", 4, 9, "has no modifier 'wait'"},
      {"tcgen05.fence", 4, 9, "has no modifier 'fence'"},
      {"tcgen05.fence::before_thread_sync.sync", 4, 35, "has no modifier 'sync'"},
      {"tcgen05.shift.cta_group::1 [t]", 4, 1, "lacks .down"},
      {"tcgen05.cp.cta_group::1.32x128b [t], [s]", 4, 1, "lacks .warpx4"},
      {"tcgen05.mma.kind::f16 [t], [s]", 4, 1, "lacks .cta_group::1"},
      {"tcgen05.mma.cta_group::1 [t], [s]", 4, 1, "lacks .kind::f16"},
      {"tcgen05.ld" + one_register + "{r0, r1}, [t]", 4, 42, "expected '}', found ','"},
      {"tcgen05.ld" + one_register + "{r0}, [s]", 4, 46, "'s' is not in tensor memory"},
      {"tcgen05.ld" + one_register + "{r0}, [t@1]", 4, 46, "in the tensor memory of another CTA"},
      {"tcgen05.st" + one_register + "[b], 1", 4, 40, "'b' is an mbarrier"},
      {matrix_multiply + ".kind::f16 [s], [s]", 4, 37, "'s' is not in tensor memory"},
      {matrix_multiply + ".kind::f16 [t], [x]", 4, 42, "'x' is in global memory"},
      {matrix_multiply + ".kind::f16 [t], [s], 2", 4, 46, "expected whether it adds, 0 or 1"},
      {"tcgen05.cp.cta_group::1.4x256b [t], [v]", 4, 38, "'v' is in tensor memory"},
      {commit_to + ".b64 [t]", 4, 56, "'t' is in tensor memory"},
      {commit_to + ".multicast::cluster.b64 [b], 4", 4, 79, "the mask names the CTA of rank 2"},
      {"ld.weak r0, [t]", 4, 14, "'t' is in tensor memory"},
      {"cp.async.bulk.global.shared::cta.bulk_group [x], [t], 16", 4, 51,
       "'t' is in tensor memory"},
  };
  for (const Bad& bad : table) check_refused(cell(bad.text), bad);
  check_refused(cell("", "s=0; x=0; t @ tensor 2;"), {"", 2, 24, "expected"});
  check_refused(cell("", "s=0; x=0; t @ tensor = &x;"), {"", 2, 26, "a number"});
  check_refused(
      "PTX map\n{ x = 0; t @ tensor = 0; }\nP0@cta 0,cluster 0,gpu 0 ;\n ld r0, [x] ;\n"
      "t: shared;\nexists (x=0)\n",
      {"", 5, 1, "'t' is in tensor memory, which is no state space"});
}
