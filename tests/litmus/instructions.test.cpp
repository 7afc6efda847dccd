#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/one_cell.hpp"

using namespace opexplore;
using opexplore::testing::one_cell;
using opexplore::testing::read_action;

namespace {

std::string canonical(const std::string& instruction) {
  const Test test = read(one_cell(instruction), "one");
  const Thread& thread = test.program.threads[0];
  return to_string(thread.instructions.at(0).action, thread, test.program);
}

}  // namespace

TEST_CASE("every instruction is read in every spelling", "[litmus]") {
  const std::vector<std::pair<std::string, std::string>> spellings = {
      // loads
      {"ld.weak r1, x", "ld.weak r1, x"},
      {"ld r1, x", "ld.weak r1, x"},
      {"ld r1, [x]", "ld.weak r1, x"},
      {"ld.u32 r1, [ x ]", "ld.weak r1, x"},
      {"ld.global.b64 r1,x", "ld.weak r1, x"},
      {"ld.relaxed.cta r1, x", "ld.relaxed.cta r1, x"},
      {"ld.acquire.gpu r1, x", "ld.acquire.gpu r1, x"},
      {"ld.gpu.acquire.u32 r1, x", "ld.acquire.gpu r1, x"},
      {"ld.s64.sys.global.relaxed r1, x", "ld.relaxed.sys r1, x"},
      {"ld.volatile r1, x", "ld.volatile r1, x"},
      {"ld.volatile.global.u32 r1, [x]", "ld.volatile r1, x"},
      {"ld.ca.s32 r1, [x+0]", "ld.ca r1, x"},
      {"ld.cg r1, x", "ld.cg r1, x"},
      {"ld.weak.u32.cg r1, x", "ld.cg r1, x"},
      {"ld.weak r1, [r9]", "ld.weak r1, [r9]"},
      {"ld r1, [ %r9 + 0 ]", "ld.weak r1, [r9]"},
      {"ld.weak %r1, x", "ld.weak r1, x"},
      {"tld.weak r1, t", "tld.weak r1, t"},
      {"tld r1, t", "tld.weak r1, t"},
      {"tld.acquire.cta r1, t", "tld.acquire.cta r1, t"},
      {"suld.relaxed.gpu r1, s", "suld.relaxed.gpu r1, s"},
      {"cold.weak r1, c", "cold.weak r1, c"},
      {"ld.weak r1, undeclared", "ld.weak r1, undeclared"},
      // stores
      {"st.weak x, 1", "st.weak x, 1"},
      {"st x, r3", "st.weak x, r3"},
      {"st [x], -1", "st.weak x, -1"},
      {"st.u32 x, 0xffffffff", "st.weak x, 4294967295"},
      {"st.release.sys x, 0x10", "st.release.sys x, 16"},
      {"st.relaxed.gpu x, +5", "st.relaxed.gpu x, 5"},
      {"st.volatile x, 1", "st.volatile x, 1"},
      {"st.wb.b32 [x], 1", "st.wb x, 1"},
      {"st.cg [r9], r1", "st.cg [r9], r1"},
      {"sust.release.cta s, r1", "sust.release.cta s, r1"},
      // atomics
      {"atom.relaxed.gpu.add r1, x, 1", "atom.relaxed.gpu.add r1, x, 1"},
      {"atom.add r1, x, 1", "atom.relaxed.gpu.add r1, x, 1"},
      {"atom.add.acquire.cta.s32 r1, x, 1", "atom.acquire.cta.add r1, x, 1"},
      {"atom.global.gpu.acquire.add.u32 r1, [x], 1", "atom.acquire.gpu.add r1, x, 1"},
      {"atom.cas.sys r1, x, 0, 1", "atom.relaxed.sys.cas r1, x, 0, 1"},
      {"atom.acq_rel.sys.cas.b64 r1, x, r2, r3", "atom.acq_rel.sys.cas r1, x, r2, r3"},
      {"atom.release.cta.exch r1, x, r1", "atom.release.cta.exch r1, x, r1"},
      {"atom.sub r1, x, 1", "atom.relaxed.gpu.sub r1, x, 1"},
      {"atom.mul r1, x, 1", "atom.relaxed.gpu.mul r1, x, 1"},
      {"atom.div r1, x, 1", "atom.relaxed.gpu.div r1, x, 1"},
      {"atom.and r1, x, 1", "atom.relaxed.gpu.and r1, x, 1"},
      {"atom.or r1, x, 1", "atom.relaxed.gpu.or r1, x, 1"},
      {"atom.xor r1, x, 1", "atom.relaxed.gpu.xor r1, x, 1"},
      {"atom.min.s32 r1, x, 1", "atom.relaxed.gpu.min r1, x, 1"},
      {"atom.max r1, x, 1", "atom.relaxed.gpu.max r1, x, 1"},
      {"atom.inc.u32 r1, x, 1", "atom.relaxed.gpu.inc r1, x, 1"},
      {"atom.dec r1, x, 1", "atom.relaxed.gpu.dec r1, x, 1"},
      {"suatom.relaxed.gpu.add r1, s, 1", "suatom.relaxed.gpu.add r1, s, 1"},
      {"red.relaxed.gpu.add x, 1", "red.relaxed.gpu.add x, 1"},
      {"red.or x, r1", "red.relaxed.gpu.or x, r1"},
      {"red.acq_rel.sys.sub x, 2", "red.acq_rel.sys.sub x, 2"},
      {"red.acquire.cta.max x, 2", "red.acquire.cta.max x, 2"},
      {"sured.release.gpu.and s, 2", "sured.release.gpu.and s, 2"},
      {"atom.cas.b32 r1, [r9], 0, 1", "atom.relaxed.gpu.cas r1, [r9], 0, 1"},
      {"red.inc [r9], 1", "red.relaxed.gpu.inc [r9], 1"},
      // fences and barriers
      {"fence.sc.gpu", "fence.sc.gpu"},
      {"fence.gpu.sc", "fence.sc.gpu"},
      {"fence.acq_rel.cta", "fence.acq_rel.cta"},
      {"fence.acquire.sys", "fence.acquire.sys"},
      {"fence.release.sys", "fence.release.sys"},
      {"fence.cta", "fence.acq_rel.cta"},
      {"membar.cta", "fence.sc.cta"},
      {"membar.gl", "fence.sc.gpu"},
      {"membar.sys", "fence.sc.sys"},
      {"membar.proxy.alias", "fence.proxy.alias"},
      {"fence.proxy.alias", "fence.proxy.alias"},
      {"fence.proxy.generic", "fence.proxy.generic"},
      {"fence.proxy.texture", "fence.proxy.texture"},
      {"fence.proxy.surface", "fence.proxy.surface"},
      {"fence.proxy.constant", "fence.proxy.constant"},
      {"bar.cta.sync 1", "bar.cta.sync 1"},
      {"bar.cta.arrive 1", "bar.cta.arrive 1"},
      {"bar.sync 0", "bar.cta.sync 0"},
      {"bar.arrive 0, 2, 64", "bar.cta.arrive 0, 2, 64"},
      {"barrier.cta.sync.aligned 3", "bar.cta.sync.aligned 3"},
      {"barrier.arrive 3, r1", "bar.cta.arrive 3, r1"},
      {"bar.cta.sync 1, r1, r2", "bar.cta.sync 1, r1, r2"},
      // registers and jumps
      {"mov r1, 5", "mov r1, 5"},
      {"mov.b32 r1, r2", "mov.b32 r1, r2"},
      {"mov.s64 r1, r2", "mov r1, r2"},
      {"mov.pred p1, p2", "mov.pred p1, p2"},
      {"mov.pred %p1, 1", "mov.pred p1, 1"},
      {"ld r1, 5", "mov r1, 5"},
      {"ld r1, -5", "mov r1, -5"},
      {"ld r1, r2", "mov r1, r2"},
      {"add r1, r2, 1", "add r1, r2, 1"},
      {"add.s32 r1, 1, r2", "add.s32 r1, 1, r2"},
      {"sub r1, r1, r1", "sub r1, r1, r1"},
      {"mul r1, r1, 2", "mul r1, r1, 2"},
      {"mul.lo.u32 r1, r1, 2", "mul.u32 r1, r1, 2"},
      {"div.s64 r1, r1, 2", "div r1, r1, 2"},
      {"div.u64 r1, r2, 3", "div.u64 r1, r2, 3"},
      {"and.b32 r1, r1, 2", "and.b32 r1, r1, 2"},
      {"and.pred p1, p1, p2", "and.pred p1, p1, p2"},
      {"cvt.u64.u32 r1, r2", "mov.u32 r1, r2"},
      {"cvt.s64.s32 r1, r2", "mov.s32 r1, r2"},
      {"cvt.u32.s64 r1, r2", "mov.u32 r1, r2"},
      {"cvt.s32.u32 r1, r2", "mov.s32 r1, r2"},
      {"cvt.u64.s64 r1, r2", "mov r1, r2"},
      {"setp.eq p1, r1, 0", "setp.eq p1, r1, 0"},
      {"setp.ne.s32 r1, r2, 0", "setp.ne.s32 r1, r2, 0"},
      {"setp.lt.u64 p1, 1, r2", "setp.lt.u64 p1, 1, r2"},
      {"setp.s64.le p1, r1, r2", "setp.le p1, r1, r2"},
      {"setp.gt.b32 p1, r1, r2", "setp.gt.b32 p1, r1, r2"},
      {"setp.ge.u32 %p1, r1, r2", "setp.ge.u32 p1, r1, r2"},
      {"or r1, r1, 2", "or r1, r1, 2"},
      {"xor r1, r1, 2", "xor r1, r1, 2"},
      {"bra LC00; LC00:", "goto LC1"},
      {"bra.uni LC00; LC00:", "goto LC1"},
      {"goto end; end:", "goto LC1"},
      {"LC00: goto LC00", "goto LC0"},
      {"beq r1, 0, L; L:", "beq r1, 0, LC1"},
      {"bne r1, r2, L; L:", "bne r1, r2, LC1"},
      {"blt 1, 2, L; L:", "blt 1, 2, LC1"},
      {"ble r1, 2, L; L:", "ble r1, 2, LC1"},
      {"bgt r1, 2, L; L:", "bgt r1, 2, LC1"},
      {"bge r1, 2, L; L:", "bge r1, 2, LC1"},
      {"@p1 bra L; L:", "bne p1, 0, LC1"},
      {"@!p1 bra.uni L; L:", "beq p1, 0, LC1"},
      {"@%p1 goto L; L:", "bne p1, 0, LC1"},
      {"@r1 membar.gl", "beq r1, 0, LC2"},
      {"@!p1 st x, 1", "bne p1, 0, LC2"},
  };
  for (const auto& [written, expected] : spellings) {
    CAPTURE(written);
    CHECK(canonical(written) == expected);
  }
}

TEST_CASE("an instruction keeps its text and place", "[litmus]") {
  const Test test = read(one_cell("LC00:  ld.weak   r1 ,\t x   "), "one");
  const Instruction& instruction = test.program.threads[0].instructions.at(0);
  CHECK(instruction.text == "ld.weak r1 , x");
  CHECK(instruction.place == SourcePlace{4, 8});
}

TEST_CASE("the mnemonic decides the proxy of an access, the name its address", "[litmus]") {
  const auto load = std::get<Load>(read_action("tld.weak r1, x"));
  CHECK(load.proxy == Proxy::texture);
  CHECK(load.address == 0);
  const auto store = std::get<Store>(read_action("st.weak s, 1"));
  CHECK(store.proxy == Proxy::generic);
  CHECK(store.address == 2);
}

TEST_CASE("the operands of cas are the expected and the new value", "[litmus]") {
  const auto cas = std::get<Atomic>(read_action("atom.cas r1, x, 3, 4"));
  CHECK(cas.expected == Operand{Value{3}});
  CHECK(cas.operand == Operand{Value{4}});
}

TEST_CASE("jumps reach forward, backward and past the end", "[litmus]") {
  const Test test = read(one_cell("A: bra B; B: bra A; beq r1, r1, C; C:"), "one");
  const auto& instructions = test.program.threads[0].instructions;
  REQUIRE(instructions.size() == 3);
  CHECK(std::get<Branch>(instructions[0].action).target == 1);
  CHECK(std::get<Branch>(instructions[1].action).target == 0);
  CHECK(std::get<Branch>(instructions[2].action).target == 3);
}

TEST_CASE("numbers cover 64 bits", "[litmus]") {
  const auto value = [](const std::string& number) {
    return std::get<Value>(std::get<Store>(read_action("st x, " + number)).value);
  };
  CHECK(value("9223372036854775807") == std::numeric_limits<Value>::max());
  CHECK(value("-9223372036854775808") == std::numeric_limits<Value>::min());
  CHECK(value("0xffffffffffffffff") == -1);
  CHECK(value("0X8000000000000000") == std::numeric_limits<Value>::min());
  CHECK(value("-0x1") == -1);
  CHECK(value("007") == 7);
}

TEST_CASE("types of one width may meet at a location", "[litmus]") {
  CHECK_NOTHROW(read(one_cell("st.u32 x, 1; ld.b32 r1, x; atom.add.s32 r2, x, 1; ld r3, x"), "t"));
  CHECK_NOTHROW(read(one_cell("st.u32 x, 1; st.u64 y, 1"), "t"));
}
