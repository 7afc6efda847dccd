// Tests of Khronos are read as `.test` files have them, and can be written in Dartagnan's dialect.
#include <string>
#include <vector>

#include "litmus/corpus/sources.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/khronos_text.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/skip.hpp"

using namespace opexplore;
using opexplore::testing::check_same;
using opexplore::testing::khronos_question;
using opexplore::testing::khronos_thread;

namespace {

SpelledTest khronos_spelled(const std::string& text) { return read_spelled(text, "a/mp.test"); }

Program program_of(const std::string& code) {
  return khronos_spelled(khronos_thread + code + khronos_question).test.program;
}

/// What the instruction is in Dartagnan's dialect.
std::string khronos_in_dartagnan(const std::string& line) {
  const Program program = program_of(line + "\n");
  return to_string(program.threads.at(0).instructions.at(0).action, program.threads[0], program);
}

}  // namespace

TEST_CASE("khronos: instructions", "[litmus][khronos]") {
  const std::vector<std::pair<std::string, std::string>> same{
      {"st.sc0 x = 1", "st.sc0 x, 1"},
      {"st.nonpriv.sc1 x = 1", "st.nonpriv.sc1 x, 1"},
      {"st.av.scopewg.sc0 x = -3", "st.av.wg.sc0 x, -3"},
      {"st.sc0.scopesg.av.nonpriv x=1", "st.av.sg.sc0 x, 1"},
      {"st.atom.scopedev.sc0 x = 1", "st.atom.dv.sc0 x, 1"},
      {"st.atom.av.scopedev.sc0 x = 1", "st.atom.dv.sc0 x, 1"},
      {"st.semav.rel.semsc1.semsc0.atom.scopeqf.sc0 x = 1",
       "st.atom.rel.qf.sc0.semsc0.semsc1.semav x, 1"},
      {"ld.sc3 x", "ld.sc3 r0, x"},
      {"ld.scopedev.nonpriv.sc0 x", "ld.nonpriv.sc0 r0, x"},
      {"ld.vis.scopedev.sc0 x = 0", "ld.vis.dv.sc0 r0, x"},
      {"ld.atom.acq.scopewg.sc0.semsc0.semvis x", "ld.atom.acq.wg.sc0.semsc0.semvis r0, x"},
      {"rmw.scopewg.sc0 x = 0 2", "rmw.atom.wg.sc0 r0, x, 2"},
      {"st.ld.atom.acq.rel.semsc0.scopewg.sc0 x = 0 2", "rmw.atom.acq_rel.wg.sc0.semsc0 r0, x, 2"},
      {"membar.scopewg.semsc0.semsc1.rel", "membar.rel.wg.semsc0.semsc1"},
      {"membar.acq.rel.semav.semvis.scopedev.semsc0", "membar.acq_rel.dv.semsc0.semav.semvis"},
      {"cbar.scopewg 3", "cbar.wg 3"},
      {"cbar.scopedev.semsc0.rel.acq 3", "cbar.acq_rel.dv.semsc0 3"},
      {"avdevice", "avdevice"},
      {"visdevice", "visdevice"}};
  for (const auto& [khronos, written] : same) {
    INFO(khronos);
    CHECK(khronos_in_dartagnan(khronos) == written);
  }
}

TEST_CASE("khronos: groups are numbered in what contains them", "[litmus][khronos]") {
  const std::string thread = "NEWTHREAD\navdevice\n";
  const Program program =
      khronos_spelled("NEWWG\nNEWSG\n" + thread + thread + "NEWSG\n" + thread + "NEWWG\nNEWSG\n" +
                      thread + "NEWQF\nNEWWG\nNEWSG\n" + thread + khronos_question)
          .test.program;
  std::vector<std::vector<std::uint32_t>> places;
  for (const Thread& placed : program.threads) {
    places.push_back({placed.gpu, placed.cta, placed.warp});
  }
  CHECK(places == std::vector<std::vector<std::uint32_t>>{
                      {0, 0, 0}, {0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}});
}

TEST_CASE("khronos: what reads return is the filter, and comments are kept", "[litmus][khronos]") {
  const SpelledTest read = khronos_spelled(
      "// Two \"words\"\n//\nNEWQF\nNEWWG\r\nNEWSG\nNEWTHREAD 4\n\n  st.sc0 x = 1\nNEWTHREAD 7\n"
      "ld.sc0 y = 1\nld.sc1 z\nSSW 4 7\nSLOC y x\n" +
      khronos_question);
  CHECK(write(read.test, read.dialect) == R"(VULKAN mp
"Two 'words'"
{
 x=0;
 y aliases x;
 z=0;
 1:r0=0;
 1:r1=0;
}
{
 ssw 0 1;
}
 P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 0,qf 0 ;
 st.sc0 x, 1       | ld.sc0 r0, y      ;
                   | ld.sc1 r1, z      ;
locations [ 1:r0; 1:r1; ]
filter (1:r0=1)
exists (true)
)");
  CHECK(read.settings == std::map<std::string, std::string, std::less<>>{
                             {"races", "follow"}, {"vulkan-reading", "khronos"}});
}

TEST_CASE("khronos: a write without a value writes one that no other has", "[litmus][khronos]") {
  const Program program = program_of(
      "st.sc0 x\nst.sc0 x = 1\nrmw.scopedev.sc0 x = 3\nld.sc0 x = 3\nst.sc0 x = 3\nst.sc0 y\n");
  std::vector<Value> values;
  for (const Instruction& instruction : program.threads.at(0).instructions) {
    if (const auto* const store = std::get_if<Store>(&instruction.action)) {
      values.push_back(std::get<Value>(store->value));
    } else if (const auto* const atomic = std::get_if<Atomic>(&instruction.action)) {
      values.push_back(std::get<Value>(atomic->operand));
    }
  }
  CHECK(values == std::vector<Value>{2, 1, 4, 3, 5});
}

TEST_CASE("khronos: statements", "[litmus][khronos]") {
  const std::vector<Statement> statements =
      khronos_spelled(khronos_thread +
                      "st.sc0 x = 1\n"
                      "SATISFIABLE consistent[X] && #dr=0\n"
                      "NOSOLUTION NOCHAINS (#dr > 0) && (consistent[X])\n"
                      "NOSOLUTION consistent[X]\n"
                      "SATISFIABLE consistent[X]&&racefree[X]\n"
                      "SATISFIABLE consistent[X] && (#rs=2)\n"
                      "NOSOLUTION  #dr>0\n"
                      "NOSOLUTION consistent[X] && #dr=0 && #dr>0\n"
                      "SATISFIABLE\n"
                      "SATISFIABLE consistent[X] &&\n")
          .statements;
  REQUIRE(statements.size() == 9);
  const auto is = [&](std::size_t at, bool satisfiable, bool chains, AskedRaces races) {
    const Statement& statement = statements.at(at);
    CHECK_FALSE(statement.refusal);
    CHECK(statement.satisfiable == satisfiable);
    CHECK(statement.chains == chains);
    CHECK(statement.races == races);
    CHECK(statement.place == SourcePlace{static_cast<std::uint32_t>(5 + at), 1});
  };
  is(0, true, true, AskedRaces::none);
  is(1, false, false, AskedRaces::some);
  is(2, false, true, AskedRaces::any);
  is(3, true, true, AskedRaces::none);
  CHECK(statements[0].text == "SATISFIABLE consistent[X] && #dr=0");
  const std::string advice =
      "; write 'consistent[X]', alone or with '&& #dr=0' or '&& #dr>0' behind it";
  const auto refused = [&](std::size_t at, const std::string& what) {
    REQUIRE(statements.at(at).refusal);
    CHECK(statements[at].refusal->what() == "a/mp.test:" + what + advice);
  };
  refused(4, "9:31: '#rs=2' is not understood");
  refused(5, "10:13: without consistent[X] it is about executions that break the axioms, too");
  refused(6, "11:38: it asks for executions with a data race and without one");
  refused(7, "12:1: a part of the formula is missing");
  refused(8, "13:1: a part of the formula is missing");
}

TEST_CASE("khronos: what cannot be written in Dartagnan's dialect", "[litmus][khronos]") {
  const auto refused = [&](const std::string& scope, const std::string& between) {
    const std::string barrier = "cbar." + scope + " 1\n";
    const SpelledTest read = khronos_spelled(khronos_thread + barrier + between + "NEWTHREAD\n" +
                                             barrier + khronos_question);
    return read.unwritable ? std::string(read.unwritable->what()) : "";
  };
  CHECK(refused("scopewg", "NEWSG\n").empty());
  CHECK(refused("scopedev", "NEWSG\n").empty());
  CHECK(refused("scopewg", "NEWWG\nNEWSG\n").empty());
  CHECK(refused("scopesg", "").empty());
  CHECK(refused("scopeqf", "NEWQF\nNEWWG\nNEWSG\n").empty());
  const std::string advice =
      ", and the barriers of the VULKAN dialect are of a workgroup; opexplore runs the test as it "
      "is";
  CHECK(refused("scopesg", "NEWSG\n") ==
        "a/mp.test:7:1: barrier 1 is for a part of a workgroup" + advice);
  CHECK(refused("scopeqf", "NEWWG\nNEWSG\n") ==
        "a/mp.test:8:1: barrier 1 joins two workgroups" + advice);
  CHECK(refused("scopedev", "NEWQF\nNEWWG\nNEWSG\n") ==
        "a/mp.test:9:1: barrier 1 joins two workgroups" + advice);
}

TEST_CASE("khronos: a test is known by its file, or by its first word", "[litmus][khronos]") {
  const std::string text =
      "\n// from a pipe\n" + khronos_thread + "st.sc0 x = 1\n" + khronos_question;
  CHECK(read_spelled(text, "-").statements.size() == 1);
  CHECK(read(text, "-").name == "test");
  CHECK(read(text, "folder/a b.litmus").name == "a_b");
  CHECK_THROWS_WITH(read("D t\n", "d.test"),
                    Catch::Contains("d.test:1:1: unknown line 'D'; see the list of lines"));
  // Written again it has a title, and may have the name of its file.
  const SpelledTest first = read_spelled(text, "a.test");
  const SpelledTest again = read_spelled(write(first.test, first.dialect), "a.test");
  CHECK(again.statements.empty());
  check_same(again.test, first.test);
}

TEST_CASE("khronos: the suite is read, and written in Dartagnan's dialect", "[litmus][khronos]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  const std::vector<std::string> arguments{(*suite / "khronos").string()};
  std::size_t count = 0;
  for (const std::filesystem::path& file : expand_sources(arguments)) {
    INFO(file);
    const SpelledTest khronos_spelled = read_spelled_file(file);
    CHECK_FALSE(khronos_spelled.statements.empty());
    const std::string text = write(khronos_spelled.test, khronos_spelled.dialect);
    const Test again = read(text, "written");
    check_same(again, khronos_spelled.test);
    CHECK(write(again) == text);
    ++count;
  }
  CHECK(count == 54);
}
