// --minimise, --generate and --distinguish on the command line.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/log_grammar.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

// Message passing with a fence that does nothing and accesses that do not matter.
const std::string crowded_ptx =
    "PTX Crowded\n{ x = 0; y = 0; z = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    " st.weak z, 1 | ld.relaxed.gpu r0, y ;\n"
    " st.relaxed.gpu x, 1 | ld.weak r3, z ;\n"
    " fence.acq_rel.cta | mov r4, 7 ;\n"
    " st.relaxed.gpu y, 1 | ld.relaxed.gpu r1, x ;\n"
    "exists (1:r0=1 /\\ 1:r1=0)\n";

}  // namespace

TEST_CASE("minimise: a reachable outcome needs four instructions", "[cli][minimise]") {
  const Folder folder;
  const std::string test = folder.add("Crowded.litmus", crowded_ptx);
  const std::string out = folder.path("out");
  const auto result =
      program("--minimise -o " + out + " --json " + folder.path("a.json") + " " + test);
  CHECK(result.status == 0);
  CHECK(contains(result.output,
                 "Minimised Crowded: ptx-proxy reaches the outcome in question with 4 of 8 "
                 "instructions; no choice of fewer of its instructions shows it"));
  CHECK(occurrences(result.output, "\nnot needed  ") == 4);
  CHECK(contains(result.output, "not needed  P0:2  line 6  fence.acq_rel.cta\n"));
  const LogReader log(result.output);
  REQUIRE(log.blocks().size() == 2);
  CHECK(
      contains(program("--machine sc " + folder.path("out/Crowded-min.litmus")).output, "\nNo\n"));
  CHECK(contains(program(folder.path("out/Crowded-min.litmus")).output, "\nOk\n"));
  const auto document = nlohmann::json::parse(folder.text("a.json"));
  CHECK(schema_fault(document.dump()).empty());
  CHECK(document["tests"][0]["minimised"]["smallest"] == true);
  CHECK(document["tests"][0]["minimised"]["instructions"].size() == 8);
}

TEST_CASE("minimise: a difference becomes a test that asks for it", "[cli][minimise]") {
  const Folder folder;
  const std::string test = folder.add("Crowded.litmus", crowded_ptx);
  const auto result =
      program("--minimise --machine sc --compare-with ptx -o " + folder.path("out") + " " + test);
  CHECK(contains(result.output, "Minimised Crowded: sc and ptx differ with 3 of 8 instructions"));
  const std::string small = folder.path("out/Crowded-min.litmus");
  CHECK(contains(program("--machine sc " + small).output, "\nNo\n"));
  CHECK(contains(program("--machine ptx " + small).output, "\nOk\n"));
}

TEST_CASE("minimise: a test that shows nothing is left alone", "[cli][minimise]") {
  const Folder folder;
  const std::string test = folder.add("SB.litmus", store_buffering());
  CHECK(contains(complaint("--minimise --machine sc " + test),
                 "nothing to minimise: the outcome is not reached"));
  CHECK(contains(complaint("--minimise --machine ptx --compare-with ptx-proxy " + test),
                 "ptx and ptx-proxy do not differ"));
}

TEST_CASE("minimise: the same side stays the one that allows more", "[cli][minimise]") {
  const Folder folder;
  // Weaker than the machine on MP, stronger on coherence of weak loads.
  const std::string model = folder.add("weak.cat", "acyclic po-loc | rf | co | fr as coherence\n");
  const auto result =
      program("--machine ptx --check-axioms=" + model + " --minimise litmus/ptx/MP.litmus");
  CHECK(result.status == 20);
  CHECK(contains(result.output, "with 4 of 4 instructions"));
  CHECK(contains(result.output, "comparison=MP-min only ptx: 0, only " + model + ": 1\n"));
}

TEST_CASE("minimise: what the result does not say is said", "[cli][minimise]") {
  const Folder folder;
  const std::string plain = folder.add(
      "plain.litmus", "PTX plain\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\nexists (x=1)\n");
  CHECK(contains(program("--minimise " + plain).output,
                 "ptx-proxy reaches the outcome in question, as sc does, with 1 of 1"));
  CHECK(contains(complaint("--minimise --max-states 2 litmus/ptx/MP.litmus"),
                 "whether the outcome is reached is not known"));
  CHECK(contains(complaint("--minimise --check deadlock " + plain), "not deadlocks"));
  CHECK(contains(complaint("--minimise --check races " + plain), "not data races"));
}

TEST_CASE("minimise: a test stays in its dialect, also from standard input", "[cli][minimise]") {
  const auto result = opexplore::docs::run(
      "cat litmus/thesis/D-cta-S-ker-Global/LD+membar.ctas.litmus | opexplore -q --minimise "
      "--machine gpu-queues --compare-with gpu-scoped -");
  CHECK(contains(result.output, "\nGPU_PTX LD+membar.ctas-min\n"));
  CHECK(contains(result.output, "membar.cta  ->  membar.sys\n"));
}

TEST_CASE("generate: tests straight into a run", "[cli][generate]") {
  const auto result = program("--machine sc --generate '--family MP,SB'");
  CHECK(result.status == 0);
  const LogReader log(result.output);
  CHECK_FALSE(log.fault());
  REQUIRE(log.blocks().size() == 2);
  const auto two =
      program("--machine sc --generate 'Rfe PodRR Fre PodWW' --generate='--family LB'");
  CHECK(LogReader(two.output).blocks().size() == 2);
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"--generate '--family XX'", "XX"},
       {"--generate '--family MP -o x'", "-o"},
       {"--generate @/no/such/file", "/no/such/file"},
       {"--every 3 x.litmus", "--every goes with --generate"},
       {"--check-axioms --generate '--family MP' x.litmus", "do not go together"},
       {"--generate '--exhaustive --threads 2 --accesses 2 --fences 1 --scopes cta,gpu,sys "
        "--orders "
        "weak,rlx,acq,rel --placements all'",
        "too many for a log each"}}));
  CHECK(contains(complaint(arguments), advice));
  CHECK(program(arguments).status == 2);
}

TEST_CASE("generate: a campaign counts, and shows differences made small", "[cli][generate]") {
  const Folder folder;
  const std::string tests = "--generate '--family all --orders weak,rlx'";
  const auto equal = program("--machine ptx,ptx-proxy --check-axioms " + tests + " --json " +
                             folder.path("a.json"));
  CHECK(equal.status == 0);
  CHECK_FALSE(contains(equal.output, "Test "));
  const auto document = nlohmann::json::parse(folder.text("a.json"));
  CHECK(schema_fault(document.dump()).empty());
  REQUIRE(document["campaign"]["parts"].size() == 2);
  CHECK(document["campaign"]["parts"][1]["different"] == 0);
  const auto different =
      program("--machine ptx --check-axioms=sc.cat -j 2 " + tests + " -o " + folder.path("out"));
  CHECK(different.status == 20);
  CHECK(contains(different.output, "Minimised "));
  CHECK(contains(different.output, "\ncomparison="));
  CHECK(program("--machine ptx --compare-with sc " + tests).status == 0);
  const auto one = program("--machine ptx --check-axioms=sc.cat -j 1 " + tests);
  CHECK(one.status == 20);
}

TEST_CASE("distinguish: a smallest test on which two differ", "[cli][distinguish]") {
  const Folder folder;
  const auto wanted = program("--distinguish ptx ptx-proxy -o " + folder.path("out") + " --json " +
                              folder.path("a.json"));
  CHECK(wanted.status == 0);
  CHECK(contains(wanted.output, "; no generated test with up to 1 instruction differs\n"));
  CHECK(contains(wanted.output, "with 2 of 2 instructions"));
  CHECK(contains(wanted.output, "\ncomparison="));
  CHECK(schema_fault(folder.text("a.json")).empty());
  const auto same = program("--distinguish ptx ptx60 --generate '--family MP,SB'");
  CHECK(same.status == 1);
  CHECK(contains(same.output, "No difference between ptx, ptx60 in 2 tests"));
  CHECK(contains(complaint("--distinguish ptx"), "takes two machines or models"));
  CHECK(contains(complaint("--distinguish ptx ptx"), "both are ptx"));
}

TEST_CASE("distinguish: a difference in the corpus is shown at once", "[cli][distinguish]") {
  const Folder folder;
  const std::string cat = "axioms/models/ptx75.cat";
  const std::string rule = "let observation = (ms & rf) | rmw";
  std::string text = opexplore::docs::read(cat);
  REQUIRE(contains(text, rule));
  text.replace(text.find(rule), rule.size(), "let observation = (ms & rf)");
  const std::string mine = folder.add("mine.cat", text);
  // Ended as soon as it says that it goes on.
  const auto ended = run("{ (exec " + std::string(program_file) + " --distinguish ptx75 " + mine +
                         " --json " + folder.path("a.json") + " 2>&1 >" + folder.path("out") +
                         ") & echo PID $!; wait $!; echo code $?; } | while read -r word rest; do "
                         "[ \"$word\" = PID ] && pid=$rest; "
                         "[ \"$word\" = Looking ] && kill -TERM $pid; echo \"$word $rest\"; done");
  const std::string found = "of the corpus, litmus/ptx/";
  INFO(ended.output);
  CHECK(contains(ended.output, found));
  CHECK(contains(ended.output, "Checked 1/1 ptx75, " + mine + ": corpus: "));
  CHECK(contains(ended.output, "code 32"));
  const std::string out = folder.text("out");
  CHECK(contains(out, found));
  CHECK(contains(out, "with 5 of 5 instructions"));
  CHECK(contains(out, "the search for smaller ones was ended"));
  const auto json = nlohmann::json::parse(folder.text("a.json"));
  CHECK(schema_fault(json.dump()).empty());
  CHECK(json["distinguish"]["tests"] == "corpus");
  CHECK(contains(json["distinguish"]["file"].get<std::string>(), "litmus/ptx/"));
}

TEST_CASE("distinguish: in C++ there is the corpus alone", "[cli][distinguish]") {
  const auto found = program("-q --distinguish cxx:cxx=rc11 cxx");
  CHECK(found.status == 0);
  CHECK(contains(found.output, "of the corpus, litmus/cxx/"));
  CHECK(contains(found.output, "\ncomparison="));
  CHECK(complaint("-q --distinguish cxx:cxx=rc11 cxx").empty());
  const auto mixed = complaint("--distinguish cxx ptx");
  CHECK(contains(mixed, "cxx is for C++, and ptx is for PTX"));
}
