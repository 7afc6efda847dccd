#include "studies/ranking/ranking.hpp"

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "export/json.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/language/reader.hpp"
#include "studies/ranking/json.hpp"
#include "studies/ranking/rank.hpp"
#include "studies/ranking/tables.hpp"
#include "studies/ranking/text.hpp"
#include "tests/catch.hpp"
#include "tests/contains.hpp"
#include "tests/export/schema_check.hpp"

using namespace opexplore;

namespace {

const std::string data = R"({
  "source": "a paper",
  "hardware": [
    {"table": "4.10", "config": "D-cta:S-ker-Global", "test": "MP",
     "observed": {"old_a": 12, "new_b": 0}},
    {"table": "4.10", "config": "D-cta:S-ker-Global", "test": "MP+gone", "observed": {"old_a": 1}},
    {"table": "4.2", "config": "D-cta:S-ker-Global", "test": "SB+*",
     "observed": {"old_a": 0, "new_b": 0}},
    {"table": "4.2", "config": "D-warp:S-cta-Global", "test": "SB", "observed": {"new_b": 3}}
  ]})";

Test test_of(const std::string& name, std::uint32_t second_cta, const std::string& value = "1") {
  return read("PTX " + name + "\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta " +
                  std::to_string(second_cta) + ",gpu 0 ;\n st.weak x, " + value +
                  " | ld.weak r0, x ;\nexists (P1:r0 == 1)\n",
              name + ".litmus");
}

// The answers of a contender to tests 0, 1, …: 'a'llowed, 'f'orbidden, 'u'ndecided, 'r'efused.
Contender contender(const std::string& name, const std::string& answers,
                    const std::vector<std::size_t>& columns) {
  Contender result;
  result.name = name;
  result.machine = "m";
  result.version = "1";
  result.source = "a book";
  result.settings = {{"chip", "old"}};
  result.columns = columns;
  for (const char answer : answers) {
    result.answers.push_back({answer == 'a'   ? RankedAnswer::allowed
                              : answer == 'f' ? RankedAnswer::forbidden
                              : answer == 'u' ? RankedAnswer::undecided
                                              : RankedAnswer::refused,
                              answer == 'u'   ? "a limit"
                              : answer == 'r' ? "too hard"
                                              : ""});
  }
  return result;
}

// Tests MP, SB, SB+fence between CTAs, and SB within one.
Ranking sample_ranking() {
  Ranking ranking;
  ranking.observations = read_observations(data, "data.json");
  const std::vector<Test> tests{test_of("MP", 1), test_of("SB", 1), test_of("SB+fence", 1),
                                test_of("SB", 0), test_of("Other", 1)};
  ranking.judged = matched(ranking.observations, tests, ranking.untested);
  for (const Test& test : tests) {
    ranking.tests.push_back({test.name, test.path, std::string(32, 'a')});
  }
  ranking.contenders = {contender("strong", "ffffa", {0, 1}), contender("weak", "aaaaa", {0, 1}),
                        contender("m:chip=old", "fafra", {0}), contender("lazy", "uurua", {1})};
  ranking.searches = ranking.searches_done = 20;
  return ranking;
}

std::string text_of(const Ranking& ranking, bool unseen = false) {
  std::ostringstream out;
  write_ranking(out, ranking, unseen);
  return out.str();
}

std::string tables_of(const Ranking& ranking) {
  std::ostringstream out;
  write_tables(out, ranking);
  return out.str();
}

}  // namespace

TEST_CASE("ranking: rows find their tests by name and configuration", "[ranking]") {
  const Ranking ranking = sample_ranking();
  REQUIRE(ranking.judged.size() == 4);
  CHECK(ranking.judged[0].row == 0);
  CHECK(ranking.judged[0].test == 0);
  CHECK(ranking.judged[1].row == 2);
  CHECK(ranking.judged[1].test == 1);
  CHECK(ranking.judged[2].row == 2);
  CHECK(ranking.judged[2].test == 2);
  CHECK(ranking.judged[3].row == 3);
  CHECK(ranking.judged[3].test == 3);
  CHECK(ranking.untested == std::vector<std::size_t>{1});
}

TEST_CASE("ranking: a test that is there twice counts once, a different one too", "[ranking]") {
  const Observations observations = read_observations(data, "data.json");
  std::vector<std::size_t> untested;
  const std::vector<Test> same{test_of("MP", 1), test_of("MP", 1)};
  CHECK(matched(observations, same, untested).size() == 1);
  const std::vector<Test> different{test_of("MP", 1), test_of("MP", 1, "2")};
  CHECK(matched(observations, different, untested).size() == 2);
}

TEST_CASE("ranking: judgements", "[ranking]") {
  const Ranking ranking = sample_ranking();
  const auto judgements = [&](std::size_t contender) {
    std::vector<Judgement> result;
    for (const Judged& judged : ranking.judged) {
      result.push_back(judgement(ranking, ranking.contenders[contender], judged));
    }
    return result;
  };
  using enum Judgement;
  CHECK(judgements(0) == std::vector{unsound, agrees, agrees, unsound});
  CHECK(judgements(1) == std::vector{agrees, unseen, unseen, agrees});
  CHECK(judgements(2) == std::vector{unsound, unseen, agrees, unmeasured});
  CHECK(judgements(3) == std::vector{undecided, undecided, refused, undecided});
}

TEST_CASE("ranking: fewest unsound rows, then fewest unseen, the silent last", "[ranking]") {
  Ranking ranking = sample_ranking();
  CHECK(best_first(ranking) == std::vector<std::size_t>{1, 2, 0, 3});
  ranking.contenders[3].answers[2].answer = RankedAnswer::allowed;  // never seen, and no more
  CHECK(best_first(ranking) == std::vector<std::size_t>{3, 1, 2, 0});
  ranking.contenders.push_back(ranking.contenders[1]);
  CHECK(best_first(ranking) == std::vector<std::size_t>{3, 1, 4, 2, 0});
}

TEST_CASE("ranking: chips by the beginning of their names", "[ranking]") {
  const Observations observations = read_observations(data, "data.json");
  CHECK(columns_of(observations, "old") == std::vector<std::size_t>{0});
  CHECK(columns_of(observations, "new_b") == std::vector<std::size_t>{1});
  CHECK(columns_of(observations, "") == std::vector<std::size_t>{0, 1});
  CHECK(columns_of(observations, "b").empty());
}

TEST_CASE("ranking: the text", "[ranking]") {
  Ranking ranking = sample_ranking();
  CHECK(text_of(ranking) ==
        "observations=a paper\n"
        "rows=4 without_test=1 judged=4\n"
        "\n"
        "contender   unsound  unseen  agrees  undecided  refused  unmeasured\n"
        "weak              0       2       2          0        0           0\n"
        "m:chip=old        1       1       1          0        0           1\n"
        "strong            2       0       2          0        0           0\n"
        "lazy              0       0       0          3        1           0\n"
        "\n"
        "no test: 1\n"
        "  4.10  D-cta:S-ker-Global  MP+gone\n"
        "\n"
        "m:chip=old unsound: 1\n"
        "  4.10  D-cta:S-ker-Global  MP  old_a 12\n"
        "\n"
        "strong unsound: 2\n"
        "  4.10  D-cta:S-ker-Global   MP  old_a 12, new_b 0\n"
        "  4.2   D-warp:S-cta-Global  SB  new_b 3\n"
        "\n"
        "lazy undecided: 3\n"
        "  4.10  D-cta:S-ker-Global   MP  a limit\n"
        "  4.2   D-cta:S-ker-Global   SB  a limit\n"
        "  4.2   D-warp:S-cta-Global  SB  a limit\n"
        "\n"
        "lazy refused: 1\n"
        "  4.2  D-cta:S-ker-Global  SB+fence  too hard\n");
  CHECK(testing::contains(text_of(ranking, true),
                          "\nweak unseen: 2\n  4.2  D-cta:S-ker-Global  SB        old_a"));
  ranking.notes = {"m:chip=x is left out"};
  ranking.searches_done = 7;
  CHECK(testing::contains(text_of(ranking), "\nnote=m:chip=x is left out\n"));
  CHECK(testing::contains(text_of(ranking), "\nincomplete=interrupted: 7 of 20 searches done\n"));
}

TEST_CASE("ranking: the tables", "[ranking]") {
  const std::string page = tables_of(sample_ranking());
  CHECK(testing::contains(page, "\nObservations: a paper.\n"));
  CHECK(testing::contains(
      page,
      "## Table 4.2\n\n"
      "| configuration | test | `old_a` | `new_b` | `strong` | `weak` | `m:chip=old` | "
      "`lazy` |\n"
      "|---|---|--:|--:|---|---|---|---|\n"
      "| D-cta:S-ker-Global | `SB` | 0 | 0 | forbidden | allowed | allowed | undecided |\n"
      "| D-cta:S-ker-Global | `SB+fence` | 0 | 0 | forbidden | allowed | forbidden | "
      "refused |\n"
      "| D-warp:S-cta-Global | `SB` | – | 3 | **forbidden ✗** | allowed | refused | "
      "undecided |\n"));
  CHECK(testing::contains(page,
                          "| D-cta:S-ker-Global | `MP` | 12 | 0 | **forbidden ✗** | allowed | "
                          "**forbidden ✗** | undecided |\n"
                          "| D-cta:S-ker-Global | `MP+gone` | 1 | – | – | – | – | – |\n"));
  CHECK(page.find("## Table 4.2\n") < page.find("## Table 4.10\n"));
  CHECK(testing::contains(page, "| 2. | `m:chip=old` | 1 | 1 | 1 | 0 | 0 | 1 |\n"));
  CHECK(testing::contains(page, "### `weak`\n\nNone.\n"));
  CHECK(testing::contains(
      page, "### `strong`\n\n* Table 4.10, D-cta:S-ker-Global, `MP`: old_a 12, new_b 0\n"));
  CHECK(page == tables_of(sample_ranking()));
}

TEST_CASE("ranking: Markdown keeps what it would take for its own", "[ranking]") {
  Ranking ranking = sample_ranking();
  ranking.observations.source = "a|b *c* <d>";
  ranking.observations.columns[0] = "old|a";
  const std::string page = tables_of(ranking);
  CHECK(testing::contains(page, R"(Observations: a\|b \*c\* \<d>.)"));
  CHECK(testing::contains(page, R"(| `old\|a` |)"));
}

TEST_CASE("ranking: numbers in names of tables count as numbers", "[ranking]") {
  CHECK(natural_less("4.2", "4.10"));
  CHECK_FALSE(natural_less("4.10", "4.2"));
  CHECK(natural_less("4", "4.1"));
  CHECK(natural_less("4.9", "5.1"));
  CHECK(natural_less("4.1a", "4.1b"));
  CHECK_FALSE(natural_less("4.1", "4.1"));
  CHECK(natural_less("4.02", "4.2") != natural_less("4.2", "4.02"));
  CHECK(natural_less("A 9", "A 10"));
}

TEST_CASE("ranking: JSON", "[ranking][json]") {
  Ranking ranking = sample_ranking();
  auto document = json_document({"opexplore", "1.2.3", "abc"});
  document["ranking"] = json_ranking(ranking);
  CHECK(opexplore::testing::schema_fault(json_text(document)) == "");
  const auto& json = document["ranking"];
  CHECK(json["complete"] == true);
  CHECK(json["rows"][1]["tests"].empty());
  CHECK(json["rows"][2]["tests"] == nlohmann::ordered_json({1, 2}));
  CHECK(json["rows"][3]["observed"] == nlohmann::ordered_json({{"new_b", 3}}));
  CHECK(json["contenders"][0]["name"] == "weak");
  CHECK(json["contenders"][1]["columns"] == nlohmann::ordered_json::array({"old_a"}));
  CHECK(json["contenders"][2]["score"]["unsound"] == 2);
  CHECK(json["contenders"][3]["answers"][0]["reason"] == "a limit");
  CHECK(json["contenders"][3]["judgements"][2]["judgement"] == "refused");
  ranking.searches_done = 3;
  CHECK(json_ranking(ranking)["complete"] == false);
}

TEST_CASE("ranking: machines are asked about the tests that rows name", "[ranking]") {
  RankingQuestion question;
  question.observations = read_observations(data, "data.json");
  question.contenders = contenders_of(ranked_machines("sc,ptx", {}), question.observations);
  question.tests = {test_of("Other", 1), test_of("MP", 1), test_of("SB", 1, "2")};
  question.tests[1].quantifier = Quantifier::not_exists;
  question.explore.threads = GENERATE(1U, 4U);
  std::vector<std::size_t> done;
  const Ranking ranking = rank(question, [&](std::size_t searches, std::size_t all) {
    CHECK(all == 4);
    done.push_back(searches);
  });
  CHECK(done == std::vector<std::size_t>{0, 1, 2, 3});
  REQUIRE(ranking.tests.size() == 2);
  CHECK(ranking.tests[0].name == "MP");
  CHECK(ranking.untested == std::vector<std::size_t>{1, 3});
  REQUIRE(ranking.contenders.size() == 2);
  CHECK(ranking.contenders[1].name == "ptx");
  for (const Contender& contender : ranking.contenders) {
    REQUIRE(contender.answers.size() == 2);
    CHECK(contender.answers[0].answer == RankedAnswer::allowed);
    CHECK(contender.answers[1].answer == RankedAnswer::forbidden);
  }
  CHECK(ranking.searches_done == 4);
  CHECK(ranking.code == ExitCode::complete);
  question.explore.interrupted = [] { return true; };
  const Ranking ended = rank(question);
  CHECK(ended.searches_done == 0);
  CHECK(ended.contenders[0].answers[0].reason == "interrupted");
  CHECK(ended.code == ExitCode::cancelled);
}

TEST_CASE("ranking: chips that nobody measured are no contenders", "[ranking]") {
  const Observations observations = read_observations(data, "data.json");
  CHECK_THROWS_AS(contenders_of(ranked_machines("gpu-scoped", {}), observations), UsageError);
  const Contenders with_sc = contenders_of(ranked_machines("gpu-scoped,sc", {}), observations);
  REQUIRE(with_sc.chosen.size() == 1);
  CHECK(with_sc.chosen[0].machine.name == "sc");
  REQUIRE_FALSE(with_sc.notes.empty());
  CHECK_THAT(with_sc.notes[0], Catch::Matchers::Contains("is left out: no column"));
}
