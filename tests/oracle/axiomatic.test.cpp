// The oracle against published verdicts, program by program.
#include "tests/oracle/axiomatic.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/litmus_text.hpp"
#include "tests/oracle/verdicts.hpp"
#include "tests/skip.hpp"

namespace opexplore::oracle {

namespace {

struct Column {
  std::string_view name;
  Model model;
};

std::array<Column, 4> columns() {
  return {{{"ptx60", ptx60()},
           {"ptx75", ptx75()},
           {"ptx60_dat3m", ptx60_dat3m()},
           {"ptx75_dat3m", ptx75_dat3m()}}};
}

void check_verdicts(std::span<const Verdict> table) {
  for (const Verdict& row : table) {
    const std::string text = litmus_text("table", row.declarations, row.threads, row.condition);
    const Test test = read(text, std::string(row.id));
    for (std::size_t c = 0; c < columns().size(); ++c) {
      const Column column = columns()[c];
      INFO(row.id << " under " << column.name << "\n" << text);
      const bool allowed = condition_holds(test, outcomes(test, column.model));
      CHECK((allowed ? 'A' : 'F') == row.verdicts[c]);
    }
  }
}

// Verdicts of a suite in the order of its table: path, then 1 (condition holds) or 0.
std::map<std::string, bool> expected_verdicts(const std::filesystem::path& csv) {
  std::map<std::string, bool> result;
  std::ifstream file(csv);
  for (std::string line; std::getline(file, line);) {
    const std::size_t comma = line.rfind(',');
    if (comma == std::string::npos) continue;
    result[line.substr(0, comma)] = line[comma + 1] == '1';
  }
  return result;
}

void check_suite(const std::filesystem::path& suite, const char* table, const Model& model) {
  const auto verdicts = expected_verdicts(suite / table);
  REQUIRE(verdicts.size() > 100);
  Limits limits;
  limits.backward_jumps = 1;  // the tables were made with loops unrolled once
  for (const auto& [path, expected] : verdicts) {
    INFO(path);
    const Test test = read_file(suite / path);
    CHECK(condition_holds(test, enumerate(test, model, limits).outcomes) == expected);
  }
}

}  // namespace

TEST_CASE("oracle: programs on which the definitions agree", "[oracle]") {
  REQUIRE(baseline_verdicts().size() > 40);
  check_verdicts(baseline_verdicts());
}

TEST_CASE("oracle: programs that tell the definitions apart", "[oracle]") {
  REQUIRE(distinguishing_verdicts().size() > 35);
  check_verdicts(distinguishing_verdicts());
}

TEST_CASE("oracle: exact outcome sets", "[oracle]") {
  struct Exact {
    std::string_view threads, condition;
    std::set<Outcome> outcomes;
  };
  const std::array<Exact, 5> table{{
      // Coherence goes either way.
      {"0,0: st.relaxed.gpu x, 1 || 1,0: st.relaxed.gpu x, 2", "exists ([x]=1)", {{1}, {2}}},
      // A store of one thread is never overtaken by its next.
      {"0,0: st.weak x, 1; st.weak x, 2", "exists ([x]=1)", {{2}}},
      {"0,0: atom.relaxed.gpu.add r0, x, 1 || 1,0: atom.relaxed.gpu.add r0, x, 1",
       "exists (0:r0=0 /\\ 1:r0=0 /\\ [x]=0)",
       {{0, 1, 2}, {1, 0, 2}}},
      // Exactly one of the two wins the lock; the loser's cas writes nothing.
      {"0,0: atom.relaxed.gpu.cas r0, x, 0, 1 || 1,0: atom.relaxed.gpu.cas r0, x, 0, 2",
       "exists (0:r0=0 /\\ 1:r0=0 /\\ [x]=0)",
       {{0, 1, 1}, {2, 0, 2}}},
      // A branch decides which store runs.
      {"0,0: st.relaxed.gpu x, 1 || 1,0: ld.relaxed.gpu r0, x; beq r0, 0, LC00; "
       "st.relaxed.gpu x, 5; LC00:",
       "exists (1:r0=0 /\\ [x]=0)",
       {{0, 1}, {1, 5}}},
  }};
  for (const Exact& row : table) {
    const std::string text = litmus_text("exact", "x=0;", row.threads, row.condition);
    INFO(text);
    CHECK(outcomes(read(text, "exact"), ptx60()) == row.outcomes);
    CHECK(outcomes(read(text, "exact"), ptx75()) == row.outcomes);
  }
}

TEST_CASE("oracle: verdicts of the published PTX suite", "[oracle]") {
  const auto suite = testing::suite_or_skip();
  if (!suite) return;
  SECTION("6.0") { check_suite(*suite, "expected-ptx-6.0.csv", ptx60_dat3m()); }
  SECTION("7.5") { check_suite(*suite, "expected-ptx-7.5.csv", ptx75_dat3m()); }
}

TEST_CASE("oracle: refuses what it cannot decide", "[oracle]") {
  const std::string text = litmus_text(
      "loop", "x=0;", "0,0: LC00:; ld.relaxed.gpu r0, x; bne r0, 1, LC00", "exists (0:r0=1)");
  const Test test = read(text, "loop");
  CHECK_THROWS_AS(outcomes(test, ptx75()), Unsupported);
  CHECK(enumerate(test, ptx75()).loop_bound_hit);
  // Whether the second thread waits depends on what the first one reads.
  const std::string skip = litmus_text(
      "skip", "x=0;",
      "0,0: ld.weak r0, x; beq r0, 0, LC00; bar.cta.sync 0; LC00: || 0,0: bar.cta.sync 0",
      "exists (0:r0=0)");
  CHECK_THROWS_AS(outcomes(read(skip, "skip"), ptx75()), Unsupported);
}

}  // namespace opexplore::oracle
