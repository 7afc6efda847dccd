// What is known of a kernel in the report document.
#include "export/kernel_json.hpp"

#include "export/json.hpp"
#include "tests/catch.hpp"
#include "tests/export/kernel_sample.hpp"
#include "tests/export/schema_check.hpp"

namespace opexplore::testing {
namespace {

using Json = nlohmann::ordered_json;

Json document_with(const Test& test, const Json& kernel) {
  Json document = json_document({"opexplore", "1.2.3", "abc"});
  document["tests"].push_back(
      json_test(TestResult{test, sample_answer(), {}, sample_hash, "a paper", {}}));
  document["tests"][0]["kernel"] = kernel;
  return document;
}

}  // namespace

TEST_CASE("kernel json: facts, bugs, what is fine, and notes", "[export][json]") {
  const Test test = kernel_test();
  const Trace trace = kernel_trace();
  const Json kernel = json_kernel(test, kernel_facts(), kernel_verdict(&trace));
  CHECK(schema_fault(json_text(document_with(test, kernel))) == "");
  CHECK(kernel["file"] == "handoff.cu");
  CHECK(kernel["kernels"] == Json{"handoff(int*)"});
  CHECK(kernel["launch"] == "<<<2, 1>>>");
  CHECK(kernel["compiler"] == "nvcc 13.0");
  CHECK(kernel["target"] == "sm_90");
  CHECK(kernel["chosen_launch"] == false);
  CHECK(kernel["fine"] == Json{"no hang"});
  REQUIRE(kernel["bugs"].size() == 1);
  const Json& bug = kernel["bugs"][0];
  CHECK(bug["kind"] == "data-race");
  CHECK(bug["title"] == "data race on `data`");
  CHECK(bug["sentences"].size() == 2);
  CHECK(bug["places"][1]["label"] == "block 1");
  CHECK(bug["places"][1]["what"] == "load, may see 0");
  CHECK(bug["places"][1]["source"] ==
        Json{{"line", 42},
             {"column", 2},
             {"text", "ld.global.u32 %r2, [data]"},
             {"code",
              {{"file", "handoff.cu"}, {"line", 10}, {"column", 5}, {"text", "*out = data;"}}}});
  CHECK(bug["fix"]["proved"] == true);
  CHECK(bug["fix"]["effect"] == "out is always 42");
  CHECK(bug["fix"]["edits"][0]["where"] == "before");
  CHECK(bug["fix"]["edits"][1]["where"] == "after");
  CHECK(bug["fix"]["edits"][0]["place"]["line"] == 7);
  CHECK(bug["trace"]["steps"][0]["source"]["code"]["line"] == 6);
  CHECK(kernel["notes"][0]["place"]["line"] == 9);
  CHECK(kernel["notes"][1]["place"].is_null());
}

TEST_CASE("kernel json: what is not known is null", "[export][json]") {
  const Test test = kernel_test("größe 100%.cu");
  kernel::Facts facts;
  facts.file = "größe 100%.cu";
  Findings verdict;
  verdict.bugs = {kernel_race()};
  verdict.bugs[0].fix.reset();
  const Json kernel = json_kernel(test, facts, verdict);
  CHECK(schema_fault(json_text(document_with(test, kernel))) == "");
  CHECK(kernel["compiler"].is_null());
  CHECK(kernel["target"].is_null());
  CHECK(kernel["bugs"][0]["fix"].is_null());
  CHECK(kernel["bugs"][0]["trace"].is_null());
  Json wrong = kernel;
  wrong["bugs"][0]["kind"] = "typo";
  CHECK(schema_fault(json_text(document_with(test, wrong))) != "");
}

}  // namespace opexplore::testing
