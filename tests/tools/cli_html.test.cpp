// `--html`: what the page holds. How it looks and moves, tests/browser says.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

using Json = nlohmann::ordered_json;

// The document inside a page.
Json document_of(const std::string& page) {
  const std::string begin = "<script id=\"opexplore-document\" type=\"application/json\">";
  const std::size_t from = page.find(begin);
  REQUIRE(from != std::string::npos);
  const std::size_t to = page.find("</script>", from);
  REQUIRE(to != std::string::npos);
  return Json::parse(page.substr(from + begin.size(), to - from - begin.size()));
}

Json page_of(const std::string& arguments) {
  const Folder folder;
  program("-q --html " + folder.path("page.html") + ' ' + arguments + " 2>/dev/null");
  return document_of(folder.text("page.html"));
}

std::size_t selected(const Json& test) {
  return static_cast<std::size_t>(
      std::ranges::count_if(test["runs"], [](const Json& run) { return run["selected"] == true; }));
}

const Json& selected_run(const Json& test) {
  return *std::ranges::find_if(test["runs"],
                               [](const Json& run) { return run["selected"] == true; });
}

}  // namespace

TEST_CASE("command line: a page has every outcome, and says which was asked about", "[cli][html]") {
  const Json page = page_of("'litmus/ptx/baseline/MP+rlx.gpus-p0::p1.litmus'");
  REQUIRE(page["tests"].size() == 1);
  const Json& test = page["tests"][0];
  CHECK(test["runs"].size() == 4);
  CHECK(selected(test) == 1);
  const Json& run = selected_run(test);
  CHECK(run["asked"] == true);
  CHECK(run["caption"] == "");
  CHECK(run["steps"].size() == 4);
  CHECK(run["why"].is_object());
  CHECK(run["downloads"]["dot"].get<std::string>().starts_with("digraph"));
  CHECK(test["downloads"]["coq"].is_string());
  CHECK(contains(test["log"], "Observation MP+rlx.gpus-p0::p1 Sometimes"));
}

TEST_CASE("command line: a page says that what it shows is not what was asked about",
          "[cli][html]") {
  const Json page = page_of("litmus/ptx/MP.litmus");
  const Json& run = selected_run(page["tests"][0]);
  CHECK(run["asked"] == false);
  CHECK(run["caption"] == "the asked outcome is impossible; this is another");
}

TEST_CASE("command line: a page has what the axioms forbid, and how", "[cli][html]") {
  const Json page = page_of("litmus/ptx/MP.litmus");
  const Json& last = page["tests"][0]["runs"].back();
  CHECK(last["kind"] == "forbidden");
  CHECK(last["asked"] == true);
  CHECK(last["steps"].empty());
  CHECK(contains(last["caption"], "ptx75 forbids this execution by Causality"));
  std::vector<std::string> bold;
  for (const Json& relation : last["picture"]["relations"]) {
    if (!relation["emphasised"].empty()) bold.push_back(relation["name"]);
  }
  CHECK(bold == std::vector<std::string>{"fr", "cause"});
}

TEST_CASE("command line: steps of a page point into its source", "[cli][html]") {
  const Json page = page_of(
      "litmus/ptx/MP.litmus tests/kernels/cuda/handoff.sm_90.ptx litmus/cxx/mp litmus/vulkan");
  std::size_t steps = 0;
  std::map<std::string, std::string> texts;
  for (const Json& test : page["tests"]) {
    if (test.contains("error")) continue;
    REQUIRE_FALSE(test["sources"].empty());
    const auto text = test["sources"][0]["text"].get<std::string>();
    for (const Json& run : test["runs"]) {
      for (const Json& step : run["steps"]) {
        if (step["source"].is_null()) continue;
        std::size_t begin = 0;
        for (std::size_t line = 1; line < step["source"]["line"].get<std::size_t>(); ++line) {
          begin = text.find('\n', begin) + 1;
        }
        const std::string line = text.substr(begin, text.find('\n', begin) - begin);
        const auto said = step["source"]["text"].get<std::string>();
        INFO(test["name"] << " line " << step["source"]["line"] << ": " << said);
        CHECK(contains(line, said.substr(0, said.find(' '))));
        ++steps;
      }
    }
  }
  CHECK(steps > 100);
}

TEST_CASE("command line: the picture of a page has the events of its steps", "[cli][html]") {
  const Json page = page_of("litmus/ptx/MP.litmus");
  const Json& run = selected_run(page["tests"][0]);
  const Json& picture = run["picture"];
  std::size_t events = 0;
  for (const Json& step : run["steps"]) events += step["events"].size();
  const auto of_threads = std::ranges::count_if(
      picture["nodes"], [](const Json& node) { return !node["thread"].is_null(); });
  CHECK(static_cast<std::size_t>(of_threads) == events);
  for (const Json& relation : picture["relations"]) {
    for (const Json& edge : relation["edges"]) {
      CHECK(edge[0].get<std::size_t>() < picture["nodes"].size());
      CHECK(edge[1].get<std::size_t>() < picture["nodes"].size());
    }
  }
}

TEST_CASE("command line: bugs of kernels, deadlocks, runs without end are on the page",
          "[cli][html]") {
  const Json kernel = page_of("tests/kernels/cuda/handoff.sm_90.ptx");
  CHECK(selected_run(kernel["tests"][0])["kind"] == "race");
  CHECK(kernel["tests"][0]["kernel"]["bugs"].size() == 1);
  CHECK(contains(kernel["tests"][0]["log"], "BUG  data race on `data`"));
  const Folder folder;
  const Json stuck = page_of(folder.add("stuck.litmus", deadlock_test));
  CHECK(selected_run(stuck["tests"][0])["kind"] == "deadlock");
  const Json endless =
      page_of("--check termination 'litmus/ptx/progress/Flag+spin+set-p0::p1.litmus'");
  const auto loop = std::ranges::find_if(endless["tests"][0]["runs"],
                                         [](const Json& run) { return run["kind"] == "loop"; });
  REQUIRE(loop != endless["tests"][0]["runs"].end());
  CHECK((*loop)["loop_from"].get<std::size_t>() <= (*loop)["steps"].size());
}

TEST_CASE("command line: models draw executions, and what they forbid", "[cli][html]") {
  const Json page = page_of("--model ptx75 litmus/ptx/MP.litmus");
  const Json& run = selected_run(page["tests"][0]);
  CHECK(run["kind"] == "forbidden");
  CHECK(contains(run["caption"], "ptx75 forbids this execution by Causality"));
  CHECK(run["steps"].empty());
  CHECK_FALSE(run["picture"]["nodes"].empty());
}

TEST_CASE("command line: nothing in a test can end the element that holds it", "[cli][html]") {
  const Folder folder;
  const std::string name = "</script><script>alert(1)</script><!--";
  const std::string file = folder.add("x.litmus", store_buffering(name));
  program("-q --html " + folder.path("page.html") + ' ' + file);
  const std::string page = folder.text("page.html");
  CHECK_FALSE(contains(page, "<script>alert"));
  CHECK(document_of(page)["tests"][0]["name"] == name);
}

TEST_CASE("command line: a page needs nothing from elsewhere", "[cli][html]") {
  const Folder folder;
  program("-q --html " + folder.path("page.html") + " litmus/ptx/MP.litmus");
  const std::string page = folder.text("page.html");
  for (const char* const part :
       {"src=\"", "<img", "<link", "@import", "url(http", "/*opexplore-"}) {
    INFO(part);
    CHECK_FALSE(contains(page, part));
  }
  CHECK(page.size() < 300'000);
}

TEST_CASE("command line: wrong tests have their message on the page", "[cli][html]") {
  const Folder folder;
  const Json page = page_of(folder.add("bad.litmus", bad_test));
  CHECK(page["tests"][0]["error"]["line"] == 4);
}

TEST_CASE("command line: of many outcomes a page traces one, unless it is asked for all",
          "[cli][html]") {
  const Folder folder;
  std::string heads, rows;
  for (int t = 0; t < 7; ++t) {
    const std::string end = t == 6 ? " ;\n" : " | ";
    heads += "P" + std::to_string(t) + "@cta " + std::to_string(t) + ",gpu 0" + end;
    rows += (t == 0 ? "st.weak x, 1" : "ld.weak r0, x") + end;
  }
  const std::string file =
      folder.add("many.litmus", "PTX many\n{ x = 0; }\n" + heads + rows +
                                    "locations [1:r0; 2:r0; 3:r0; 4:r0; 5:r0; 6:r0;]\n"
                                    "exists (1:r0=1)\n");
  CHECK(page_of(file)["tests"][0]["runs"].size() == 64);
  const std::string more = folder.add(
      "more.litmus", "PTX more\n{ x = 0; }\n" + heads + rows + rows.substr(0, rows.find('|')) +
                         "| | | | | | ld.weak r1, x ;\n"
                         "locations [1:r0; 2:r0; 3:r0; 4:r0; 5:r0; 6:r0; 6:r1;]\n"
                         "exists (1:r0=1)\n");
  const Json one = page_of(more)["tests"][0];
  CHECK(one["runs"].size() == 1);
  CHECK(one["untraced_outcomes"].get<std::size_t>() > 63);
  CHECK(page_of("--show all " + more)["tests"][0]["untraced_outcomes"] == 0);
}

TEST_CASE("command line: --html is refused where it cannot be", "[cli][html]") {
  CHECK(program("--html - --json - litmus/ptx/MP.litmus 2>/dev/null").status == 2);
  CHECK(program("--html --trace litmus/ptx/MP.litmus 2>/dev/null").status == 2);
  const Folder folder;
  const std::string file = folder.add("x.litmus", store_buffering());
  CHECK(program("--html " + file + ' ' + file + " 2>/dev/null").status == 2);
  CHECK(folder.text("x.litmus") == store_buffering());
}

}  // namespace opexplore::testing
