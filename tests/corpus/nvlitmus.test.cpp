// Tests of nvlitmus, `.test` files: the machine and the model both find what they state.
#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "answers/statements.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

namespace opexplore {

namespace {

std::vector<AnsweredStatement> answers_of(const std::string& who, const SpelledTest& read) {
  const Pairing pairing = chosen_pairing({who, {}, {}, {}}, {});
  ExploreOptions explore;
  explore.threads = 1;
  const auto found = answer(pairing.first, read.test, explore);
  REQUIRE(std::holds_alternative<Answer>(found));
  auto answered = answered_statements(read.statements, pairing.first, read.test,
                                      std::get<Answer>(found), explore);
  REQUIRE(std::holds_alternative<std::vector<AnsweredStatement>>(answered));
  return std::get<std::vector<AnsweredStatement>>(std::move(answered));
}

}  // namespace

TEST_CASE("corpus: statements of tests of nvlitmus hold", "[corpus][nvlitmus]") {
  const std::vector<std::string> folder{std::string(testing::source_folder) + "/litmus/nvlitmus"};
  std::size_t tests = 0;
  for (const auto& file : expand_sources(folder)) {
    for (const SpelledTest& read : read_all_spelled_file(file)) {
      ++tests;
      CHECK_FALSE(read.statements.empty());
      for (const std::string who : {"ptx-proxy", "ptx75"}) {
        for (const AnsweredStatement& one : answers_of(who, read)) {
          INFO(who << ": " << read.test.name << ": " << one.statement.text);
          CHECK(one.holds() == true);
        }
      }
    }
  }
  CHECK(tests == 19);
}

}  // namespace opexplore
