// Tests in Vulkan are read as Dartagnan writes them, and written back.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "axioms/axioms.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/skip.hpp"

using namespace opexplore;
using opexplore::testing::check_same;

namespace {

Test one_thread(const std::string& code) {
  return read(
      "VULKAN t\n{ x=0; P0:r1=3; P0:r9=x; }\nP0@sg 0, wg 0, qf 0 ;\n" + code + " ;\nexists (x=1)",
      "t");
}

Action one_action(const std::string& code) {
  return one_thread(code).program.threads.at(0).instructions.at(0).action;
}

// What is written as it is here, and read as that again.
void check_vulkan_canonical(const std::string& code) {
  const Test test = one_thread(code);
  const Thread& thread = test.program.threads.at(0);
  CHECK(to_string(thread.instructions.at(0).action, thread, test.program) == code);
  check_same(read(write(test), "written"), test);
}

void check_round_trip(const Test& test) {
  const std::string once = write(test);
  CAPTURE(once);
  const Test again = read(once, "written");
  check_same(again, test);
  CHECK(write(again) == once);
}

void check_suite(const std::string& name, const std::vector<std::string>& folders,
                 std::size_t least) {
  const auto suite = testing::suite_or_skip(name);
  if (!suite) return;
  std::vector<std::string> sources;
  for (const std::string& folder : folders) sources.push_back((*suite / folder).string());
  std::size_t count = 0;
  for (const std::filesystem::path& file : expand_sources(sources)) {
    CAPTURE(file.string());
    const Test test = read_file(file);
    CHECK(test.program.language == Language::vulkan);
    check_round_trip(test);
    ++count;
  }
  CHECK(count >= least);
}

}  // namespace

TEST_CASE("vulkan: plain accesses", "[litmus][vulkan]") {
  const Action plain = one_action("st.sc2 x, 1");
  CHECK(order_of(plain) != nullptr);
  CHECK(*order_of(plain) == Order::weak);
  CHECK(*vulkan_of(plain) == VulkanAttributes{.storage_class = 2});
  CHECK(*vulkan_of(one_action("ld.nonpriv.sc0 r0, x")) == VulkanAttributes{.non_private = true});
  CHECK(*vulkan_of(one_action("st.av.wg.sc1 x, r1")) ==
        VulkanAttributes{.scope = VulkanScope::workgroup,
                         .storage_class = 1,
                         .non_private = true,
                         .available = true});
  CHECK(*vulkan_of(one_action("ld.vis.qf.sc0 r0, x")) ==
        VulkanAttributes{.scope = VulkanScope::queue_family, .non_private = true, .visible = true});
}

TEST_CASE("vulkan: atomics", "[litmus][vulkan]") {
  const Action relaxed = one_action("ld.atom.sg.sc0 r0, x");
  CHECK(*order_of(relaxed) == Order::relaxed);
  CHECK(*vulkan_of(relaxed) ==
        VulkanAttributes{.scope = VulkanScope::subgroup, .non_private = true, .visible = true});
  const Action release = one_action("st.atom.rel.dv.sc3.semsc2.semsc0.semav x, 1");
  CHECK(*order_of(release) == Order::release);
  CHECK(*vulkan_of(release) == VulkanAttributes{.storage_class = 3,
                                                .semantics = 0b0101,
                                                .non_private = true,
                                                .available = true,
                                                .make_available = true});
  const Action exchange = one_action("rmw.atom.acq_rel.wg.sc0.semsc1.semav.semvis r0, x, r1");
  CHECK(read_modify_write(exchange)->op == AtomicOp::exch);
  CHECK(read_modify_write(exchange)->destination.has_value());
  CHECK(*vulkan_of(exchange) == VulkanAttributes{.scope = VulkanScope::workgroup,
                                                 .semantics = 0b0010,
                                                 .non_private = true,
                                                 .available = true,
                                                 .visible = true,
                                                 .make_available = true,
                                                 .make_visible = true});
  CHECK(read_modify_write(one_action("rmw.atom.dv.sc0.xor r0, x, 7"))->op == AtomicOp::bit_xor);
  const Action swap = one_action("rmw.atom.acq_rel.dv.sc0.semsc0.cas r0, x, 5, 7");
  CHECK(read_modify_write(swap)->expected == Operand{5});
  CHECK(read_modify_write(swap)->operand == Operand{7});
  CHECK(read_modify_write(swap)->failure == Order::acquire);
}

TEST_CASE("vulkan: fences, barriers and the device", "[litmus][vulkan]") {
  const Action fence = one_action("membar.acq.qf.semsc0.semsc3.semvis");
  CHECK(*order_of(fence) == Order::acquire);
  CHECK(*vulkan_of(fence) == VulkanAttributes{.scope = VulkanScope::queue_family,
                                              .semantics = 0b1001,
                                              .make_visible = true});
  const Action plain = one_action("cbar.wg 7");
  CHECK(*order_of(plain) == Order::weak);
  CHECK(barrier_of(plain)->instance == 7);
  CHECK_FALSE(barrier_of(plain)->id.has_value());
  const Action quorum = one_action("cbar.acq_rel.sg.semsc0 1, r1, 2");
  CHECK(*order_of(quorum) == Order::acq_rel);
  CHECK(vulkan_of(quorum)->scope == VulkanScope::subgroup);
  CHECK(barrier_of(quorum)->id == Operand{RegisterOperand{0}});
  CHECK(barrier_of(quorum)->quorum == Operand{Value{2}});
  CHECK(one_action("visdevice") == Action{DeviceOperation{DeviceOperationKind::make_visible}});
}

TEST_CASE("vulkan: threads, references and whole threads that synchronise", "[litmus][vulkan]") {
  const Test test = read(
      "Vulkan t\n\"said of it\"\n{ x=1; z aliases x; y = x; }\n{ ssw 0 1; ssw 2 1; }\n"
      " P0@sg 3,wg 1, qf 0 | P1@qf 2, sg 0, wg 0 | P2@sg 0, wg 1, qf 0 ;\n"
      " st.sc0 x, 1 | ld.sc1 r0, z | avdevice ;\n"
      "filter (1:r0 == 1) forall (P1:r0 == 1 /\\ x == 1)",
      "t");
  const Program& program = test.program;
  CHECK(program.threads.at(0).warp == 3);
  CHECK(program.threads.at(0).cta == 1);
  CHECK(program.threads.at(1).gpu == 2);
  CHECK(program.system_synchronisations == std::vector<SystemSynchronisation>{{0, 1}, {2, 1}});
  REQUIRE(program.addresses.size() == 3);
  CHECK(program.addresses[1].location == program.addresses[0].location);
  CHECK(program.addresses[1].generic != program.addresses[0].generic);
  CHECK(program.locations.at(program.addresses[2].location).initial == 1);
  CHECK(test.filter.has_value());
  CHECK(test.quantifier == Quantifier::forall);
  CHECK(test.comments == std::vector<std::string>{"said of it"});
  check_round_trip(test);
}

TEST_CASE("vulkan: a filter alone asks for races", "[litmus][vulkan]") {
  const Test test =
      read("VULKAN t\n{ }\nP0@sg 0,wg 0,qf 0 ;\n ld.sc0 r0, x ;\nfilter (P0:r0 == 1)", "t");
  REQUIRE(test.filter.has_value());
  CHECK(test.quantifier == Quantifier::exists);
  CHECK(test.condition == Proposition{});
  CHECK(test.shown == 1);
  check_round_trip(test);
}

TEST_CASE("vulkan: an access through a register that holds an address", "[litmus][vulkan]") {
  const Action load = one_action("ld.sc0 r0, [r9]");
  CHECK(address_of(load) == AddressId{0});
  CHECK(pointer_of(load).has_value());
  check_vulkan_canonical("ld.sc0 r0, [r9]");
}

TEST_CASE("vulkan: instructions are written as they are read", "[litmus][vulkan]") {
  for (const char* const code : {"ld.sc0 r0, x",
                                 "ld.nonpriv.sc3 r0, x",
                                 "ld.vis.sg.sc0 r0, x",
                                 "ld.atom.dv.sc1 r0, x",
                                 "ld.atom.acq.wg.sc0.semsc0.semsc2.semvis r0, x",
                                 "st.sc0 x, r1",
                                 "st.nonpriv.sc0 x, -1",
                                 "st.av.qf.sc2 x, 1",
                                 "st.atom.sg.sc0 x, 1",
                                 "st.atom.rel.dv.sc0.semsc3.semav x, 1",
                                 "rmw.atom.dv.sc0 r0, x, 1",
                                 "rmw.atom.acq.dv.sc0.semsc0.semvis.add r0, x, 1",
                                 "rmw.atom.rel.wg.sc1.semsc0.semav.sub r0, x, 1",
                                 "rmw.atom.qf.sc0.cas r0, x, 0, r1",
                                 "rmw.atom.acq_rel.qf.sc0.semsc0.semsc1.semav.semvis.and r0, x, r1",
                                 "membar.acq.dv.semsc0",
                                 "membar.rel.wg.semsc1.semav",
                                 "membar.acq_rel.sg.semsc0.semsc1.semsc2.semsc3.semav.semvis",
                                 "cbar.wg 0",
                                 "cbar.acq.dv.semsc0.semvis 1, 2",
                                 "cbar.rel.sg.semsc1.semav 1, r1, 3",
                                 "avdevice",
                                 "visdevice",
                                 "add r0, r1, 1",
                                 "div r0, 7, r1",
                                 "xor r0, r1, r1"}) {
    CAPTURE(code);
    check_vulkan_canonical(code);
  }
}

TEST_CASE("vulkan: loops are written with labels", "[litmus][vulkan]") {
  check_round_trip(
      one_thread("LC00: ;\n ld.atom.dv.sc0 r0, x ;\n beq r0, 1, LC01 ;\n goto LC00 ;\n LC01:"));
}

TEST_CASE("vulkan: what differs in an attribute has another hash", "[litmus][vulkan]") {
  const std::string plain = hash(one_thread("st.sc0 x, 1"));
  CHECK(hash(one_thread("st.sc1 x, 1")) != plain);
  CHECK(hash(one_thread("st.nonpriv.sc0 x, 1")) != plain);
  const std::string threads =
      "P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 ;\n st.sc0 x, 1 | ld.sc0 r0, x ;\nexists (1:r0=1)";
  CHECK(hash(read("VULKAN t\n{ }\n{ ssw 0 1; }\n" + threads, "t")) !=
        hash(read("VULKAN t\n{ }\n" + threads, "t")));
}

TEST_CASE("vulkan: models of other languages refuse it by name", "[litmus][vulkan]") {
  try {
    axioms::evaluate(axioms::load_model("ptx75"), one_thread("membar.acq.dv.semsc0"));
    FAIL("it was evaluated");
  } catch (const axioms::Unsupported& unsupported) {
    const Refusal refusal = unsupported.refusal();
    CHECK(refusal.why ==
          "'membar.acq.dv.semsc0' is an instruction of Vulkan, and the model is one of PTX");
    CHECK(refusal.place == SourcePlace{4, 1});
  }
}

TEST_CASE("vulkan: all tests of Dartagnan's suite are read and written back", "[litmus][vulkan]") {
  check_suite("vulkan", {"Kronos-Group", "Data-Race", "Manual", "Barrier"}, 130);
}

TEST_CASE("vulkan: the tests of progress are read and written back", "[litmus][vulkan]") {
  check_suite("progress", {"vulkan"}, 200);
}
