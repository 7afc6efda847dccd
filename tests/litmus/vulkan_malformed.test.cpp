// What is wrong with a test in Vulkan is said where it stands, with advice.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/refused.hpp"

using namespace opexplore;
using opexplore::testing::Bad;
using opexplore::testing::check_refused;

namespace {

const std::string vulkan_header = "VULKAN t\n{ x=0; }\nP0@sg 0,wg 0,qf 0 ;\n";
const std::string end = " ;\nexists (x=1)";

// Line 4 is the instruction.
void check_instructions(const std::vector<Bad>& table) {
  for (const Bad& bad : table) check_refused(vulkan_header + bad.text + end, bad);
}

}  // namespace

TEST_CASE("vulkan: unknown instructions and modifiers", "[litmus][vulkan]") {
  check_instructions({
      {"lod.sc0 r0, x", 4, 1, "unknown instruction 'lod'; did you mean 'ld'?"},
      {"atom.add r0, x, 1", 4, 1, "unknown instruction 'atom'; a read-modify-write is called"},
      {"fence.acq_rel", 4, 1, "a fence is called membar"},
      {"bar.cta.sync 0", 4, 1, "a control barrier is called cbar"},
      {"ld.sc4 r0, x", 4, 4, "'ld' has no modifier 'sc4'; the classes are 0 to 3"},
      {"ld.rel.sc0 r0, x", 4, 4, "'ld' has no modifier 'rel'; what does not write releases"},
      {"st.vis.dv.sc0 x, 1", 4, 4, "'st' has no modifier 'vis'; what does not read acquires"},
      {"st.atom.acq_rel.dv.sc0.semsc0 x, 1", 4, 9, "'st' has no modifier 'acq_rel'"},
      {"ld.atom.acquire.dv.sc0.semsc0 r0, x", 4, 9, "'ld' has no modifier 'acquire'; write .acq"},
      {"st.atom.gpu.sc0 x, 1", 4, 9, "the scopes of Vulkan are .sg, .wg, .qf and .dv"},
      {"rmw.atom.dv.sc0.cas r0, x, 1", 4, 30, "expected ',' and the operand"},
      {"rmw.atom.dv.sc0.exch r0, x, 1", 4, 17, "rmw without an operation exchanges"},
      {"membar.acq.dv.sc0.semsc0", 4, 15, "only an access has the class of what it accesses"},
      {"st.atm.dv.sc0 x, 1", 4, 4, "'st' has no modifier 'atm'; did you mean 'atom'?"},
      {"avdevice.dv", 4, 10, "'avdevice' has no modifier 'dv'; write 'avdevice'"},
      {"add.s32 r0, r0, 1", 4, 5, "'add' has no modifier 's32'"},
  });
}

TEST_CASE("vulkan: modifiers that stand twice or in another order", "[litmus][vulkan]") {
  check_instructions({
      {"st.sc0.sc1 x, 1", 4, 8, "'st.sc0.sc1' has a second storage class; leave out one"},
      {"st.av.dv.wg.sc0 x, 1", 4, 10, "has a second scope"},
      {"membar.acq.rel.dv.semsc0", 4, 12, "has a second order"},
      {"membar.acq.dv.semsc0.semsc0", 4, 22, "has a second 'semsc0'"},
      {"st.av.av.dv.sc0 x, 1", 4, 7, "has a second 'av'"},
      {"st.sc0.nonpriv x, 1", 4, 4, "stands in the wrong place; write 'st.nonpriv.sc0'"},
      {"st.atom.dv.rel.sc0.semsc0 x, 1", 4, 9, "write 'st.atom.rel.dv.sc0.semsc0'"},
      {"rmw.atom.add.dv.sc0 r0, x, 1", 4, 10, "write 'rmw.atom.dv.sc0.add'"},
  });
}

TEST_CASE("vulkan: modifiers that do not go together", "[litmus][vulkan]") {
  check_instructions({
      {"st x, 1", 4, 1, "'st': an access names the storage class of what it accesses"},
      {"st.dv.sc0 x, 1", 4, 4,
       "a plain access has no scope; leave it out, or write 'st.av.dv.sc0'"},
      {"st.av.sc0 x, 1", 4, 1, "it needs a scope; write 'st.av.dv.sc0', or with .sg, .wg or .qf"},
      {"st.nonpriv.av.dv.sc0 x, 1", 4, 4, "what is .av is non-private already"},
      {"ld.atom.nonpriv.dv.sc0 r0, x", 4, 9, "an atomic access is non-private"},
      {"ld.atom.vis.dv.sc0 r0, x", 4, 9, "without a word for it; write 'ld.atom.dv.sc0'"},
      {"st.rel.dv.sc0.semsc0 x, 1", 4, 4, "only an atomic access has an order"},
      {"rmw.dv.sc0 r0, x, 1", 4, 1, "a read-modify-write is atomic; write 'rmw.atom.dv.sc0'"},
      {"st.atom.rel.dv.sc1 x, 1", 4, 9, "write 'st.atom.rel.dv.sc1.semsc1'"},
      {"st.atom.dv.sc0.semsc0 x, 1", 4, 16, "without .acq or .rel it orders no storage classes"},
      {"ld.atom.dv.sc0.semvis r0, x", 4, 16, "only what acquires makes other writes visible"},
      {"rmw.atom.acq.dv.sc0.semsc0.semav r0, x, 1", 4, 28,
       "only what releases makes other writes available"},
      {"membar.dv.semsc0", 4, 1, "a fence has an order; write 'membar.acq_rel.dv.semsc0'"},
      {"membar.acq.semsc0", 4, 1, "it needs a scope; write 'membar.acq.dv.semsc0'"},
      {"membar.rel.dv", 4, 8, "an order names the storage classes that it is for"},
      {"cbar.dv.semsc0 1", 4, 9, "add an order, or write 'cbar.dv'"},
      {"cbar 1", 4, 1, "it needs a scope; write 'cbar.dv'"},
  });
}

TEST_CASE("vulkan: wrong operands", "[litmus][vulkan]") {
  check_instructions({
      {"ld.sc0 p0, x", 4, 8, "expected a destination register (r0, r1, …), found 'p0'"},
      {"ld.sc0 r0, r1", 4, 12, "expected a location, found the register 'r1'; write '[r1]'"},
      {"ld.sc0 r0, [r1]", 4, 13, "'r1' holds the number 0, which is the address of no location"},
      {"st.sc0 x, y", 4, 11, "load a location into a register first"},
      {"st.sc0 x", 4, 10, "expected ',' and the value"},
      {"rmw.atom.dv.sc0 r0, x", 4, 23, "expected ',' and the operand"},
      {"cbar.wg", 4, 9, "expected the number of the barrier"},
      {"cbar.wg 1, 2, 3, 4", 4, 16, "the instruction has no further operand"},
      {"goto LC07", 4, 6, "unknown label 'LC07' in P0"},
  });
}

TEST_CASE("vulkan: initial states and headings", "[litmus][vulkan]") {
  const std::string rest = "P0@sg 0,wg 0,qf 0 ;\n st.sc0 x, 1 ;\nexists (x=1)";
  for (const Bad& bad : std::vector<Bad>{
           {"{ z aliases x; x=0; }\n" + rest, 2, 13, "'z' aliases the unknown location 'x'"},
           {"{ x=0; z @ generic aliases x; }\n" + rest, 2, 10, "expected '=' or 'aliases'"},
           {"{ x=0; z aliases ; }\n" + rest, 2, 18, "expected a location, found ';'"},
           {"{ 0: .reg .s32 r0; }\n" + rest, 2, 6, "registers have no types in this dialect"},
           {"{ P0:p0=1; }\n" + rest, 2, 6, "expected a register (r0, r1, …), found 'p0'"},
           {"{ P1:r0=1; }\n" + rest, 2, 3, "P1"},
           {"{ }\nP0 ;", 3, 4, "write 'P0@sg 0, wg 0, qf 0' for a workgroup of its own"},
           {"{ }\nP0@cta 0,gpu 0 ;", 3, 4, "expected 'sg', 'wg' or 'qf', found 'cta'; a warp is"},
           {"{ }\nP0@dv 0 ;", 3, 4, "expected 'sg', 'wg' or 'qf', found 'dv'"},
           {"{ }\nP0@sg 0,sg 0,wg 0 ;", 3, 9, "'sg' is given twice"},
           {"{ }\nP0@sg 0,wg 0 ;", 3, 14, "a thread has a subgroup, a workgroup and a queue"},
           {"{ }\nP1@sg 0,wg 0,qf 0 ;", 3, 1, "expected the thread P0, found 'P1'"},
           {"{ }\nP0@sg 0,wg 0,qf 0 ;\n st.sc0 x, 1 ;", 4, 15, "a test needs a question"},
       }) {
    check_refused("VULKAN t\n" + bad.text, bad);
  }
}

TEST_CASE("vulkan: threads that synchronise as a whole", "[litmus][vulkan]") {
  const std::string rest =
      "\nP0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 | P2@sg 0,wg 2,qf 0 ;\n st.sc0 x, 1 | | ;\n"
      "exists (x=1)";
  for (const Bad& bad : std::vector<Bad>{
           {"{ ssw 0 3; }", 3, 9, "there is no thread P3; the threads are P0 to P2"},
           {"{ ssw 0; }", 3, 8, "expected the number of a thread, found ';'; write 'ssw 0 1;'"},
           {"{ ssw 0 1 2; }", 3, 11, "expected ';' or '}', found '2'"},
           {"{ sws 0 1; }", 3, 3, "expected 'ssw' or '}', found 'sws'"},
           {"{ ssw P0 P1; }", 3, 7, "expected the number of a thread, found 'P0'"},
           {"{ ssw 0 1;", 3, 1, "'{' is never closed"},
           {"{ ssw 0 1; ssw 0 1; }", 3, 12, "this pair stands here twice"},
           {"{ ssw 1 1; }", 3, 3, "all of P1 would come before itself"},
           {"{ ssw 0 1; ssw 1 2; ssw 2 0; }", 3, 21, "leave out one of the pairs of the circle"},
       }) {
    check_refused("VULKAN t\n{ }\n" + bad.text + (bad.text.ends_with('}') ? rest : ""), bad);
  }
}
