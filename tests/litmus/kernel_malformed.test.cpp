// Kernels and launches that are refused, with the place and the reason.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

using namespace opexplore;
using namespace opexplore::testing;
using kernel::Buffer;

namespace {

struct BadBody {
  std::string body;
  std::uint32_t column;  ///< in the first line of the body, or as `line` says
  std::string says;
  std::uint32_t line = 0;  ///< behind the first
};

void check_kernel_refused(const std::string& text, const kernel::Launch& how, std::uint32_t line,
                          std::uint32_t column, const std::string& says) {
  CAPTURE(text, says);
  try {
    kernel::read_kernel(text, "k.ptx", how);
    FAIL_CHECK("no error");
  } catch (const InputError& error) {
    CAPTURE(error.what());
    CHECK(error.line == line);
    CHECK(error.column == column);
    CHECK(std::string(error.what()).find(says) != std::string::npos);
  }
}

void check_body_refused(const BadBody& bad) {
  check_kernel_refused(module_text(bad.body), usual_launch(), body_line + bad.line, bad.column,
                       bad.says);
}

}  // namespace

TEST_CASE("kernel: instructions outside the model are refused", "[kernel]") {
  const std::vector<BadBody> all = {
      {"discard.global.L2 [%rd1], 128;", 1, "not modelled: memory that loses what it holds"},
      {"atom.add.noftz.bf16x2 %r1, [%rd1], %r2;", 16, "not modelled: values of type .bf16x2"},
      {"st.async.u32 [%rd1], %r1;", 1, "not modelled: a store that completes nowhere"},
      {"ld.const.u32 %r1, [%rd1];", 20, "not in the state space"},
      {"ld.local.u32 %r1, [%rd1];", 20, "not in the state space"},
      {"fence.proxy.tensormap::generic.acquire.gpu [%rd1], 64;", 52, "which has 128 bytes"},
      {"call.uni f, (%r1);", 1, "a call of 'f', which has no body"},
      {"brkpt;", 1, "breakpoints"},
      {"mov.u32 %r1, %pm0;", 14, "special register '%pm0'"},
      {"ld.b128 %rd1, [%rd1];", 4, "not modelled: values of type .b128"},
      {"stt.u32 [%rd1], 1;", 1, "not modelled: the instruction 'stt.u32"}};
  for (const BadBody& bad : all) check_body_refused(bad);
}

TEST_CASE("kernel: combinations that PTX does not have are refused", "[kernel]") {
  const std::vector<BadBody> all = {
      {"ld.acquire.u32 %r1, [%rd1];", 1, "needs a scope"},
      {"ld.weak.gpu.u32 %r1, [%rd1];", 9, ".gpu cannot be combined with .weak"},
      {"ld.gpu.u32 %r1, [%rd1];", 4, "takes no scope"},
      {"ld.global.nc.acquire.gpu.u32 %r1, [%rd1];", 14, ".acquire cannot be combined with .nc"},
      {"ld.relaxed.gpu.cg.u32 %r1, [%rd1];", 16, ".cg cannot be combined with .relaxed"},
      {"ld.acquire.gpu.param.u32 %r1, [px];", 16, ".param cannot be combined with .acquire"},
      {"ld.mmio.relaxed.sys.shared.u32 %r1, [%rd1];", 21, ".shared cannot be combined with .mmio"},
      {"ld.release.gpu.u32 %r1, [%rd1];", 4, "it has .weak, .volatile, .relaxed or .acquire"},
      {"atom.add.s64 %rd4, [%rd1], 1;", 10, "there is no .add of .s64; it has .u32, .u64"},
      {"atom.global.max.v2.f32 {%r1, %r2}, [%rd1], {%r1, %r2};", 20,
       "there is no .max of vectors of .f32"},
      {"prefetch.shared.L1 [%rd1];", 10, "there is no .shared here"},
      {"fence.proxy.alias.gpu;", 19, "fence.proxy.alias has no order and no scope"},
      {"ld.sc.gpu.u32 %r1, [%rd1];", 4, "no modifier 'sc'"},
      {"st.acquire.gpu.u32 [%rd1], 1;", 4, "it has .weak, .volatile, .relaxed or .release"},
      {"ld.volatile.gpu.u32 %r1, [%rd1];", 13, "volatile is relaxed.sys"},
      {"ld.mmio.relaxed.gpu.u32 %r1, [%rd1];", 17, ".gpu cannot be combined with .mmio"},
      {"ld.relaxed.gpu %r1, [%rd1];", 1, "needs a type"},
      {"ld.relaxed.acquire.gpu.u32 %r1, [%rd1];", 12, ".acquire cannot be combined with .relaxed"},
      {"st.relaxed.gup.u32 [%rd1], 1;", 12, "'st' has no modifier 'gup'; did you mean 'gpu'?"},
      {"st.gobal.u32 [%rd1], 1;", 4, "did you mean 'global'?"},
      {"ld.add.u32 %r1, [%rd1];", 4, "'ld' has no modifier 'add'"},
      {"atom.xchg.b32 %r1, [%rd1], 1;", 6, "did you mean 'exch'?"},
      {"shfl.sync.bflt.b32 %r1, %r1, 1, 31, -1;", 11, "did you mean 'bfly'?"},
      {"red.acquire.gpu.add.u32 [%rd1], 1;", 5, "write atom"},
      {"red.exch.b32 [%rd1], 1;", 5, "write atom"},
      {"atom.weak.add.u32 %r1, [%rd1], 1;", 6, "'atom' has no modifier 'weak'"},
      {"atom.u32 %r1, [%rd1], 1;", 1, "needs an operation"},
      {"fence.sc;", 1, "needs a scope"},
      {"membar.gpu;", 1, "membar.cta, .gl or .sys"},
      {"bar.arrive 1;", 1, "needs a number of threads"},
      {"bar.sync 16;", 10, "0 to 15"},
      {"bar.sync 0, 33;", 13, "whole warps"},
      {"bar.sync 0, 64;", 13, "the launch has 1"},
      {"st.u32 [%rd1], 1, 2;", 1, "has 2 operands, found 3"}};
  for (const BadBody& bad : all) check_body_refused(bad);
}

TEST_CASE("kernel: addresses that lead nowhere are refused", "[kernel]") {
  const std::vector<BadBody> all = {
      {"mov.u64 %rd4, 65536;\nld.u32 %r1, [%rd4];", 14, "the address is the number 65536", 1},
      {"ld.u32 %r1, [64];", 13, "an access to the number 64"},
      {"ld.u32 %r1, [nowhere];", 14, "unknown name 'nowhere'"},
      {"ld.u32 %r77, [%rd1];", 8, "'%r77' is not declared"},
      {"ld.shared.u32 %r1, [%rd1];", 21, "not in the state space"},
      {"ld.u32 %r1, [%rd3];", 14, "reads its results"},
      {"st.relaxed.gpu.u32 [%rd3], 1;", 1, "stored by plain stores"},
      {"bra nowhere;", 5, "unknown label 'nowhere'"},
      {"@%r1 bra over;\nover:", 2, "is no predicate"}};
  for (const BadBody& bad : all) check_body_refused(bad);
}

TEST_CASE("kernel: a grid is made of whole clusters", "[kernel]") {
  std::string text = module_text("fence.sc.cluster;");
  text.insert(text.find("\n{\n"), " .reqnctapercluster 2, 1, 1");
  CHECK_THROWS_WITH(kernel::read_kernel(text, "k.ptx", usual_launch(3)),
                    Catch::Contains("a grid of 3 blocks is not made of clusters of 2"));
  CHECK(spelled(kernel::read_kernel(text, "k.ptx", usual_launch(2))).at(0) == "fence.sc.cluster");
  // Otherwise each CTA is a cluster of its own.
  CHECK(spelled(kernel_test("atom.add.release.cluster.u32 %r1, [%rd1], 1;\nfence.acq_rel.cluster;"))
            .at(1) == "fence.acq_rel.cta");
}

TEST_CASE("kernel: a loop over addresses that never ends is refused", "[kernel]") {
  const kernel::Launch how = usual_launch();
  CHECK_THROWS_WITH(kernel_test("$L: add.s64 %rd1, %rd1, 4; bra $L;", how),
                    Catch::Contains("too many steps"));
  CHECK_THROWS_WITH(kernel_test("$L: st.u32 [%rd1], 1; add.s64 %rd1, %rd1, 4; bra $L;", how),
                    Catch::Contains("too many locations"));
}

TEST_CASE("kernel: text that is no PTX is refused", "[kernel]") {
  const kernel::Launch how = usual_launch();
  check_kernel_refused("PTX SB\n{ x=0; }", how, 1, 1, "nvcc -ptx -O3");
  check_kernel_refused(".version 9.0\n.entry k() { .reg .b32 %r<2>;", how, 2, 30, "found the end");
  check_kernel_refused(".version 9.0\n/* open", how, 2, 1, "never closed");
  check_kernel_refused(".versoin 9.0", how, 1, 1, "unknown directive '.versoin'");
  check_kernel_refused(".entry k() { ld.u32 %r1 }", how, 1, 26, "found the end");
  check_kernel_refused("// \xC3\xA9\n\xC3\xA9", how, 2, 1, "outside ASCII");
  check_kernel_refused(".version 9.0\n", how, 1, 1, "no kernel");
}

TEST_CASE("kernel: launches that do not fit are refused", "[kernel]") {
  const auto refused = [](kernel::Launch how, const std::string& says) {
    CAPTURE(says);
    CHECK_THROWS_WITH(kernel_test("st.u32 [%rd1], 1;", how),
                      Catch::Contains(says) && Catch::StartsWith("launch.json"));
  };
  kernel::Launch how = usual_launch();
  how.grids[0].entry = "kk";
  refused(how, "no kernel 'kk'; did you mean 'k'?");
  how = usual_launch(65);
  refused(how, "too many threads: the limit is 64");
  how = usual_launch(0);
  refused(how, "not what can be launched");
  how = usual_launch();
  how.grids[0].parameters[0].name = "pz";
  refused(how, "has no parameter 'pz'");
  how = usual_launch();
  how.grids[0].threads = {{{1, 0, 0}, {}, {}, {}, {}}};
  refused(how, "not in the grid");
  how = usual_launch();
  how.variables = {{"v", Buffer{"v", std::nullopt, std::nullopt, {}}}};
  refused(how, "no variable 'v'");
  how = usual_launch(1, "exists (z=1)");
  refused(how, "1:9: unknown location 'z'");
  how = usual_launch(1, "exists (0:%r1=1 /\\ 1:%r1=0)");
  refused(how, "unknown thread P1");
  how = usual_launch();
  how.grids[0].parameters[0] = buffer("px", "r1");
  refused(how, "found the register 'r1'");
  how = usual_launch();
  how.grids.clear();
  refused(how, "no threads");
}

TEST_CASE("kernel: a parameter that the launch leaves open is named", "[kernel]") {
  kernel::Launch how = usual_launch();
  how.grids[0].parameters.erase(how.grids[0].parameters.begin());
  CHECK_THROWS_WITH(kernel_test("", how), Catch::Contains("k.ptx:10:21") &&
                                              Catch::Contains("what the parameter 'px' holds"));
}
