// Stalls of tests on machines: what becomes of a search, and how it is written.
#include "tools/stalls.hpp"

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore;
using namespace opexplore::testing;
using Kind = StallAnswer::Kind;

namespace {

// Steps of one or two, one thread held back in each number but 0.
struct Climbing : toy::Stairs<9> {
  static constexpr std::string_view name = "toy-climbing";
  using toy::Stairs<9>::Stairs;
  std::uint32_t stalled(const State& state) const { return state[0] > 0 ? 1 : 0; }
};

struct Circling : toy::Ring<5> {
  static constexpr std::string_view name = "toy-circling";
  using toy::Ring<5>::Ring;
  std::uint32_t stalled(const State&) const { return 1; }
};

struct Endless : toy::Spinner {
  using toy::Spinner::Spinner;
  std::uint32_t stalled(const State&) const { return 1; }
};

struct Picky : Climbing {
  using Climbing::Climbing;
  static std::optional<std::string> refusal(const Test&, const MachineOptions&) {
    return "4:2: 'fence' is not for this machine";
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

StallAnswer counted(std::uint64_t least, std::optional<std::uint64_t> most) {
  return {Kind::counted, {least, most}, {}};
}

StallTable sample() {
  StallTable table{{chosen<Climbing>("climbing"), chosen<Circling>("in-a-circle")}, {}};
  const std::string hash(32, '0');
  table.rows = {{"MP", "MP.litmus", hash, {counted(3, 100'000), counted(0, 0)}},
                {"spin", "spin.litmus", hash, {counted(2, {}), counted(1, 4)}},
                {"odd", "odd.litmus", hash, {{Kind::refused, {}, "no fences"}, counted(7, 7)}},
                {"big",
                 "big.litmus",
                 hash,
                 {{Kind::incomplete, {}, "stopped"}, {Kind::no_end, {}, "never ends"}}}};
  return table;
}

}  // namespace

TEST_CASE("stalls: what a search that ends gives", "[tools][stalls]") {
  const FoundStalls climbing = found<Climbing>();
  CHECK(climbing.answer.kind == Kind::counted);
  CHECK(climbing.answer.stalls.least == 4);
  CHECK(climbing.answer.stalls.most == 8);
  CHECK(climbing.code == ExitCode::complete);
  const FoundStalls circling = found<Circling>();
  CHECK(circling.answer.stalls.least == 5);
  CHECK_FALSE(circling.answer.stalls.most.has_value());
}

TEST_CASE("stalls: what a search without an answer gives", "[tools][stalls]") {
  const FoundStalls picky = found<Picky>();
  CHECK(picky.answer.kind == Kind::refused);
  CHECK(picky.answer.reason == "'fence' is not for this machine");
  CHECK(picky.code == ExitCode::complete);
  const FoundStalls endless = found<Endless>();
  CHECK(endless.answer.kind == Kind::no_end);
  CHECK(endless.code == ExitCode::complete);
  ExploreOptions few;
  few.max_states = 3;
  const FoundStalls cut = found<Climbing>(few);
  CHECK(cut.answer.kind == Kind::incomplete);
  CHECK(cut.answer.reason == "stopped at the limit of 3 states");
  CHECK(cut.reached_max_states);
  CHECK(cut.code == ExitCode::incomplete);
}

TEST_CASE("stalls: a limit after the search", "[tools][stalls]") {
  ExploreOptions options;
  options.threads = 1;
  options.max_memory = explore_toy<Climbing>(options).statistics.memory_bytes;
  const FoundStalls poor = found<Climbing>(options);
  CHECK(poor.answer.kind == Kind::incomplete);
  CHECK(contains(poor.answer.reason, "memory limit"));
  CHECK(poor.code == ExitCode::incomplete);
}

TEST_CASE("stalls: tables of tests", "[tools][stalls]") {
  const StallTable table = sample();
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

TEST_CASE("stalls: sums are of tests that every machine counted", "[tools][stalls]") {
  const StallTable table = sample();
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

TEST_CASE("stalls: as JSON", "[tools][stalls][json]") {
  auto document = json_document({"opexplore", "0", "unknown"});
  document["stalls"] = json_stalls(sample());
  CHECK(schema_fault(json_text(document)) == "");
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

TEST_CASE("stalls: on the command line", "[cli][stalls]") {
  const Folder folder;
  const std::string files = folder.add("SB.litmus", store_buffering()) + ' ' +
                            folder.add("SB2.litmus", store_buffering("SB2"));
  const auto result = program("--stalls --machine sc-typed --sms 2 " + files);
  CHECK(result.status == 0);
  CHECK(contains(result.output, "Test SB\nmachine   least  most\nsc-typed  "));
  CHECK(contains(result.output, "\n\nTest SB2\nmachine "));
  CHECK(contains(result.output, "\n\nSum of 2 tests\nmachine "));
  const auto by_default = program("--stalls " + files);
  CHECK(by_default.status == 0);
  CHECK(contains(by_default.output, "\nsc-typed  "));
  const std::string threads = GENERATE("-j1 ", "-j4 ");
  CHECK(program(threads + "--stalls " + files).output == by_default.output);
}

TEST_CASE("stalls: reductions are off whether asked or not", "[cli][stalls]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(program("--stalls --machine sc-typed --no-reduce " + file).output ==
        program("--stalls --machine sc-typed " + file).output);
}

TEST_CASE("stalls: a document, and tests that cannot be read", "[cli][stalls][json]") {
  const Folder folder;
  const std::string files =
      folder.add("SB.litmus", store_buffering()) + ' ' + folder.add("bad.litmus", bad_test);
  const auto result = program("--stalls --machine sc-typed --json - " + files);
  CHECK(result.status == 2);
  CHECK(schema_fault(result.output) == "");
  const auto document = nlohmann::json::parse(result.output);
  CHECK(document["exit_code"] == 2);
  REQUIRE(document["tests"].size() == 1);
  CHECK(document["tests"][0]["error"]["line"] == 4);
  REQUIRE(document["stalls"]["tests"].size() == 1);
  CHECK(document["stalls"]["tests"][0]["name"] == "SB");
  CHECK(document["stalls"]["tests"][0]["answers"][0]["least"].is_number());
}

TEST_CASE("stalls: limits", "[cli][stalls]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const std::string arguments = "--stalls --machine sc-typed --max-states 3 " + file;
  const auto result = program(arguments);
  CHECK(result.status == 1);
  CHECK(contains(result.output, "\nsc-typed  incomplete\n"));
  CHECK(contains(complaint(arguments), "machine sc-typed: stopped at the limit of 3 states"));
  CHECK_FALSE(contains(complaint("-q " + arguments), "machine sc-typed"));
  const std::string huge = folder.add("huge.litmus", huge_test());
  CHECK(program("--stalls --machine sc-typed --timeout 100ms " + huge).status == 31);
}

TEST_CASE("stalls: what does not go with them", "[cli][stalls]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"--machine sc", "machine sc counts no stalls; machines that do are "},
       {"--machine sc-typed,ptx", "machine ptx counts no stalls"},
       {"--machine sc-typed,sc-typed", "machine sc-typed is named twice"},
       {"--model ptx75", "ptx75 is a model, and machines are expected here"},
       {"--machine sc-typed --chip fermi", "has no setting --chip"},
       {"--compare-with sc", "--stalls and --compare-with do not go together"},
       {"--within sc", "--stalls and --within do not go together"},
       {"--check-axioms", "--stalls and --check-axioms do not go together"},
       {"--count-paths", "--stalls and --count-paths do not go together"},
       {"--speedcheck", "--stalls and --speedcheck do not go together"},
       {"--trace", "--stalls and --trace do not go together"},
       {"--unroll 3", "--stalls and --unroll do not go together"},
       {"-o DIR", "--stalls and -o do not go together"},
       {"--rank x.json", "--stalls and --rank do not go together"}}));
  INFO(arguments);
  CHECK(program("--stalls " + arguments + ' ' + file).status == 2);
  CHECK_THAT(complaint("--stalls " + arguments + ' ' + file), Catch::Matchers::Contains(advice));
}

TEST_CASE("diagram: on the command line", "[cli][diagram]") {
  const auto drawn = program("--machine sc-typed --diagram");
  CHECK(drawn.status == 0);
  CHECK(drawn.output.starts_with("digraph \""));
  CHECK(program("--diagram --machine sc-typed").output == drawn.output);
  CHECK(program("--machine sc --diagram").status == 2);
  CHECK(contains(complaint("--machine sc --diagram"),
                 "machine sc has no diagram; machines with one are "));
  CHECK(contains(complaint("--machine sc-type --diagram"), "did you mean sc-typed?"));
  CHECK(contains(complaint("--machine sc-typed --diagram x.litmus"),
                 "--diagram and a test do not go together"));
  CHECK(contains(complaint("--machine sc-typed --diagram --json -"),
                 "--diagram and --json do not go together"));
}
