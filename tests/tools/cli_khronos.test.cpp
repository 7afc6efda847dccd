// Tests of Khronos on the command line: a verdict for each statement, and exit codes.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

const std::string khronos_message_passing =
    "NEWWG\nNEWSG\nNEWTHREAD\nst.av.scopedev.sc0 x = 1\n"
    "st.atom.rel.scopedev.sc0.semsc0 y = 1\n"
    "NEWWG\nNEWSG\nNEWTHREAD\nld.atom.acq.scopedev.sc0.semsc0 y = 1\n"
    "ld.vis.scopedev.sc0 x\n";
const std::string holding_statement = "SATISFIABLE consistent[X] && #dr=0\n";
const std::string fails = "SATISFIABLE consistent[X] && #dr>0\n";
const std::string unknown_formula = "SATISFIABLE consistent[X] && #rs=2\n";

struct Run {
  explicit Run(const std::string& statements, const std::string& options = "")
      : file(folder.add("mp.test", khronos_message_passing + statements)),
        printed(program("-q " + options + ' ' + file)),
        complained(complaint("-q " + options + ' ' + file)) {}
  Folder folder;
  std::string file;
  CommandResult printed;
  std::string complained;
};

}  // namespace

TEST_CASE("khronos: a statement has a verdict", "[cli][khronos]") {
  for (const std::string machine : {"", "--machine vulkan-als", "--machine vulkan --chains none",
                                    "--check-axioms", "--machine vulkan-als-nochains"}) {
    INFO(machine);
    const Run run(holding_statement + "NOSOLUTION consistent[X] && #dr>0\n", machine);
    CHECK(run.printed.status == 0);
    CHECK(contains(run.printed.output,
                   "\nStatement mp 11 Ok SATISFIABLE consistent[X] && #dr=0\n"
                   "Statement mp 12 Ok NOSOLUTION consistent[X] && #dr>0\n"));
    CHECK(run.complained.empty());
  }
}

TEST_CASE("khronos: a statement that does not hold is an expectation that fails",
          "[cli][khronos]") {
  const Run run(holding_statement + fails);
  CHECK(run.printed.status == 10);
  CHECK(contains(run.printed.output, "\nStatement mp 12 No SATISFIABLE consistent[X] && #dr>0\n"));
  CHECK(run.complained ==
        "Warning: File \"" + run.file + "\": line 12: no such execution was found\n");
  const Run other("NOSOLUTION consistent[X]\n");
  CHECK(other.printed.status == 10);
  CHECK(contains(other.complained, "line 11: there is such an execution\n"));
}

TEST_CASE("khronos: a formula that is not understood has no verdict", "[cli][khronos]") {
  const Run run(holding_statement + unknown_formula);
  CHECK(run.printed.status == 2);
  CHECK(contains(run.printed.output, " 11 Ok "));
  CHECK(contains(run.printed.output, " 12 Refused SATISFIABLE consistent[X] && #rs=2\n"));
  CHECK(contains(run.complained, "mp.test:12:30: '#rs=2' is not understood; write"));
}

TEST_CASE("khronos: what is not known is said", "[cli][khronos]") {
  const Run limited(fails, "--max-states 2");
  CHECK(limited.printed.status == 1);
  CHECK(contains(limited.printed.output, " 11 Unknown SATISFIABLE consistent[X] && #dr>0\n"));
  // Of a device without chains this model says nothing.
  const Run other(holding_statement + "SATISFIABLE NOCHAINS consistent[X]\n",
                  "--machine vulkan-spec");
  CHECK(other.printed.status == 1);
  CHECK(contains(other.printed.output, " 11 Ok "));
  CHECK(contains(other.complained, "line 12: not known: there is nothing like it for devices"));
}

TEST_CASE("khronos: the command line chooses the reading", "[cli][khronos]") {
  const Folder folder;
  // Two workgroups meet if a barrier reaches as far as its scope.
  const std::string file = folder.add("bar.test",
                                      "NEWWG\nNEWSG\nNEWTHREAD\nst.av.scopedev.sc0 x = 1\n"
                                      "cbar.acq.rel.scopedev.semsc0 1\nNEWWG\nNEWSG\nNEWTHREAD\n"
                                      "cbar.acq.rel.scopedev.semsc0 1\nld.vis.scopedev.sc0 x\n" +
                                          holding_statement);
  CHECK(program("-q " + file).status == 0);
  CHECK(program("-q --check-axioms " + file).status == 0);
  CHECK(program("-q --vulkan-reading dat3m " + file).status == 10);
  CHECK(program("-q --machine vulkan-als " + file).status == 0);
  CHECK(program("-q --machine vulkan.cat " + file).status == 10);
  // Which a smaller test could not say.
  CHECK(contains(complaint("-q --minimise " + file), "not minimised: barrier 1 joins two work"));
}

TEST_CASE("khronos: the document has the statements", "[cli][khronos]") {
  const Run run(holding_statement + fails + unknown_formula, "--json -");
  const auto document = nlohmann::json::parse(run.printed.output);
  CHECK(schema_fault(run.printed.output) == "");
  const auto& statements = document["tests"][0]["statements"];
  REQUIRE(statements.size() == 3);
  CHECK(statements[0] == nlohmann::json{{"line", 11},
                                        {"text", "SATISFIABLE consistent[X] && #dr=0"},
                                        {"word", "Ok"},
                                        {"satisfiable", true},
                                        {"reason", nullptr}});
  CHECK(statements[1]["word"] == "No");
  CHECK(statements[1]["satisfiable"] == false);
  CHECK(statements[2]["word"] == "Refused");
  CHECK(statements[2]["satisfiable"] == nullptr);
  CHECK(statements[2]["reason"] == "'#rs=2' is not understood");
}
