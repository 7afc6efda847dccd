// Tests of Khronos, `.test` files: each statement is answered by the machine, by the axioms and by
// the oracle. The conformance tests of Khronos are beside the source tree.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "answers/statements.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/oracle/vulkan_oracle.hpp"
#include "tests/skip.hpp"

namespace opexplore {

namespace {

// By line: whether there is such an execution. Statements that are refused have none.
using Satisfiable = std::map<std::uint32_t, bool>;

Satisfiable satisfiable_of(const std::string& who, const SpelledTest& read) {
  const Pairing pairing = with_settings(chosen_pairing({who, {}, {}, {}}, {}), read.settings);
  ExploreOptions explore;
  explore.threads = 1;
  const auto found = answer(pairing.first, read.test, explore);
  REQUIRE(std::holds_alternative<Answer>(found));
  const auto answered = answered_statements(read.statements, pairing.first, read.test,
                                            std::get<Answer>(found), explore);
  REQUIRE(std::holds_alternative<std::vector<AnsweredStatement>>(answered));
  Satisfiable result;
  for (const auto& one : std::get<std::vector<AnsweredStatement>>(answered)) {
    if (one.satisfiable) result.emplace(one.statement.place.line, *one.satisfiable);
  }
  return result;
}

bool is_asked_for(const oracle::vulkan::Behaviour& behaviour, const SpelledTest& read,
                  AskedRaces races) {
  if (read.test.filter && !holds(*read.test.filter, behaviour.outcome)) return false;
  return races == AskedRaces::any || behaviour.raced == (races == AskedRaces::some);
}

Satisfiable answers_of_oracle(const SpelledTest& read) {
  Satisfiable result;
  for (const bool chains : {true, false}) {
    oracle::vulkan::Question question;
    question.reading.from_reads = oracle::vulkan::FromReads::alloy;
    question.reading.chains = chains ? oracle::vulkan::Chains::model : oracle::vulkan::Chains::none;
    question.barrier_reach = oracle::vulkan::BarrierReach::scope;
    const oracle::vulkan::Result found = oracle::vulkan::enumerate(read.test, question);
    CHECK_FALSE(found.loop_bound_hit);
    for (const Statement& statement : read.statements) {
      if (statement.refusal || statement.chains != chains) continue;
      const bool satisfiable =
          std::ranges::any_of(found.behaviours, [&](const oracle::vulkan::Behaviour& behaviour) {
            return is_asked_for(behaviour, read, statement.races);
          });
      result.emplace(statement.place.line, satisfiable);
    }
  }
  return result;
}

// File, whether it is about devices with chains, what is asked; whether it is satisfiable.
using Rows = std::map<std::tuple<std::string, bool, std::string>, bool>;

Rows khronos_verdicts(const std::filesystem::path& table) {
  Rows rows;
  std::ifstream file(table);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t name = line.find(',');
    const std::size_t chains = line.find(',', name + 1);
    const std::size_t last = line.rfind(',');
    rows.emplace(
        std::tuple(line.substr(0, name), line.substr(name + 1, chains - name - 1) == "chains",
                   line.substr(chains + 1, last - chains - 1)),
        line.substr(last + 1) == "1");
  }
  return rows;
}

std::string asked_by(const Statement& statement) {
  return statement.races == AskedRaces::none   ? "consistent;#dr=0"
         : statement.races == AskedRaces::some ? "consistent;#dr>0"
                                               : "consistent";
}

// What the list asks and no statement says: executions that break the axioms, and relations that
// are none of what happens.
const std::set<std::string> not_asked{"#dr>0", "consistent;#rs=2"};

}  // namespace

TEST_CASE("khronos: the tests that come with the program hold", "[corpus][khronos]") {
  const auto folder =
      std::filesystem::path(testing::source_folder) / "litmus" / "vulkan" / "khronos";
  const std::vector<std::string> arguments{folder.string()};
  std::size_t statements = 0;
  for (const std::filesystem::path& file : expand_sources(arguments)) {
    INFO(file);
    const SpelledTest read = read_spelled_file(file);
    REQUIRE_FALSE(read.statements.empty());
    Satisfiable said;
    for (const Statement& statement : read.statements) {
      CHECK_FALSE(statement.refusal);
      said.emplace(statement.place.line, statement.satisfiable);
      ++statements;
    }
    CHECK(satisfiable_of("vulkan", read) == said);
    CHECK(satisfiable_of("vulkan-als", read) == said);
    CHECK(answers_of_oracle(read) == said);
  }
  CHECK(statements >= 11);
}

TEST_CASE("khronos suite: machine, axioms and oracle give the answers", "[corpus][khronos]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  Rows rows = khronos_verdicts(*suite / "expected-khronos.csv");
  CHECK(rows.size() == 104);
  std::set<std::string> files;
  for (const auto& [row, satisfiable] : rows) files.insert(std::get<0>(row));
  for (const std::string& file : files) {
    INFO(file);
    const SpelledTest read = read_spelled_file(*suite / file);
    Satisfiable expected;
    for (const Statement& statement : read.statements) {
      if (statement.refusal) continue;
      const auto row = rows.find(std::tuple(file, statement.chains, asked_by(statement)));
      REQUIRE(row != rows.end());
      CHECK(row->second == statement.satisfiable);
      expected.emplace(statement.place.line, row->second);
      rows.erase(row);
    }
    CHECK(satisfiable_of("vulkan", read) == expected);
    CHECK(satisfiable_of("vulkan-als", read) == expected);
    CHECK(answers_of_oracle(read) == expected);
  }
  CHECK(rows.size() == 3);
  for (const auto& [row, satisfiable] : rows) CHECK(not_asked.contains(std::get<2>(row)));
}

}  // namespace opexplore
