// Tests of nvlitmus on the command line: a verdict for each statement, templates, and exit codes.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

const std::string nvlitmus_message_passing =
    ".global x;\n.global flag;\n"
    "d0.b0.t0 { st [x], 1; st.release.gpu [flag], 1; }\n"
    "d0.b1.t0 { ld.acquire.gpu r0, [flag] == 1; ld r1, [x]; }\n";

const std::string with_parameters =
    ".global x;\n.surfref s virtually aliases x;\nd0.b0.t0 { st [x], 1; $0 suld r0, [s]; }\n"
    "assert (r0 == 1) as reads_it;\n$$\nfence.proxy.surface;\nfence.proxy.alias;\n";

}  // namespace

TEST_CASE("nvlitmus: a statement has a verdict", "[cli][nvlitmus]") {
  const Folder folder;
  const std::string file = folder.add(
      "mp.test", nvlitmus_message_passing + "assert (r1 == 1) as a;\ncheck (r1 == 0) as b;\n");
  for (const std::string machine : {"", "--check-axioms", "--machine ptx75 "}) {
    INFO(machine);
    const auto run = program("-q " + machine + ' ' + file);
    CHECK(run.status == 0);
    CHECK(contains(run.output, "Condition forall (1:r1=1)\n"));
    CHECK(contains(run.output,
                   "\nStatement mp 5 Ok assert (r1 == 1) as a\n"
                   "Statement mp 6 Impossible check (r1 == 0) as b\n"));
  }
  CHECK(complaint(file).empty());
}

TEST_CASE("nvlitmus: a statement that does not hold is an expectation that fails",
          "[cli][nvlitmus]") {
  const Folder folder;
  const std::string file = folder.add(
      "mp.test", nvlitmus_message_passing + "permit (r1 == 0) as a;\nassert (r1 == 0) as b;\n");
  const auto run = program("-q " + file);
  CHECK(run.status == 10);
  CHECK(contains(run.output, "\nStatement mp 5 No permit (r1 == 0) as a\n"));
  CHECK(contains(run.output, "\nStatement mp 6 No assert (r1 == 0) as b\n"));
  CHECK(complaint("-q " + file) ==
        "Warning: File \"" + file + "\": line 5: no such execution was found\n" +
            "Warning: File \"" + file + "\": line 6: there is an execution that breaks it\n");
  CHECK(contains(complaint("-q --minimise " + file), "not minimised: the test makes several"));
}

TEST_CASE("nvlitmus: what is not known is said", "[cli][nvlitmus]") {
  const Folder folder;
  const std::string file =
      folder.add("mp.test", nvlitmus_message_passing + "assert (r1 == 1) as a;\n");
  const auto limited = program("-q --max-states 2 " + file);
  CHECK(limited.status == 1);
  CHECK(contains(limited.output, "\nStatement mp 5 Unknown assert (r1 == 1) as a\n"));
  // That nothing returns what is asked for is worth a word: an assertion of nothing holds.
  const std::string none = folder.add(
      "none.test", ".global x;\nd0.b0.t0 { ld r0, [x] == 3; }\nassert (r0 == 1) as a;\n");
  CHECK(contains(complaint("-q " + none), "the filter lets no final state through"));
}

TEST_CASE("nvlitmus: a template is as many tests as it has rows", "[cli][nvlitmus]") {
  const Folder folder;
  const std::string file = folder.add("s.test", with_parameters);
  for (const std::string& source : {file, "- < " + file}) {
    INFO(source);
    const std::string name = source == file ? "s" : "test";
    const auto run = program("-q " + source);
    CHECK(run.status == 10);
    CHECK(contains(run.output, "\nStatement " + name + "-1 4 Ok assert"));
    CHECK(contains(run.output, "\nStatement " + name + "-2 4 No assert"));
  }
  const auto document = nlohmann::json::parse(program("-q --json - " + file).output);
  CHECK(schema_fault(document.dump()) == "");
  REQUIRE(document["tests"].size() == 2);
  CHECK(document["tests"][1]["name"] == "s-2");
  CHECK(document["tests"][1]["statements"][0]["satisfiable"] == true);
  CHECK(document["tests"][1]["statements"][0]["word"] == "No");
  // Where one test is asked for, a template is none.
  CHECK(program("-q " + folder.add("bad.test", with_parameters + "fence.sc;\n")).status == 2);
}
