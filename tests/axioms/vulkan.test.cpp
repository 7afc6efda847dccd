// The models of Vulkan: sets and relations, barriers, races, readings, and published verdicts.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "litmus/corpus/tables.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/oracle/verdicts_vulkan.hpp"
#include "tests/skip.hpp"

namespace opexplore::axioms {

namespace {

bool has_race(const AxiomaticReport& report) {
  return std::ranges::any_of(report.flags,
                             [](const RaisedFlag& flag) { return flag.name == "data-race"; });
}

AxiomaticReport report_of(const Model& model, const Test& test) {
  EvaluateOptions options;
  options.witnesses = false;
  options.timeout = std::chrono::seconds(60);
  return evaluate(model, test, options);
}

// The relation in the one execution that the test has without checks.
Edges edges(const Test& test, const std::string& expression) {
  const Model model = read_model(
      "option language = vulkan option barriers = quorums\nlet it = " + expression, "m.cat");
  const AxiomaticReport report = evaluate(model, test);
  REQUIRE(report.outcomes.size() == 1);
  for (const NamedRelation& relation : report.outcomes[0].witness->relations) {
    if (relation.name == "it") return relation.edges;
  }
  return {{99, 99}};
}

// As oracle::VulkanVerdict has it.
char verdict(const Model& model, const Test& test) {
  const AxiomaticReport report = report_of(model, test);
  CHECK(report.complete());
  const char races = has_race(report) ? 'r' : 'f';
  const bool reached =
      test.condition.kind != Proposition::Kind::truth && condition_holds(test, report);
  return reached ? static_cast<char>(races - 'a' + 'A') : races;
}

// The whole model, with every total coherence enumerated.
Model with_total_coherence() {
  return read_model(
      "include \"vulkan-order.cat\"\noption coherence = total\nlet chained = included\nlet reached "
      "= _ * _\n"
      "include \"vulkan-locations.cat\"\nlet observed = rf & locord\n"
      "include \"vulkan-axioms.cat\"",
      "total.cat");
}

}  // namespace

TEST_CASE("axioms: programs that tell readings of Vulkan apart", "[axioms][vulkan]") {
  const std::vector<Model> models{load_model("vulkan"), load_model("vulkan-nochains"),
                                  load_model("vulkan-spec")};
  const Model total = with_total_coherence();
  const Model als = load_model("vulkan-als");
  const Model als_nochains = load_model("vulkan-als-nochains");
  for (const oracle::VulkanVerdict& row : oracle::vulkan_verdicts()) {
    INFO(row.id);
    const Test test = short_vulkan_test(row.threads, row.clause, row.declarations);
    REQUIRE(row.verdicts.size() == models.size());
    for (std::size_t i = 0; i < models.size(); ++i) {
      INFO(models[i].name());
      CHECK(verdict(models[i], test) == row.verdicts[i]);
    }
    CHECK(verdict(als, test) == row.verdicts[0]);
    CHECK(verdict(als_nochains, test) == row.verdicts[1]);
    CHECK(verdict(total, test) == row.verdicts[0]);
    CHECK(values_of(report_of(total, test)) == values_of(report_of(models[0], test)));
  }
}

// litmus/vulkan/expected.csv: path, races, races without chains, exists, reason.
TEST_CASE("axioms: Vulkan's models give the verdicts of its corpus", "[axioms][vulkan][corpus]") {
  const auto folder = std::filesystem::path(testing::source_folder) / "litmus" / "vulkan";
  std::ifstream table(folder / "expected.csv");
  std::size_t rows = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with('#')) continue;
    INFO(line);
    ++rows;
    std::istringstream fields(line);
    std::string path, races, races_without_chains, exists;
    for (std::string* field : {&path, &races, &races_without_chains, &exists}) {
      std::getline(fields, *field, ',');
    }
    const Test test = read_file(folder / path);
    const AxiomaticReport report = report_of(load_model("vulkan"), test);
    CHECK(has_race(report) == (races == "race"));
    CHECK(has_race(report_of(load_model("vulkan-nochains"), test)) ==
          (races_without_chains == "race"));
    if (!exists.empty()) CHECK(condition_holds(test, report) == (exists == "allowed"));
  }
  CHECK(rows >= 28);
}

namespace {

struct Suite {
  std::size_t checked = 0;
  std::set<std::string> left_out;  // executions have too many events
};

// The rows of a list of the suite: whether the file's statement holds, or whether it has no race.
Suite check_suite(const std::filesystem::path& suite, const char* list, const char* name,
                  bool races) {
  // Values out of thin air: Dartagnan has them, the evaluation leaves them out.
  const std::set<std::string> differs{"OOTA"};
  const Model model = load_model(name);
  Suite result;
  for (const Expectation& row : read_expected_file(suite / list)) {
    INFO(row.test << " under " << name);
    const Test test = read_file(row.test);
    const AxiomaticReport report = report_of(model, test);
    if (report.incomplete_reason.find("events") != std::string::npos) {
      result.left_out.insert(row.test.stem().string());
      continue;
    }
    ++result.checked;
    const bool holds = races ? !has_race(report) : condition_holds(test, report);
    CHECK(holds == (row.ok != (!races && differs.contains(row.test.stem().string()))));
  }
  return result;
}

}  // namespace

TEST_CASE("axioms: verdicts of the published Vulkan suite", "[axioms][vulkan]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  const Suite statements = check_suite(*suite, "expected-vulkan.csv", "vulkan", false);
  CHECK(statements.checked >= 83);
  CHECK(statements.left_out == std::set<std::string>{"xf-barrier", "xf-barrier-cbar-rlx-1",
                                                     "xf-barrier-load-rlx-1",
                                                     "xf-barrier-load-rlx-2"});
  const Suite races = check_suite(*suite, "expected-vulkan-dr.csv", "vulkan", true);
  CHECK(races.checked >= 74);
  CHECK(races.left_out.empty());
  CHECK(check_suite(*suite, "expected-vulkan-nochains.csv", "vulkan-nochains", false).checked >= 3);
  CHECK(check_suite(*suite, "expected-vulkan-dr-nochains.csv", "vulkan-nochains", true).checked >=
        3);
}

TEST_CASE("axioms: barriers of Vulkan reach as far as their scope if the model says so",
          "[axioms][vulkan]") {
  const auto races = [](const std::string& scope, const std::string& other, const char* name) {
    const std::string barrier = "cbar.acq_rel." + scope + ".semsc0 0";
    return has_race(report_of(
        load_model(name), short_vulkan_test("A: st.av.dv.sc0 x, 1; " + barrier + " || " + other +
                                                ": " + barrier + "; ld.vis.dv.sc0 r0, x",
                                            "filter (true)", "x=0;")));
  };
  for (const std::string scope : {"qf", "dv"}) {
    INFO(scope);
    CHECK(races(scope, "B", "vulkan.cat"));
    CHECK_FALSE(races(scope, "B", "vulkan-als"));
    CHECK_FALSE(races(scope, "B", "vulkan-als-nochains"));
  }
  CHECK(races("wg", "B", "vulkan-als"));
  CHECK_FALSE(races("wg", "W", "vulkan-als"));
  CHECK(races("qf", "Q", "vulkan-als"));
}

// Events: 0 initial x, 1 st x, 2 membar, 3 avdevice, 4 rmw's read, 5 its write, 6 cbar.
TEST_CASE("axioms: tags of Vulkan's events", "[axioms][vulkan]") {
  const Test test = short_vulkan_test(
      "A: st.av.qf.sc1 x, 1; membar.acq_rel.wg.semsc0.semsc3.semav.semvis; avdevice || "
      "B: rmw.atom.acq.dv.sc2.semsc2.semvis.add r0, z, 1; cbar.wg 0",
      "exists ([x]=1)", "x=0; z aliases x; ssw 0 1");
  const auto tagged = [&](const std::string& set) {
    std::set<std::size_t> events;
    const Model model = read_model(
        "option language = vulkan option barriers = quorums\nlet it = [" + set + "]", "m.cat");
    const AxiomaticReport report = evaluate(model, test);
    REQUIRE_FALSE(report.outcomes.empty());
    for (const NamedRelation& relation : report.outcomes[0].witness->relations) {
      if (relation.name != "it") continue;
      for (const auto& [from, to] : relation.edges) events.insert(from);
    }
    return events;
  };
  using Events = std::set<std::size_t>;
  const std::map<std::string, Events> expected{
      {"ATOM", {4, 5}},   {"RMW", {4, 5}},   {"NONPRIV", {1, 4, 5}},
      {"SG", {}},         {"WG", {2, 6}},    {"QF", {1}},
      {"DV", {4, 5}},     {"SC0", {}},       {"SC1", {1}},
      {"SC2", {4, 5}},    {"SC3", {}},       {"SEMSC0", {2}},
      {"SEMSC1", {}},     {"SEMSC2", {4}},   {"SEMSC3", {2}},
      {"AV", {1, 5}},     {"VIS", {4}},      {"SEMAV", {2}},
      {"SEMVIS", {2, 4}}, {"ACQ", {2, 4}},   {"REL", {2}},
      {"F", {2}},         {"CBAR", {6}},     {"B", {6}},
      {"AVDEVICE", {3}},  {"VISDEVICE", {}}, {"IW", {0}},
      {"WEAK", {1}},      {"SYS", {}}};
  for (const auto& [set, events] : expected) {
    INFO(set);
    CHECK(tagged(set) == events);
  }
}

// Events: 0 initial x, 1 st x, 2 st x in another subgroup, 3 st z in another workgroup.
TEST_CASE("axioms: relations of Vulkan's events", "[axioms][vulkan]") {
  const auto of = [](const std::string& expression) {
    const Test test =
        short_vulkan_test("A: st.av.dv.sc0 x, 1 || W: st.av.wg.sc0 x, 2 || B: st.av.dv.sc0 z, 3",
                          "exists (true)", "x=0; z aliases x; ssw 0 2");
    return edges(test, expression);
  };
  CHECK(of("ssg").size() == 3);
  CHECK(of("swg \\ id") == Edges{{1, 2}, {2, 1}});
  CHECK(of("sqf \\ id \\ swg") == Edges{{1, 3}, {2, 3}, {3, 1}, {3, 2}});
  CHECK(of("sr \\ id") == Edges{{1, 2}, {1, 3}, {2, 1}, {3, 1}});
  CHECK(of("ssw") == Edges{{1, 3}});
  CHECK(of("vloc \\ id") == Edges{{1, 2}, {2, 1}});
  CHECK(of("(loc \\ id) & (_ \\ IW) * (_ \\ IW)").size() == 6);
}

namespace {

AxiomaticReport with_barriers(const std::string& threads) {
  const Test test = short_vulkan_test(threads, "filter (true)", "x=0;");
  return report_of(load_model("vulkan"), test);
}

// Whether no execution passes the barriers, and else whether one that does has a race.
std::string met(const std::string& threads) {
  const AxiomaticReport report = with_barriers(threads);
  if (report.consistent == 0) return "stuck";
  return has_race(report) ? "race" : "free";
}

}  // namespace

TEST_CASE("axioms: barriers of Vulkan wait for whom their workgroup names", "[axioms][vulkan]") {
  const std::string bar = "cbar.acq_rel.wg.semsc0 ";
  const std::string writer = "A: st.av.wg.sc0 x, 1; " + bar;
  const std::string reader = " || W: " + bar + "0; ld.vis.wg.sc0 r1, x";
  const std::string skips = ": goto LC01; " + bar + "0; LC01:";
  CHECK(met(writer + "0" + reader) == "free");
  CHECK(met(writer + "0" + reader + " || A" + skips) == "stuck");
  // The same number in another workgroup, or in a workgroup of another queue family.
  CHECK(met(writer + "0" + reader + " || B" + skips) == "free");
  CHECK(met(writer + "0" + reader + " || Q" + skips) == "free");
  // Two instances; and two that wait for each other.
  CHECK(met(writer + "1" + reader) == "race");
  CHECK(met(writer + "0; " + bar + "1 || W: " + bar + "0; " + bar + "1") == "free");
  CHECK(met(writer + "0; " + bar + "1 || W: " + bar + "1; " + bar + "0") == "stuck");
  // An id names another barrier.
  CHECK(met(writer + "0, 1 || W: " + bar + "0, 1; ld.vis.wg.sc0 r1, x") == "free");
  CHECK(met(writer + "0, 1 || W: " + bar + "0, 2; ld.vis.wg.sc0 r1, x") == "race");
  CHECK_THROWS_WITH(met(writer + "0; " + bar + "0"), Catch::Contains("twice"));
}

TEST_CASE("axioms: a quorum opens a barrier of Vulkan for later threads", "[axioms][vulkan]") {
  const std::string bar = "cbar.acq_rel.wg.semsc0 0, 0, ";
  const std::string writer = "A: st.av.wg.sc0 x, 1; " + bar;
  const std::string reader = " || W: " + bar + "2; ld.vis.wg.sc0 r1, x";
  CHECK(met(writer + "2" + reader) == "free");
  CHECK(met(writer + "3 || W: " + bar + "3") == "stuck");
  // The writer may come late, and then releases nobody.
  CHECK(met(writer + "2" + reader + " || W: " + bar + "2") == "race");
  CHECK_THROWS_WITH(met(writer + "3" + reader), Catch::Contains("different quorums"));
  CHECK_THROWS_WITH(met(writer + "0"), Catch::Contains("below one"));
  // Whoever the two of three are, each releases the two others.
  const Test three = short_vulkan_test("A: " + bar + "2 || W: " + bar + "2 || W: " + bar + "2",
                                       "exists (true)", "");
  const Edges pairs = edges(three, "sync_barrier");
  CHECK(pairs.size() == 4);
  CHECK(with_barriers("A: " + bar + "2 || W: " + bar + "2 || W: " + bar + "2").consistent == 3);
}

TEST_CASE("axioms: a filter says which executions of Vulkan may race", "[axioms][vulkan]") {
  const Model model = load_model("vulkan");
  const std::string threads =
      "A: st.av.dv.sc0 x, 1; st.atom.rel.dv.sc0.semsc0 y, 1 || "
      "B: ld.atom.acq.dv.sc0.semsc0 r0, y; ld.vis.dv.sc0 r1, x";
  CHECK(has_race(report_of(model, short_vulkan_test(threads, "exists (1:r0=1)"))));
  CHECK(has_race(report_of(model, short_vulkan_test(threads, "filter (1:r0=0)"))));
  CHECK_FALSE(has_race(report_of(model, short_vulkan_test(threads, "filter (1:r0=1)"))));
}

TEST_CASE("axioms: Khronos' and Dat3M's from-reads differ in a race", "[axioms][vulkan]") {
  const Test test = short_vulkan_test(
      "A: st.nonpriv.sc0 x, 1; st.nonpriv.sc0 x, 2 || B: ld.nonpriv.sc0 r0, x; "
      "ld.nonpriv.sc0 r1, x",
      "exists (1:r0=2 /\\ 1:r1=1)", "x=0;");
  CHECK(verdict(load_model("vulkan"), test) == 'R');
  CHECK(verdict(load_model("vulkan-nochains"), test) == 'R');
  CHECK(verdict(load_model("vulkan-als"), test) == 'r');
  CHECK(verdict(load_model("vulkan-als-nochains"), test) == 'r');
}

TEST_CASE("axioms: final values in Vulkan follow location order", "[axioms][vulkan]") {
  const Model model = load_model("vulkan");
  const auto finals = [&](std::string_view threads, std::string_view clause) {
    return values_of(report_of(model, short_vulkan_test(threads, clause, "x=0;")));
  };
  const std::string_view exists = "exists ([x]=1)";
  CHECK(finals("A: st.sc0 x, 1; st.sc0 x, 2", exists) == std::set<Outcome>{{2}});
  CHECK(finals("A: st.sc0 x, 1 || B: st.sc0 x, 2", exists) == std::set<Outcome>{{1}, {2}});
  CHECK(finals("A: st.atom.dv.sc0 x, 1 || B: rmw.atom.dv.sc0.add r0, x, 2",
               "exists (1:r0=0 /\\ [x]=1)") == std::set<Outcome>{{0, 1}, {1, 3}});
}

TEST_CASE("axioms: no value comes out of thin air in Vulkan either", "[axioms][vulkan]") {
  const Test test = short_vulkan_test(
      "A: ld.atom.dv.sc0 r0, x; st.atom.dv.sc0 y, r0 || B: ld.atom.dv.sc0 r0, y; "
      "st.atom.dv.sc0 x, r0",
      "exists (0:r0=42 /\\ 1:r0=42)");
  const AxiomaticReport report = report_of(load_model("vulkan"), test);
  CHECK_FALSE(condition_holds(test, report));
  CHECK(report.circular == 1);
}

TEST_CASE("axioms: parts of models are included and not listed", "[axioms]") {
  CHECK_THROWS_WITH(load_model("vulkan-order"), Catch::Contains("there is no such model"));
  CHECK_NOTHROW(read_model("include \"vulkan-order.cat\"", "mine.cat"));
  CHECK_THROWS_WITH(read_model("include \"vulkan-locations.cat\"", "mine.cat"),
                    Catch::StartsWith("vulkan-locations.cat:"));
}

TEST_CASE("axioms: models of one language refuse programs of another", "[axioms][vulkan]") {
  const Test shader = short_vulkan_test("A: st.sc0 x, 1", "exists ([x]=1)");
  const Test ptx = short_test("0,0: st.weak x, 1", "exists ([x]=1)");
  CHECK_THROWS_AS(evaluate(load_model("ptx75"), shader), Unsupported);
  CHECK_THROWS_WITH(evaluate(load_model("vulkan"), ptx), Catch::Contains("written in PTX"));
}

}  // namespace opexplore::axioms
