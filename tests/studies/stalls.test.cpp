// Stalls of tests on machines: what becomes of a search, and how it is written.
#include "studies/stalls/stalls.hpp"

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "export/json.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "studies/stalls/json.hpp"
#include "studies/stalls/text.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/export/schema_check.hpp"

using namespace opexplore;
using AnswerKind = StallAnswer::Kind;

namespace {

// Steps of one or two, one thread held back in each number but 0.
struct Climbing : toy::Stairs {
  static constexpr std::string_view name = "toy-climbing";
  Climbing(const Test&, const MachineOptions&) : Stairs{9} {}
  std::uint32_t stalled(const State& state) const { return state[0] > 0 ? 1 : 0; }
};

struct Circling : toy::Ring {
  static constexpr std::string_view name = "toy-circling";
  Circling(const Test&, const MachineOptions&) : Ring{5} {}
  std::uint32_t stalled(const State&) const { return 1; }
};

struct Endless : toy::Spinner {
  using toy::Spinner::Spinner;
  std::uint32_t stalled(const State&) const { return 1; }
};

struct Picky : Climbing {
  using Climbing::Climbing;
  static std::optional<Refusal> refusal(const Test&, const MachineOptions&) {
    return Refusal{"'fence' is not for this machine", SourcePlace{4, 2}};
  }
};

template <class M>
const MachineEntry& entry_of() {
  static const MachineEntry entry = machine_entry<M>();
  return entry;
}

template <class M>
ChosenMachine chosen(const std::string& name) {
  return {name, &entry_of<M>(), {}};
}

template <class M>
FoundStalls found(const ExploreOptions& explore = {}) {
  return found_stalls(chosen<M>("toy"), question(Quantifier::exists, {0, 0}), explore);
}

// A test that can be written down; toys give two numbers whatever the program.
Test two_reads() {
  return read(
      "PTX two\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\n ld.weak r1, x ;\n"
      "exists (P0:r0 == 0 /\\ P0:r1 == 0)\n",
      "two.litmus");
}

StallAnswer counted(std::uint64_t least, std::optional<std::uint64_t> most) {
  return {AnswerKind::counted, {least, most}, {}};
}

StallTable sample_stalls() {
  StallTable table{{chosen<Climbing>("climbing"), chosen<Circling>("in-a-circle")}, {}};
  const std::string hash(32, '0');
  table.rows = {
      {"MP", "MP.litmus", hash, {counted(3, 100'000), counted(0, 0)}},
      {"spin", "spin.litmus", hash, {counted(2, {}), counted(1, 4)}},
      {"odd", "odd.litmus", hash, {{AnswerKind::refused, {}, "no fences"}, counted(7, 7)}},
      {"big",
       "big.litmus",
       hash,
       {{AnswerKind::incomplete, {}, "stopped"}, {AnswerKind::no_end, {}, "never ends"}}}};
  return table;
}

}  // namespace

TEST_CASE("stalls: what a search that ends gives", "[stalls]") {
  const FoundStalls climbing = found<Climbing>();
  CHECK(climbing.answer.kind == AnswerKind::counted);
  CHECK(climbing.answer.stalls.least == 4);
  CHECK(climbing.answer.stalls.most == 8);
  CHECK(climbing.code == ExitCode::complete);
  const FoundStalls circling = found<Circling>();
  CHECK(circling.answer.stalls.least == 5);
  CHECK_FALSE(circling.answer.stalls.most.has_value());
}

TEST_CASE("stalls: what a search without an answer gives", "[stalls]") {
  const FoundStalls picky = found<Picky>();
  CHECK(picky.answer.kind == AnswerKind::refused);
  CHECK(picky.answer.reason == "'fence' is not for this machine");
  CHECK(picky.code == ExitCode::complete);
  const FoundStalls endless = found<Endless>();
  CHECK(endless.answer.kind == AnswerKind::no_end);
  CHECK(endless.code == ExitCode::complete);
  ExploreOptions few;
  few.max_states = 3;
  const FoundStalls cut = found<Climbing>(few);
  CHECK(cut.answer.kind == AnswerKind::incomplete);
  CHECK(cut.answer.reason == "stopped at the limit of 3 states");
  CHECK(cut.reached_max_states);
  CHECK(cut.code == ExitCode::incomplete);
}

TEST_CASE("stalls: a limit after the search", "[stalls]") {
  ExploreOptions options;
  options.threads = 1;
  const Test test = question(Quantifier::exists, {0, 0});
  options.max_memory = explore_with<Climbing>(test, options).statistics.memory_bytes;
  const FoundStalls poor = found<Climbing>(options);
  CHECK(poor.answer.kind == AnswerKind::incomplete);
  CHECK_THAT(poor.answer.reason, Catch::Matchers::Contains("memory limit"));
  CHECK(poor.code == ExitCode::incomplete);
}

TEST_CASE("stalls: tables of tests", "[stalls]") {
  const StallTable table = sample_stalls();
  std::ostringstream out;
  for (const StallRow& row : table.rows) write_stalls(out, table.machines, row);
  CHECK(out.str() ==
        "Test MP\n"
        "machine      least    most\n"
        "climbing         3  100000\n"
        "in-a-circle      0       0\n"
        "\n"
        "Test spin\n"
        "machine      least  most\n"
        "climbing         2     -\n"
        "in-a-circle      1     4\n"
        "\n"
        "Test odd\n"
        "machine      least  most\n"
        "climbing     refused\n"
        "in-a-circle      7     7\n"
        "\n"
        "Test big\n"
        "machine      least  most\n"
        "climbing     incomplete\n"
        "in-a-circle  no end\n"
        "\n");
}

TEST_CASE("stalls: sums are of tests that every machine counted", "[stalls]") {
  const StallTable table = sample_stalls();
  const StallSums sums = table.sums();
  CHECK(sums.tests == 2);
  CHECK(sums.left_out == 2);
  CHECK(sums.with_most == 1);
  CHECK(sums.machines[0].least == 5);
  CHECK(sums.machines[0].most == 100'000);
  CHECK(sums.machines[1].least == 1);
  CHECK(sums.machines[1].most == 0);
  std::ostringstream out;
  write_stall_sums(out, table);
  CHECK(out.str() ==
        "Sum of 2 tests that every machine counted (2 left out), the most of the 1 that have one\n"
        "machine      least    most\n"
        "climbing         5  100000\n"
        "in-a-circle      1       0\n"
        "\n"
        "-: there is no most, for a loop may be held back in every round\n");
  StallTable one = table;
  one.rows.resize(1);
  std::ostringstream nothing;
  write_stall_sums(nothing, one);
  CHECK(nothing.str().empty());
}

TEST_CASE("stalls: as JSON", "[stalls][json]") {
  auto document = json_document({"opexplore", "0", "unknown"});
  document["stalls"] = json_stalls(sample_stalls());
  CHECK(testing::schema_fault(json_text(document)) == "");
  const auto& stalls = document["stalls"];
  CHECK(stalls["machines"][1]["name"] == "in-a-circle");
  CHECK(stalls["machines"][1]["machine"]["name"] == "toy-circling");
  CHECK(stalls["machines"][1]["machine"]["settings"]["variant"] == "plain");
  CHECK(stalls["tests"][0]["answers"][0]["answer"] == "counted");
  CHECK(stalls["tests"][0]["answers"][0]["most"] == 100'000);
  CHECK(stalls["tests"][1]["answers"][0]["least"] == 2);
  CHECK(stalls["tests"][1]["answers"][0]["most"].is_null());
  CHECK(stalls["tests"][2]["answers"][0]["answer"] == "refused");
  CHECK(stalls["tests"][2]["answers"][0]["least"].is_null());
  CHECK(stalls["tests"][2]["answers"][0]["reason"] == "no fences");
  CHECK(stalls["sum"]["tests"] == 2);
  CHECK(stalls["sum"]["with_most"] == 1);
  CHECK(stalls["sum"]["machines"][1]["most"] == 0);
}

TEST_CASE("stalls: counted in the order of the tests", "[stalls]") {
  ExploreOptions explore;
  explore.threads = GENERATE(1U, 4U);
  std::vector<std::size_t> done;
  std::vector<std::string> rows;
  const StallTable table = count_stalls(
      {{chosen<Climbing>("up"), chosen<Picky>("picky")}, {two_reads(), two_reads()}, explore},
      {[&](std::size_t searches, std::size_t all) {
         CHECK(all == 4);
         done.push_back(searches);
       },
       [&](const StallRow& row) { rows.push_back(row.test); }});
  CHECK(done == std::vector<std::size_t>{0, 1, 2, 3});
  CHECK(rows == std::vector<std::string>{"two", "two"});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[1].answers[0].kind == AnswerKind::counted);
  CHECK(table.rows[1].answers[1].kind == AnswerKind::refused);
  CHECK(table.code == ExitCode::complete);
}

TEST_CASE("stalls: an interruption leaves the rest uncounted", "[stalls]") {
  ExploreOptions explore;
  explore.threads = GENERATE(1U, 4U);
  explore.interrupted = [] { return true; };
  const StallTable table = count_stalls({{chosen<Climbing>("up")}, {two_reads()}, explore});
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].answers[0].kind == AnswerKind::incomplete);
  CHECK(table.rows[0].answers[0].reason == "interrupted");
  CHECK(table.code == ExitCode::cancelled);
}
