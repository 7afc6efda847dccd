// The program opgen, as its users call it.
#include <regex>
#include <set>
#include <string>

#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {

using docs::long_options;

namespace {

CommandResult opgen(const std::string& arguments) { return run("opgen " + arguments); }

std::string opgen_complaint(const std::string& arguments) {
  return run("opgen " + arguments + " 2>&1 1>/dev/null").output;
}

}  // namespace

TEST_CASE("opgen: a cycle gives its test on standard output", "[cli][generate]") {
  const CommandResult result = opgen("PodWW Rfe PodRR Fre");
  CHECK(result.status == 0);
  CHECK(result.output ==
        "PTX MP\n"
        "\"PodWW Rfe PodRR Fre\"\n"
        "\"Generator=opgen\"\n"
        "\"Com=Rf Fr\"\n"
        "{\n x=0;\n y=0;\n 1:r0=0;\n 1:r1=0;\n}\n"
        " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
        " st.weak x, 1   | ld.weak r0, y  ;\n"
        " st.weak y, 1   | ld.weak r1, x  ;\n"
        "exists (1:r0=1 /\\ 1:r1=0)\n");
  CHECK(opgen("'PodWW Rfe PodRR Fre'").output == result.output);
  const CommandResult gpu_ptx = opgen("-dialect gpu_ptx PodWW Rfe PodRR Fre");
  CHECK(gpu_ptx.output.starts_with("GPU_PTX MP\n"));
  CHECK(hash(read(gpu_ptx.output, "MP")) == hash(read(result.output, "MP")));
  CHECK(run("opgen PodWW Rfe PodRR Fre | opexplore --machine sc - ")
            .output.find("Observation MP Never 0 3") != std::string::npos);
}

TEST_CASE("opgen: several tests go to a directory with an index", "[cli][generate]") {
  const Folder folder;
  const std::string directory = folder.path("tests");
  const CommandResult result =
      opgen("--family MP,SB --fences none,sc --placements cta,gpu -o '" + directory + "' 2>&1");
  CHECK(result.status == 0);
  CHECK(result.output == "opgen: 14 tests in " + directory + "\n");
  const std::string index = folder.text("tests/@all");
  CHECK(index.starts_with(
      "# Made by opgen.\nMP-p0:p1.litmus\nMP-p0::p1.litmus\nMP+po+fence.sc.gpu-"));
  CHECK(index.find("\nSB+fence.sc.gpus-p0::p1.litmus\n") != std::string::npos);
  CHECK(folder.has("tests/SB+fence.sc.gpus-p0::p1.litmus"));
  const CommandResult log = program("--machine sc '" + directory + "/@all'");
  CHECK(log.status == 0);
  std::size_t never = 0;
  for (std::size_t at = 0; (at = log.output.find(" Never ", at)) != std::string::npos; ++at)
    ++never;
  CHECK(never == 14);
  CHECK(opgen("-q --family MP -o '" + directory + "' 2>&1").output.empty());
  CHECK(opgen("-q -v --family MP -o '" + directory + "' 2>&1").output == "MP\n");
}

TEST_CASE("opgen: counting writes nothing", "[cli][generate]") {
  CHECK(opgen("--count --family all").output == "19\n");
  CHECK(opgen("--count --exhaustive --threads 2 --accesses 2").output == "110\n");
  CHECK(opgen("--count --one-location --accesses 5").output == "250\n");
  CHECK(opgen("--count --random 12 --seed 3").output == "12\n");
  CHECK(opgen("--count --exhaustive --threads 2 --accesses 2 --fences 1").output ==
        opgen("--count --exhaustive --threads 2 --accesses 2 --fences 1,acq_rel,sc").output);
  CHECK(opgen("--count --family MP --deps addr").output == "1\n");
  CHECK(opgen("--count --family MP --deps none,addr").output == "2\n");
  CHECK(opgen("--count --family LB --fences none,sc --deps addr,data,ctrl").output == "15\n");
  CHECK(opgen("--count --family SB --barriers").output == "1\n");
  CHECK(opgen("--count --family SB --atomics").output == "45\n");
  CHECK(opgen("--count --mutants litmus/ptx/MP.litmus").output == "4\n");
  CHECK(opgen("--count --rewrite litmus/thesis/@all").output == "354\n");
}

TEST_CASE("opgen: a test rewritten twice is the first rewriting", "[cli][generate]") {
  const Folder folder;
  const std::string thesis = "litmus/thesis/D-cta-S-ker-Global/CAS-SL+membar.gls.litmus";
  const std::string ptx = opgen("--rewrite " + thesis).output;
  const std::string gpu = opgen("--dialect gpu_ptx --rewrite " + thesis).output;
  CHECK(ptx.starts_with("PTX CAS-SL+membar.gls\n"));
  CHECK(gpu.starts_with("GPU_PTX CAS-SL+membar.gls\n"));
  CHECK(opgen("--dialect gpu_ptx --rewrite " + folder.add("one.litmus", ptx)).output == gpu);
  CHECK(opgen("--rewrite " + folder.add("two.litmus", gpu)).output == ptx);
}

TEST_CASE("opgen: random tests are the same for a seed", "[cli][generate]") {
  const Folder folder;
  const std::string options =
      "-q --random 20 --seed 5 --threads 2-4 --atomics --barriers --proxies alias,constant "
      "--regions shared --locations 3 -o ";
  CHECK(opgen(options + folder.path("a")).status == 0);
  CHECK(opgen(options + folder.path("b")).status == 0);
  CHECK(run("diff -r " + folder.path("a") + " " + folder.path("b")).output.empty());
  CHECK(folder.has("a/random-24.litmus"));
  CHECK(!folder.has("a/random-25.litmus"));
  const std::string all = run("cat " + folder.path("a") + "/*.litmus").output;
  for (const char* const part : {"atom.", "bar.cta", " aliases ", "constant", ": shared", "P3@"}) {
    CAPTURE(part);
    CHECK(contains(all, part));
  }
  CHECK(program("--machine sc -q " + folder.path("a")).status == 13);  // random barriers: stuck
  CHECK(opgen("--random 1 --profile barriers --seed 4").output.starts_with("PTX barriers-4\n"));
}

TEST_CASE("opgen: what is wrong is said, with what to do", "[cli][generate]") {
  const auto refused = [](const std::string& arguments, const std::string& message) {
    CAPTURE(arguments);
    CHECK(opgen(arguments).status == 2);
    CHECK(opgen_complaint(arguments) == "opgen: " + message + "\n");
  };
  refused("",
          "no test is asked for; write a cycle such as PodWW Rfe PodRR Fre, or --family, --idiom, "
          "--exhaustive, --random, --mutants or --rewrite; --help lists the options");
  refused("PodWW Rfe PodRR Frre", "cycle:1:17: unknown edge 'Frre'; did you mean 'Fre'?");
  refused("--family MQ", "family: there is no family 'MQ'; did you mean 'MP'?");
  refused("--family MP --orders wek", "--orders knows no 'wek'; did you mean weak?");
  refused("--family MP --scopes cluster", "--scopes knows no 'cluster'; choose from cta, gpu, sys");
  refused("--famly MP", "unknown option --famly; did you mean --family?");
  refused("--family MP --random 3",
          "--family and --random do not go together; generate one after the other");
  refused("--family MP,SB",
          "there is more than one such test; -o DIR writes files, --count counts");
  refused("--family MP --regions shared", "there is no such test; --count says 0");
  refused("--random 3 --orders rlx",
          "--orders has no effect here; it goes with cycles, --family, --idiom, --exhaustive and "
          "--one-location");
  refused("--family MP --seed 3", "--seed has no effect here; it goes with --random");
  refused("--family MP --fences 2",
          "--fences says how many with --exhaustive alone; name kinds, "
          "such as none,sc");
  refused("--exhaustive --fences 1,2", "--fences has two numbers; one says how many at most");
  refused("--one-location --locations 2",
          "--one-location and --locations both say how many; leave one out");
  refused("--exhaustive --threads x", "--threads: x is no number; write for instance 2");
  refused("--random x", "--random: x is no number; write for instance 2");
  refused("--random 1 --threads 4-2",
          "--threads: 4-2 is not possible here; write a number or a range from 1 to 8, like 2-3");
  refused("--random 1 --threads 4 --instructions 2",
          "there are more threads than instructions; write --instructions 4-4");
  refused("--random 1 --profile sc",
          "--profile knows no 'sc'; choose from basic, three-threads, load-buffering, sc-fences, "
          "proxies, aliases, one-location, atomics, barriers, everything, thesis, caches, "
          "overwritten, quorums, late-fences, release-buffering, weak-after-atomics, mixed-fences, "
          "barrier-loops, identical, pointers, divergent");
  refused("--family MP --dialect cuda",
          "--dialect knows no 'cuda'; choose from ptx, gpu_ptx, vulkan");
  refused("--exhaustive --barriers",
          "--barriers has no effect here; it goes with cycles, --family and --random");
  refused("--mutants no-such-file",
          "no-such-file: no such file or directory; check the path, or add -I DIRECTORY");
  refused("--family MP -o /dev/null/x",
          "cannot make the folder /dev/null/x: /dev/null is no folder");
  refused("--family MP --family SB", "option --family is given twice");
}

TEST_CASE("opgen: tests of one name are not written over each other", "[cli][generate]") {
  const Folder folder;
  const std::string strong =
      std::regex_replace(store_buffering("SB"), std::regex("st.weak"), "st.relaxed.gpu");
  const std::string one = folder.add("one.litmus", strong);
  const std::string two = folder.add("two.litmus", strong);
  CHECK(opgen("-q --mutants " + one + " -o " + folder.path("a")).status == 0);
  CHECK(folder.has("a/SB-mutant-P0.0-relaxed-weak.litmus"));
  const std::string both = "--mutants " + one + " --mutants " + two + " -o " + folder.path("b");
  CHECK(opgen(both).status == 2);
  CHECK(contains(opgen_complaint(both),
                 "two tests are called SB-mutant-P0.0-relaxed-weak; write them to different "
                 "directories"));
  CHECK(!folder.has("b/@all"));
  CHECK(opgen("--count --mutants " + folder.add("weak.litmus", store_buffering())).output == "0\n");
}

TEST_CASE("opgen: help, version and manual page agree", "[cli][generate][docs]") {
  CHECK(opgen("--version").output.starts_with("opgen "));
  const CommandResult help = opgen("--help");
  CHECK(help.status == 0);
  const std::string manual =
      std::regex_replace(docs::read("docs/opgen.1"), std::regex(R"(\\-)"), "-");
  const std::set<std::string> in_help = long_options(help.output);
  CHECK(in_help.size() > 20);
  CHECK(long_options(manual) == in_help);
  CHECK(opgen("--help size").output.find("--accesses") != std::string::npos);
  CHECK(opgen("--help size").output.find("--orders") == std::string::npos);
}

}  // namespace opexplore::testing
