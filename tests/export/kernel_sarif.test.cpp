// Bugs of kernels as SARIF 2.1.0: the members that the standard requires are asked for here one by
// one, after its chapters 3.13 to 3.57.
#include "export/kernel_sarif.hpp"

#include <set>

#include "export/kernel_rules.hpp"
#include "tests/catch.hpp"
#include "tests/export/kernel_sample.hpp"

namespace opexplore::testing {
namespace {

using Json = nlohmann::ordered_json;

const RunSummary summary{{"opexplore", "1.2.3", "abc"}, 11};

Json log_of(std::vector<FormatPart> parts) {
  return Json::parse(sarif_document(std::move(parts), summary));
}

void check_message(const Json& message) {
  REQUIRE(message.contains("text"));
  CHECK_FALSE(message["text"].get<std::string>().empty());
}

void check_region(const Json& region) {
  CHECK(region["startLine"].get<int>() >= 1);
  for (const char* const member : {"startColumn", "endLine", "endColumn"}) {
    if (region.contains(member)) CHECK(region[member].get<int>() >= 1);
  }
}

void check_location(const Json& location) {
  const Json& physical = location["physicalLocation"];
  const auto uri = physical["artifactLocation"]["uri"].get<std::string>();
  CHECK(uri.find_first_of(" \\") == std::string::npos);
  if (physical.contains("region")) check_region(physical["region"]);
  if (location.contains("message")) check_message(location["message"]);
}

void check_flows(const Json& flows) {
  for (const Json& flow : flows) {
    REQUIRE_FALSE(flow["threadFlows"].empty());
    for (const Json& thread : flow["threadFlows"]) {
      REQUIRE_FALSE(thread["locations"].empty());
      for (const Json& at : thread["locations"]) {
        check_location(at["location"]);
        CHECK(at["executionOrder"].get<int>() >= 0);
      }
    }
  }
}

void check_fixes(const Json& fixes) {
  for (const Json& fix : fixes) {
    REQUIRE_FALSE(fix["artifactChanges"].empty());
    for (const Json& change : fix["artifactChanges"]) {
      CHECK(change["artifactLocation"].contains("uri"));
      REQUIRE_FALSE(change["replacements"].empty());
      for (const Json& replacement : change["replacements"]) {
        check_region(replacement["deletedRegion"]);
        CHECK(replacement["insertedContent"].contains("text"));
      }
    }
  }
}

// What every log must have, whatever is in it.
void check_log(const Json& log) {
  CHECK(log["version"] == "2.1.0");
  REQUIRE(log["runs"].size() == 1);
  const Json& run = log["runs"][0];
  CHECK(run["tool"]["driver"]["name"] == "opexplore");
  CHECK(run["invocations"][0]["executionSuccessful"].is_boolean());
  const Json& rules = run["tool"]["driver"]["rules"];
  std::set<std::string> ids;
  for (const Json& rule : rules) {
    CHECK(ids.insert(rule["id"]).second);
    check_message(rule["shortDescription"]);
    check_message(rule["fullDescription"]);
    check_message(rule["help"]);
  }
  for (const Json& result : run["results"]) {
    check_message(result["message"]);
    CHECK(rules[result["ruleIndex"].get<std::size_t>()]["id"] == result["ruleId"]);
    CHECK(std::set<std::string>{"none", "note", "warning", "error"}.contains(result["level"]));
    for (const Json& location : result["locations"]) check_location(location);
    for (const Json& location : result.value("relatedLocations", Json::array())) {
      check_location(location);
    }
    check_flows(result.value("codeFlows", Json::array()));
    check_fixes(result.value("fixes", Json::array()));
  }
}

Json only_result(const Test& test, const Bug& bug) {
  Findings verdict;
  verdict.bugs = {bug};
  const Json log = log_of({sarif_results(test, verdict)});
  check_log(log);
  REQUIRE(log["runs"][0]["results"].size() == 1);
  return log["runs"][0]["results"][0];
}

}  // namespace

TEST_CASE("kernel sarif: each kind of bug is a rule, and notes are one", "[export][sarif]") {
  const Json rules = sarif_rules();
  REQUIRE(rules.size() == 10);
  for (const BugKind kind :
       {BugKind::data_race, BugKind::same_value, BugKind::assertion, BugKind::misuse,
        BugKind::divergence, BugKind::unexpected, BugKind::deadlock, BugKind::hang}) {
    CHECK(rules[static_cast<std::size_t>(kind)]["id"] == name_of(kind));
  }
  CHECK(rules[8]["id"] == "mutual-exclusion");
  CHECK(rules[9]["id"] == note_rule);
  CHECK(rules[9]["defaultConfiguration"]["level"] == "note");
  CHECK(rules[0]["defaultConfiguration"]["level"] == "error");
  CHECK(rules[1]["defaultConfiguration"]["level"] == "warning");
}

TEST_CASE("kernel sarif: a bug is at its lines of the source", "[export][sarif]") {
  const Trace trace = kernel_trace();
  const Json result = only_result(kernel_test(), kernel_race(&trace));
  CHECK(result["ruleId"] == "data-race");
  CHECK(result["level"] == "error");
  CHECK(result["message"]["text"] ==
        "Data race on `data`. Block 1 saw flag = 1 and still reads the old data. Nothing publishes "
        "it. Fix: insert `__threadfence();` before handoff.cu:7 `flag = 1;`, and insert "
        "`__threadfence();` after handoff.cu:9 `while (flag == 0) {}` (proved: out is always 42). "
        "Or: cuda::atomic<int>, release store, acquire load.");
  const Json& where = result["locations"][0];
  CHECK(where["physicalLocation"]["artifactLocation"]["uri"] == "handoff.cu");
  CHECK(where["physicalLocation"]["region"] == Json{{"startLine", 6}, {"startColumn", 5}});
  CHECK(where["message"]["text"] == "block 0: store: data = 42;");
  CHECK(where["properties"]["ptx"]["line"] == 31);
  REQUIRE(result["relatedLocations"].size() == 1);
  const Json& other = result["relatedLocations"][0];
  CHECK(other["id"] == 1);
  CHECK(other["physicalLocation"]["region"]["startLine"] == 10);
  CHECK(other["message"]["text"] == "block 1: load, may see 0: *out = data;");
}

TEST_CASE("kernel sarif: each thread has its steps, and all have an order", "[export][sarif]") {
  const Trace trace = kernel_trace();
  const Json result = only_result(kernel_test(), kernel_race(&trace));
  const Json& threads = result["codeFlows"][0]["threadFlows"];
  REQUIRE(threads.size() == 2);
  CHECK(threads[0]["id"] == "block 0");
  CHECK(threads[1]["id"] == "block 1");
  // Step 3 is memory's, and stands at no line.
  CHECK(threads[0]["locations"].size() == 2);
  CHECK(threads[0]["locations"][1]["executionOrder"] == 2);
  const Json& last = threads[1]["locations"][1];
  CHECK(last["executionOrder"] == 5);
  CHECK(last["location"]["physicalLocation"]["region"]["startLine"] == 10);
  CHECK(last["location"]["message"]["text"] == "reads data=0: *out = data;");
  CHECK_FALSE(only_result(kernel_test(), kernel_race()).contains("codeFlows"));
}

TEST_CASE("kernel sarif: steps name memory as the source does", "[export][sarif]") {
  Trace trace = kernel_trace();
  trace.steps[0].events = {{Event::Kind::write, 0, 42, WriteRef{0, 1}}};
  trace.steps[4].events = {{Event::Kind::read, 0, 0, {}, initial_write_of(0)}};
  kernel::Facts facts = kernel_facts();
  facts.locations = {"table[0]"};
  Findings verdict;
  verdict.bugs = {kernel_race(&trace)};
  const auto texts = [&](const kernel::Facts* known) {
    const Json results = sarif_results(kernel_test(), verdict, known);
    const Json& threads = results[0]["codeFlows"][0]["threadFlows"];
    return threads[0]["locations"][0]["location"]["message"]["text"].get<std::string>() + '|' +
           threads[1]["locations"][1]["location"]["message"]["text"].get<std::string>();
  };
  CHECK(texts(&facts) == "writes table[0] = 42: data = 42;|reads table[0] = 0: *out = data;");
  CHECK(texts(nullptr) == "writes data = 42: data = 42;|reads data = 0: *out = data;");
}

TEST_CASE("kernel sarif: a fix that inserts lines can be applied", "[export][sarif]") {
  const Json result = only_result(kernel_test(), kernel_race());
  REQUIRE(result["fixes"].size() == 1);
  CHECK(result["fixes"][0]["description"]["text"] == "out is always 42");
  const Json& changes = result["fixes"][0]["artifactChanges"];
  REQUIRE(changes.size() == 1);
  const Json& replacements = changes[0]["replacements"];
  REQUIRE(replacements.size() == 2);
  const auto at = [](int line) {
    return Json{{"startLine", line}, {"startColumn", 1}, {"endLine", line}, {"endColumn", 1}};
  };
  CHECK(replacements[0]["deletedRegion"] == at(7));
  CHECK(replacements[0]["insertedContent"]["text"] == "    __threadfence();\n");
  CHECK(replacements[1]["deletedRegion"] == at(10));  // behind line 9
}

TEST_CASE("kernel sarif: what lies inside a line, or lacks braces, is said alone",
          "[export][sarif]") {
  Bug inside = kernel_race(), bare = kernel_race();
  inside.fix->edits[0].inside = true;
  bare.fix->edits[0].needs_braces = true;
  const auto text = [](const Json& result) { return result["message"]["text"].get<std::string>(); };
  const Json one = only_result(kernel_test(), inside), other = only_result(kernel_test(), bare);
  CHECK_FALSE(one.contains("fixes"));
  CHECK(text(one).find(" inside ") != std::string::npos);
  CHECK_FALSE(other.contains("fixes"));
  CHECK(text(other).find(", both in braces") != std::string::npos);
}

TEST_CASE("kernel sarif: half a fix is none", "[export][sarif]") {
  Bug bug = kernel_race();
  bug.fix->edits[1].where = CodeEdit::Where::at;
  bug.fix->proved = false;
  bug.fix->effect.clear();
  const Json result = only_result(kernel_test(), bug);
  CHECK_FALSE(result.contains("fixes"));
  const auto text = result["message"]["text"].get<std::string>();
  CHECK(
      text.find("Possible fix: insert `__threadfence();` before handoff.cu:7 `flag = 1;`, and "
                "write `__threadfence();` in place of handoff.cu:9 `while (flag == 0) {}`. Or: ") !=
      std::string::npos);
}

TEST_CASE("kernel sarif: fingerprints do not depend on lines", "[export][sarif]") {
  const auto print = [](const Json& result) {
    return result["partialFingerprints"]["bugText/v1"].get<std::string>();
  };
  const std::string first = print(only_result(kernel_test(), kernel_race()));
  Test shifted = kernel_test();
  for (Thread& thread : shifted.program.threads) {
    for (Instruction& at : thread.instructions) {
      at.place.line += 12;
      at.code->place.line += 3;
    }
  }
  CHECK(print(only_result(shifted, kernel_race())) == first);
  CHECK(print(only_result(kernel_test("/elsewhere/handoff.cu"), kernel_race())) == first);
  Test changed = kernel_test();
  changed.program.threads[1].instructions[1].code->text = "*out = data + 1;";
  CHECK(print(only_result(changed, kernel_race())) != first);
  Bug other = kernel_race();
  other.kind = BugKind::unexpected;
  CHECK(print(only_result(kernel_test(), other)) != first);
  const auto print_of_note = [&](const std::string& text) {
    Findings noted;
    noted.notes = {{text, CodePlace{"x.cu", {7, 1}, "while (!flag) {}"}}};
    return print(log_of({sarif_results(kernel_test(), noted)})["runs"][0]["results"][0]);
  };
  CHECK(print_of_note("the loop at x.cu:7 spins") == print_of_note("the loop at x.cu:12 spins"));
  CHECK(print_of_note("the loop at x.cu:7 spins") != print_of_note("the loop at x.cu:7 ends"));
  // Two of the same texts in one log are told apart.
  Findings twice;
  twice.bugs = {kernel_race(), kernel_race()};
  const Json log = log_of({sarif_results(kernel_test(), twice)});
  CHECK(print(log["runs"][0]["results"][0]) == first);
  CHECK(print(log["runs"][0]["results"][1]) != first);
}

TEST_CASE("kernel sarif: notes are notes, where they are known to be", "[export][sarif]") {
  const Json log = log_of({sarif_results(kernel_test(), kernel_verdict())});
  check_log(log);
  const Json& results = log["runs"][0]["results"];
  REQUIRE(results.size() == 3);
  CHECK(results[1]["level"] == "note");
  CHECK(results[1]["ruleId"] == "note");
  CHECK(results[1]["locations"][0]["physicalLocation"]["region"]["startLine"] == 9);
  CHECK(results[2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "handoff.cu");
  CHECK_FALSE(results[2]["locations"][0]["physicalLocation"].contains("region"));
}

TEST_CASE("kernel sarif: without lines of a source, places are in the PTX", "[export][sarif]") {
  Test test = kernel_test("a b/100%/größe.ptx");
  for (Thread& thread : test.program.threads) {
    thread.label.clear();
    for (Instruction& at : thread.instructions) at.code.reset();
  }
  const Json result = only_result(test, kernel_race(nullptr, "a b/100%/größe.ptx"));
  const Json& where = result["locations"][0];
  CHECK(where["physicalLocation"]["artifactLocation"]["uri"] == "a%20b/100%25/gr%C3%B6%C3%9Fe.ptx");
  CHECK(where["physicalLocation"]["region"]["startLine"] == 31);
  CHECK_FALSE(where.contains("properties"));
  CHECK(where["message"]["text"] == "P0: store: st.global.u32 [data], 42");
}

TEST_CASE("kernel sarif: hostile texts stay texts", "[export][sarif]") {
  Test test = kernel_test();
  test.program.threads[0].instructions[0].code->text = "slots[1](\"{0}\\\xff\");";
  Bug bug = kernel_race();
  bug.title = "assert `f[1](x)` {0} fails\n::error::";
  const Json result = only_result(test, bug);
  CHECK(result["message"]["text"].get<std::string>().starts_with(
      "Assert `f\\[1](x)` {{0}} fails\n::error::."));
}

TEST_CASE("kernel sarif: what could not be run is told of", "[export][sarif]") {
  Failure failure;
  failure.message = "unknown instruction";
  failure.file = "my kernels/x.ptx";
  failure.line = 7;
  failure.column = 2;
  const Json log = log_of({failed_sarif(failure), sarif_results(kernel_test(), kernel_verdict())});
  check_log(log);
  const Json& invocation = log["runs"][0]["invocations"][0];
  CHECK(invocation["executionSuccessful"] == false);
  CHECK(invocation["exitCode"] == 11);
  REQUIRE(invocation["toolExecutionNotifications"].size() == 1);
  const Json& told = invocation["toolExecutionNotifications"][0];
  CHECK(told["message"]["text"] == "my kernels/x.ptx:7:2: unknown instruction");
  CHECK(told["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] ==
        "my%20kernels/x.ptx");
  CHECK(log["runs"][0]["results"].size() == 3);
  const Json fine = log_of({Json::array()});
  check_log(fine);
  CHECK(fine["runs"][0]["results"] == Json::array());
  CHECK(fine["runs"][0]["invocations"][0]["executionSuccessful"] == true);
}

}  // namespace opexplore::testing
