// From tests to CUDA texts. With OPEXPLORE_REWRITE_GOLDEN set the texts in tests/hardware/golden
// are written again: look at the difference before keeping it.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "hardware/generate/word_size.hpp"
#include "hardware/prepared.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/corpus_files.hpp"
#include "tests/hardware/generated_text.hpp"
#include "tests/locations.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using opexplore::testing::corpus_files;
using opexplore::testing::strange_line;

namespace {

const Target written{90, Profile::as_written};
const Target pinned{90, Profile::pinned};

/// A test of these columns, each in a CTA of its own.
Test test_of(const std::vector<std::string>& threads, const std::string& initial = "",
             const std::string& question = "exists (true)") {
  std::string text = "PTX T\n{ " + initial + " }\n";
  for (std::size_t i = 0; i < threads.size(); ++i) {
    text +=
        (i == 0 ? "" : " | ") + ("P" + std::to_string(i)) + "@cta " + std::to_string(i) + ",gpu 0";
  }
  text += " ;\n";
  // One thread a row, so that columns need not be aligned.
  for (std::size_t i = 0; i < threads.size(); ++i) {
    std::string rest = threads[i];
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      for (std::size_t column = 0; column < threads.size(); ++column) {
        text += (column == 0 ? "" : " | ") + (column == i ? rest.substr(0, end) : "");
      }
      text += " ;\n";
      rest = rest.substr(std::min(end + 1, rest.size()));
    }
  }
  return read(text + question + "\n", "t.litmus");
}

Test corpus(const std::string& name) {
  return read_file(std::string(testing::source_folder) + "/litmus/" + name + ".litmus");
}

void check_golden(const std::string& name, const std::string& text) {
  CAPTURE(name);
  CHECK(strange_line(text) == std::nullopt);
  const std::string path = std::string(testing::source_folder) + "/tests/hardware/golden/" + name;
  if (std::getenv("OPEXPLORE_REWRITE_GOLDEN") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  REQUIRE(file);
  CHECK(text == std::string(std::istreambuf_iterator<char>(file), {}));
}

const char* const read_modify_writes =
    "PTX RMW\n{ x = 5; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    "atom.acquire.gpu.add r0, x, 1 | atom.relaxed.cta.sub r0, x, r1 ;\n"
    "red.release.sys.max x, 3 | red.acq_rel.gpu.and x, 7 ;\n"
    "atom.acq_rel.gpu.cas r1, x, 6, 9 | atom.release.gpu.exch r2, y, 2 ;\n"
    "exists (0:r0=5 /\\ [x]=9)\n";

const char* const spin =
    "PTX spin\n{ }\nP0@cta 0,gpu 0 | P1@warp 0,cta 1,gpu 0 | P2@warp 0,cta 1,gpu 0 ;\n"
    "st.weak x, 1 | LC0: ld.acquire.gpu r0, y | ld.relaxed.gpu r0, x ;\n"
    "st.release.gpu y, 1 | bne r0, 1, LC0 | beq r0, 0, LC1 ;\n"
    " | ld.weak r1, x | st.volatile y, r0 ;\n"
    " | | LC1: ;\n"
    "exists (1:r1=0)\n";

// One address through a pointer that a load hands over, one behind false dependencies.
const char* const pointers =
    "PTX pointers\n{ x = 0; y = 0; z = 4096; 0:r1 = &x; 1:r3 = &y; }\nP0@cta 0,gpu 0 | P1@cta "
    "1,gpu "
    "0 ;\n"
    "st.weak x, 1 | ld.relaxed.gpu r0, z ;\n"
    "fence.acq_rel.gpu | ld.cg.s32 r1, [r0] ;\n"
    "st.relaxed.gpu z, r1 | xor.b32 r4, r1, r1 ;\n"
    " | add.s64 r3, r3, r4 ;\n"
    " | ld.volatile r1, [r3] ;\n"
    " | fence.proxy.alias ;\n"
    " | st.wb y, r1 ;\n"
    "exists (1:r1=0)\n";

/// 64-bit words and shared memory.
const char* const shared =
    "GPU_PTX shared\n{\n0: .reg .s64 r0;\n0: .reg .b64 r1 = y;\n1: .reg .u32 r0;\n1: .reg .s64 "
    "r2;\n"
    "x = 4294967296; y = 0;\n}\n T0 | T1 ;\n"
    " st.cg [x], 1 | ld.ca r2, [x] ;\n"
    " membar.cta | mov.u32 r0, 0xffffffff ;\n"
    " st.relaxed.cta [r1], -1 | add.u32 r0, r0, 2 ;\n"
    " ld.weak r0, [y] | atom.relaxed.cta.exch r2, y, 7 ;\n"
    "ScopeTree\n(device (cta (warp T0) (warp T1)))\nx: global, y: shared\n"
    "exists (1:r0=1 /\\ 1:r2=0 /\\ 0:r0=7 /\\ [y]=7)\n";

}  // namespace

TEST_CASE("generate: golden texts", "[hardware][generate]") {
  const auto both = [](const std::string& name, const Prepared& prepared) {
    check_golden(name + ".roles.cu", prepared.roles_text);
    check_golden(name + ".kernel.cu", prepared.kernel_text);
  };
  both("MP", prepare(corpus("ptx/MP"), written));
  both("RMW", prepare(read(read_modify_writes, "RMW"), written));
  both("spin", prepare(read(spin, "spin"), written));
  both("pointers", prepare(read(pointers, "pointers"), written));
  both("shared", prepare(read(shared, "shared"), written));
  check_golden("spin.pinned.cu", prepare(read(spin, "spin"), pinned).roles_text);
  check_golden("pointers.pinned.cu", prepare(read(pointers, "pointers"), pinned).roles_text);
}

// Whose numbers are not those of other addresses: a pointer that leads to one has to differ by 0.
TEST_CASE("generate: a pointer into an array leads to its element", "[hardware][generate]") {
  const Test ring = corpus("ptx/pointers/Ring+rel.gpu+acq.gpu-p0::p1");
  const std::string roles = prepare(ring, written).roles_text;
  std::size_t elements = 0;
  for (const Address& address : ring.program.addresses) {
    if (!address.number) continue;
    ++elements;
    const std::string number = std::to_string(*address.number);
    CHECK(roles.find("xor.b64 pointer, pointer, " + number + ";") != std::string::npos);
  }
  CHECK(elements == 2);
}

TEST_CASE("generate: tests of one shape have one kernel", "[hardware][generate]") {
  const std::string question = "exists (1:r0=1 /\\ 1:r1=0)";
  const auto kernel = [&](const std::string& writer, const std::string& reader,
                          const std::string& asked) {
    return prepare(test_of({writer, reader}, "", asked), pinned).kernel_text;
  };
  const std::string mp = kernel("st x, 1; st y, 1", "ld r0, y; ld r1, x", question);
  CHECK(mp == kernel("st.relaxed.gpu x, 1; fence.sc.gpu; st y, 2",
                     "ld.acquire.sys r0, y; xor r2, r0, r0; ld r1, x", question));
  CHECK(mp != kernel("st x, 1; st y, 1", "ld r0, y; ld r1, x", "exists (1:r0=1)"));
  CHECK(mp != kernel("st x, 1; st y, 1", "ld r0, y; ld r1, x; st z, 1", question));
  CHECK(mp != kernel("st x, 1; st y, 1", "ld r0, y; ld r1, x; ld r2, x", question));
  CHECK(mp != kernel("st x, 0x100000000; st y, 1", "ld r0, y; ld r1, x", question));
}

TEST_CASE("generate: roles have the scope tree's places", "[hardware][generate]") {
  const Test test = read(
      "PTX places\n{ }\n"
      "P0@cta 3,gpu 1 | P1@cta 1,gpu 1 | P2@cta 3,gpu 1 | P3@warp 7,cta 1,gpu 1 | "
      "P4@warp 7,cta 1,gpu 1 ;\n"
      "st x, 1 | st x, 2 | st x, 3 | st x, 4 | st x, 5 ;\nexists ([x]=1)\n",
      "places");
  const Prepared prepared = prepare(test, written);
  std::vector<RolePlace> places;
  for (const auto& role : prepared.roles) places.push_back(role.place);
  CHECK(places == std::vector<RolePlace>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 1, 1}});
}

TEST_CASE("generate: a role returns what is loaded or observed", "[hardware][generate]") {
  const Test test = test_of({"mov r5, 1; ld r3, x; atom.add r1, x, 1; mov r0, 2; red.add x, r5",
                             "st x, 1", "LC0: ld r0, x; bne r0, 1, LC0", "bra LC1; LC1:"},
                            "", "exists (0:r0=2)");
  const Prepared prepared = prepare(test, written);
  std::vector<std::vector<std::string>> names;
  for (std::size_t i = 0; i < prepared.roles.size(); ++i) {
    names.emplace_back();
    for (const RegisterId id : prepared.roles[i].registers) {
      names.back().push_back(test.program.threads[i].registers[id].name);
    }
    std::sort(names.back().begin(), names.back().end());
  }
  CHECK(names == std::vector<std::vector<std::string>>{{"r0", "r1", "r3"}, {}, {"r0"}, {}});
  CHECK_FALSE(prepared.roles[0].has_loops);
  CHECK(prepared.roles[2].has_loops);
  CHECK_FALSE(prepared.roles[3].has_loops);
}

TEST_CASE("generate: how wide words are", "[hardware][generate]") {
  const auto width = [](const std::string& code, const std::string& initial = "") {
    return word_bytes(test_of({code}, initial).program);
  };
  CHECK(width("st x, 2147483647") == 4);
  CHECK(width("st x, 2147483648") == 8);
  CHECK(width("st x, -2147483647") == 4);
  CHECK(width("ld r0, x", "x = -2147483649;") == 8);
  CHECK(width("mov r0, r1", "0:r1 = 0x7fffffffff;") == 8);
  CHECK(width("add r0, r1, 1", "0:r1 = 2147483646;") == 4);
  CHECK(width("add r0, r1, 2", "0:r1 = 2147483646;") == 8);
  CHECK(width("add r0, r1, r1", "0:r1 = 1073741824;") == 8);
  CHECK(width("add r0, r1, r1", "0:r1 = 1073741823;") == 4);
  CHECK(width("mul r0, r1, 3", "0:r1 = 1000000000;") == 8);
  CHECK(width("mul r0, r1, r1", "0:r1 = 3;") == 8);
  CHECK(width("atom.add r0, x, 1") == 4);
  CHECK(width("atom.add r0, x, r1", "x = 1073741824;") == 8);
  CHECK(width("LC0: atom.add r0, x, 1; bne r0, 1, LC0") == 4);
  CHECK(width("LC0: atom.add r0, x, 100000000; bne r0, 1, LC0") == 8);
  CHECK(width("LC0: add r0, r0, r0; bne r0, 1, LC0") == 8);
  CHECK(width("sub.u32 r0, r1, 1") == 8);
  CHECK(width("sub.s32 r0, r1, 1") == 4);
  CHECK(width("sub r0, r1, 1; div.u64 r0, r0, 2") == 8);
  CHECK(width("bne r0, 0x100000000, LC0; LC0:") == 8);
  // The masks of false dependencies, as long as nothing is negative.
  CHECK(width("and.b32 r1, r0, 0x80000000") == 4);
  CHECK(width("and.b32 r1, r0, 0x80000000; st x, -1") == 8);
  CHECK(width("and r1, 0x80000000, 0x80000001") == 8);
  CHECK(width("xor r1, r0, 0x7fffffff; or r1, r1, 1") == 8);
}

TEST_CASE("generate: what cannot be run is refused, with its place", "[hardware][generate]") {
  struct Refused {
    Test test;
    Target target;
    SourcePlace place;
    std::string message, suggestion;
  };
  const auto in_code = [](const std::string& code) { return test_of({"st x, 1; " + code}); };
  const auto aliases = [](const std::string& initial, const std::string& code) {
    return read("PTX T\n{ " + initial + " }\nP0@cta 0,gpu 0 ;\n" + code + " ;\nexists (true)\n",
                "t.litmus");
  };
  std::string eight = "st x, 1";
  std::vector<std::string> nine(9, "st x, 1");
  std::string many_addresses;
  std::string many_observed;
  for (int i = 0; i < 17; ++i) many_addresses += "st v" + std::to_string(i) + ", 1; ";
  for (int i = 0; i < 33; ++i) many_observed += "0:r" + std::to_string(i) + "; ";
  std::string many_registers;
  for (int i = 0; i < 33; ++i) many_registers += "mov r" + std::to_string(i) + ", 1; ";
  const SourcePlace second{5, 2};
  const SourcePlace first{4, 1};
  const std::vector<Refused> all = {
      {read("C T\n{ }\nP0 (atomic_int* x) { atomic_store(x, 1); }\nexists ([x]=1)\n", "t.litmus"),
       written,
       {3, 22},
       "a test in C++",
       "compile it first: opmap compile"},
      {in_code("fence.acquire.gpu"),
       {89, Profile::as_written},
       second,
       "fence.acquire exists from sm_90 on, and this is for sm_89",
       "write fence.acq_rel, or generate for sm_90"},
      {in_code("fence.release.cta"),
       {75, Profile::pinned},
       second,
       "fence.release exists from sm_90 on, and this is for sm_75",
       "write fence.acq_rel, or generate for sm_90"},
      {in_code("fence.proxy.texture"), written, second, "there is no fence for the texture proxy",
       "no such instruction exists; fence.proxy.alias can be run"},
      {in_code("cold r0, x"), written, second,
       "accesses through the constant proxy need another kind of kernel",
       "use ld and st; virtual aliases can be run"},
      {in_code("sust x, 1"), written, second,
       "accesses through the surface proxy need another kind of kernel",
       "use ld and st; virtual aliases can be run"},
      {in_code("suatom.add r0, x, 1"), written, second,
       "accesses through the surface proxy need another kind of kernel",
       "use ld and st; virtual aliases can be run"},
      {aliases("x = 0; t @ texture aliases x;", "st t, 1"), written, first,
       "'t' is a name for the texture proxy", "use the name that it stands for"},
      {in_code("bar.cta.sync 0"), written, second,
       "a barrier needs a CTA that runs no other instance of the test",
       "replace it by a flag that is stored and waited for"},
      {in_code("bar.cta.arrive 0, 1, 2"), written, second,
       "an arrival at a barrier needs a CTA that runs no other instance",
       "replace it by a flag that is stored and waited for"},
      {in_code("atom.mul r0, x, 2"), written, second, "no chip has an atomic mul",
       "write a loop around atom.cas"},
      {in_code("red.div x, 2"), written, second, "no chip has an atomic div",
       "write a loop around atom.cas"},
      {in_code("red.inc x, 0x100000000"), written, second,
       "atomic inc has 32 bits, and values of this test need 64",
       "use add, or values that fit 32 bits"},
      {in_code("div r0, r1, r2"), written, second,
       "division by a register is a subroutine, not an instruction", "divide by a number"},
      {test_of(nine), written, {12, 25}, "the test has 9 threads", "at most 8 can be run"},
      {test_of({many_addresses}), written, first, "the test has 17 addresses",
       "at most 16 can be run"},
      {test_of({many_registers}, "", "locations [ " + many_observed + "]"), written, first,
       "the test has 33 registers and locations to observe", "at most 32 can be run"},
      {read("PTX T\n{ }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;\nst x, 1 | st x, 2 ;\nexists ([x]=1)\n",
            "t.litmus"),
       written,
       {4, 11},
       "threads on several GPUs",
       "place them on one"},
      {in_code("st y, 1"),
       {60, Profile::as_written},
       first,
       "chips before sm_70 have no memory orders",
       "generate for sm_75 or later"},
  };
  for (const Refused& one : all) {
    CAPTURE(one.message);
    try {
      prepare(one.test, one.target);
      FAIL_CHECK("not refused");
    } catch (const InputError& error) {
      CHECK(error.path == "t.litmus");
      CHECK(error.message == "unsupported: " + one.message);
      CHECK(error.suggestion == one.suggestion);
      CHECK(error.line == one.place.line);
      CHECK(error.column == one.place.column);
    }
  }
}

TEST_CASE("generate: shared memory belongs to one CTA and has no aliases", "[hardware][generate]") {
  Test test = read(shared, "shared");
  test.program.threads[1].cta = 1;
  CHECK_THROWS_WITH(prepare(test, written),
                    Catch::Contains("unsupported: the shared location 'y' is accessed from several "
                                    "CTAs; make it global, or place the threads in one CTA"));
  test = read(shared, "shared");
  Address alias = test.program.addresses[1];
  REQUIRE(alias.name == "y");
  alias.name = "z";
  alias.generic = static_cast<AddressId>(test.program.addresses.size());
  test.program.addresses.push_back(alias);
  CHECK_THROWS_WITH(prepare(test, written),
                    Catch::Contains("unsupported: shared memory has no virtual aliases, 'y' has"));
}

TEST_CASE("generate: every test of the collections is made ready or refused with a reason",
          "[hardware][generate]") {
  std::map<std::string, int> counts;
  for (const std::string& path : corpus_files({"hardware", "ptx", "singh", "thesis"})) {
    CAPTURE(path);
    const Test test = read_file(path);
    for (const Target& target : {written, pinned}) {
      try {
        const Prepared prepared = prepare(test, target);
        CHECK(strange_line(prepared.roles_text) == std::nullopt);
        CHECK(strange_line(prepared.kernel_text) == std::nullopt);
        ++counts["made ready"];
      } catch (const InputError& error) {
        CHECK(error.line != 0);
        CHECK_FALSE(error.suggestion.empty());
        // Without the names that differ.
        ++counts[error.message.substr(0, error.message.find('\''))];
      }
    }
  }
  CHECK(counts["made ready"] >= 1400);
  std::string reasons;
  for (const auto& [what, count] : counts) reasons += what + "\n";
  CHECK(reasons ==
        "made ready\n"
        "unsupported: a barrier needs a CTA that runs no other instance of the test\n"
        "unsupported: accesses through the constant proxy need another kind of kernel\n"
        "unsupported: accesses through the surface proxy need another kind of kernel\n"
        "unsupported: accesses through the texture proxy need another kind of kernel\n"
        "unsupported: an arrival at a barrier needs a CTA that runs no other instance\n"
        "unsupported: no chip has an atomic div\n"
        "unsupported: no chip has an atomic mul\n"
        "unsupported: there is no fence for the constant proxy\n"
        "unsupported: there is no fence for the generic proxy\n"
        "unsupported: there is no fence for the surface proxy\n"
        "unsupported: there is no fence for the texture proxy\n"
        "unsupported: threads on several GPUs\n");
}

TEST_CASE("generate: names and values of a test are not in the text", "[hardware][generate]") {
  const std::string evil = "evil\"); system(\"ls\\\\ */ // end\\";
  Test test = read(
      "PTX evil.name\n\"evil */ comment\"\n{ evil_location = 1; 0:r7 = 3; }\nP0@cta 0,gpu 0 ;\n"
      "evil_label: st.weak evil_location, r7 ;\nbeq r7, 4, evil_label ;\n"
      "exists ([evil_location]=3)\n",
      "evil.litmus");
  test.name = evil;
  test.program.threads[0].registers[0].name = evil;
  test.program.threads[0].instructions[0].text = evil;
  test.program.addresses[0].name = evil;
  for (const Target& target : {written, pinned}) {
    const Prepared prepared = prepare(test, target);
    CHECK(strange_line(prepared.roles_text) == std::nullopt);
    CHECK(strange_line(prepared.kernel_text) == std::nullopt);
    const std::size_t line = prepared.roles_text.find('\n');
    CHECK(prepared.roles_text.find("evil", line) == std::string::npos);
    CHECK(prepared.kernel_text.find("evil") == std::string::npos);
  }
  Test renamed = corpus("ptx/MP");
  using namespace std::string_literals;
  renamed.name = "a\n#error b\r\0c\\\n\x80?\?/"s;
  CHECK(strange_line(prepare(renamed, written).roles_text) == std::nullopt);
  renamed.name = std::string(1000, 'x');
  CHECK(prepare(renamed, written).roles_text.find(std::string(100, 'x')) == std::string::npos);
}

TEST_CASE("generate: the relaxed sibling", "[hardware][generate]") {
  const Test test =
      test_of({"st.release.gpu x, 1; fence.sc.gpu; LC0: atom.acq_rel.cta.add r0, y, 1; "
               "bne r0, 1, LC0; fence.proxy.alias; beq r0, 1, LC1; st.weak y, 1; "
               "LC1: fence.acq_rel.sys",
               "ld.acquire.sys r0, y; ld.cg r1, x; ld.volatile r2, x"},
              "", "~exists (1:r0=1 /\\ 1:r1=0)");
  const Test wanted = test_of({"st.relaxed.gpu x, 1; LC0: atom.relaxed.cta.add r0, y, 1; "
                               "bne r0, 1, LC0; beq r0, 1, LC1; st.weak y, 1; LC1:",
                               "ld.relaxed.sys r0, y; ld.cg r1, x; ld.volatile r2, x"},
                              "", "exists (1:r0=1 /\\ 1:r1=0)");
  const std::optional<Test> sibling = relaxed_sibling(test);
  REQUIRE(sibling);
  CHECK(sibling->name == "T+relaxed");
  CHECK(sibling->quantifier == Quantifier::exists);
  CHECK(sibling->condition == wanted.condition);
  REQUIRE(sibling->program.threads.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::vector<Instruction>& code = sibling->program.threads[i].instructions;
    const std::vector<Instruction>& same = wanted.program.threads[i].instructions;
    REQUIRE(code.size() == same.size());
    for (std::size_t k = 0; k < code.size(); ++k) CHECK(code[k].action == same[k].action);
  }
  CHECK(sibling->program.threads[0].instructions[0].text == "st.relaxed.gpu x, 1");
  CHECK_FALSE(relaxed_sibling(*sibling));
  CHECK_FALSE(relaxed_sibling(test_of({"st x, 1", "ld r0, x"})));
}
