// Axiomatic models on the command line: --model, --compare-with across, --check-axioms.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/log_grammar.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

const std::string coherence_alone =
    "\"Coherence\"\n"
    "acyclic (po & loc) | rf | co | fr as PerLocation\n"
    "empty rmw & (fr; co) as Atomicity\n"
    "flag ~empty (rf & ext) as communicates\n";

// Spins until the other thread has written.
// Each round writes, so that there can be any number of them.
const std::string takes =
    "PTX Takes\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
    " st.relaxed.cta x, 1 | LC01: ;\n"
    " | atom.relaxed.cta.exch r0, x, 0 ;\n"
    " | bne r0, 1, LC01 ;\n"
    "exists (1:r0=1)\n";
const std::string spin =
    "PTX Spin\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
    " st.relaxed.cta x, 1 | LC01: ;\n"
    " | ld.relaxed.cta r0, x ;\n"
    " | bne r0, 1, LC01 ;\n"
    "exists (1:r0=1)\n";

}  // namespace

TEST_CASE("models: a file of the user answers a test", "[cli][models]") {
  const Folder folder;
  const std::string test = folder.add("SB.litmus", store_buffering());
  const std::string model = folder.add("mine.cat", coherence_alone);
  const auto result = program("--model " + model + " " + test);
  CHECK(result.status == 0);
  const LogReader log(result.output);
  CHECK_FALSE(log.fault());
  REQUIRE(log.blocks().size() == 1);
  CHECK(log.blocks()[0].states.size() == 4);
  CHECK(contains(result.output, "\nFlag communicates\n"));
  CHECK(contains(result.output, "\nmodel=" + model + "\ncandidates="));
  CHECK_FALSE(contains(result.output, "machine="));
}

TEST_CASE("models: names, directories and suffixes", "[cli][models]") {
  const Folder folder;
  const std::string test = folder.add("SB.litmus", store_buffering());
  folder.add("mine.cat", coherence_alone);
  CHECK(contains(program("--model rmo-scoped " + test).output, "\nmodel=rmo-scoped\n"));
  CHECK(contains(program("--machine tso.cat " + test).output, "\nmodel=tso.cat\n"));
  // A machine goes before the model of its name.
  CHECK(contains(program("--model sc " + test).output, "\nmachine=sc "));
  CHECK(contains(program("--model sc.cat " + test).output, "\nmodel=sc.cat\n"));
  const std::string search = "-I " + folder.path("") + " ";
  CHECK(contains(program(search + "--model mine " + test).output, "\nmodel=mine\n"));
  CHECK(contains(program(search + "--model mine.cat " + test).output, "\nmodel=mine.cat\n"));
  const auto models = program("--models");
  CHECK(models.status == 0);
  CHECK(contains(models.output, "\ntso.cat  "));
  CHECK(contains(models.output, "  Total store order\n"));
}

TEST_CASE("models: what is wrong with a model is said with its place", "[cli][models]") {
  const Folder folder;
  const std::string test = folder.add("SB.litmus", store_buffering());
  const std::string model = folder.add("bad.cat", "let a = po;\nacyclic b | rf\n");
  const auto result = program("--json - --model " + model + " " + test);
  CHECK(result.status == 2);
  const auto document = nlohmann::json::parse(result.output);
  CHECK(schema_fault(document.dump()).empty());
  CHECK(document["error"]["file"] == model);
  CHECK(document["error"]["line"] == 2);
  CHECK(contains(complaint("--model " + model + " " + test), model + ":2:"));
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"--model ptx57", "there is no machine or model ptx57; did you mean ptx75?"},
       {"--model none.cat", "there is no such file"},
       {"--model ptx75:ptx-reading=isa", "model ptx75 has no settings"},
       {"--model ptx75 --sms 1", "--sms is for machines, and ptx75 is a model"},
       {"--model ptx75 --count-paths", "--count-paths is for machines"},
       {"--model ptx75 --check deadlock", "--property deadlock is for machines"},
       {"--model ptx75 --no-reduce", "--no-reduce is for machines"},
       {"--unroll 3", "--unroll is for models, and ptx-proxy is a machine"},
       {"--unroll 100", "--unroll: 100 is not what it takes; write 0 to 64"}}));
  CHECK(contains(complaint(arguments + " " + test), advice));
  CHECK(program(arguments + " " + test).status == 2);
}

TEST_CASE("models: a file without an axiom is refused", "[cli][models]") {
  const Folder folder;
  const std::string test = folder.add("SB.litmus", store_buffering());
  CHECK(contains(complaint("--model " + folder.add("empty.cat", "let a = po\n") + " " + test),
                 "empty.cat: the model has no axiom"));
}

TEST_CASE("models: a trace is an execution, or why there is none", "[cli][models]") {
  const Folder folder;
  const std::string test = folder.add("SB.litmus", store_buffering());
  const auto allowed = program("--model ptx75 --trace " + test);
  CHECK(contains(allowed.output, "Execution of SB, ptx75, to 0:r0=0; 1:r0=0;\n"));
  CHECK(contains(allowed.output, "      fr: "));
  CHECK_FALSE(contains(allowed.output, "Forbidden"));
  const auto forbidden = program("--model sc.cat --trace --dot - " + test);
  CHECK(contains(forbidden.output, "digraph"));
  const auto why = program("--model sc.cat --trace " + test);
  CHECK(contains(why.output, "\nForbidden by sc.cat: exists (0:r0=0 /\\ 1:r0=0)\n  by SC\n"));
}

TEST_CASE("models: loops are cut where --unroll says", "[cli][models]") {
  const Folder folder;
  CHECK(program("--model ptx75 --unroll 0 " + folder.add("Spin.litmus", spin)).status == 0);
  const std::string test = folder.add("Takes.litmus", takes);
  const auto result = program("--model ptx75 --unroll 0 " + test);
  CHECK(result.status == 1);
  CHECK(contains(result.output, "\nLoop Ok\n"));
  CHECK(contains(complaint("--model ptx75 --unroll 5 " + test), "cut after 5 jumps back"));
}

TEST_CASE("models: machines and models are compared with each other", "[cli][models][compare]") {
  const Folder folder;
  const std::string test = folder.add("SB.litmus", store_buffering());
  const auto models = program("--model ptx75 --compare-with tso.cat --json " +
                              folder.path("out.json") + " " + test);
  CHECK(models.status == 0);
  CHECK(contains(models.output, "comparison=SB equal\n"));
  CHECK(schema_fault(folder.text("out.json")).empty());
  const auto across =
      program("--machine ptx --compare-with sc.cat --json " + folder.path("two.json") + " " + test);
  CHECK(contains(across.output, "comparison=SB only ptx: 1, only sc.cat: 0\n"));
  CHECK(contains(across.output, "Trace of SB, ptx "));
  CHECK(contains(across.output, "Forbidden by sc.cat: 0:r0=0; 1:r0=0;\n  by SC\n"));
  CHECK(schema_fault(folder.text("two.json")).empty());
  CHECK(contains(complaint("--model tso.cat --compare-with tso.cat " + test),
                 "both models are tso.cat"));
}

TEST_CASE("models: a machine is checked against its axioms", "[cli][models]") {
  const Folder folder;
  const std::string test = folder.add("SB.litmus", store_buffering());
  const auto equal = program("--check-axioms " + test);
  CHECK(equal.status == 0);
  CHECK(contains(equal.output, "comparison=SB equal\n"));
  CHECK(contains(equal.output, "\nmodel=ptx75\n"));
  const auto reading = program("--check-axioms --machine ptx --ptx-reading dat3m " + test);
  CHECK(contains(reading.output, "\nmodel=ptx60-dat3m\n"));
  CHECK(contains(program("--machine sc --check-axioms " + test).output, "\nmodel=sc.cat\n"));
  const auto different = program("--machine ptx --check-axioms tso.cat " + test);
  CHECK(different.status == 0);
  const auto wrong = program("--machine ptx --check-axioms=sc.cat " + test);
  CHECK(wrong.status == 20);
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"--machine gpu-queues --check-axioms", "machine gpu-queues has no axioms of its own"},
       {"--model ptx75 --check-axioms", "--check-axioms checks a machine, and ptx75 is a model"},
       {"--check-axioms=sc", "--check-axioms: sc is a machine"},
       {"--check-axioms --compare-with sc", "both name a second side"},
       {"--check-axioms --speedcheck", "a comparison is of all outcomes"}}));
  CHECK(contains(complaint(arguments + " " + test), advice));
}

TEST_CASE("models: what a model cannot treat is refused", "[cli][models]") {
  const Folder folder;
  const std::string test = folder.add(
      "b.litmus",
      "PTX Sometimes\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
      " bar.cta.sync 0 | ld.weak r0, x ;\n | bne r0, 1, LC01 ;\n | bar.cta.sync 0 ;\n | LC01: ;\n"
      "exists (1:r0=1)\n");
  CHECK(program("--model ptx75 " + test).status == 2);
  CHECK(contains(complaint("--model ptx75 " + test), "model ptx75 cannot be evaluated"));
}
