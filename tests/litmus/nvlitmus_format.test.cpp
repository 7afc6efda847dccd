// Tests of nvlitmus are read as `.test` files have them, and can be written in Dartagnan's dialect.
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/same_test.hpp"

using namespace opexplore;
using opexplore::testing::check_same;

namespace {

const std::string declared_names =
    ".global x;\n.global y physically aliases x;\n.texref t virtually aliases x;\n"
    ".surfref s virtually aliases x;\n.conref c virtually aliases x;\n.shared z;\n";

SpelledTest nvlitmus_spelled(const std::string& text) { return read_spelled(text, "a/mp.test"); }

std::vector<SpelledTest> all_of(const std::string& text) {
  return read_all_spelled(text, "a/mp.test");
}

/// What the instruction is in Dartagnan's dialect.
std::string nvlitmus_in_dartagnan(const std::string& line) {
  const Program program =
      nvlitmus_spelled(declared_names + "d0.b0.t0 {\n" + line + "\n}\n").test.program;
  const Thread& thread = program.threads.at(0);
  return to_string(thread.instructions.back().action, thread, program);
}

}  // namespace

TEST_CASE("nvlitmus: instructions", "[litmus][nvlitmus]") {
  const std::vector<std::pair<std::string, std::string>> same{
      {"ld r0, [x];", "ld.weak r0, x"},
      {"ld.weak r0, [y] == 3;", "ld.weak r0, y"},
      {"ld.volatile r0, [x];", "ld.volatile r0, x"},
      {"ld.acquire.cta r0, [x];", "ld.acquire.cta r0, x"},
      {"tld r0, [t];", "tld.weak r0, t"},
      {"suld.relaxed.gpu r0, [s];", "suld.relaxed.gpu r0, s"},
      {"ldc.weak r0, [c];", "cold.weak r0, c"},
      {"st [z], 4;", "st.weak z, 4"},
      {"ld r0, [x]; st.release.sys [y], r0;", "st.release.sys y, r0"},
      {"sust.relaxed.gpu [s], 1;", "sust.relaxed.gpu s, 1"},
      {"atom.add.acq_rel.gpu r1, [x], 1 == 0;", "atom.acq_rel.gpu.add r1, x, 1"},
      {"suatom.add.relaxed.sys r1, [s], 2;", "suatom.relaxed.sys.add r1, s, 2"},
      {"red.add.release.cta [x], 1;", "red.release.cta.add x, 1"},
      {"sured.add.relaxed.gpu [s], 1;", "sured.relaxed.gpu.add s, 1"},
      {"fence.sc.gpu;", "fence.sc.gpu"},
      {"fence.acq_rel.cta;", "fence.acq_rel.cta"},
      {"fence.proxy.alias;", "fence.proxy.alias"},
      {"fence.alias;", "fence.proxy.alias"},
      {"fence.proxy.surface;", "fence.proxy.surface"},
      {"fence.proxy.texture;", "fence.proxy.texture"},
      {"fence.proxy.constant;", "fence.proxy.constant"}};
  for (const auto& [nvlitmus, written] : same) {
    INFO(nvlitmus);
    CHECK(nvlitmus_in_dartagnan(nvlitmus) == written);
  }
}

TEST_CASE("nvlitmus: a test as a whole", "[litmus][nvlitmus]") {
  const SpelledTest read = nvlitmus_spelled(
      "// Across \"devices\"\n.global x;\n.global flag; // and a flag\n"
      ".surfref s virtually aliases x;\n\n"
      "d0.b1.t0 {\n  st [x], 2;\n  st.release.sys [flag], 1;\n}\n"
      "d1.b1.t3 { ld.acquire.sys r1, [flag] == 1; suld r10, [s]; ld r2, [x]; }\n"
      "assert (r10 == 2 || r2 != 2) as outcome;\n");
  CHECK(write(read.test, read.dialect) == R"(PTX mp
"Across 'devices'"
"and a flag"
{
 x=0;
 flag=0;
 s @ surface aliases x;
 1:r1=0;
 1:r10=0;
 1:r2=0;
}
 P0@cta 1,gpu 0         | P1@cta 1,gpu 1          ;
 st.weak x, 2           | ld.acquire.sys r1, flag ;
 st.release.sys flag, 1 | suld.weak r10, s        ;
                        | ld.weak r2, x           ;
filter (1:r1=1)
forall (1:r10=2 \/ not (1:r2=2))
)");
  CHECK(read.test.shown == 2);
  CHECK_FALSE(read.unwritable);
  check_same(read.test, read_spelled(write(read.test, read.dialect), "mp.litmus").test);
}

TEST_CASE("nvlitmus: a thread goes on where it stands again", "[litmus][nvlitmus]") {
  const Program program = nvlitmus_spelled(
                              ".global x;\nd0.b0.t0 { st [x], 1; }\nd0.b0.t1 { st [x], 2; }\n"
                              "d0.b0.t0 { ld r0, [x]; }\n")
                              .test.program;
  REQUIRE(program.threads.size() == 2);
  CHECK(program.threads[0].instructions.size() == 2);
  CHECK(program.threads[0].instructions[1].place == SourcePlace{4, 12});
  CHECK(program.threads[0].instructions[1].text == "ld r0, [x]");
}

TEST_CASE("nvlitmus: statements", "[litmus][nvlitmus]") {
  const std::string code = ".global x;\nd0.b0.t0 { ld r0, [x]; ld r1, [x]; ld r2, [x] == 5; }\n";
  const SpelledTest read =
      nvlitmus_spelled(code +
                       "permit (r1 == 1 && 2 != r0 || r0 == r1) as a;\n"
                       "assert(not r0 == 1) as b; check ((r0 == 1 || r1 == 1) &&\n"
                       " not (r0 == 2 && r1 == 2)) as c;\n");
  REQUIRE(read.statements.size() == 3);
  CHECK(read.statements[0].text == "permit (r1 == 1 && 2 != r0 || r0 == r1) as a");
  CHECK(read.statements[0].satisfiable);
  CHECK(read.statements[1].place == SourcePlace{4, 1});
  CHECK_FALSE(read.statements[1].satisfiable);
  CHECK(read.statements[2].asks_alone);
  CHECK(read.statements[2].text == "check ((r0 == 1 || r1 == 1) && not (r0 == 2 && r1 == 2)) as c");
  const Test& test = read.test;
  const auto text = [&](std::size_t at) { return to_string(*read.statements[at].condition, test); };
  CHECK(text(0) == "0:r1=1 /\\ not (2=0:r0) \\/ 0:r0=0:r1");
  CHECK(text(1) == "not (not (0:r0=1))");
  CHECK(test.shown == 2);
  CHECK(test.observables.size() == 3);
  REQUIRE(test.filter);
  CHECK(to_string(*test.filter, test) == "0:r2=5");
  // The question is that of the first.
  CHECK(test.quantifier == Quantifier::exists);
  CHECK(test.condition == *read.statements[0].condition);
  REQUIRE(read.unwritable);
  CHECK(read.unwritable->line == 4);
  // Without one all registers are shown.
  CHECK(nvlitmus_spelled(code).test.shown == 3);
  CHECK(nvlitmus_spelled(code).statements.empty());
}

TEST_CASE("nvlitmus: a template is a test for each row", "[litmus][nvlitmus]") {
  const std::string text =
      "// $5 is a price\n.global x;\n.surfref s virtually aliases x;\nd0.b0.t0 {\n  $0, 1;\n"
      "  $1\n  $2 r0, $3;\n}\n$4 (r0 $5 1) as r0;\n\n$$\n"
      "# what is written, a fence, what is read\n"
      "st [x]   |                      | suld | [s] | permit | !=\n\n"
      "  sust [s] | fence.proxy.surface; | ld | [x] | assert | ==\n";
  const std::vector<SpelledTest> tests = all_of(text);
  REQUIRE(tests.size() == 2);
  CHECK(tests[0].test.name == "mp-1");
  CHECK(tests[1].test.name == "mp-2");
  CHECK(tests[1].test.path == "a/mp.test");
  CHECK(tests[0].test.comments.at(0) == "$5 is a price");
  CHECK(tests[1].test.comments.at(1) == "sust [s] | fence.proxy.surface; | ld | [x] | assert | ==");
  CHECK(tests[0].statements.at(0).text == "permit (r0 != 1) as r0");
  CHECK(tests[1].statements.at(0).text == "assert (r0 == 1) as r0");
  const std::vector<Instruction>& code = tests[1].test.program.threads.at(0).instructions;
  REQUIRE(code.size() == 3);
  CHECK(code[0].place == SourcePlace{15, 3});
  CHECK(code[1].place == SourcePlace{15, 14});
  CHECK(code[1].text == "fence.proxy.surface");
  CHECK(code[2].place == SourcePlace{15, 37});
  CHECK(tests[1].statements.at(0).place == SourcePlace{15, 48});
}

TEST_CASE("nvlitmus: a parameter may be a part of a word", "[litmus][nvlitmus]") {
  const std::vector<SpelledTest> tests =
      all_of(".global x$0;\nd0.b$1.t0 { st.release.$2 [x$0], 1$1; }\n$$\n7 | 3 | gpu\n");
  REQUIRE(tests.size() == 1);
  const Program& program = tests[0].test.program;
  CHECK(program.locations.at(0).name == "x7");
  CHECK(program.threads.at(0).cta == 3);
  CHECK(to_string(program.threads[0].instructions.at(0).action, program.threads[0], program) ==
        "st.release.gpu x7, 13");
  CHECK(nvlitmus_spelled(".global x;\nd0.b0.t0 { st [x], $0; }\n$$\n4\n").test.name == "mp-1");
}

TEST_CASE("nvlitmus: files are told apart by what they say", "[litmus][nvlitmus]") {
  const std::string code = "d0.b0.t0 { st [x], 1; }\n";
  for (const std::string path : {"-", "x.test", "x.litmus"}) {
    INFO(path);
    CHECK(read("// c\n\n.global x;\n" + code, path).program.language == Language::ptx);
    CHECK(read("NEWWG\nNEWSG\nNEWTHREAD\navdevice\nSATISFIABLE consistent[X]\n", path)
              .program.language == Language::vulkan);
  }
  CHECK(read(".global x;\n" + code, "-").name == "test");
  CHECK(read("\xEF\xBB\xBF.global x;\r\n" + code, "x").program.locations.size() == 1);
  CHECK(read("PTX other\n{\n}\nP0@cta 0,gpu 0;\nst x, 1;\nexists (x=1)\n", "a.test").name ==
        "other");
}
