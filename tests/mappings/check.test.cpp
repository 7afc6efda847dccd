#include "mappings/check.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "answers/noted_crew.hpp"
#include "mappings/choice.hpp"
#include "mappings/report.hpp"
#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/local_crew.hpp"
#include "tests/locations.hpp"
#include "tests/mappings/checked.hpp"

using namespace opexplore;
using namespace opexplore::mappings;
using opexplore::testing::check;
using opexplore::testing::Checked;
using opexplore::testing::entry_named;
using opexplore::testing::options_of;
using opexplore::testing::tests_of;
using opexplore::testing::unsound_entries;

namespace {

using Names = std::vector<std::string>;

std::string broken(const std::string& name) {
  return std::string(testing::source_folder) + "/tests/mappings/broken/" + name + ".json";
}

std::size_t accesses(const Test& test) {
  std::size_t count = 0;
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const Action& action = instruction.action;
      count += std::holds_alternative<Load>(action) || std::holds_alternative<Store>(action) ||
                       std::holds_alternative<Atomic>(action)
                   ? 1
                   : 0;
    }
  }
  return count;
}

// Every counterexample was agreed to by the axioms of both sides and has what explains it.
void require_explained(const TableReport& report) {
  for (const Counterexample& example : report.counterexamples) {
    CAPTURE(report.table.name, example.source.name, example.disagreement);
    CHECK(example.disagreement.empty());
    CHECK_FALSE(example.bounded);
    CHECK_FALSE(example.axioms.empty());
    CHECK_FALSE(example.events.empty());
    CHECK_FALSE(example.sentence.empty());
    CHECK(example.blamed.size() == example.cures.size());
    CHECK(example.source.observables.size() == example.compiled.observables.size());
  }
}

}  // namespace

TEST_CASE("each broken table is caught by a smallest test", "[mappings]") {
  struct Broken {
    const char* name;
    Checked what;
    std::size_t accesses;
    Names entries;  ///< those that may be blamed
  };
  const std::vector<Broken> tables{
      {"01-sc-load-acquire", {"accesses"}, 4, {"load seq_cst"}},
      {"02-sc-store-release", {"accesses"}, 4, {"store seq_cst"}},
      {"03-sc-rmw-acq-rel", {"rmw", 3}, 4, {"rmw seq_cst"}},
      {"04-sc-fence-acq-rel", {"fences"}, 4, {"fence seq_cst"}},
      {"05-sc-fences-cta", {"accesses"}, 4, {"load seq_cst", "store seq_cst"}},
      {"06-acq-rel-rmw-acquire", {"rmw", 3}, 4, {"rmw acq_rel"}},
      {"07-cas-release-acquire", {"cas", 3}, 4, {"cas (release, acquire)"}},
      {"08-cas-failure-relaxed", {"cas", 3}, 4, {"cas (acquire, acquire)"}},
      {"09-release-fence-dropped", {"fences"}, 4, {"fence release", "fence acq_rel"}},
      {"10-fences-on-wrong-sides", {"rmw", 3}, 4, {"rmw acquire", "rmw release"}},
      {"11-relaxed-load-weak", {"one-location"}, 3, {"load relaxed"}},
      {"12-rmw-cta", {"one-location"}, 2, {}},
      {"13-sc-rmw-acquire", {"relay", 5}, 5, {"rmw seq_cst"}},
      {"14-acq-rel-rmw-fences", {"relay", 5}, 5, {"rmw acq_rel"}},
      {"15-mixed-conventions", {"accesses"}, 4, {"load seq_cst", "store seq_cst"}},
      {"16-system-as-gpu", {"accesses"}, 4, {}},
      {"17-acquire-release-relaxed", {"accesses"}, 4, {"load acquire", "store release"}},
      {"18-reduce-release-relaxed", {"reduce"}, 4, {"reduce release"}}};
  std::map<Checked, std::unique_ptr<Checker>> checkers;
  for (const Broken& table : tables) {
    std::unique_ptr<Checker>& checker = checkers[table.what];
    if (!checker) {
      checker = std::make_unique<Checker>(tests_of(table.what), options_of(table.what));
    }
    const TableReport report = checker->check(load_table(broken(table.name)));
    CAPTURE(table.name, report.incomplete, unsound_entries(report));
    REQUIRE_FALSE(report.counterexamples.empty());
    CHECK(accesses(report.counterexamples.front().source) == table.accesses);
    for (const std::string& name : unsound_entries(report)) {
      const bool expected =
          table.entries.empty() ||
          std::find(table.entries.begin(), table.entries.end(), name) != table.entries.end();
      CAPTURE(name);
      CHECK(expected);
    }
    require_explained(report);
  }
}

TEST_CASE("tables that are right have no counterexample", "[mappings]") {
  const TestList tests = tests_of({"all", 59});
  for (const char* const cxx : {"c++20", "rc11-lb", "c++17"}) {
    Checker checker(tests, options_of({"all", 59, cxx}));
    for (const char* const table : {"lustig19", "abi-12.8", "trailing"}) {
      const TableReport report = checker.check(load_table(table));
      CAPTURE(table, cxx, report.incomplete, unsound_entries(report));
      CHECK(report.count(Finding::unsound) == 0);
      CHECK(report.count(Finding::sound) > 1500);
      CHECK(report.count(Finding::undefined) > 50);
      CHECK(report.incomplete.empty());
    }
  }
}

TEST_CASE("RC11 forbids the load buffering that PTX allows", "[mappings]") {
  const TableReport report = check("lustig19", {"accesses", 1, "rc11"});
  CHECK(report.count(Finding::unsound) > 0);
  REQUIRE_FALSE(report.counterexamples.empty());
  const Counterexample& example = report.counterexamples.front();
  CHECK(accesses(example.source) == 4);
  CHECK(example.axioms == Names{"NoThinAir"});
  CHECK(check("lustig19", {"accesses", 1, "rc11-lb"}).count(Finding::unsound) == 0);
}

TEST_CASE("the generator finds the gap of the shipped sc update by itself", "[mappings]") {
  // The same template, and so the same gap, for a compare-exchange.
  const TableReport report = check("libcudacxx-13.0", {"relay", 5});
  CHECK(unsound_entries(report) == Names{"rmw seq_cst", "cas (seq_cst, seq_cst)"});
  REQUIRE(report.counterexamples.size() == 2);
  // ISA2 with the update in the middle: one end is in its CTA and has a fence of just that scope,
  // the other end is elsewhere.
  const Counterexample& example = report.counterexamples.front();
  const auto& threads = example.source.program.threads;
  REQUIRE(threads.size() == 3);
  REQUIRE(threads[1].instructions.size() == 1);
  CHECK(std::get<Atomic>(threads[1].instructions[0].action).order == Order::sc);
  const std::size_t near = common_scope(threads[0], threads[1]) == Scope::cta ? 0 : 2;
  CHECK(common_scope(threads[near], threads[1]) == Scope::cta);
  CHECK(common_scope(threads[2 - near], threads[1]) == Scope::gpu);
  REQUIRE(threads[near].instructions.size() == 3);
  const auto* const fence = std::get_if<Fence>(&threads[near].instructions[1].action);
  REQUIRE(fence != nullptr);
  CHECK(fence->scope == Scope::cta);
  CHECK(example.cures.front().find("acq_rel") != std::string::npos);
  require_explained(report);
}

TEST_CASE("the compare-exchange of the built-in loses its failure order", "[mappings]") {
  const TableReport report = check("nvcc-builtin-13.0", {"cas", 3});
  CHECK(unsound_entries(report) == Names{"cas (release, acquire)"});
  require_explained(report);
  CHECK(unsound_entries(check("libcudacxx-13.0", {"cas", 3})).empty());
}

TEST_CASE("the shipped sc update is sound without C++17's release sequences", "[mappings]") {
  const TableReport now = check("libcudacxx-13.0", {"release-sequences"});
  CHECK(now.count(Finding::unsound) == 0);
  CHECK(entry_named(now, "rmw seq_cst")->tests > 50);
  const TableReport before = check("libcudacxx-13.0", {"release-sequences", 1, "c++17"});
  CHECK(unsound_entries(before) == Names{"rmw seq_cst"});
  require_explained(before);
  CHECK(check("lustig19", {"release-sequences", 1, "c++17"}).count(Finding::unsound) == 0);
}

TEST_CASE("the shipped mapping needs fence.sc to be a release fence", "[mappings]") {
  CHECK(check("libcudacxx-13.0", {"accesses"}).count(Finding::unsound) == 0);
  const TableReport dat3m = check("libcudacxx-13.0", {"accesses", 1, "c++20", "dat3m"});
  CHECK(unsound_entries(dat3m) == Names{"store seq_cst"});
  require_explained(dat3m);
}

TEST_CASE("what is stronger than needed is said, and only that", "[mappings]") {
  Checked what{"accesses"};
  what.weaken = true;
  const TableReport report = check("lustig19", what);
  CHECK(report.weakened);
  // Behind fence.sc a store need not release; every other step is needed.
  const auto* const store = entry_named(report, "store seq_cst");
  REQUIRE(store->enough.size() == 1);
  CHECK(to_string(store->enough.front()).find("st.relaxed") != std::string::npos);
  for (const char* const name : {"load seq_cst", "load acquire", "store release"}) {
    CAPTURE(name);
    CHECK(entry_named(report, name)->enough.empty());
  }
}

TEST_CASE("a check gives the same report for any number of threads", "[mappings]") {
  const auto json = [](unsigned threads) {
    Checked what{"fences"};
    what.threads = threads;
    TableReport report = check(broken("09-release-fence-dropped"), what);
    report.seconds = 0;
    return json_report({{{"cxx", "ptx-proxy", "fences", 0}, {report}}}, 20).dump();
  };
  CHECK(json(1) == json(4));
}

TEST_CASE("reports keep to their formats", "[mappings]") {
  const TableReport report =
      check(broken("15-mixed-conventions"), {"accesses", 1, "c++20", "isa", true});
  const std::vector<ComparedTables> all{{{"cxx", "ptx-proxy", "accesses", 1224}, {report}}};
  CHECK(opexplore::testing::schema_fault(json_report(all, 20).dump(), "opmap-check.schema.json") ==
        "");
  const auto sarif = sarif_report(all);
  CHECK(sarif["version"] == "2.1.0");
  const auto& run = sarif["runs"][0];
  REQUIRE(run["results"].size() >= 2);
  const auto& result = run["results"][0];
  CHECK(result["level"] == "error");
  CHECK(result["ruleId"] == "15-mixed-conventions/load seq_cst");
  const std::size_t rule = result["ruleIndex"];
  CHECK(run["tool"]["driver"]["rules"][rule]["id"] == result["ruleId"]);
  const auto& place = result["locations"][0]["physicalLocation"];
  const std::string uri = place["artifactLocation"]["uri"];
  CHECK(uri == "file://" + broken("15-mixed-conventions"));
  // The line of the entry in that file.
  std::ifstream file(broken("15-mixed-conventions"));
  std::string line;
  for (int i = 0; i < place["region"]["startLine"].get<int>(); ++i) std::getline(file, line);
  CHECK(line.find("seq_cst") != std::string::npos);

  const std::string text = text_report(all[0].title, report);
  CHECK(text.find("load seq_cst            unsound, counterexample 1") != std::string::npos);
  CHECK(text.find("The axioms of both sides agree.") != std::string::npos);
  CHECK(text.find("load relaxed            sound on ") != std::string::npos);
  CHECK(text.find(" tests (accesses): the weaker `ld.weak {destination}, [{address}]` passes them "
                  "too\n") != std::string::npos);
  CHECK(text.find("Table 15-mixed-conventions (extends lustig19): ") == 0);
  CHECK(markdown_report(all).find("| load seq_cst | `ld.acquire") != std::string::npos);
}

TEST_CASE("what a table has no entry for is counted, not guessed", "[mappings]") {
  const TableReport report = check("desul-sm70", {"one-location", 5});
  CHECK(report.count(Finding::uncovered) > 0);
  CHECK(report.count(Finding::sound) > 0);
  CHECK_FALSE(report.first_gap.empty());
}

TEST_CASE("an interrupted check says so", "[mappings]") {
  const SourceTests tests = source_tests({"accesses"});
  CheckOptions options;
  options.source = side_of(*find_machine("cxx"), {});
  options.target = side_of(*find_machine("ptx-proxy"), {});
  options.interrupted = [] { return true; };
  Checker checker({tests.size(), [&](std::size_t i) { return tests.make(i); },
                   [&](std::size_t i) { return tests.family(i); }},
                  options);
  const TableReport report = checker.check(load_table("lustig19"));
  CHECK(report.count(Finding::unseen) == tests.size());
  CHECK(report.incomplete.find("interrupted") != std::string::npos);
}

TEST_CASE("read-modify-writes whose result is not used are checked as such", "[mappings]") {
  const TableReport report = check(broken("18-reduce-release-relaxed"), {"reduce"});
  CHECK(unsound_entries(report) == Names{"reduce release"});
  // Not a test of it was racy or missing, and the entry for sc is right.
  CHECK(entry_named(report, "reduce relaxed")->tests > 500);
  CHECK(entry_named(report, "reduce seq_cst")->verdict == EntryReport::Verdict::sound);
  CHECK(entry_named(report, "reduce seq_cst")->tests > 500);
  REQUIRE_FALSE(report.counterexamples.empty());
  const Test& source = report.counterexamples.front().source;
  const auto is_reduction = [](const Instruction& instruction) {
    const auto* const atomic = std::get_if<Atomic>(&instruction.action);
    return atomic != nullptr && !atomic->destination && atomic->order == Order::release;
  };
  bool found = false;
  for (const Thread& thread : source.program.threads) {
    found =
        found || std::any_of(thread.instructions.begin(), thread.instructions.end(), is_reduction);
  }
  CHECK(found);
  // On an sc machine's outcomes nothing changes: the relay families hand on by reductions too.
  CHECK(entry_named(check(broken("18-reduce-release-relaxed"), {"release-sequences", 3}),
                    "reduce release")
            ->uses > 50);
}

TEST_CASE("entries that no test uses are named", "[mappings]") {
  const TableReport report = check(broken("18-reduce-release-relaxed"), {"one-location"});
  CHECK(report.count(Finding::unsound) == 0);
  CHECK(untested_text(report) == "load non_atomic, store non_atomic, fence, reduce");
  const std::vector<ComparedTables> all{{{"cxx", "ptx-proxy", "one-location", 9}, {report}}};
  CHECK(text_report(all[0].title, report)
            .find("\n  no test: load non_atomic, store non_atomic, fence, reduce\n") !=
        std::string::npos);
  CHECK(markdown_report(all).find("\nNo test: load non_atomic, ") != std::string::npos);
  const auto json = json_report(all, 0);
  CHECK(opexplore::testing::schema_fault(json.dump(), "opmap-check.schema.json") == "");
  const auto& missing = json["checks"][0]["tables"][0]["no_test"];
  CHECK(std::find(missing.begin(), missing.end(), "reduce release") != missing.end());
  CHECK(std::find(missing.begin(), missing.end(), "rmw release") == missing.end());
  CHECK(sarif_report(all).dump().find("reduce release: no test uses it") != std::string::npos);
  // The other widths of a table are not what this check is of.
  const std::string wide = untested_text(check("libcudacxx-13.0", {"one-location"}));
  CHECK(wide.find("bits") == std::string::npos);
}

TEST_CASE("SARIF names the files of tables as URIs", "[mappings]") {
  const auto uri = [](const std::string& path) -> std::string {
    TableReport report;
    report.table = read_table(
        R"({"name": "mine", "summary": "s", "extends": "lustig19", "groups": [
            {"operation": "load", "entries": {"seq_cst": ["ld.acquire.{scope} {destination}, [{address}]"]}}]})",
        path);
    report.entries.resize(report.table.entries.size());
    for (std::uint16_t e = 0; e < report.entries.size(); ++e) {
      report.entries[e].uses = 1;
      report.entries[e].verdict = EntryReport::Verdict::sound;
      if (report.table.entries[e].file == path) report.entries[e].enough = {Template{}};
    }
    report.findings.assign(finding_count, 0);
    const auto sarif = sarif_report({{{"cxx", "ptx", "files", 1}, {report}}});
    const auto& location = sarif["runs"][0]["results"][0]["locations"][0];
    return location["physicalLocation"]["artifactLocation"]["uri"];
  };
  CHECK(uri("mine.json") == "mine.json");
  CHECK(uri("./mine.json") == "mine.json");
  CHECK(uri("sub/my table#1.json") == "sub/my%20table%231.json");
  CHECK(uri("/tmp/a b/mine.json") == "file:///tmp/a%20b/mine.json");
  CHECK(load_table("lustig19").entries.front().file == "mappings/lustig19.json");
  CHECK(load_table("abi-12.8").entries.front().file == "mappings/lustig19.json");
}

TEST_CASE("counterexamples say in sentences what is possible with what", "[mappings]") {
  const TableReport one = check(broken("01-sc-load-acquire"), {"accesses"});
  const std::string sentence = one.counterexamples.front().sentence;
  CAPTURE(sentence);
  CHECK(sentence.find("As 01-sc-load-acquire compiles it, the test can end with ") == 0);
  CHECK(sentence.find("forbids (") != std::string::npos);
  CHECK(sentence.ends_with(
      ". With `ld.acquire.{scope} {destination}, [{address}]` for load seq_cst the outcome is "
      "possible; with `fence.sc.{scope}; ld.acquire.{scope} {destination}, [{address}]`, as "
      "lustig19 has it, it is not."));
  // Updates in too narrow a scope are no updates to each other: to cure one alone helps nothing.
  const TableReport two = check("desul-prevolta", {"one-location", 7});
  const auto example = std::find_if(two.counterexamples.begin(), two.counterexamples.end(),
                                    [](const Counterexample& each) { return each.together; });
  REQUIRE(example != two.counterexamples.end());
  CAPTURE(example->sentence);
  CHECK(example->sentence.find(". It takes all of these to make the outcome impossible: for ") !=
        std::string::npos);
  CHECK(example->sentence.find(", as lustig19 has it, instead of `") != std::string::npos);
}

TEST_CASE("the ABI page of 12.9 loses what an sc load acquires", "[mappings]") {
  const TableReport report = check("abi-12.9", {"accesses"});
  CHECK(report.count(Finding::unsound) == 108);
  CHECK(unsound_entries(report) == Names{"load seq_cst"});
  require_explained(report);
  CHECK(check("abi-13", {"accesses"}).count(Finding::unsound) == 0);
}

TEST_CASE("the ABI page's acq_rel update between fences has the same gap", "[mappings]") {
  const TableReport report = check("abi-13-fences", {"relay", 5});
  CHECK(unsound_entries(report) ==
        Names{"rmw seq_cst", "rmw acq_rel", "cas (seq_cst, seq_cst)", "cas (acq_rel, acquire)"});
  require_explained(report);
}

TEST_CASE("mappings: a check that other processes do says the same", "[mappings]") {
  const Checked what{.family = "rmw", .every = 40, .weaken = true};
  for (const std::string& name : {std::string("lustig19"), std::string("trailing")}) {
    CAPTURE(name);
    const Table table = load_table(name);
    Checker alone(tests_of(what), options_of(what));
    Checker others(tests_of(what), options_of(what));
    Checker first(tests_of(what), options_of(what));
    opexplore::testing::LocalCrew processes(3);
    processes.follower().follow([&](const std::string& job) { return others.done(table, job); });
    const Crew crew = processes.leader();
    TableReport expected = alone.check(table);
    TableReport found = first.check(table, &crew);
    expected.seconds = found.seconds = 0;
    const CheckTitle title = title_of(options_of(what), selected_tests({}, {"rmw", what.every}));
    CHECK(json_report({{title, {found}}}, 0) == json_report({{title, {expected}}}, 0));
    CHECK_FALSE(found.entries.empty());
    CHECK_THROWS_AS(others.done(table, "{}"), std::invalid_argument);
    CHECK_THROWS_AS(others.done(table, "sample"), std::invalid_argument);
  }
}

TEST_CASE("mappings: a check that was ended goes on from what was noted", "[mappings]") {
  const Checked what{.family = "rmw", .every = 40, .weaken = true};
  const Table table = load_table("trailing");
  const TableReport whole = Checker(tests_of(what), options_of(what)).check(table);
  NotedResults known;
  std::size_t jobs = 0;
  for (std::size_t allowed = 2;; allowed += 3) {  // so many jobs until the user ends the run
    CAPTURE(allowed);
    std::size_t done = 0;
    bool ended = false;
    CheckOptions options = options_of(what);
    options.interrupted = [&] { return ended; };
    Checker checker(tests_of(what), options);
    const Crew alone = crew_of_one(
        [&](const std::string& job) {
          ended = done++ == allowed;
          return checker.done(table, job);
        },
        options.interrupted);
    NotedResults found = known;
    const Crew crew = noted(alone, known, [&](const std::string& job, std::string_view result) {
      CHECK(found.emplace(job, result).second);
    });
    TableReport report = checker.check(table, &crew);
    jobs += done;
    CHECK(found.size() == known.size() + std::min(done, allowed));
    known = std::move(found);
    if (ended) {
      CHECK(report.incomplete == "the check was interrupted");
      continue;
    }
    report.seconds = whole.seconds;
    const CheckTitle title = title_of(options_of(what), selected_tests({}, {"rmw", what.every}));
    CHECK(json_report({{title, {report}}}, 0) == json_report({{title, {whole}}}, 0));
    CHECK(allowed > 2);
    break;
  }
  CHECK(jobs > known.size());  // those under way when the run was ended were done again
}
