// Every way to be wrong in the GPU_PTX dialect, and with scope trees, regions and guards.
#include <string>
#include <vector>

#include "litmus/language/limits.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/refused.hpp"

using opexplore::testing::Bad;
using opexplore::testing::check_refused;
using opexplore::testing::repeated;

namespace {

const std::string map = "\nx: global, y: global\nexists (x=1)";

/// A test of two threads, its scope tree begins in line 6, column 1.
std::string with_tree(const std::string& tree) {
  return "GPU_PTX t\n{ }\nT0 | T1;\nst [x], 1 | st [y], 1;\nScopeTree\n" + tree + map;
}

/// A test whose memory map begins in line 6, column 1.
std::string with_map(const std::string& regions) {
  return "GPU_PTX t\n{ z = 0; y @ generic aliases z; }\nT0 | T1;\nst [x], 1 | ;\n"
         "ScopeTree (device (cta (warp T0)) (cta (warp T1)))\n" +
         regions + "\nexists (x=1)";
}

}  // namespace

TEST_CASE("GPU_PTX: malformed declarations", "[litmus]") {
  const std::string row = "\nT0 | T1;\n";
  const std::vector<Bad> table = {
      {"{ 0: reg .s32 r0; }", 2, 6, "expected a register (r0, r1, …), found 'reg'"},
      {"{ 0: .rge .s32 r0; }", 2, 7, "expected 'reg', found 'rge'"},
      {"{ 0: . }", 2, 8, "expected 'reg', found '}'"},
      {"{ 0: .reg r0; }", 2, 11, "expected '.' and a type, found 'r0'; the types are .s32"},
      {"{ 0: .reg .f32 r0; }", 2, 12, "not modelled: registers of type '.f32'; the types are"},
      {"{ 0: .reg .s32 x; }", 2, 16, "expected a register (r0, r1, …), found 'x'"},
      {"{ 0: .reg .s32 p0; }", 2, 16,
       "'p0' is the name of a predicate, not of a register of type .s32; call it r0"},
      {"{ 0: .reg .s32 r0 r1; }", 2, 19, "expected ';' or '}', found 'r1'"},
      {"{ 0: .reg .s32 r0 = ; }", 2, 21, "expected a number or a location, found ';'"},
      {"{ 0: .reg .s32 r0 = 4294967296; }", 2, 21, "does not fit type .s32"},
      {"{ 0: .reg .pred p0 = 2; }", 2, 22, "does not fit type .pred; a predicate is 0 or 1"},
      {"{ 0: .reg .s32 r0 = x; }", 2, 21,
       "the address of a location does not fit register 'r0' of type .s32; declare it .b64"},
      {"{ 0: .reg .pred r0 = &x; }", 2, 23, "does not fit register 'r0' of type .pred"},
      {"{ 0:r0 = 1; }", 2, 5,
       "the register 'r0' has no type; declare it, as in '0: .reg .s32 r0 = 1;'"},
      {"{ r0 = 1; }", 2, 3, "found the register 'r0'; write '0: .reg .s32 r0'"},
      {"{ 2: .reg .s32 r0; }" + row, 2, 3, "unknown thread T2; the threads are T0 to T1"},
      {"{ T7: .reg .s32 r0; }" + row, 2, 3, "unknown thread T7"},
      {"{ 0: .reg .s32 r0; 0: .reg .u32 r0; }" + row, 2, 33, "T0:r0 is declared twice"},
  };
  for (const Bad& bad : table) check_refused("GPU_PTX t\n" + bad.text, bad);
}

TEST_CASE("GPU_PTX: malformed threads and registers", "[litmus]") {
  const std::string start = "GPU_PTX t\n{ 0: .reg .s32 r0; 1: .reg .pred p0; }\n";
  const std::vector<Bad> table = {
      {"", 3, 1, "expected a thread such as T0, found the end of the file"},
      {"st [x], 1;", 3, 1, "expected a thread such as T0, found 'st'"},
      {"P0@cta 0,gpu 0;", 3, 1,
       "expected the thread T0, found 'P0'; a test whose title begins with GPU_PTX has the threads "
       "T0, T1, …"},
      {"T1 | T0;", 3, 1, "expected the thread T0, found 'T1'; threads are numbered T0, T1, …"},
      {"T0 | T2;", 3, 6, "expected the thread T1, found 'T2'"},
      {"T0@cta 0,gpu 0;", 3, 3,
       "expected '|' or ';' after the thread, found '@'; the scope tree places the threads"},
      {"T0 | T1;\nld r1, [x] | ;", 4, 4,
       "the register 'r1' of T0 is not declared; write '0: .reg .s32 r1;' in the initial state"},
      {"T0 | T1;\n | st [x], r0;", 4, 12, "the register 'r0' of T1 is not declared"},
      {"T0 | T1;\nst [r7], 1 | ;", 4, 5, "the register 'r7' of T0 is not declared"},
      {"T0 | T1;\nsetp.eq.s32 p3, r0, 1 | ;", 4, 13, "write '0: .reg .pred p3;'"},
      {"T0 | T1;\n@p1 membar.gl | ;", 4, 2, "write '0: .reg .pred p1;'"},
      {"T0 | T1;\n | @!r1 membar.gl;", 4, 6, "write '1: .reg .pred r1;'"},
      {"T0 | T1;\n@r0 membar.gl | ;", 4, 2,
       "the guard 'r0' is no predicate, it has type .s32; compute it with setp"},
      {"T0 | T1;\nst [x], 1 | ;\nexists (x=1)", 5, 1, "expected 'ScopeTree', found 'exists'"},
      {"T0 | T1;\nst [x], 1 | ;\nx: global\nexists (x=1)", 5, 1, "expected 'ScopeTree', found 'x'"},
      {"T0 | T1;\nst [x], 1 | ;\nscopetree (device (cta (warp T0)))", 5, 1,
       "unknown instruction 'scopetree'; did you mean 'ScopeTree'?"},
      {"T0 | T1;\nst [x], 1 |\nScopeTree (device (cta (warp T0)))", 5, 1,
       "expected an instruction, '|' or ';', found 'ScopeTree'; the row above is not finished"},
  };
  for (const Bad& bad : table) check_refused(start + bad.text, bad);
}

TEST_CASE("GPU_PTX: malformed scope trees", "[litmus]") {
  const std::vector<Bad> table = {
      {"", 7, 1, "expected '(device', found 'x'; a scope tree is written (device (cta (warp"},
      {"(cta (warp T0) (warp T1))", 6, 2,
       "expected 'device', found 'cta'; the levels are device, cta and warp, in this order"},
      {"(device (warp T0) (warp T1))", 6, 10, "expected 'cta', found 'warp'; the levels are"},
      {"(device (cta (cta (warp T0))))", 6, 15, "expected 'warp', found 'cta'"},
      {"(device (ctaa (warp T0 T1)))", 6, 10, "unknown level 'ctaa'; did you mean 'cta'?"},
      {"(device (block (warp T0 T1)))", 6, 10,
       "unknown level 'block'; the levels are device, cta and warp"},
      {"(5 (cta (warp T0 T1)))", 6, 2, "expected 'device', found '5'"},
      {"(device (cta T0 T1))", 6, 14, "expected '(warp', found 'T0'"},
      {"(device (cta))", 6, 13, "expected '(warp', found ')'"},
      {"(device)", 6, 8, "expected '(cta', found ')'"},
      {"(device (cta (warp)))", 6, 19, "expected a thread such as T0, found ')'"},
      {"(device (cta (warp T0 P1)))", 6, 23, "expected ')', found 'P1'"},
      {"(device (cta (warp P0 P1)))", 6, 20, "expected a thread such as T0, found 'P0'"},
      {"(device (cta (warp T0, T1)))", 6, 22, "expected ')', found ','"},
      {"(device (cta (warp T0 T2)))", 6, 23, "unknown thread 'T2'; the threads are T0 to T1"},
      {"(device (cta (warp T0)))", 5, 1,
       "the scope tree does not place T1; every thread is in one warp"},
      {"(device (cta (warp T0 T1 T0)))", 6, 26,
       "the thread 'T0' is placed twice; the first time was in line 6"},
      {"(device (cta (warp T0)))\n(device (cta (warp T1))\n(cta (warp T0)))", 8, 12,
       "the thread 'T0' is placed twice; the first time was in line 6"},
      // Figure 3.3's last example closes one list that it does not open.
      {"(device (cta (warp T0)) (cta (warp T1))))", 6, 41,
       "there is a ')' too many: it closes nothing; leave it out"},
      {"(device (cta (warp T0)) (cta (warp T1))", 7, 1,
       "expected ')', found 'x'; it closes the '(' in line 6, column 1"},
      {"(device (cta (warp T0) (cta (warp T1)))", 6, 25, "expected 'warp', found 'cta'"},
      {"(device (cta 0 (warp T0)) (cta 0 (warp T1)))", 6, 32, "'cta 0' occurs twice"},
      {"(device (cta 1 (warp T0)) (cta (warp T1)))", 6, 28,
       "'cta 1' occurs twice; without a number, it is the position in the list, counted from 0"},
      {"(device 0 (cta (warp T0))) (grid 0 (cta (warp T1)))", 6, 34, "'grid 0' occurs twice"},
      {"(device (cta -1 (warp T0 T1)))", 6, 14,
       "expected the number of the cta between 0 and 2^32-1, found '-1'"},
      {"(device (cta (warp T0)) (cta (warp T1)))\nScopeTree (device)", 7, 1,
       "unknown location 'ScopeTree'"},
  };
  for (const Bad& bad : table) check_refused(with_tree(bad.text), bad);
}

TEST_CASE("GPU_PTX: malformed memory maps", "[litmus]") {
  const std::vector<Bad> table = {
      {"", 2, 3, "the location 'z' has no region; add 'z: global' or 'z: shared'"},
      {"x: global", 2, 3, "the location 'z' has no region"},
      {"y: global", 4, 5, "the location 'x' has no region"},
      {"w: global", 6, 1, "unknown location 'w'; neither the code nor the initial state uses it"},
      {"x: gobal", 6, 4, "unknown region 'gobal'; did you mean 'global'?"},
      {"x: local", 6, 4, "unknown region 'local'"},
      {"x: constant", 6, 4, "unknown region 'constant'; the regions are shared and global"},
      {"x: ,", 6, 4, "expected 'shared' or 'global', found ','"},
      {"x global", 6, 3, "expected ':', found 'global'; write 'x: global'"},
      {"x: global y: global", 6, 11, "expected ',', found 'y'; write 'x: shared, y: global'"},
      {"x: global, y: global; z", 6, 23, "expected exists, ~exists, forall, filter, locations"},
      {"x: global,", 7, 1, "unknown location 'exists'"},
      {"x: global, x: shared", 6, 12,
       "the region of 'x' is given twice; the first time was in line 6"},
      {"z: global,\ny: global, x: global", 7, 1,
       "the region of 'y' is given twice; the first time was in line 6: it is another name of 'z'"},
      {"5: global", 6, 1, "expected a location, found '5'"},
  };
  for (const Bad& bad : table) check_refused(with_map(bad.text), bad);
}

TEST_CASE("shared locations belong to one CTA", "[litmus]") {
  const std::string start = "PTX t\n{ x=0; s @ surface aliases x; 1:r1=x; }\n";
  const std::string ctas = "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n";
  const std::string says =
      "the shared location 'x' is accessed from two CTAs: by P0 in line 4 and by P1 here; shared "
      "memory belongs to one CTA: put 'x' into global memory, or name one location per CTA";
  const std::string question = "x: shared\nexists (x=1)";
  check_refused(start + ctas + "st x, 1 | st x, 2;\n" + question, {"", 4, 14, says});
  check_refused(start + ctas + "st x, 1 | ;\n | sust s, 1;\n" + question, {"", 5, 9, says});
  check_refused(start + ctas + "st x, 1 | ld r2, [r1];\n" + question, {"", 4, 19, says});
  check_refused(start + "P0@cta 0,gpu 0 | P1@cta 0,gpu 1;\nst x, 1 | st x, 2;\n" + question,
                {"", 4, 14, says});
  CHECK_NOTHROW(opexplore::read(
      start + "P0@cta 0,gpu 0 | P1@cta 0,gpu 0;\nst x, 1 | st x, 2;\n" + question, "t"));
  CHECK_NOTHROW(opexplore::read(start + ctas + "st y, 1 | st x, 2;\ny: global, " + question, "t"));
  check_refused(
      "GPU_PTX t\n{ }\nT0 | T1;\nst [x], 1 | st [x], 2;\n"
      "ScopeTree (device (cta (warp T0)) (cta (warp T1)))\n" +
          question,
      {"", 4, 17, "by T0 in line 4 and by T1 here"});
}

TEST_CASE("a written state space is that of the location", "[litmus]") {
  const std::string start = "PTX t\n{ }\nP0@cta 0,gpu 0;\n";
  const std::string question = "x: shared, y: global\nexists (x=1 /\\ y=1)";
  CHECK_NOTHROW(opexplore::read(
      start + "st.shared x, 1; st.global y, 1; atom.shared.add r1, x, 1;\n" + question, "t"));
  check_refused(start + "st y, 1; st.global x, 1;\n" + question,
                {"", 4, 10, "the location 'x' is shared, the access says .global"});
  check_refused(start + "st x, 1; red.shared::cta.add y, 1;\n" + question,
                {"", 4, 10, "the location 'y' is global, the access says .shared"});
}

TEST_CASE("the PTX dialect places threads in their row", "[litmus]") {
  const std::string start = "PTX t\n{ }\n";
  const std::vector<Bad> table = {
      {"T0 | T1;", 3, 1,
       "expected the thread P0, found 'T0'; a test with the threads T0, T1, … begins with 'GPU_PTX "
       "name'"},
      {"P0@warp 0,cta 0;", 3, 16, "expected ',', found ';'; a thread has a CTA and a GPU"},
      {"P0@warp 0,warp 0,cta 0,gpu 0;", 3, 11, "'warp' is given twice"},
      {"P0@cta 0,gpu 0,cta 0;", 3, 16, "'cta' is given twice"},
      {"P0@cta 0,gpu 0,warp 1,cta 0;", 3, 23, "'cta' is given twice"},
      {"P0@warp x,cta 0,gpu 0;", 3, 9, "expected the number of the warp, found 'x'"},
      {"P0@cta 0,gpu 0;\nst x, 1;\nScopeTree (device (cta (warp T0)))\nexists (x=1)", 5, 1,
       "this test places its threads in their row, not in a scope tree"},
      {"P0@cta 0,gpu 0;\nst x, 1;\nx: sharde, y: global\nexists (x=1)", 5, 4,
       "unknown region 'sharde'; did you mean 'shared'?"},
      {"P0@cta 0,gpu 0;\nst x, 1;\nx: sharde\nexists (x=1)", 5, 4,
       "unknown instruction 'sharde'; did you mean 'shared'?"},
      {"P0@cta 0,gpu 0;\nst x, 1;\nx: shared\nst x, 2;\nexists (x=1)", 6, 1,
       "expected exists, ~exists, forall, filter, locations or the end, found 'st'"},
  };
  for (const Bad& bad : table) check_refused(start + bad.text, bad);
}

TEST_CASE("GPU_PTX: the limits are those of the PTX dialect", "[litmus]") {
  std::string columns = "T0";
  for (std::size_t i = 1; i <= opexplore::max_threads; ++i) columns += "|T" + std::to_string(i);
  check_refused("GPU_PTX t\n{ }\n" + columns + ";",
                {"", 3, 247, "too many threads: the limit is 64"});
  check_refused("GPU_PTX t\n{ 0: .reg .pred p0; }\nT0;\n" +
                    repeated("@p0 st [x], 1;\n", opexplore::max_instructions / 2) + "membar.gl;\n",
                {"", 2052, 1, "too many instructions in one thread: the limit is 4096"});
  check_refused("GPU_PTX t\n{ 0: .reg .pred p0; }\nT0;\nmembar.gl;\n" +
                    repeated("@p0 st [x], 1;\n", opexplore::max_instructions / 2),
                {"", 2052, 5, "too many instructions in one thread: the limit is 4096"});
}
