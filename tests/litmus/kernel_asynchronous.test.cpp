// Asynchronous instructions in kernels: what becomes of them in a program.
#include <string>

#include "opmodel/asynchronous.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

/// A kernel with shared memory for data and mbarriers, at byte 32.
std::string shared_module(const std::string& body) {
  std::string text = module_text(body);
  const std::string shared = ".shared .align 16 .b8 s[48];\n";
  return text.insert(text.find(".reg .pred"), shared);
}

Test shared_test(const std::string& body, std::uint32_t blocks = 1) {
  return kernel::read_kernel(shared_module(body), "k.ptx", usual_launch(blocks, ""));
}

const AsynchronousOperation& operation(const Test& test, std::size_t at, std::size_t thread = 0) {
  const Action& action = test.program.threads.at(thread).instructions.at(at).action;
  return std::get<AsynchronousOperation>(std::get<Asynchronous>(action).what);
}

std::string name_of(const Test& test, AddressId address) {
  return test.program.addresses.at(address).name;
}

}  // namespace

TEST_CASE("kernel: a copy carries each element and completes once", "[kernel][async]") {
  const Test test = shared_test(
      "st.u32 [%rd1+4], 7;\n"
      "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [%rd1], 16, [s+32];");
  const auto& code = test.program.threads[0].instructions;
  REQUIRE(code.size() == 2);
  const AsynchronousOperation& copy = operation(test, 1);
  CHECK(copy.kind == AsynchronousOperation::Kind::bulk);
  CHECK(copy.bytes == 16);
  REQUIRE(copy.elements.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const CopiedElement& element = copy.elements[i];
    CHECK(name_of(test, element.destinations.at(0)) == "s_at_" + std::to_string(4 * i));
    CHECK(name_of(test, element.source.value()) == "x_" + std::to_string(i));
  }
  const AddressId mbarrier = copy.mbarriers.at(0);
  const Location& location = test.program.locations[test.program.addresses[mbarrier].location];
  CHECK(location.object == ObjectKind::mbarrier);
  CHECK(location.initial == 0);
}

TEST_CASE("kernel: what nobody writes is copied as a value", "[kernel][async]") {
  kernel::Launch how = usual_launch(1, "");
  how.knows_unwritten = true;
  how.grids[0].parameters[0] = {"px", kernel::Buffer{"x", std::nullopt, std::nullopt, {5, 6}}};
  const Test test =
      kernel::read_kernel(shared_module("cp.async.ca.shared.global [s], [%rd1], 8;"), "k.ptx", how);
  const std::vector<CopiedElement>& elements = operation(test, 0).elements;
  REQUIRE(elements.size() == 2);
  CHECK_FALSE(elements[0].source);
  CHECK(elements[0].operand == Operand{Value{5}});
  CHECK(elements[1].operand == Operand{Value{6}});
}

TEST_CASE("kernel: what a copy does not read is zero", "[kernel][async]") {
  const Test test = shared_test("st.u32 [%rd1], 7;\ncp.async.ca.shared.global [s], [%rd1], 8, 4;");
  const std::vector<CopiedElement>& elements = operation(test, 1).elements;
  REQUIRE(elements.size() == 2);
  CHECK(name_of(test, elements[0].source.value()) == "x");
  CHECK_FALSE(elements[1].source);
  CHECK(elements[1].operand == Operand{Value{0}});
}

TEST_CASE("kernel: copies and accesses of several sizes share elements", "[kernel][async]") {
  const Test test = shared_test(
      "st.shared.u8 [s+1], 7;\nst.u32 [%rd1], 7;\n"
      "cp.async.ca.shared.global [s], [%rd1], 4;");
  CHECK(operation(test, test.program.threads[0].instructions.size() - 1).elements.size() == 4);
}

TEST_CASE("kernel: instructions on mbarriers keep their numbers and results", "[kernel][async]") {
  const Test test = shared_test(
      "mbarrier.init.shared.b64 [s+32], 2;\n"
      "mbarrier.arrive.expect_tx.release.cluster.shared::cta.b64 _, [s+32], 16;\n"
      "mbarrier.arrive.shared.b64 %rd5, [s+32];\n"
      "$L: mbarrier.try_wait.shared.b64 %p1, [s+32], %rd5;\n@!%p1 bra $L;");
  const auto at = [&](std::size_t i) {
    const Action& action = test.program.threads[0].instructions.at(i).action;
    return std::get<MbarrierOperation>(std::get<Asynchronous>(action).what);
  };
  CHECK(at(0).kind == MbarrierOperation::Kind::init);
  CHECK(at(0).operand == Operand{Value{2}});
  CHECK(at(1).expected == Operand{Value{16}});
  CHECK(at(1).scope == Scope::cluster);
  CHECK_FALSE(at(1).destination);
  REQUIRE(at(2).destination);
  CHECK(at(3).operand == Operand{RegisterOperand{*at(2).destination}});
  CHECK(at(3).order == Order::acquire);
}

TEST_CASE("kernel: clusters have shared memory of each other", "[kernel][async]") {
  std::string text = shared_module(
      "mov.u32 %r1, %cluster_ctarank;\nxor.b32 %r2, %r1, 1;\n"
      "mapa.shared::cluster.u32 %r3, s, %r2;\nst.shared::cluster.u32 [%r3], %r1;\n"
      "getctarank.shared::cluster.u32 %r4, %r3;\nst.u32 [%rd1], %r4;");
  text.insert(text.find("\n{\n"), " .reqnctapercluster 2, 1, 1");
  const Test test = kernel::read_kernel(text, "k.ptx", usual_launch(4, ""));
  CHECK(spelled(test, 0).at(0) == "st.weak s_cta1_0, 0");
  CHECK(spelled(test, 0).at(1) == "st.weak x, 1");
  CHECK(spelled(test, 1).at(0) == "st.weak s_cta0_0, 1");
  CHECK(spelled(test, 2).at(0) == "st.weak s_cta3_0, 0");
  CHECK(test.program.threads[0].cluster == test.program.threads[1].cluster);
  CHECK(test.program.threads[1].cluster != test.program.threads[2].cluster);
}

TEST_CASE("kernel: a multicast goes to the CTAs of its mask", "[kernel][async]") {
  std::string text = shared_module(
      "st.u32 [%rd1], 7;\nmov.b16 %rs1, 3;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
      "[s], [%rd1], 16, [s+32], %rs1;");
  text.insert(text.find("\n{\n"), " .reqnctapercluster 2, 1, 1");
  const Test test = kernel::read_kernel(text, "k.ptx", usual_launch(2, ""));
  const AsynchronousOperation& part = operation(test, 1);
  REQUIRE(part.elements.front().destinations.size() == 2);
  CHECK(name_of(test, part.elements.front().destinations[1]) == "s_cta1_at_0");
  CHECK(part.mbarriers.size() == 2);
  CHECK_THROWS_WITH(
      kernel::read_kernel(
          shared_module("st.u32 [%rd1], 7;\nmov.b16 %rs1, 2;\n"
                        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes."
                        "multicast::cluster [s], [%rd1], 16, [s+32], %rs1;"),
          "k.ptx", usual_launch(1, "")),
      Catch::Contains("names CTAs that the cluster does not have"));
}

TEST_CASE("kernel: reductions that go on by themselves compare signed numbers", "[kernel][async]") {
  const auto reduced = [](const std::string& type) {
    return shared_test("cp.reduce.async.bulk.global.shared::cta.bulk_group.max." + type +
                       " [%rd1], [s], 16;");
  };
  CHECK(operation(reduced("s32"), 0).op == AtomicOp::max);
  CHECK_THROWS_WITH(reduced("u32"), Catch::Contains("not modelled") &&
                                        Catch::Contains("compares unsigned numbers"));
}

TEST_CASE("kernel: a grid can be launched dependent on the one before it", "[kernel][async]") {
  kernel::Launch how = usual_launch(1, "");
  how.grids.push_back(how.grids[0]);
  how.grids[1].dependent = true;
  const Test test =
      kernel::read_kernel(module_text("griddepcontrol.wait;\nst.u32 [%rd1], 1;"), "k.ptx", how);
  CHECK(test.program.threads.at(0).grid == 0);
  CHECK(test.program.threads.at(1).grid == 1);
}

TEST_CASE("kernel: asynchronous instructions outside the model are refused", "[kernel][async]") {
  const auto refused = [](const std::string& body, const std::string& says) {
    INFO(body);
    CHECK_THROWS_WITH(shared_test(body), Catch::Contains(says));
  };
  refused("mbarrier.init.b64 [%rd1], 1;", "an mbarrier lies in shared memory");
  refused("mbarrier.init.shared.b64 [s+32], 1;\nst.shared.u64 [s+32], 0;",
          "an access to the mbarrier");
  refused(
      "ld.u32 %r1, [%rd1];\ncvt.u64.u32 %rd5, %r1;\nadd.u64 %rd6, %rd2, %rd5;\n"
      "cp.async.ca.shared.global [s], [%rd6], 4;",
      "an address that is known only when the program runs");
  refused(
      "ld.u32 %r1, [%rd1];\n"
      "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], %r1;",
      "a size that is known only when the program runs");
  refused("cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], 8;", "does not copy 8 bytes");
  refused("mapa.u64 %rd5, %rd1, 0;", "not known to be of shared memory");
  refused("tensormap.replace.tile.rank.global.b1024.b32 [%rd1], 1;",
          "not modelled: tensormaps that a kernel changes");
}

TEST_CASE("kernel: a copy to a place that is not aligned stops its thread", "[kernel][async]") {
  const auto told = [](const std::string& body) {
    kernel::Launch how = usual_launch(1, "");
    return kernel::read_launched(shared_module(body), "k.ptx", how).facts.assertions;
  };
  const std::string bulk = "cp.async.bulk.global.shared::cta.bulk_group ";
  const auto stops = told(bulk + "[%rd1+4], [s], 16;");
  REQUIRE(stops.size() == 1);
  CHECK(stops[0].kind == kernel::StopKind::misuse);
  CHECK(stops[0].text == "the copy is 4 bytes into 'x', which is no multiple of 16");
  CHECK(told("cp.async.ca.shared.global [s+4], [%rd1], 8;").size() == 1);
  CHECK(told(bulk + "[%rd1+16], [s+16], 16;").empty());
}

TEST_CASE("kernel: a launch says the shape of clusters that the kernel does not",
          "[kernel][async]") {
  const std::string text = shared_module(
      "mov.u32 %r1, %cluster_nctarank;\nst.u32 [%rd1], %r1;\n"
      "mapa.shared::cluster.u32 %r3, s, 1;\nst.shared::cluster.u32 [%r3], 5;");
  CHECK_THROWS_WITH(kernel::read_kernel(text, "k.ptx", usual_launch(2, "")),
                    Catch::Contains("--cluster 2"));
  kernel::Launch how = usual_launch(2, "");
  how.grids[0].cluster = kernel::Triple{2, 1, 1};
  const Test test = kernel::read_kernel(text, "k.ptx", how);
  CHECK(spelled(test, 0).at(0) == "st.weak x, 2");
  CHECK(spelled(test, 0).at(1) == "st.weak s_cta1_0, 5");
}
