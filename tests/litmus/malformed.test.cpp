// Every way to be wrong that we know of, with the place and the words of the complaint.
#include <string>
#include <vector>

#include "litmus/limits.hpp"
#include "litmus/reader.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/one_cell.hpp"

using namespace opexplore;
using opexplore::testing::one_cell;

namespace {

struct Bad {
  std::string text;
  std::uint32_t line;
  std::uint32_t column;
  std::string says;  ///< part of what()
};

void check(const std::string& text, const Bad& bad) {
  CAPTURE(text);
  try {
    read(text, "bad.litmus");
    FAIL_CHECK("no error");
  } catch (const InputError& error) {
    CAPTURE(error.what());
    CHECK(error.line == bad.line);
    CHECK(error.column == bad.column);
    CHECK(error.path == "bad.litmus");
    CHECK(std::string(error.what()).find(bad.says) != std::string::npos);
    CHECK(std::string(error.what()).rfind("bad.litmus:" + std::to_string(bad.line) + ":" +
                                              std::to_string(bad.column) + ": " + error.message,
                                          0) == 0);
  }
}

std::string repeated(const std::string& part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

const std::string threads = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0;\n";

}  // namespace

TEST_CASE("malformed headers and initial states", "[litmus]") {
  const std::vector<Bad> table = {
      {"", 1, 1, "expected PTX, found no word"},
      {"\n\n", 3, 1, "expected PTX"},
      {"C MP\n{}", 1, 1, "found 'C'; a test begins with the line 'PTX name'"},
      {"PTX\n{}", 1, 4, "expected the name of the test"},
      {"PTX {}", 1, 4, "expected the name of the test"},
      {"PTX t", 1, 6, "expected '{', found the end of the file"},
      {"PTX t\n\"comment\n{}", 2, 1, "'\"' is never closed"},
      {"PTX t (* {}\n", 1, 7, "'(*' is never closed; close it with '*)'"},
      {"PTX t\n{ x=0;\n", 2, 1, "'{' is never closed"},
      {"PTX t\n{ x=0; << }\n", 2, 8, "'<<' is never closed"},
      {"PTX t\n{ x }", 2, 5, "expected '=' or '@', found '}'; write 'x = 0;'"},
      {"PTX t\n{ x = ; }", 2, 7, "expected a number or a location, found ';'"},
      {"PTX t\n{ x = 1 y = 2; }", 2, 9, "expected ';' or '}', found 'y'"},
      {"PTX t\n{ x = y; }", 2, 7, "unknown location 'y'"},
      {"PTX t\n{ x = &x; }", 2, 8, "unknown location 'x'"},
      {"PTX t\n{ x = 0; x = 1; }", 2, 10, "'x' is declared twice; the first time was in line 2"},
      {"PTX t\n{ int x = 0; }", 2, 3, "found the type 'int'; leave types out"},
      {"PTX t\n{ r1 = 0; }", 2, 3, "found the register 'r1'; write 'P0:r1'"},
      {"PTX t\n{ P1 = 0; }", 2, 3, "'P1' is a reserved word"},
      {"PTX t\n{ exists = 0; }", 2, 3, "'exists' is a reserved word"},
      {"PTX t\n{ x = 12ab; }", 2, 7, "malformed number '12ab'"},
      {"PTX t\n{ x = 0x; }", 2, 7, "malformed number '0x'"},
      {"PTX t\n{ x = 0f40000000; }", 2, 7, "malformed number '0f40000000'"},
      {"PTX t\n{ x = 9223372036854775808; }", 2, 7, "does not fit in 64 bits"},
      {"PTX t\n{ x = -9223372036854775809; }", 2, 7, "does not fit in 64 bits"},
      {"PTX t\n{ x = 0x10000000000000000; }", 2, 7, "does not fit in 64 bits"},
      {"PTX t\n{ x = - 1; y = --1; }", 2, 16, "expected a number or a location, found '-'"},
      {"PTX t\n{ y @ generic aliases x; }", 2, 23, "'y' aliases the unknown location 'x'"},
      {"PTX t\n{ x=0; y @ textrue aliases x; }", 2, 12,
       "unknown proxy 'textrue'; did you mean 'texture'?"},
      {"PTX t\n{ x=0; y @ async aliases x; }", 2, 12, "the proxies are generic, texture"},
      {"PTX t\n{ x=0; y @ texture alias x; }", 2, 20, "expected 'aliases', found 'alias'"},
      {"PTX t\n{ x=0; t @ texture aliases x; s @ surface aliases t; }", 2, 51,
       "'s' aliases the texture name 't'; alias the generic name 'x'"},
      {"PTX t\n{ P0:x = 0; }", 2, 6, "expected a register (r0, r1, …), found 'x'"},
      {"PTX t\n{ P2:r1 = 0; }\n" + threads, 2, 3, "unknown thread P2; the threads are P0 to P1"},
      {"PTX t\n{ 7:r1 = 0; }\nP0@cta 0,gpu 0;\n", 2, 3, "unknown thread P7; the only thread is P0"},
      {"PTX t\n{ P0:r1 = 0; 0:r1 = 0; }\n" + threads, 2, 16, "P0:r1 is initialised twice"},
      {"PTX t\n{ %rd1 = 0; }", 2, 3, "expected a register after '%', found 'rd1'"},
      {"PTX t\n{ [x+4] = 0; }", 2, 5, "expected ']', found '+'; offsets are not modelled"},
      {"PTX t\n{ x = 0; } // c", 2, 12, "unexpected character '/'; comments are written (* … *)"},
      {"PTX t\n{ x = 0; # c\n}", 2, 10, "unexpected character '#'"},
      {"PTX t\n{ x = $; }", 2, 7, "unexpected character '$'"},
      {"PTX t\n{ ä = 0; }", 2, 3, "unexpected character 'ä'"},
      {"PTX t\n{ x = \"a\"; }", 2, 7, "quoted comments stand before the '{'"},
      {"PTX t\xff\n{}", 1, 6, "expected UTF-8 text, found byte 0xff"},
      {"PTX ä\xc3", 1, 6, "found byte 0xc3"},
      {"PTX a\x80", 1, 6, "found byte 0x80"},
      {std::string("PTX t\0", 6), 1, 6, "found byte 0x00"},
      {"PTX t\n\x05", 2, 1, "found byte 0x05"},
  };
  for (const Bad& bad : table) check(bad.text, bad);
}

TEST_CASE("malformed threads and rows", "[litmus]") {
  const std::string start = "PTX t\n{ }\n";
  const std::vector<Bad> table = {
      {start, 3, 1, "expected a thread such as P0, found the end of the file"},
      {start + "ld.weak r1, x;", 3, 1, "expected a thread such as P0, found 'ld'"},
      {start + "P1@cta 0,gpu 0;", 3, 1, "expected the thread P0, found 'P1'"},
      {start + "P0@cta 0,gpu 0 | P2@cta 0,gpu 0;", 3, 18, "expected the thread P1, found 'P2'"},
      {start + "P0@cta 0,gpu 0 | P0@cta 0,gpu 0;", 3, 18, "expected the thread P1, found 'P0'"},
      {start + "P0 | P1 ;", 3, 4, "expected '@', found '|'; place the thread, as in 'P0@cta 0,gpu 0'"},
      {start + "P0@cta 0;", 3, 9, "expected ',', found ';'"},
      {start + "P0@cta 0,cta 0;", 3, 10, "'cta' is given twice"},
      {start + "P0@cta 0,cluster 0,gpu 0;", 3, 10, "not modelled: clusters"},
      {start + "P0@cta 0,dev 0;", 3, 10, "expected 'cta' or 'gpu', found 'dev'"},
      {start + "P0@cta x,gpu 0;", 3, 8, "expected the number of the cta, found 'x'"},
      {start + "P0@cta -1,gpu 0;", 3, 8, "between 0 and 2^32-1, found '-1'"},
      {start + "P0@cta 4294967296,gpu 0;", 3, 8, "between 0 and 2^32-1"},
      {start + "P0@cta 0,gpu 0\nst x, 1;", 4, 1, "expected '|' or ';' after the thread, found 'st'"},
      {start + threads + "st x, 1;", 4, 8, "the row has 1 of 2 columns"},
      {start + threads + "st x, 1 | st x, 1 | st x, 1;", 4, 19,
       "expected ';' after 2 columns, found '|'"},
      {start + threads + "st x, 1 |\nexists (x=1)", 5, 1,
       "expected an instruction, '|' or ';', found 'exists'; the row above is not finished"},
      {start + threads + "st x, 1 | st x, 2\nst x, 1 | ;", 5, 1,
       "expected '|' or ';' after the instruction, found 'st'; every row ends with ';'"},
      {start + threads + "st x, 1", 4, 8, "expected '|' or ';' after the instruction"},
      {start + threads + "A: | ;\nA: | ;\nexists (x=1)", 5, 1,
       "the label 'A' is defined twice in P0; the first time was in line 4"},
      {start + threads + "goto A | A: ;\nexists (x=1)", 4, 6, "unknown label 'A' in P0"},
      {start + threads + "goto LC1 | ;\nLC01: | ;", 4, 6,
       "unknown label 'LC1' in P0; did you mean 'LC01'?"},
      {start + threads + "| 5 ;", 4, 3, "expected an instruction, found '5'"},
  };
  for (const Bad& bad : table) check(bad.text, bad);
}

TEST_CASE("illegal instructions", "[litmus]") {
  const std::vector<Bad> table = {
      // names
      {"lod.weak r1, x", 4, 1, "unknown instruction 'lod'; did you mean 'ld'?"},
      {"exist (x=1)", 4, 1, "unknown instruction 'exist'; did you mean 'exists'?"},
      {"frobnicate r1", 4, 1, "unknown instruction 'frobnicate'"},
      {"ld.acqire.gpu r1, x", 4, 4, "'ld' has no modifier 'acqire'; did you mean 'acquire'?"},
      {"ld.relaxed.gpus r1, x", 4, 12, "did you mean 'gpu'?"},
      {"LD.weak r1, x", 4, 1, "unknown instruction 'LD'"},
      {"ld. r1, x", 4, 5, "'ld' has no modifier 'r1'"},
      {"ld.5 r1, x", 4, 4, "expected a modifier after '.', found '5'"},
      {"add.relaxed r1, r2, r3", 4, 5, "'add' has no modifier 'relaxed'"},
      {"ld" + repeated(".u32", 13) + " r1, x", 4, 52, "too many modifiers"},
      // order and scope
      {"ld.weak.gpu r1, x", 4, 9, "a weak access takes no scope; write 'ld.weak' or 'ld.relaxed.gpu'"},
      {"st.gpu x, 1", 4, 4, "a scope needs a memory order: relaxed or release"},
      {"ld.acquire r1, x", 4, 1, "a strong access needs a scope; write 'ld.acquire.gpu'"},
      {"st.relaxed x, 1", 4, 1, "a strong access needs a scope"},
      {"ld.release.gpu r1, x", 4, 4, "a load is weak, relaxed or acquire, never release"},
      {"ld.acq_rel.gpu r1, x", 4, 4, "never acq_rel"},
      {"ld.sc.gpu r1, x", 4, 4, "never sc; put fence.sc before it"},
      {"st.acquire.gpu x, 1", 4, 4, "a store is weak, relaxed or release, never acquire"},
      {"st.sc.gpu x, 1", 4, 4, "never sc"},
      {"ld.relaxed.acquire.gpu r1, x", 4, 12, "has two memory orders"},
      {"ld.relaxed.gpu.sys r1, x", 4, 16, "has two scopes"},
      {"ld.u32.s32 r1, x", 4, 8, "has two types"},
      {"ld.volatile.relaxed r1, x", 4, 1, "volatile is relaxed.sys"},
      {"ld.volatile.gpu r1, x", 4, 13, "a volatile access takes no scope"},
      {"tld.volatile r1, t", 4, 5, "only ld and st can be volatile"},
      {"atom.sc.gpu.add r1, x, 1", 4, 6, "never sc"},
      {"atom.weak.add r1, x, 1", 4, 6, "never weak; write relaxed"},
      {"atom.volatile.add r1, x, 1", 4, 6, "never volatile"},
      {"atom.relaxed.gpu r1, x, 1", 4, 1, "needs an operation; add, sub"},
      {"atom.add.sub r1, x, 1", 4, 10, "has two operations"},
      {"red.exch x, 1", 4, 5, "red has no exch and no cas; use 'atom.exch'"},
      {"sured.relaxed.gpu.cas s, 1, 2", 4, 19, "use 'suatom.cas'"},
      {"red.sc.add x, 1", 4, 5, "never sc"},
      {"fence", 4, 1, "a fence needs a scope; write 'fence.acq_rel.gpu'"},
      {"fence.sc", 4, 1, "a fence needs a scope; write 'fence.sc.gpu'"},
      {"fence.relaxed.gpu", 4, 7, "a fence is acquire, release, acq_rel or sc, never relaxed"},
      {"fence.weak.gpu", 4, 7, "never weak"},
      {"fence.alias", 4, 7, "did you mean 'fence.proxy.alias'?"},
      {"fence.proxy", 4, 7, "names no proxy"},
      {"fence.proxy.alias.texture", 4, 19, "names two proxies"},
      {"fence.proxy.alias.release.sys", 4, 19, "a proxy fence has no memory order"},
      {"fence.proxy.txture", 4, 13, "did you mean 'texture'?"},
      {"fence.sc.u32.gpu", 4, 10, "'fence' has no modifier 'u32'"},
      {"membar", 4, 1, "membar is membar.cta, .gl or .sys"},
      {"membar.gpu", 4, 8, "the scope gpu is spelled membar.gl"},
      // not modelled
      {"ld.relaxed.cluster r1, x", 4, 12, "not modelled: cluster scope ('ld.relaxed.cluster'); nearest: .gpu"},
      {"fence.acq_rel.cluster", 4, 15, "not modelled: cluster scope"},
      {"ld.mmio.relaxed.sys r1, x", 4, 4, "not modelled: memory-mapped"},
      {"ld.global.nc r1, x", 4, 11, "not modelled: the non-coherent path"},
      {"ld.weak.v2.u32 r1, x", 4, 9, "not modelled: vector access"},
      {"ld.weak {r1, r2}, x", 4, 9, "not modelled: vector access"},
      {"ld.shared.u32 r1, x", 4, 4, "not modelled: shared memory"},
      {"ld.shared::cluster.u32 r1, x", 4, 4, "not modelled: shared memory"},
      {"ld.f32 r1, x", 4, 4, "not modelled: values of type 'f32'; nearest: .b32 or .b64"},
      {"ld.u8 r1, x", 4, 4, "not modelled: values of type 'u8'"},
      {"ld.cg r1, x", 4, 4, "not modelled: hint 'cg'"},
      {"ld.relaxed.gpu.L1::no_allocate r1, x", 4, 16, "hint 'L1::no_allocate'"},
      {"st.async x, 1", 4, 4, "not modelled: the async proxy"},
      {"fence.proxy.async", 4, 13, "not modelled: the async proxy"},
      {"fence.proxy.async::generic.acquire", 4, 13, "not modelled: the async proxy"},
      {"fence.proxy.tensormap::generic.release.gpu", 4, 13, "not modelled: the tensormap proxy"},
      {"fence.mbarrier_init.release.cluster", 4, 7, "not modelled: mbarrier objects"},
      {"mbarrier.init x, 1", 4, 1, "not modelled: mbarrier objects"},
      {"cp.async.bulk x, 1", 4, 1, "not modelled: asynchronous copies ('cp.async.bulk')"},
      {"setp.eq r1, r2", 4, 1, "not modelled: predicates ('setp.eq'); nearest: beq"},
      {"@p1 bra L", 4, 1, "not modelled: predicates; nearest: beq"},
      {"atom.min.u32 r1, x, 1", 4, 10, "not modelled: unsigned min"},
      {"div.u64 r1, r2, 3", 4, 5, "not modelled: unsigned division"},
      {"bar.red.popc 0", 4, 5, "not modelled: barriers that reduce a value"},
      {"bar.warp.sync 1", 4, 5, "not modelled: warp barriers"},
      {"barrier.cluster.arrive", 4, 9, "not modelled: cluster barriers"},
      {"bar.cta 0", 4, 1, "is neither sync nor arrive"},
      {"bar.sync.arrive 0", 4, 10, "is both sync and arrive"},
      {"bar.snyc 0", 4, 5, "did you mean 'sync'?"},
      // operands
      {"ld.weak x, r1", 4, 9, "expected a destination register (r0, r1, …), found 'x'"},
      {"ld.weak r1 x", 4, 12, "expected ',' and a location, found 'x'"},
      {"ld.weak r1, 5", 4, 13, "expected a location, found '5'"},
      {"ld.weak r1, r2", 4, 13, "addresses in registers are not modelled"},
      {"ld.weak r1, [r2]", 4, 14, "addresses in registers are not modelled"},
      {"ld.weak r1, [x+4]", 4, 15, "expected ']', found '+'"},
      {"ld.weak r1, x, 1", 4, 14, "the instruction has no further operand"},
      {"st.weak r1, 1", 4, 9, "expected a location, found the register 'r1'"},
      {"st.weak x, y", 4, 12, "expected a register or a number, found 'y'; load a location"},
      {"st.weak x", 4, 10, "expected ',' and the value, found ';'"},
      {"st.u32 x, 4294967296", 4, 11, "does not fit type .u32"},
      {"st.s32 x, -2147483649", 4, 11, "does not fit type .s32"},
      {"atom.add _, x, 1", 4, 10, "expected a destination register, found '_'; without a result, use red"},
      {"atom.cas r1, x, 1", 4, 18, "expected ',' and the new value, found ';'"},
      {"atom.exch r1, x, 1, 2", 4, 19, "the instruction has no further operand"},
      {"add r1, r2", 4, 11, "expected ',' and the second operand"},
      {"mov r1, x", 4, 9, "expected a register or a number, found 'x'"},
      {"bar.sync r1", 4, 10, "expected the number of the barrier, found 'r1'"},
      {"beq r1, 0", 4, 10, "expected ',' and the label"},
      {"goto 5", 4, 6, "expected a label, found '5'"},
      {"st.weak exists, 1", 4, 9, "'exists' is a reserved word"},
      {"st.weak P0, 1", 4, 9, "'P0' is a reserved word"},
  };
  for (const Bad& bad : table) check(one_cell(bad.text), bad);
}

TEST_CASE("malformed questions", "[litmus]") {
  const std::string start = "PTX t\n{ x=0; }\nP0@cta 0,gpu 0;\nld r1, x;\n";
  const std::vector<Bad> table = {
      {"", 5, 1, "expected exists, ~exists, forall or locations, found the end of the file"},
      {"filter (x=1)", 5, 13, "a test needs a question"},
      {"exists", 5, 7, "expected a register (0:r1), a location or a number, found the end"},
      {"exists (x=1", 5, 12, "expected ')'"},
      {"exists (x=1))", 5, 13, "expected exists, ~exists, forall, filter, locations or the end"},
      {"exists (x=1) exists (x=2)", 5, 14, "there is a second 'exists' part"},
      {"locations [x;] locations [x;]", 5, 16, "there is a second 'locations' part"},
      {"filter (x=1) filter (x=1)", 5, 14, "there is a second 'filter' part"},
      {"~forall (x=1)", 5, 2, "expected exists, ~exists, forall"},
      {"exists (x=1) exsts (x=2)", 5, 14, "did you mean 'exists'?"},
      {"exists (x)", 5, 10, "expected a comparison (=, !=, <, <=, >, >=), found ')'"},
      {"exists (x=)", 5, 11, "found ')'"},
      {"exists (x=1 && x=2)", 5, 13, "expected ')', found '&&'; 'and' is written /\\"},
      {"exists (x=1 => x=2)", 5, 13, "expected ')', found '=>'"},
      {"exists (x=1 / x=2)", 5, 13, "'and' is written /\\ and 'or' is written \\/"},
      {"exists (y=1)", 5, 9, "unknown location 'y'; neither the code nor"},
      {"exists (flag=1)", 5, 9, "unknown location 'flag'; neither the code nor"},
      {"exists (x=flag)", 5, 11, "unknown location 'flag'"},
      {"exists (P1:r1=1)", 5, 9, "unknown thread P1; the only thread is P0"},
      {"exists (99999999999999999999:r1=1)", 5, 9, "does not fit in 64 bits"},
      {"exists (P99999999999999999999:r1=1)", 5, 9, "unknown thread P4294967295"},
      {"exists (0:r2=1)", 5, 11, "unknown register 'r2' of P0; did you mean 'r1'?"},
      {"exists (0:=1)", 5, 11, "expected a register"},
      {"exists (r1=1)", 5, 9, "expected the thread of the register 'r1'; write '0:r1'"},
      {"exists (0:r1=r1)", 5, 14, "expected the thread of the register 'r1'"},
      {"exists (1 = x)", 5, 13, "means its address, not its value; write '[x]'"},
      {"exists (x[1]=0)", 5, 11, "not modelled: arrays"},
      {"exists ([x+1]=0)", 5, 11, "expected ']', found '+'"},
      {"locations x", 5, 11, "expected '[', found 'x'; write locations [ x; 0:r1; ]"},
      {"locations [x", 5, 13, "expected ';' or ']'"},
      {"locations [x y]", 5, 14, "expected ';' or ']', found 'y'"},
      {"locations [5;]", 5, 12, "a location or a number, found '5'"},
      {"final (x=1) with tso exists;", 5, 22, "expected ':'"},
      {"final (x=1) with tso: allowed;", 5, 23, "expected exists or ~exists"},
      {"exists (" + repeated("(", max_nesting) + "x=1", 5, 208, "too many nested"},
      {"exists " + repeated("~", max_nesting + 1) + "x=1", 5, 208, "too many nested"},
  };
  for (const Bad& bad : table) check(start + bad.text, bad);
}

TEST_CASE("tests that are too large are refused by the name of the limit", "[litmus]") {
  std::string columns = "P0@cta 0,gpu 0";
  for (std::size_t i = 1; i <= max_threads; ++i) columns += "|P" + std::to_string(i) + "@cta 0,gpu 0";
  check("PTX t\n{ }\n" + columns + ";", {"", 3, 247, "too many threads: the limit is 16"});

  std::string many;
  for (std::size_t i = 0; i <= max_addresses; ++i) many += "a" + std::to_string(i) + "=0;\n";
  check("PTX t\n{\n" + many + "}", {"", 67, 1, "too many locations: the limit is 64"});

  std::string registers;
  for (std::size_t i = 0; i <= max_registers; ++i) registers += "ld r" + std::to_string(i) + ", 0;\n";
  check("PTX t\n{ }\nP0@cta 0,gpu 0;\n" + registers,
        {"", 68, 4, "too many registers in one thread: the limit is 64"});

  check("PTX t\n{ }\nP0@cta 0,gpu 0;\n" + repeated("st x, 1;\n", max_instructions + 1),
        {"", 4100, 1, "too many instructions in one thread: the limit is 4096"});

  CHECK_THROWS_WITH(read(std::string(max_file_size + 1, ' '), "big"),
                    Catch::Contains("big: the file is too large: the limit is 4194304 bytes"));
}

TEST_CASE("the largest tests are read", "[litmus]") {
  std::string columns = "P0@cta 0,gpu 0";
  for (std::size_t i = 1; i < max_threads; ++i) columns += "|P" + std::to_string(i) + "@cta 0,gpu 0";
  const std::string row = "st x, 1" + repeated("| st y, 2", max_threads - 1) + ";\n";
  const Test test = read("PTX t\n{ }\n" + columns + ";\n" + repeated(row, max_instructions) +
                             "exists (" + repeated("(", max_nesting - 2) + "x=1" +
                             repeated(")", max_nesting - 2) + ")",
                         "t");
  CHECK(test.program.threads.size() == max_threads);
  CHECK(test.program.threads.back().instructions.size() == max_instructions);
}
