// What is wrong with a test of nvlitmus is said where it stands, with advice.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/refused.hpp"

using namespace opexplore;
using opexplore::testing::Bad;
using opexplore::testing::check_all_refused;
using opexplore::testing::check_refused;
using opexplore::testing::repeated;

namespace {

const std::string opened_thread =
    ".global x;\n.global flag;\n.texref t virtually aliases x;\n.conref c virtually aliases x;\n"
    "d0.b0.t0 {\n";
const std::string nvlitmus_question = "\n}\npermit (r0 == 1) as r0;\n";

}  // namespace

TEST_CASE("nvlitmus: wrong instructions", "[litmus][nvlitmus]") {
  // Line 6 is the instruction.
  const std::vector<Bad> table{
      {"lod r0, [x];", 6, 1, "unknown instruction 'lod'; did you mean 'ld'?"},
      {"bar.cta.sync 0;", 6, 1, "unknown instruction 'bar'"},
      {"mov r0, 1;", 6, 1, "one that begins with 'PTX name' may have others"},
      {"ld r0, [x]", 7, 1, "expected ';', found '}'; each instruction ends with one"},
      {"ld r0, x;", 6, 8, "expected '[', found 'x'; a location stands between brackets"},
      {"ld r0, [x + 4];", 6, 11, "unexpected character '+'"},
      {"ld r0, [4];", 6, 9, "expected a location, found '4'"},
      {"ld r0, 4;", 6, 8, "expected '[', found '4'"},
      {"ld r0, [x;", 6, 10, "expected ']', found ';'"},
      {"ld r0, [flg];", 6, 9, "unknown location 'flg'; did you mean 'flag'?"},
      {"st [other], 1;", 6, 5, "unknown location 'other'; declare it, as in '.global other;'"},
      {"ld x, [x];", 6, 4, "expected a destination register"},
      {"ld r0 [x];", 6, 7, "expected ','"},
      {"st [x], y;", 6, 9, "expected a register or a number"},
      {"st [x], r7;", 6, 1, "reads 'r7', which no instruction before it in its thread writes"},
      {"ld r0, [x]; ld r0, [x];", 6, 13,
       "a second instruction writes 'r0'; the first is in line 6"},
      {"st [x], 1 == 1;", 6, 11, "expected ';', found '=='"},
      {"ld r0, [x] == r1;", 6, 15, "expected the number that is returned, found 'r1'"},
      {"ld r0, [x] = 1;", 6, 12, "unexpected character '='; what is equal is written =="},
      {"ld.relaxed r0, [x];", 6, 1, "a strong access needs a scope"},
      {"ld.weak.cta r0, [x];", 6, 9, "a weak access takes no scope"},
      {"ld.volatile.cta r0, [x];", 6, 13, "a volatile access takes no scope"},
      {"ld.release.cta r0, [x];", 6, 4, "a load is weak, relaxed or acquire"},
      {"suld.volatile r0, [t];", 6, 6, "only ld and st can be volatile"},
      {"tld.relaxed.cta r0, [t];", 6, 5, "such a load is weak, and takes no other word"},
      {"ldc.acquire.cta r0, [c];", 6, 5, "such a load is weak"},
      {"atom.add r0, [x], 1;", 6, 1, "an atomic needs a memory order and a scope; write 'atom.add"},
      {"red.add.relaxed [x], 1;", 6, 1, "an atomic needs a memory order and a scope"},
      {"atom.add.sc.gpu r0, [x], 1;", 6, 10, "never sc"},
      {"atom.relaxed.gpu r0, [x], 1;", 6, 1, "needs an operation"},
      {"fence.sc;", 6, 1, "a fence needs a scope"},
      {"fence.weak.cta;", 6, 7, "never weak"},
      {"fence.proxy.surfce;", 6, 13, "did you mean 'surface'?"},
      {"fence.proxy;", 6, 7, "names no proxy"},
      {"fence.proxy.surface.texture;", 6, 21, "names two proxies"},
      {"1;", 6, 1, "expected an instruction or '}', found '1'"},
      {"ld r0, [x]; # no", 6, 13, "unexpected character '#'; comments are written // …"},
      {"ld r0, [$0];", 6, 9, "unexpected character '$'; in a template the line '$$' ends the test"},
      {"", 7, 1, "the thread has no instruction; leave it out"}};
  check_all_refused(table, opened_thread, nvlitmus_question);
}

TEST_CASE("nvlitmus: wrong declarations and threads", "[litmus][nvlitmus]") {
  const std::string code = "\nd0.b0.t0 { st [x], 1; }\n";
  check_all_refused(
      {{".globl x;", 1, 2, "unknown declaration 'globl'; did you mean 'global'?"},
       {".global x", 2, 1, "expected ';', found 'd0'"},
       {".global;", 1, 8, "expected the name of a location"},
       {".global x; .global x;", 1, 20, "'x' is declared twice"},
       {".global r1;", 1, 9, "found the register 'r1'"},
       {".texref t;", 1, 10, "expected 'virtually', found ';'; write '.texref t virtually"},
       {".global x; .global y virtually aliases x;", 1, 22, "expected ';', found 'virt"},
       {".global x; .texref t virtually x;", 1, 32, "expected 'aliases'"},
       {".global x; .texref t virtually aliases y;", 1, 40, "unknown location 'y'"},
       {".global x; .texref t virtually aliases x; .surfref s virtually aliases t;", 1, 72,
        "alias the generic name 'x'"},
       {".global x; .shared y physically aliases x;", 1, 41, "'x' is .global memory"}},
      "", code);
  check_all_refused(
      {{"d0.b0 { st [x], 1; }", 2, 7, "expected '.', found '{'"},
       {"d0.c0.t0 { st [x], 1; }", 2, 4, "expected 'b' and a number, found 'c0'; a thread"},
       {"d0.b0.tx { st [x], 1; }", 2, 7, "expected 't' and a number, found 'tx'"},
       {"d0.b0.t0 st [x], 1; }", 2, 10, "expected '{', found 'st'"},
       {"d0.b0.t0 { st [x], 1;", 2, 10, "'{' is never closed; close it with '}'"},
       {"d9999999999.b0.t0 { st [x], 1; }", 2, 1, "expected 'd' and a number"},
       {"permit (r0 == 1) as a;", 2, 1, "expected a declaration or a thread"},
       {"", 3, 1, "expected a declaration or a thread, found the end of the file"}},
      ".global x;\n", "\n");
  check_all_refused({{".shared x;\nd0.b0.t0 { st [x], 1; }\nd0.b1.t0 { st [x], 2; }\n", 3, 16,
                      "the shared location 'x' is accessed from two CTAs"}},
                    "", "");
}

TEST_CASE("nvlitmus: wrong statements", "[litmus][nvlitmus]") {
  check_all_refused(
      {{"prmit (r0 == 1) as a;", 3, 1, "did you mean 'permit'?"},
       {"permit r0 == 1 as a;", 3, 8, "expected '(', found 'r0'"},
       {"permit (r0 == 1;", 3, 16, "expected ')', found ';'"},
       {"permit (r0 == 1) a;", 3, 18, "expected 'as' and the name of the statement"},
       {"permit (r0 == 1) as 1;", 3, 21, "expected the name of the statement"},
       {"permit (r0 == 1) as a", 4, 1, "expected ';', found the end of the file"},
       {"permit (r0 == 1) as a; assert (r0 == 2) as a;", 3, 44, "a second statement is called 'a'"},
       {"permit (r9 == 1) as a;", 3, 9, "no instruction writes 'r9'"},
       {"permit (x == 1) as a;", 3, 9, "statements are about registers: load a location into one"},
       {"permit (r0 = 1) as a;", 3, 12, "what is equal is written =="},
       {"permit (r0 == 1 & r0 == 2) as a;", 3, 17, "'and' is written &&"},
       {"permit (r0) as a;", 3, 11, "expected '==' or '!='"},
       {"permit (not r0 == 1 && r0 == 2) as a;", 3, 9, "how far 'not' reaches is not clear"},
       {"permit (!r0) as a;", 3, 9, "'not' is written not"},
       {"st [x], 1;", 3, 1, "expected permit, assert, check or the end of the file"}},
      ".global x;\nd0.b0.t0 { ld r0, [x]; }\n", "\n");
  const std::string deep = repeated("not ", 300) + "r0 == 1";
  check_refused(".global x;\nd0.b0.t0 { ld r0, [x]; }\npermit (" + deep + ") as a;\n",
                {"", 3, 809, "the condition is nested too deeply: the limit is 200"}, "bad.test");
}

TEST_CASE("nvlitmus: wrong templates", "[litmus][nvlitmus]") {
  const std::string body = ".global x;\nd0.b0.t0 { $0, 1; }\n";
  check_all_refused(
      {{body + "$$\n", 3, 1, "a template without a row of values stands for no test"},
       {body + "$$\nst [x]\n$$\nst [x]\n", 5, 1, "there is a second line '$$'"},
       {body + "$$\nst [x]\nst [x]\n", 3, 1, "expected one test, found a template of 2"},
       {body + "$$\nst [y]\n", 4, 5, "unknown location 'y'"},
       {body + "$$\n a | st [x\n", 4, 2, "unknown instruction 'a'"},
       {body + "$$\nst [x] ! \n", 4, 8, "unexpected character '!'"},
       {".global x;\nd0.b0.t0 { st [x], $1; }\n$$\n5\n", 4, 1,
        "this row has no value for '$1' of line 2; values stand between '|'"},
       {".global x;\nd0.b0.t0 { st [x], $; }\n$$\n5\n", 2, 20, "parameters are $0 to $9"},
       {".global x;\nd0.b0.t0 { st [x], $10; }\n$$\n5\n", 2, 20, "found '$10'"}},
      "", "");
  check_refused(body + "$$\n" + repeated("st [x]\n", 1001),
                {"", 3, 1, "the template stands for too much: the limit is 1000 rows"}, "bad.test");
}
