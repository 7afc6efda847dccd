// opexplore second: on the command line.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

const std::string examples = std::string(source_folder) + "/tests/studies/second/";

}  // namespace

TEST_CASE("second: a report of racecheck", "[cli][second]") {
  const auto result = program("second " + examples + "racecheck.txt");
  CHECK(result.status == 11);
  CHECK(contains(result.output, "mirror.cu:5  data[t] = s[63 - t];  load, may read 0 or 1"));
  CHECK(contains(result.output, "+ __syncthreads();  before  data[t] = s[63 - t];"));
  CHECK(contains(result.output, "\n1 finding: 1 can happen\n"));
  CHECK(
      contains(program("second --explain " + examples + "racecheck.txt").output, "step by step:"));
}

TEST_CASE("second: documents against their schemas", "[cli][second][json]") {
  const Folder folder;
  const std::string findings = folder.text(examples + "findings.json");
  CHECK(schema_fault(findings, "findings.schema.json") == "");
  CHECK(schema_fault(R"({"tool": "T", "findings": [{"kind": "race"}]})", "findings.schema.json") !=
        "");
  const auto result = program("second --write json " + examples + "findings.json");
  CHECK(result.status == 11);
  CHECK(schema_fault(result.output) == "");
  const auto document = nlohmann::json::parse(result.output);
  const auto& finding = document["second"]["findings"][0];
  CHECK(finding["verdict"] == "happens");
  CHECK(finding["readings"][0]["kernel"]["bugs"][0]["fix"]["edits"][0]["text"] ==
        "__threadfence();");
  const std::string file = folder.path("out.json");
  CHECK(contains(program("second --write json=" + file + ' ' + examples + "racecheck.txt").output,
                 "It can happen."));
  CHECK(schema_fault(folder.text("out.json")) == "");
}

TEST_CASE("second: wrong use", "[cli][second]") {
  CHECK(contains(complaint("second"), "no report given"));
  CHECK(contains(complaint("second a b"), "second takes one file"));
  CHECK(contains(complaint("second --write sarif " + examples + "racecheck.txt"),
                 "second writes json alone"));
  const Folder folder;
  const std::string bad = folder.add("bad.xml", "<ComputeSanitizerOutput>\n<record>");
  CHECK(program("second " + bad).status == 2);
  CHECK(contains(complaint("second " + bad), "bad.xml:2:9: <record> without its end"));
}
