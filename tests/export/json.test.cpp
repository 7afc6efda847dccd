#include "export/json.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "export/program_json.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/export/sample.hpp"
#include "tests/export/schema_check.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

nlohmann::ordered_json document_of(const Test& test, const Answer& report,
                                   const ExploreOptions& options = {},
                                   std::optional<bool> expected = {}) {
  const AskedOptions asked = asked_options(options);
  auto document = json_document({"opexplore", "1.2.3", "abc"});
  document["tests"].push_back(
      json_test(TestResult{test, report, asked, sample_hash, "a paper", expected}));
  return document;
}

void check(const nlohmann::ordered_json& document) {
  CHECK(schema_fault(json_text(document)).empty());
}

}  // namespace

TEST_CASE("a result as JSON", "[export][json]") {
  const auto document = document_of(sample_test(), sample_answer());
  check(document);
  const auto& entry = document["tests"][0];
  CHECK(entry["verdict"]["ok"] == true);
  CHECK(entry["verdict"]["positive"] == 2);
  CHECK(entry["observables"] == nlohmann::ordered_json({"0:r0", "1:r0", "[x]", "[y]"}));
  CHECK(entry["outcomes"].size() == 4);
  CHECK(entry["outcomes"][3]["values"] == nlohmann::ordered_json({1, -1, 1, 1}));
  CHECK(entry["outcomes"][0]["satisfies"] == true);
  CHECK(entry["outcomes"][3]["satisfies"] == false);
  CHECK(entry["incomplete"].is_null());
  CHECK(entry["expected"].is_null());
  CHECK(entry["plan"] ==
        nlohmann::ordered_json({"towards the condition, level by level, 2048 states, until the "
                                "verdict is known",
                                "all outcomes, level by level"}));
}

TEST_CASE("keys come in a fixed order", "[export][json]") {
  const std::string text = json_text(document_of(sample_test(), sample_answer()));
  std::size_t last = 0;
  for (const std::string key : {"schema_version", "tool", "tests", "name", "machine", "verdict",
                                "outcomes", "plan", "statistics", "exit_code"}) {
    const auto at = text.find('"' + key + '"', last);
    INFO(key);
    REQUIRE(at != std::string::npos);
    last = at;
  }
  CHECK(text == json_text(document_of(sample_test(), sample_answer())));
}

TEST_CASE("a trace as JSON", "[export][json]") {
  const auto document = document_of(sample_test(), sample_answer());
  const auto& trace = document["tests"][0]["outcomes"][0]["trace"];
  REQUIRE(trace["steps"].size() == 3);
  CHECK(trace["initial"][0]["component"] == "memory");
  const auto& read = trace["steps"][1];
  CHECK(read["number"] == 2);
  CHECK(read["rule"] == "read");
  CHECK(read["thread"] == 1);
  CHECK(read["argument"] == 7);
  CHECK(read["source"]["line"] == 5);
  CHECK(read["source"]["text"] == "ld.weak r0, x");
  CHECK(read["reason"] == "the store of P0 is still buffered");
  CHECK(read["changes"][0]["before"] == "?");
  CHECK(read["events"][0]["reads_from"] == "init x");
  CHECK(trace["steps"][2]["instruction"].is_null());
  CHECK(trace["steps"][2]["source"].is_null());
  CHECK(trace["coherence"][0] == nlohmann::ordered_json({"init x", "P0.1"}));
}

TEST_CASE("every kind of result fits the schema", "[export][json]") {
  Answer report = sample_answer();
  ExploreOptions options;
  SECTION("incomplete, with limits") {
    options.max_states = 40;
    options.max_memory = 1U << 30U;
    options.timeout = std::chrono::milliseconds(1500);
    report.coverage.incomplete = Incomplete::states;
    report.coverage.reason = "stopped after 40 states";
    const auto document = document_of(sample_test(), report, options);
    check(document);
    CHECK(document["tests"][0]["incomplete"]["limit"] == "states");
    CHECK(document["tests"][0]["options"]["timeout_milliseconds"] == 1500);
  }
  SECTION("every other limit") {
    report.coverage.incomplete = GENERATE(Incomplete::memory, Incomplete::time,
                                          Incomplete::interrupted, Incomplete::machine_bound);
    check(document_of(sample_test(), report));
  }
  SECTION("deadlock, with and without a trace") {
    report.statistics.stuck_states = 2;
    report.deadlock_reason = "P0 waits";
    check(document_of(sample_test(), report));
    report.deadlock = sample_trace();
    const auto document = document_of(sample_test(), report);
    check(document);
    CHECK(document["tests"][0]["deadlock"]["trace"]["steps"].size() == 3);
  }
  SECTION("data race, with and without a trace") {
    report.statistics.racy_states = 2;
    report.races = true;
    report.race_reason = "P0 and P1 race on x";
    check(document_of(sample_test(), report));
    report.race = sample_trace();
    const auto document = document_of(sample_test(), report);
    check(document);
    const auto& test = document["tests"][0];
    CHECK(test["race"]["trace"]["steps"].size() == 3);
    CHECK(test["race"]["reason"] == "P0 and P1 race on x");
    CHECK(test["verdict"]["word"] == "Undef");
    CHECK(test["verdict"]["decided"] == false);
    CHECK(test["statistics"]["racy_states"] == 2);
  }
  SECTION("every quantifier, expected or not") {
    const auto quantifier =
        GENERATE(Quantifier::exists, Quantifier::not_exists, Quantifier::forall);
    check(document_of(sample_test(quantifier), report, {}, true));
    check(document_of(sample_test(quantifier), report, {}, false));
  }
  SECTION("no outcomes, stopped at the verdict") {
    report.outcomes.clear();
    report.coverage.stopped_at_verdict = true;
    check(document_of(sample_test(), report));
  }
  SECTION("huge path counts are strings, extreme values are integers") {
    report.statistics.paths = "1267650600228229401496703205376";
    report.outcomes[0].values[0] = std::numeric_limits<Value>::min();
    report.outcomes[1].values[0] = std::numeric_limits<Value>::max();
    const auto document = document_of(sample_test(), report);
    check(document);
    CHECK(document["tests"][0]["statistics"]["paths"] == "1267650600228229401496703205376");
    CHECK(json_text(document).find("-9223372036854775808") != std::string::npos);
    CHECK(json_text(document).find("9223372036854775807") != std::string::npos);
  }
}

TEST_CASE("a model's result", "[export][json]") {
  Answer report = sample_evaluation();
  const AskedOptions options;
  const auto document_with = [&] {
    auto document = json_document({"opexplore", "1.2.3", "abc"});
    document["tests"].push_back(json_test(TestResult{
        sample_test(), report, options, sample_hash, "My model", std::nullopt, {}, "m.cat"}));
    return document;
  };
  const auto document = document_with();
  check(document);
  const auto& entry = document["tests"][0];
  CHECK_FALSE(entry.contains("machine"));
  CHECK_FALSE(entry.contains("statistics"));
  CHECK(entry["model"]["name"] == "mine");
  CHECK(entry["model"]["title"] == "My model");
  CHECK(entry["model"]["source"] == "m.cat");
  CHECK(entry["evaluation"]["candidates"] == 40);
  CHECK(entry["evaluation"]["executions"] == 9);
  CHECK(entry["evaluation"]["flags"][0]["name"] == "racy");
  CHECK(entry["evaluation"]["flags"][1]["executions"] == 9);
  CHECK(entry["outcomes"][0]["executions"] == 2);
  CHECK(entry["outcomes"][0]["execution"]["events"].size() == 6);
  CHECK_FALSE(entry["outcomes"][2].contains("execution"));
  CHECK(entry["verdict"]["positive"] == 2);
  report.coverage.incomplete = Incomplete::machine_bound;
  report.coverage.reason = "a loop was cut after 2 jumps back";
  check(document_with());
}

TEST_CASE("a machine compared with a model fits the schema", "[export][json]") {
  const Test test = sample_test();
  const Answer first = sample_answer();
  const Answer second = sample_evaluation();
  const auto comparison = compare(test, first, second);
  const AskedOptions options;
  auto document = json_document({"opexplore", "1.2.3", "abc"});
  document["tests"].push_back(
      json_test(TestResult{test, first, options, sample_hash, "a paper", std::nullopt,
                           ComparedResult{second, "My model", comparison, "m.cat"}}));
  document["tests"].push_back(
      json_test(TestResult{test, second, options, sample_hash, "My model", std::nullopt,
                           ComparedResult{first, "a paper", comparison}, "m.cat"}));
  check(document);
  CHECK(document["tests"][0]["comparison"]["second"]["model"]["source"] == "m.cat");
  CHECK(document["tests"][0]["comparison"]["second"]["evaluation"]["circular"] == 1);
  CHECK(document["tests"][1]["comparison"]["second"]["machine"]["name"] == "sample");
}

TEST_CASE("failures fit the schema", "[export][json]") {
  auto document = json_document({"opexplore", "1.2.3", "unknown"});
  document["tests"].push_back(json_test(Failure{.message = "expected a register",
                                                .file = "bad.litmus",
                                                .line = 3,
                                                .column = 7,
                                                .suggestion = "write r0"}));
  document["exit_code"] = 2;
  check(document);
  CHECK(document["tests"][0]["error"]["line"] == 3);
  document["error"] = json_error(Failure{.message = "no test given"});
  check(document);
  CHECK(document["error"]["file"].is_null());
}

TEST_CASE("text that is not UTF-8 still gives a document", "[export][json]") {
  Test test = sample_test();
  test.path = "bad\xff.litmus";
  check(document_of(test, sample_answer()));
}

TEST_CASE("the schema rejects other documents", "[export][json]") {
  auto document = document_of(sample_test(), sample_answer());
  auto& entry = document["tests"][0];
  SECTION("a missing key") { entry.erase("verdict"); }
  SECTION("an extra key") { entry["colour"] = "red"; }
  SECTION("a hash of another shape") { entry["hash"] = "xyz"; }
  SECTION("a count below zero") { entry["statistics"]["states"] = -1; }
  SECTION("a machine without a plan") { entry.erase("plan"); }
  SECTION("a path count as a number") { entry["statistics"]["paths"] = 12; }
  SECTION("an unknown limit") { entry["incomplete"] = {{"limit", "x"}, {"reason", ""}}; }
  SECTION("another version") { document["schema_version"] = 1; }
  SECTION("an exit code that does not exist") { document["exit_code"] = 99; }
  SECTION("both machine and model") {
    entry["model"] = {
        {"name", ""}, {"title", ""}, {"source", ""}, {"settings", nlohmann::json::object()}};
    entry["evaluation"] = {{"candidates", 1},
                           {"executions", 1},
                           {"circular", 0},
                           {"filtered_outcomes", 0},
                           {"flags", nlohmann::json::array()},
                           {"seconds", 0}};
  }
  SECTION("an outcome that counts executions and states") {
    entry["outcomes"][0]["executions"] = 1;
  }
  SECTION("neither machine nor model") { entry.erase("machine"); }
  SECTION("a trace without steps") { entry["outcomes"][0]["trace"].erase("steps"); }
  CHECK_FALSE(schema_fault(json_text(document)).empty());
}

TEST_CASE("a program with asynchronous operations as JSON", "[export][json][async]") {
  const Test test = read(
      "PTX t\n{ s=1; x=2; b @ mbarrier 1; }\n"
      "P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,grid 0,gpu 0;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s@1], [x], 16, [b@1] | "
      "mbarrier.try_wait.parity.b64 p0, [b], 0;\ns: shared;\nexists (undef)\n",
      "t");
  const auto program = json_program(test, "", "", "");
  const auto& copy = program["threads"][0]["instructions"][0];
  CHECK(copy["operation"] == "asynchronous");
  CHECK(copy["function"] == "bulk_copy");
  CHECK(copy["elements"][0]["source"] == 2);
  CHECK(copy["elements"][0]["destinations"] == nlohmann::ordered_json::array({1}));
  CHECK(copy["mbarriers"] == nlohmann::ordered_json::array({4}));
  CHECK(copy["bytes"] == 16);
  CHECK(copy["scope"].is_null());
  const auto& wait = program["threads"][1]["instructions"][0];
  CHECK(wait["function"] == "mbarrier_wait");
  CHECK(wait["mbarrier"] == 4);
  CHECK(wait["order"] == "acquire");
  CHECK(wait["scope"] == "cta");
  CHECK(program["threads"][1]["cluster"] == 0);
  CHECK_FALSE(program["threads"][1].contains("grid"));
  CHECK(program["locations"][1]["cta"] == 1);
  CHECK_FALSE(program["locations"][2].contains("cta"));
  CHECK(program["locations"][4]["object"] == "mbarrier");
  CHECK(program["locations"][5]["object"] == "ending");
}

TEST_CASE("a program with tensor memory as JSON", "[export][json][async]") {
  const Test test = read(
      "PTX t\n{ s=1; t @ tensor = 3; b @ mbarrier 1; }\nP0@cta 0,cluster 0,gpu 0;\n"
      "tcgen05.mma.cta_group::1.kind::f16 [t], [s], 1;\n"
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [b];\n"
      "tcgen05.wait::ld.sync.aligned;\ntcgen05.fence::after_thread_sync;\ns: shared;\n"
      "exists ([t]=4)\n",
      "t");
  const auto program = json_program(test, "", "", "");
  CHECK(program["locations"][1]["object"] == "tensor");
  const auto& code = program["threads"][0]["instructions"];
  CHECK(code[0]["function"] == "tensor_matrix");
  CHECK(code[0]["form"] == "f16");
  CHECK(code[0]["reduction"] == "add");
  CHECK(code[1]["function"] == "tensor_commit");
  CHECK(code[1]["mbarriers"] == nlohmann::ordered_json::array({2}));
  CHECK(code[1]["operands_only"] == false);
  CHECK(code[2]["group"] == "tensor_loads");
  CHECK(code[3]["function"] == "fence_tensor_after");
  CHECK(code[3]["scope"].is_null());
}
