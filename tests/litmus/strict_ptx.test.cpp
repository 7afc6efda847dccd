#include "litmus/language/ptx_code/strict_ptx.hpp"

#include <string>
#include <utility>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/one_cell.hpp"

using namespace opexplore;
using opexplore::testing::one_cell;

namespace {

std::vector<Finding> findings_of(const std::string& instruction) {
  return not_ptx(read(one_cell("LC: " + instruction), "one"));
}

}  // namespace

// Each was given to ptxas 13.0, with types, registers of the right width, brackets and % added
// where they are left out.
TEST_CASE("what an assembler takes is no finding", "[litmus][strict]") {
  const std::string instruction = GENERATE(
      as<std::string>{}, "ld.weak r1, x", "ld.volatile.u32 r1, x", "ld.acquire.gpu.b64 r1, x",
      "st.release.sys x, 1", "st.relaxed.cta.s32 x, 1", "atom.acq_rel.gpu.add.u64 r1, x, 1",
      "atom.add.s32 r1, x, 1", "atom.min.s64 r1, x, 1", "atom.inc.u32 r1, x, 1",
      "atom.cas.b64 r1, x, 0, 1", "atom.exch.b32 r1, x, 1", "atom.dec r1, x, 1",
      "red.release.gpu.add x, 1", "red.relaxed.cta.xor.b32 x, 1", "red.add x, 1", "fence.sc.gpu",
      "fence.acquire.cta", "fence.gpu", "membar.gl", "fence.proxy.alias", "membar.proxy.alias",
      "bar.sync 15", "bar.cta.sync 99, 15", "bar.cta.sync 0, 1, 0", "bar.cta.arrive 0, 1, 2",
      "barrier.cta.sync.aligned 0", "bar.sync 0, r1, r2", "mov.b32 r1, 5", "add.u32 r1, r1, 1",
      "mul.lo.s32 r1, r1, 2", "div.s64 r1, r1, 2", "xor.b64 r1, r1, 1", "bra.uni LC",
      "ld.cg.s32 r1, [x]", "st.wb.b32 [x], 1", "ld.ca.u32 r1, [r9]", "st.volatile.u32 [r9], r1",
      "setp.eq.b32 p1, r1, 0", "setp.lt.u32 p1, r1, r2", "setp.ge.s64 p1, 1, r2",
      "setp.ne r3, r1, 0", "mov.pred p1, p2", "mov.pred p1, 1", "and.pred p1, p1, p2",
      "xor.pred p1, p2, 1", "@p1 bra LC", "@!p1 membar.gl", "@p1 st.cg.u32 [x], 1",
      "cvt.u64.u32 r1, r2", "atom.cas.b32 r1, [r9], 0, 1", "div.u32 r1, r1, 2",
      "add.s64 r9, r9, r1",
      // Notation that PTX writes otherwise.
      "goto LC", "beq r1, 0, LC", "ld r1, 5", "beq p1, 0, LC", "mul.s32 r1, r1, 2",
      "tld.weak r1, t", "cold r1, c", "suld.weak r1, s", "sust.weak s, 1");
  CAPTURE(instruction);
  CHECK(findings_of(instruction).empty());
}

TEST_CASE("what an assembler refuses is found, with its place and a reason", "[litmus][strict]") {
  const auto [instruction, length, says] = GENERATE(table<std::string, std::uint32_t, std::string>(
      {{"red.acquire.gpu.add x, 1", 19, "a reduction is relaxed or release"},
       {"red.acq_rel.cta.add x, 1", 19, "a reduction is relaxed or release"},
       {"fence.proxy.texture", 19, "no fence for the texture proxy"},
       {"fence.proxy.surface", 19, "no fence for the surface proxy"},
       {"fence.proxy.constant", 20, "no fence for the constant proxy"},
       {"membar.proxy.generic", 20, "no fence for the generic proxy"},
       {"tld.relaxed.gpu r1, t", 15, "accesses through the texture proxy are weak"},
       {"suld.acquire.cta r1, s", 16, "accesses through the surface proxy are weak"},
       {"cold.relaxed.sys r1, c", 16, "accesses through the constant proxy are weak"},
       {"sust.release.gpu s, 1", 16, "accesses through the surface proxy are weak"},
       {"suatom.add r1, s, 1", 10, "no strong read-modify-writes"},
       {"sured.release.gpu.add s, 1", 21, "no strong read-modify-writes"},
       {"atom.sub r1, x, 1", 8, "atom and red have no sub"},
       {"red.mul x, 1", 7, "atom and red have no mul"},
       {"atom.div.s32 r1, x, 1", 12, "atom and red have no div"},
       {"atom.add.s64 r1, x, 1", 12, "the type .s64 does not go"},
       {"atom.add.b32 r1, x, 1", 12, "the type .b32 does not go"},
       {"red.min.b64 x, 1", 11, "the type .b64 does not go"},
       {"atom.inc.u64 r1, x, 1", 12, "the type .u64 does not go"},
       {"atom.exch.u32 r1, x, 1", 13, "the type .u32 does not go"},
       {"atom.cas.s32 r1, x, 0, 1", 12, "the type .s32 does not go"},
       {"red.or.u64 x, 1", 10, "the type .u64 does not go"},
       {"add.b32 r1, r1, 1", 7, "the type .b32 does not go"},
       {"mul.lo.b64 r1, r1, 1", 10, "the type .b64 does not go"},
       {"and.s32 r1, r1, 1", 7, "the type .s32 does not go"},
       {"add.pred p1, p1, p2", 8, "the type .pred does not go"},
       {"setp.lt.b32 p1, r1, 2", 11, "the type .b32 does not go with the operation"},
       {"setp.eq.pred p1, 0, 1", 12, "the type .pred does not go with the operation"},
       {"setp.eq.s32 r9, r1, 2", 11, "the destination of setp is a predicate, 'r9' is none"},
       {"setp.eq.s32 p1, p2, 0", 11, "the predicate 'p2' is no number"},
       {"mov.pred p1, r1", 8, "'r1' is no predicate"},
       {"mov.u32 r1, p1", 7, "the predicate 'p1' is no number"},
       {"add.s32 r1, p1, 1", 7, "the predicate 'p1' is no number"},
       {"ld.u32 p1, x", 6, "the predicate 'p1' is no number"},
       {"st.u32 x, p1", 6, "the predicate 'p1' is no number"},
       {"atom.add.u32 r1, x, p1", 12, "the predicate 'p1' is no number"},
       {"bar.sync 0, p1", 8, "the predicate 'p1' is no number"},
       {"bar.cta.sync.aligned 0", 20, "bar is aligned without saying so"},
       {"bar.sync 16", 8, "the barriers 0 to 15, not 16"},
       {"bar.sync 0, -1", 8, "the barriers 0 to 15, not -1"},
       {"bar.cta.arrive 0", 14, "arrive needs the number of threads"},
       {"barrier.arrive 0, 1", 14, "arrive needs the number of threads"},
       {"bar.arrive 0, 1, 0", 10, "the number of threads is not positive"}}));
  CAPTURE(instruction);
  const std::vector<Finding> findings = findings_of(instruction);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].place == SourcePlace{4, 5});
  CHECK(findings[0].length == length);
  CHECK(findings[0].message == "'" + instruction.substr(0, length) + "' is not PTX: " +
                                   findings[0].message.substr(findings[0].message.find(": ") + 2));
  CHECK_THAT(findings[0].message, Catch::Matchers::Contains(says));
}

TEST_CASE("all reasons of all threads are listed in the order of the file", "[litmus][strict]") {
  const Test test = read(
      "PTX two\n{ x=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
      "red . acq_rel.gpu.sub.s64 x, 1 | fence.proxy.generic;\nred.acquire.gpu.add x, 1 | ;\n"
      "locations [x;]\n",
      "two");
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
  for (const Finding& finding : not_ptx(test)) {
    places.emplace_back(finding.place.line, finding.place.column);
  }
  CHECK(places ==
        std::vector<std::pair<std::uint32_t, std::uint32_t>>{{4, 1}, {4, 1}, {4, 34}, {5, 1}});
  CHECK_THAT(not_ptx(test)[0].message, Catch::Matchers::StartsWith("'red.acq_rel.gpu.sub.s64' "));
}
