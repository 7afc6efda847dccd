#include "litmus/corpus/tables.hpp"

#include <string>

#include "tests/catch.hpp"

using namespace opexplore;

TEST_CASE("kinds are read in both spellings", "[tables]") {
  const Kinds kinds = read_kinds(
      "# herd's answers\nMP Allowed\nSB+fences Forbidden # sure\n\nLB\tRequired\r\n"
      "A Allow\n B   Forbid\nC Require\nMP Allow",
      "kinds.txt");
  CHECK(kinds.size() == 6);
  CHECK(kinds.at("MP") == Quantifier::exists);
  CHECK(kinds.at("SB+fences") == Quantifier::not_exists);
  CHECK(kinds.at("LB") == Quantifier::forall);
  CHECK(kinds.at("A") == Quantifier::exists);
  CHECK(kinds.at("B") == Quantifier::not_exists);
  CHECK(kinds.at("C") == Quantifier::forall);
}

TEST_CASE("expected answers are read, relative to their table", "[tables]") {
  const std::vector<Expectation> expected = read_expected(
      "# path,answer\na/MP.litmus,1\n ../SB.litmus , 0 , 12 states\n\nlast.litmus,1", "dir/t.csv");
  REQUIRE(expected.size() == 3);
  CHECK(expected[0].test == "dir/a/MP.litmus");
  CHECK(expected[0].ok);
  CHECK(expected[1].test == "SB.litmus");
  CHECK_FALSE(expected[1].ok);
  CHECK(expected[1].place == SourcePlace{3, 2});
  CHECK(expected[2].test == "dir/last.litmus");
}

TEST_CASE("mistakes in tables have a place", "[tables]") {
  const auto kinds = [](const std::string& text) { read_kinds(text, "kinds.txt"); };
  CHECK_THROWS_WITH(kinds("MP\n"), Catch::Contains("kinds.txt:1:1: expected a test and its kind"));
  CHECK_THROWS_WITH(
      kinds("\n MP  Alowed"),
      Catch::Contains("kinds.txt:2:6: unknown kind 'Alowed'; did you mean 'Allowed'?"));
  CHECK_THROWS_WITH(kinds("MP Sometimes"), Catch::Contains("the kinds are Allowed, Forbidden"));
  CHECK_THROWS_WITH(kinds("MP Allowed\nMP Forbidden"),
                    Catch::Contains("kinds.txt:2:1: the test 'MP' has two kinds"));
  CHECK_THROWS_WITH(kinds("M\xff Allowed"), Catch::Contains("kinds.txt:1:2: expected UTF-8"));

  const auto expected = [](const std::string& text) { read_expected(text, "t.csv"); };
  CHECK_THROWS_WITH(expected("a.litmus"),
                    Catch::Contains("t.csv:1:1: expected 'path,0' or 'path,1'"));
  CHECK_THROWS_WITH(expected(",1"), Catch::Contains("t.csv:1:1: expected 'path,0'"));
  CHECK_THROWS_WITH(expected("a.litmus,"),
                    Catch::Contains("t.csv:1:10: expected 0 or 1, found nothing"));
  CHECK_THROWS_WITH(expected("\n  ä.litmus, 2,x"),
                    Catch::Contains("t.csv:2:13: expected 0 or 1, found '2'"));
  CHECK_THROWS_WITH(read_expected_file("no-such.csv"),
                    Catch::Contains("no-such.csv: no such file"));
}
