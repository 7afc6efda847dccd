// `--sarif` and `--github`: bugs where code hosts show them.
#include <algorithm>
#include <cctype>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

using Json = nlohmann::ordered_json;

// With one blank wherever there are several, or lines end.
std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
  return result;
}

// The sentences of an explanation but those of the fix, which a report lays out by lines.
std::vector<std::string> sentences_of(const std::string& message) {
  std::vector<std::string> result;
  std::string rest = message;
  while (!rest.empty()) {
    std::size_t end = rest.find(". ");
    if (end == std::string::npos) end = rest.size() - 1;
    std::string sentence = rest.substr(0, end);
    rest.erase(0, std::min(rest.size(), end + 2));
    if (contains(sentence, "ix: ")) break;
    if (result.empty()) sentence[0] = static_cast<char>(std::tolower(sentence[0]));  // the title
    result.push_back(std::move(sentence));
  }
  return result;
}

// What stands between backquotes.
std::vector<std::string> quoted(const std::string& text) {
  std::vector<std::string> result;
  std::size_t begin = text.find('`');
  while (begin != std::string::npos) {
    const std::size_t end = text.find('`', begin + 1);
    if (end == std::string::npos) break;
    result.push_back(text.substr(begin + 1, end - begin - 1));
    begin = text.find('`', end + 1);
  }
  return result;
}

Json results(const std::string& log) { return Json::parse(log)["runs"][0]["results"]; }

// The text after the replacements of the result's fix, last ones first, as an editor makes them.
std::string with_fix(const std::string& text, const Json& result) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::vector<Json> replacements = result["fixes"][0]["artifactChanges"][0]["replacements"];
  const auto start = [](const Json& replacement) {
    const Json& region = replacement["deletedRegion"];
    return std::pair(region["startLine"].get<std::size_t>(),
                     region["startColumn"].get<std::size_t>());
  };
  std::ranges::sort(replacements, std::greater(), start);
  for (const Json& replacement : replacements) {
    const auto [line, column] = start(replacement);
    const auto end = replacement["deletedRegion"]["endColumn"].get<std::size_t>();
    lines.at(line - 1).replace(column - 1, end - column,
                               replacement["insertedContent"]["text"].get<std::string>());
  }
  std::string changed;
  for (const std::string& line : lines) changed += line + '\n';
  return changed;
}

}  // namespace

TEST_CASE("command line: --sarif writes one log of all tests", "[cli][sarif]") {
  const Folder folder;
  const std::string quiet = folder.add("a test, 100%.litmus", store_buffering());
  const std::string stuck = folder.add("stuck.litmus", deadlock_test);
  const std::string race = folder.add("racy.litmus", racy_test);
  const std::string wrong = folder.add("bad.litmus", bad_test);
  const std::string tests =
      " --check races '" + quiet + "' " + stuck + ' ' + race + ' ' + wrong + " 2>/dev/null";
  const auto run = program("--sarif " + folder.path("log.sarif") + tests);
  CHECK(contains(run.output, "Test SB Allowed"));
  const Json log = Json::parse(folder.text("log.sarif"));
  CHECK(log["version"] == "2.1.0");
  const Json& invocation = log["runs"][0]["invocations"][0];
  CHECK(invocation["exitCode"] == run.status);
  CHECK(invocation["executionSuccessful"] == false);
  CHECK(contains(invocation["toolExecutionNotifications"][0]["message"]["text"], "bad.litmus:4:"));
  bool deadlock = false, data_race = false;
  for (const Json& result : log["runs"][0]["results"]) {
    const auto uri =
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].get<std::string>();
    CHECK(uri.starts_with("file:///"));
    if (result["ruleId"] == "deadlock") {
      deadlock = true;
      CHECK(uri.ends_with("/stuck.litmus"));
      CHECK(result["codeFlows"][0]["threadFlows"].size() >= 1);
    }
    if (uri.ends_with("/racy.litmus")) {
      data_race = result["ruleId"] == "data-race";
      CHECK(result["locations"][0]["physicalLocation"]["region"]["startLine"] == 4);
      CHECK(result["relatedLocations"].size() == 1);
    }
  }
  CHECK(deadlock);
  CHECK(data_race);
}

TEST_CASE("command line: --sarif - is the log alone", "[cli][sarif]") {
  const Folder folder;
  const std::string race = folder.add("racy.litmus", racy_test);
  CHECK(results(program("-q --sarif - --check races " + race).output).size() == 1);
  CHECK(results(program("-q --sarif - " + folder.add("sb.litmus", store_buffering())).output)
            .empty());
  const std::string kinds = folder.add("kinds.txt", "Racy Forbidden\n");
  const Json unexpected = results(program("-q --sarif - -kinds " + kinds + ' ' + race).output);
  REQUIRE(unexpected.size() == 1);
  CHECK(unexpected[0]["ruleId"] == "unexpected");
  CHECK(contains(unexpected[0]["message"]["text"], "does not hold, and was expected to."));
}

TEST_CASE("command line: --sarif replaces nothing that is read, and is whole", "[cli][sarif]") {
  const Folder folder;
  const std::string test = folder.add("sb.litmus", store_buffering());
  CHECK(program("--sarif " + test + ' ' + test).status == 2);
  CHECK(folder.text("sb.litmus") == store_buffering());
  CHECK(contains(complaint("--sarif " + test), "--write sarif"));
  CHECK(contains(complaint("--sarif --trace " + test), "--sarif"));
  CHECK(contains(complaint("--sarif " + folder.path("none/log.sarif") + ' ' + test), "none"));
  CHECK(contains(complaint("--sarif - --json - " + test), "cannot both write"));
  CHECK(contains(complaint("--sarif - --github " + test), "cannot both write"));
  CHECK(contains(complaint("compare sc ptx --sarif x.sarif " + test), "do not go together"));
  CHECK_FALSE(folder.has("x.sarif"));
}

TEST_CASE("command line: bugs of kernels are at lines of CUDA", "[cli][sarif][launch]") {
  const Folder folder;
  const auto run = program(
      "tests/kernels/hoisted.sm_90.ptx --kernel handoff --grid 2 --github "
      "--sarif " +
      folder.path("log.sarif") + " --json " + folder.path("r.json") + " --trace-json " +
      folder.path("t.json"));
  CHECK(run.status == 11);
  CHECK(contains(run.output, "::error file=tests/kernels/hoisted.cu,line=9,col=5,title="));
  const Json log = results(folder.text("log.sarif"));
  std::set<std::string> rules;
  for (const Json& result : log) {
    rules.insert(result["ruleId"]);
    CHECK(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] ==
          "tests/kernels/hoisted.cu");
  }
  CHECK(rules == std::set<std::string>{"data-race", "hang", "note"});
  CHECK(log[0]["codeFlows"][0]["threadFlows"].size() == 2);
  CHECK(schema_fault(folder.text("r.json")) == "");
  const Json result = Json::parse(folder.text("r.json"))["tests"][0];
  CHECK(result["plan"][0] == "all outcomes, level by level");
  const Json& kernel = result["kernel"];
  CHECK(kernel["kernels"] == Json{"handoff(int*, int*, int*)"});
  CHECK(kernel["bugs"][0]["places"][0]["source"]["code"]["line"] == 9);
  CHECK(schema_fault(folder.text("t.json"), "trace.schema.json") == "");
  CHECK(program("replay -q " + folder.path("t.json")).status == 0);
}

TEST_CASE("command line: --sarif says of kernels what the report says", "[cli][sarif]") {
  std::size_t sentences = 0, code = 0;
  for (const std::string name :
       {"corpus/append_count", "corpus/atomic_flag_clear_relaxed", "corpus/exchange_lock",
        "cuda/handoff", "corpus/dekker_release_acquire"}) {
    const Folder folder;
    const auto run = program("-q --sarif " + folder.path("k.sarif") + " tests/kernels/" + name +
                             ".sm_90.ptx 2>/dev/null");
    const std::string report = in_one_line(run.output);
    for (const Json& result : results(folder.text("k.sarif"))) {
      if (result["level"] != "error") continue;
      const auto message = result["message"]["text"].get<std::string>();
      INFO(name << ": " << message << "\n" << run.output);
      for (const std::string& sentence : sentences_of(message)) {
        CHECK(contains(report, in_one_line(sentence)));
        ++sentences;
      }
      for (const std::string& text : quoted(message)) {
        CHECK(contains(report, in_one_line(text)));
        ++code;
      }
    }
  }
  CHECK(sentences > 10);
  CHECK(code > 10);
}

TEST_CASE("command line: litmus tests get fixes for editors", "[cli][sarif]") {
  const std::string head = "PTX MP\n{ }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n";
  const std::string code =
      " st.weak x, 1 | ld.relaxed.gpu r0, y ;\n st.relaxed.gpu y, 1 | ld.weak r1, x ;\n";
  const std::string condition = "exists (1:r0=1 /\\ 1:r1=0)\n";
  const Folder folder;

  SECTION("where they contradict themselves") {
    const std::string text = head + code + '~' + condition;
    const std::string file = folder.add("mp.litmus", text);
    const Json found = results(program("--write sarif=- " + file).output);
    REQUIRE(found.size() == 1);
    CHECK(found[0]["ruleId"] == "unexpected");
    CHECK(contains(found[0]["message"]["text"].get<std::string>(),
                   "(proved: the outcome is forbidden"));
    const std::string mended = folder.add("mended.litmus", with_fix(text, found[0]));
    CHECK(results(program("--write sarif=- " + mended).output).empty());
  }
  SECTION("where data races are looked for") {
    const std::string text = head + code + condition;
    const std::string file = folder.add("mp.litmus", text);
    const std::string asked = "--property data-race --write sarif=- ";
    const Json found = results(program(asked + file).output);
    REQUIRE(found.size() == 1);
    CHECK(found[0]["ruleId"] == "data-race");
    CHECK(contains(found[0]["message"]["text"].get<std::string>(), "no data race is left"));
    const std::string mended = folder.add("mended.litmus", with_fix(text, found[0]));
    CHECK(results(program(asked + mended).output).empty());
  }
  SECTION("in C++, in the words that stand there") {
    const std::string text =
        "C MP\n{}\nP0(atomic_int* x, atomic_int* y) {\n"
        "  atomic_store_explicit(x, 1, memory_order_relaxed);\n"
        "  atomic_store_explicit(y, 1, memory_order_relaxed);\n}\n"
        "P1(atomic_int* x, atomic_int* y) {\n"
        "  int r0 = atomic_load_explicit(y, memory_order_relaxed);\n"
        "  int r1 = atomic_load_explicit(x, memory_order_relaxed);\n}\n"
        "~exists (1:r0=1 /\\ 1:r1=0)\n";
    const std::string file = folder.add("mp.litmus", text);
    const Json found = results(program("--write sarif=- " + file).output);
    REQUIRE(found.size() == 1);
    const std::string changed = with_fix(text, found[0]);
    CHECK(contains(changed, "atomic_store_explicit(y, 1, memory_order_release);"));
    const std::string mended = folder.add("mended.litmus", changed);
    CHECK(results(program("--write sarif=- " + mended).output).empty());
  }
  SECTION("which leave alone what is strong already") {
    const std::string half = " st.weak x, 1 | ld.relaxed.gpu r0, x ;\nexists (1:r0=1)\n";
    const std::string file = folder.add("half.litmus", head + half);
    const Json found = results(program("--property data-race --write sarif=- " + file).output);
    REQUIRE(found.size() == 1);
    const Json& change = found[0]["fixes"][0]["artifactChanges"][0]["replacements"];
    REQUIRE(change.size() == 1);
    CHECK(change[0]["insertedContent"]["text"] == "st.relaxed.gpu x, 1");
  }
  SECTION("`exists` says that an outcome may be there, and not that it must not") {
    const std::string asks = folder.add("asks.litmus", head + code + condition);
    CHECK(results(program("--write sarif=- " + asks).output).empty());
  }
}

TEST_CASE("command line: --github annotates after each log", "[cli][sarif]") {
  const Folder folder;
  const std::string race = folder.add("racy, 100%.litmus", racy_test);
  const std::string quiet = folder.add("sb.litmus", store_buffering());
  const auto run = program("--github --check races '" + race + "' " + quiet);
  const std::size_t annotation = run.output.find("::error file=");
  REQUIRE(annotation != std::string::npos);
  CHECK(run.output.find("Test Racy") < annotation);
  CHECK(annotation < run.output.find("Test SB"));
  CHECK(contains(run.output, "racy%2C 100%25.litmus,line=4,col="));
  CHECK(contains(run.output, ",title=data race on `x`::P0: store at "));
  CHECK_FALSE(contains(program("--github " + quiet).output, "::"));
  const auto wrong = program("--github " + folder.add("bad.litmus", bad_test) + " 2>/dev/null");
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.output, "bad.litmus,line=4,col="));
  CHECK(contains(wrong.output, ",title=not checked::"));
}

}  // namespace opexplore::testing
