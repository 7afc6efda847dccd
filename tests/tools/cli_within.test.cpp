// --within: whether one machine has every outcome of another.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/log_grammar.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

TEST_CASE("within: what the second has beside is no difference", "[cli][within]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto result = program("--machine sc --within ptx " + file);
  CHECK(result.status == 0);
  CHECK(log_fault(result.output).empty());
  CHECK(contains(result.output, "\n* 0:r0=0; 1:r0=0;  no  yes\n"));
  CHECK(contains(result.output, "\ncomparison=SB sc is within ptx\n"));
  CHECK_FALSE(contains(result.output, "Trace of"));
  CHECK(
      contains(complaint("--machine sc --within ptx " + file), "Compared: 1 within, 0 different"));
}

TEST_CASE("within: what the second lacks ends with 20 and a trace", "[cli][within]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto result = program("--machine ptx --within sc " + file);
  CHECK(result.status == 20);
  CHECK(log_fault(result.output).empty());
  CHECK(contains(result.output, "\ncomparison=SB ptx is not within sc: 1 outcome that sc lacks\n"));
  CHECK(contains(result.output, "Trace of SB, ptx "));
  CHECK(contains(result.output, ", to 0:r0=0; 1:r0=0;\n"));
  CHECK_FALSE(contains(result.output, "Trace of SB, sc "));
}

TEST_CASE("within: machines and models of either side", "[cli][within]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(program("--machine sc --within ptx60 " + file).status == 0);
  CHECK(program("--model ptx60 --within ptx " + file).status == 0);
  const auto forbidden = program("--machine ptx --within sc.cat " + file);
  CHECK(forbidden.status == 20);
  CHECK(contains(forbidden.output, "Forbidden by sc.cat: 0:r0=0; 1:r0=0;"));
  const auto other = program("--model sc.cat --within ptx " + file);
  CHECK(other.status == 0);
  CHECK_FALSE(contains(other.output, "Forbidden by"));
}

TEST_CASE("within: the document says what was asked", "[cli][within][json]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto comparison = [&](const std::string& arguments) {
    const std::string text = program("--json - " + arguments + ' ' + file).output;
    CHECK(schema_fault(text) == "");
    return nlohmann::json::parse(text)["tests"][0]["comparison"];
  };
  const auto within = comparison("--machine sc --within ptx");
  CHECK(within["asked"] == "inclusion");
  CHECK(within["agreement"] == "equal");
  CHECK(within["only_second"] == 0);
  CHECK(comparison("--machine ptx --within sc")["agreement"] == "different");
  CHECK(comparison("--machine sc --compare-with ptx")["asked"] == "equality");
}

TEST_CASE("within: an incomplete second side may still lack nothing", "[cli][within]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto first = program("--machine ptx --within sc --max-states 3 " + file);
  CHECK(first.status == 1);
  CHECK(contains(first.output, "\ncomparison=SB undecided: "));
}

TEST_CASE("within: minimising keeps what the second lacks", "[cli][within]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto smaller = program("--machine ptx --within sc --minimise " + file);
  CHECK(smaller.status == 20);
  CHECK(contains(smaller.output, "Minimised SB: ptx is not within sc with "));
  CHECK(contains(complaint("--machine sc --within ptx --minimise " + file),
                 "nothing to minimise: sc is within ptx"));
}

TEST_CASE("within: campaigns", "[cli][within][campaign]") {
  const std::string generate = " --generate '--exhaustive --threads 2 --accesses 2'";
  const auto inside = program("-q --machine sc,ptx --within ptx-proxy" + generate);
  CHECK(inside.status == 0);
  CHECK(contains(inside.output, "sc within ptx-proxy "));
  CHECK(contains(inside.output, "ptx within ptx-proxy "));
  const auto outside = program("-q --machine ptx --within sc" + generate);
  CHECK(outside.status == 20);
  CHECK(contains(outside.output, " is not within sc: "));
}

TEST_CASE("within: what does not go with it", "[cli][within]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"--within sc --compare-with ptx FILE",
        "--compare-with and --within both name a second side"},
       {"--within sc --check-axioms FILE", "--within and --check-axioms both name a second side"},
       {"--within ptx-proxy FILE", "--within: both machines are ptx-proxy"},
       {"--within ptx-prox FILE", "did you mean ptx-proxy?"},
       {"--within sc --speedcheck FILE", "a comparison is of all outcomes"},
       {"--distinguish sc ptx --within ptx", "--distinguish and --within do not go together"}}));
  std::string words = arguments;
  if (const auto at = words.find("FILE"); at != std::string::npos) words.replace(at, 4, file);
  INFO(arguments);
  CHECK(program(words).status == 2);
  CHECK_THAT(complaint(words), Catch::Matchers::Contains(advice));
}
