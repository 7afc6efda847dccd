#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "explorer/report.hpp"
#include "export/json.hpp"
#include "export/lasso_dot.hpp"
#include "export/termination_json.hpp"
#include "export/termination_text.hpp"
#include "export/termination_words.hpp"
#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/export/termination_sample.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

std::string text_of(const TerminationReport& report, const Test& test = waiting_test(),
                    TraceDetail detail = TraceDetail::changes) {
  std::ostringstream out;
  write_termination(out, test, report, detail);
  return out.str();
}

std::string dot_of(const TerminationReport& report) {
  std::ostringstream out;
  write_termination_dot(out, waiting_test(), report);
  return out.str();
}

nlohmann::ordered_json document_of(const TerminationReport& report) {
  const Test test = waiting_test();
  Report found;
  found.machine = "sample";
  const TestAnswer answer = answer_of(std::move(found));
  const ExploreOptions options;
  TestResult result{test, answer, options, sample_hash, "a paper", std::nullopt};
  result.termination = &report;
  auto document = json_document({"opexplore", "1.2.3", "abc"});
  document["tests"].push_back(json_test(result));
  return document;
}

bool has(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a run without end is shown with its loop and its reasons", "[export][termination]") {
  CHECK(text_of(waiting_report()) == "");
}

TEST_CASE("a deadlock says who waits for what", "[export][termination]") {
  CHECK(text_of(deadlocked_report()) == "");
}

TEST_CASE("several promises have a line each", "[export][termination]") {
  CHECK(text_of(report_on({judgement_of("FAIR", Ends::yes, Ends::yes),
                           judgement_of("HSA_OBE", Ends::no, Ends::yes),
                           judgement_of("gpu=OBE,cta=FAIR", Ends::bounded, Ends::bounded),
                           judgement_of("UNFAIR", Ends::unknown, Ends::no)})) == "");
}

TEST_CASE("a run without end, drawn", "[export][termination][dot]") {
  CHECK(dot_of(waiting_report()) == "");
}
