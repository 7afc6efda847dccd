// Every way to be wrong that we know of, with the place and the words of the complaint.
#include <string>
#include <vector>

#include "litmus/input/files.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/refused.hpp"

using namespace opexplore;
using opexplore::testing::Bad;
using opexplore::testing::check_refused;
using opexplore::testing::repeated;

namespace {

const std::string threads = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0;\n";

}  // namespace

TEST_CASE("malformed headers and initial states", "[litmus]") {
  const std::vector<Bad> table = {
      {"", 1, 1, "expected PTX, GPU_PTX, C, VULKAN or AMDGPU, found no word"},
      {"\n\n", 3, 1, "expected PTX"},
      {"Coq MP\n{}", 1, 1,
       "found 'Coq'; a test begins with the line 'PTX name', 'GPU_PTX name', 'C name', 'VULKAN "
       "name' or 'AMDGPU name'"},
      {"PTX\n{}", 1, 4, "expected the name of the test"},
      {"PTX {}", 1, 4, "expected the name of the test"},
      {"GPU_PTX\n{}", 1, 8, "expected the name of the test"},
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
      {"PTX t\n{ uint64_t x; }", 2, 3, "found the type 'uint64_t'"},
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
      {"PTX t\n{ P0:p0 = 2; }", 2, 11, "the number 2 does not fit type .pred"},
      {"PTX t\n{ P0:p0 = x; }", 2, 11, "does not fit register 'p0' of type .pred"},
      {"PTX t\n{ P2:r1 = 0; }\n" + threads, 2, 3, "unknown thread P2; the threads are P0 to P1"},
      {"PTX t\n{ 7:r1 = 0; }\nP0@cta 0,gpu 0;\n", 2, 3, "unknown thread P7; the only thread is P0"},
      {"PTX t\n{ P0:r1 = 0; 0:r1 = 0; }\n" + threads, 2, 16, "P0:r1 is initialised twice"},
      {"PTX t\n{ %rd1 = 0; }", 2, 3, "expected a register after '%', found 'rd1'"},
      {"PTX t\n{ [x+4] = 0; }", 2, 5, "expected ']', found '+'; arrays are declared 'x[4];'"},
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
  for (const Bad& bad : table) check_refused(bad.text, bad);
}

TEST_CASE("malformed threads and rows", "[litmus]") {
  const std::string start = "PTX t\n{ }\n";
  const std::vector<Bad> table = {
      {start, 3, 1, "expected a thread such as P0, found the end of the file"},
      {start + "ld.weak r1, x;", 3, 1, "expected a thread such as P0, found 'ld'"},
      {start + "P1@cta 0,gpu 0;", 3, 1, "expected the thread P0, found 'P1'"},
      {start + "P0@cta 0,gpu 0 | P2@cta 0,gpu 0;", 3, 18, "expected the thread P1, found 'P2'"},
      {start + "P0@cta 0,gpu 0 | P0@cta 0,gpu 0;", 3, 18, "expected the thread P1, found 'P0'"},
      {start + "P0 | P1 ;", 3, 4,
       "expected '@' and the place of the thread, found '|'; scopes need to know who shares a CTA "
       "and a GPU: write 'P0@cta 0,gpu 0' for a CTA of its own"},
      {start + "P0@cta 0;", 3, 9, "expected ',', found ';'"},
      {start + "P0@cta 0,cta 0;", 3, 10, "'cta' is given twice"},
      {start + "P0@cta 0,cluster 0,gpu 0,cluster 1;", 3, 26, "'cluster' is given twice"},
      {start + "P0@cta 0,dev 0;", 3, 10, "expected 'cta' or 'gpu', found 'dev'"},
      {start + "P0@cta x,gpu 0;", 3, 8, "expected the number of the cta, found 'x'"},
      {start + "P0@cta -1,gpu 0;", 3, 8, "between 0 and 2^32-1, found '-1'"},
      {start + "P0@cta 4294967296,gpu 0;", 3, 8, "between 0 and 2^32-1"},
      {start + "P0@cta 0,gpu 0\nst x, 1;", 4, 1,
       "expected '|' or ';' after the thread, found 'st'"},
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
  for (const Bad& bad : table) check_refused(bad.text, bad);
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
      {"exists (x[1]=0)", 5, 11, "there is no element 1; declare an array, as in 'x[2];'"},
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
  for (const Bad& bad : table) check_refused(start + bad.text, bad);
}

TEST_CASE("tests that are too large are refused by the name of the limit", "[litmus]") {
  std::string columns = "P0@cta 0,gpu 0";
  for (std::size_t i = 1; i <= max_threads; ++i)
    columns += "|P" + std::to_string(i) + "@cta 0,gpu 0";
  check_refused("PTX t\n{ }\n" + columns + ";", {"", 3, 1015, "too many threads: the limit is 64"});

  std::string many;
  for (std::size_t i = 0; i <= max_addresses; ++i) many += "a" + std::to_string(i) + "=0;\n";
  check_refused("PTX t\n{\n" + many + "}", {"", 67, 1, "too many locations: the limit is 64"});

  std::string registers;
  for (std::size_t i = 0; i <= max_registers; ++i)
    registers += "ld r" + std::to_string(i) + ", 0;\n";
  check_refused("PTX t\n{ }\nP0@cta 0,gpu 0;\n" + registers,
                {"", 68, 4, "too many registers in one thread: the limit is 64"});

  check_refused("PTX t\n{ }\nP0@cta 0,gpu 0;\n" + repeated("st x, 1;\n", max_instructions + 1),
                {"", 4100, 1, "too many instructions in one thread: the limit is 4096"});

  CHECK_THROWS_WITH(read(std::string(max_file_size + 1, ' '), "big"),
                    Catch::Contains("big: the file is too large: the limit is 4194304 bytes"));
}

TEST_CASE("the largest tests are read", "[litmus]") {
  std::string columns = "P0@cta 0,gpu 0";
  for (std::size_t i = 1; i < max_threads; ++i)
    columns += "|P" + std::to_string(i) + "@cta 0,gpu 0";
  const std::string row = "st x, 1" + repeated("| st y, 2", max_threads - 1) + ";\n";
  const Test test =
      read("PTX t\n{ }\n" + columns + ";\n" + repeated(row, max_instructions) + "exists (" +
               repeated("(", max_nesting - 2) + "x=1" + repeated(")", max_nesting - 2) + ")",
           "t");
  CHECK(test.program.threads.size() == max_threads);
  CHECK(test.program.threads.back().instructions.size() == max_instructions);
}
