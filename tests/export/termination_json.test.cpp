#include "export/termination_json.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "export/json.hpp"
#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/export/termination_sample.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

nlohmann::ordered_json document_of(const Termination& report) {
  const Test test = waiting_test();
  const Answer answer = answered(report);
  const AskedOptions options;
  const TestResult result{test, answer, options, sample_hash, "a paper", std::nullopt};
  auto document = json_document({"opexplore", "1.2.3", "abc"});
  document["tests"].push_back(json_test(result));
  return document;
}

}  // namespace

TEST_CASE("reports about the end fit the schema", "[export][termination][json]") {
  Termination report = waiting_report();
  SECTION("a lasso and a trap") {
    const auto document = document_of(report);
    CHECK(schema_fault(json_text(document)) == "");
    const auto& found = document["tests"][0]["termination"];
    CHECK(found["machine"]["settings"]["variant"] == "plain");
    CHECK(found["states"] == 12);
    CHECK(found["deadlock"].is_null());
    const auto& judgement = found["judgements"][0];
    CHECK(judgement["promise"] == "cuda");
    CHECK(judgement["model"] == "sys=OBE,gpu=OBE,cta=FAIR,warp=FAIR");
    CHECK(judgement["weak"] == "no");
    CHECK(judgement["deadlock"] == false);
    const auto& lasso = judgement["lasso"];
    CHECK(lasso["stem"]["steps"].size() == 1);
    CHECK(lasso["loop"][0]["number"] == 2);
    CHECK(lasso["loop"][1]["number"] == 3);
    CHECK(lasso["boundary"] == "gpu=OBE");
    CHECK(lasso["reasons"][1]["role"] == "not_guaranteed");
    CHECK(lasso["reads"][0]["reads_from"] == "init flag");
    CHECK(lasso["remark"].is_null());
    CHECK(judgement["trap"]["states"] == 2);
  }
  SECTION("a deadlock") {
    const auto document = document_of(deadlocked_report());
    CHECK(schema_fault(json_text(document)) == "");
    const auto& found = document["tests"][0]["termination"];
    CHECK(found["deadlock"]["reasons"][1]["role"] == "waits");
    CHECK(found["judgements"][0]["deadlock"] == true);
    CHECK(found["judgements"][0]["lasso"].is_null());
  }
  SECTION("every word, a bound, a limit, no witnesses") {
    report = report_on({judgement_of("FAIR", Ends::yes, Ends::bounded),
                        judgement_of("HSA", Ends::no, Ends::unknown)});
    report.bound = "three";
    report.coverage.incomplete = Incomplete::time;
    report.coverage.reason = "time is up";
    const auto document = document_of(report);
    CHECK(schema_fault(json_text(document)) == "");
    CHECK(document["tests"][0]["termination"]["judgements"][0]["strong"] == "bounded");
    CHECK(document["tests"][0]["termination"]["incomplete"]["limit"] == "time");
  }
}

TEST_CASE("the schema rejects other reports about the end", "[export][termination][json]") {
  auto document = document_of(waiting_report());
  auto& found = document["tests"][0]["termination"];
  auto& judgement = found["judgements"][0];
  SECTION("a verdict that is none") { judgement["weak"] = "perhaps"; }
  SECTION("a missing key") { judgement.erase("strong"); }
  SECTION("an extra key") { found["colour"] = "red"; }
  SECTION("an empty loop") { judgement["lasso"]["loop"] = nlohmann::ordered_json::array(); }
  SECTION("a role that is none") { judgement["lasso"]["reasons"][0]["role"] = "sleeps"; }
  CHECK(schema_fault(json_text(document)) != "");
}
