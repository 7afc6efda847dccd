// The tests of Sorensen's thesis, litmus/thesis: the tables are complete, every printed
// observation has its test, and the machines give the verdicts that the tables promise.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"
#include "tests/oracle/axiomatic.hpp"

using namespace opexplore;
using namespace opexplore::corpus;

namespace {

const Corpus& thesis_corpus() {
  static const Corpus corpus = read_corpus("thesis");
  return corpus;
}

const std::map<std::string, Test>& thesis_tests() { return thesis_corpus().tests; }

Verdicts thesis_expected(std::string_view table) {
  return corpus::expected(thesis_corpus(), table);
}

const std::vector<std::string> tables = {"sc",  "gpu-queues", "gpu-scoped", "gpu-scoped-fermi",
                                         "ptx", "ptx-proxy"};

bool has_atomics(const Test& test) {
  return std::ranges::any_of(test.program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return std::holds_alternative<Atomic>(instruction.action);
    });
  });
}

/// The tests that the machine of the table runs: gpu-queues has no read-modify-writes.
std::set<std::string> run_by(std::string_view table) {
  std::set<std::string> paths;
  for (const auto& [path, test] : thesis_tests()) {
    if (table != "gpu-queues" || !has_atomics(test)) paths.insert(path);
  }
  return paths;
}

/// The configuration of the program, in the words of the thesis (section 2.5.1).
std::string configuration(const Program& program) {
  std::set<std::uint32_t> ctas;
  std::set<std::pair<std::uint32_t, std::uint32_t>> warps;
  std::set<std::uint32_t> gpus;
  for (const Thread& thread : program.threads) {
    gpus.insert(thread.gpu);
    ctas.insert(thread.cta);
    warps.emplace(thread.cta, thread.warp);
  }
  const auto shared = std::ranges::count(program.locations, Region::shared, &Location::region);
  const bool all_shared = shared == std::ssize(program.locations);
  if (gpus.size() != 1 || warps.size() != program.threads.size()) return "other";
  if (ctas.size() == 1 && all_shared) return "D-warp:S-cta-Shared";
  if (ctas.size() == 1 && shared == 0) return "D-warp:S-cta-Global";
  if (ctas.size() == 1) return "D-warp:S-cta (mixed regions)";
  if (shared != 0) return "other";
  return ctas.size() == program.threads.size() ? "D-cta:S-ker-Global" : "mixed placement";
}

const std::map<std::string, std::string> folder_of = {
    {"D-warp:S-cta-Shared", "D-warp-S-cta-Shared"},
    {"D-warp:S-cta-Global", "D-warp-S-cta-Global"},
    {"D-cta:S-ker-Global", "D-cta-S-ker-Global"},
    {"D-warp:S-cta (mixed regions)", "mixed-regions"},
    {"mixed placement", "mixed-placement"},
};

/// A row of observed.json.
struct ObservedTest {
  std::string table;
  std::string config;
  std::string test;                               ///< ends in "+*" when it stands for all variants
  std::map<std::string, std::uint64_t> observed;  ///< by chip
  std::map<std::string, std::string> regions;     ///< where they differ from the configuration

  bool seen(std::string_view chip) const {
    return std::ranges::any_of(observed, [&](const auto& count) {
      return count.first.starts_with(chip) && count.second != 0;
    });
  }
};

std::vector<ObservedTest> observations() {
  std::ifstream file(thesis_corpus().root / "observed.json");
  const auto document = nlohmann::json::parse(file);
  std::vector<ObservedTest> rows;
  for (const auto& row : document.at("hardware")) {
    rows.push_back({row.at("table"), row.at("config"), row.at("test"), row.at("observed"),
                    row.value("regions", std::map<std::string, std::string>{})});
  }
  return rows;
}

bool names(const ObservedTest& row, const std::string& test) {
  if (!row.test.ends_with("+*")) return row.test == test;
  const std::string family = row.test.substr(0, row.test.size() - 2);
  return test == family || test.starts_with(family + "+");
}

bool places(const ObservedTest& row, const Program& program) {
  if (row.regions.empty()) return configuration(program) == row.config;
  if (!configuration(program).starts_with("D-warp:S-cta")) return false;
  return std::ranges::all_of(program.locations, [&](const Location& location) {
    return row.regions.at(location.name) == to_string(location.region);
  });
}

/// The paths of the tests that the row speaks of.
std::vector<std::string> tests_of(const ObservedTest& row) {
  std::vector<std::string> paths;
  for (const auto& [path, test] : thesis_tests()) {
    if (names(row, test.name) && places(row, test.program)) paths.push_back(path);
  }
  return paths;
}

/// Whether the machine reaches the condition of the test.
bool reaches(const MachineEntry& machine, const MachineOptions& settings, const Test& test) {
  return answer(test, explored(machine, test, settings));
}

MachineOptions chip(std::string_view name) {
  MachineOptions options;
  options.settings["chip"] = name;
  return options;
}

/// A line of the thesis' table 5.9.
struct Compared {
  std::string_view test;
  bool observed;
  bool allowed;
};

void compare_with_table_5_9(const std::string& config, const std::vector<Compared>& lines) {
  const MachineEntry* const machine = find_machine("gpu-queues");
  REQUIRE(machine != nullptr);
  for (const Compared& line : lines) {
    INFO(config << " " << line.test);
    const std::string path = folder_of.at(config) + "/" + std::string(line.test) + ".litmus";
    const Test& test = thesis_tests().at(path);
    CHECK(configuration(test.program) == config);
    CHECK(reaches(*machine, {}, test) == line.allowed);
    bool seen = false;
    for (const ObservedTest& row : observations()) {
      seen = seen || (row.config == config && row.test == line.test && row.seen(""));
    }
    CHECK(seen == line.observed);
  }
}

}  // namespace

TEST_CASE("thesis corpus: every test is in every table", "[corpus]") {
  const std::set<std::string> paths = keys(thesis_tests());
  CHECK(paths.size() == 354);
  CHECK(keys(reasons(thesis_corpus())) == paths);
  CHECK(indexed(thesis_corpus()) == paths);
  CHECK(indexed(thesis_corpus(), "@no-atomics") == run_by("gpu-queues"));
  CHECK(indexed(thesis_corpus(), "@table-5.9").size() == 27);
  for (const std::string& table : tables) {
    INFO(table);
    CHECK(keys(thesis_expected(table)) == run_by(table));
  }
  for (const std::string& path : named_in_readme(thesis_corpus())) {
    INFO(path);
    CHECK(paths.contains(path));
  }
}

TEST_CASE("thesis corpus: a test has the name of its file, its place, reason and kind",
          "[corpus]") {
  const std::map<std::string, std::string> why = reasons(thesis_corpus());
  const Kinds kinds = read_kinds_file(thesis_corpus().root / "kinds.txt");
  const Verdicts scoped = thesis_expected("gpu-scoped");
  std::set<std::string> seen;
  for (const auto& [path, test] : thesis_tests()) {
    INFO(path);
    const std::filesystem::path file(path);
    std::string name = file.stem().string();
    // The two tests of table 6.1 have one name.
    if (file.parent_path() == "mixed-regions") name.resize(name.size() - 5);
    CHECK(test.name == name);
    CHECK(folder_of.at(configuration(test.program)) == file.parent_path());
    CHECK(comment_of(test) == why.at(path));
    const std::string verdict = scoped.at(path) ? "? Allowed: " : "? Forbidden: ";
    CHECK(comment_of(test).find(verdict) != std::string::npos);
    CHECK(kinds.at(test.name) == test.quantifier);
    CHECK(test.quantifier == Quantifier::exists);
    seen.insert(test.name);
  }
  CHECK(keys(kinds) == seen);
}

TEST_CASE("thesis corpus: every observation of the thesis has its test", "[corpus]") {
  const std::vector<ObservedTest> rows = observations();
  CHECK(rows.size() == 93);
  const std::map<std::string, std::size_t> variants = {
      {"LD+*", 21}, {"SB+*", 6}, {"2+2W+*", 6}, {"R+*", 9}, {"S+*", 18}};
  for (const ObservedTest& row : rows) {
    INFO("table " << row.table << ", " << row.config << ", " << row.test);
    const auto family = variants.find(row.test);
    CHECK(tests_of(row).size() == (family == variants.end() ? 1 : family->second));
  }
}

TEST_CASE("thesis corpus: every machine gives the verdicts of its table", "[corpus]") {
  const std::string table = GENERATE(from_range(tables));
  const bool fermi = table == "gpu-scoped-fermi";
  const MachineEntry* const machine = find_machine(fermi ? "gpu-scoped" : table);
  REQUIRE(machine != nullptr);
  const MachineOptions settings = fermi ? chip("fermi") : MachineOptions{};
  const std::set<std::string> run = run_by(table);
  const Verdicts wanted = thesis_expected(table);
  for (const auto& [path, test] : thesis_tests()) {
    INFO(path << " on " << table);
    if (run.contains(path)) {
      CHECK(reaches(*machine, settings, test) == wanted.at(path));
    } else {
      CHECK(machine->refusal(test, settings).has_value());
    }
  }
}

TEST_CASE("thesis corpus: the axioms give the verdicts of the PTX machines", "[corpus]") {
  const bool proxies = GENERATE(false, true);
  const oracle::Model model = proxies ? oracle::ptx75() : oracle::ptx60();
  const Verdicts wanted = thesis_expected(proxies ? "ptx-proxy" : "ptx");
  for (const auto& [path, test] : thesis_tests()) {
    INFO(path);
    CHECK(oracle::condition_holds(test, oracle::outcomes(test, model)) == wanted.at(path));
  }
}

TEST_CASE("thesis corpus: gpu-queues allows what table 5.9 says, no more and no less", "[corpus]") {
  const bool yes = true;
  const bool no = false;
  const std::vector<Compared> intra_cta = {
      {"MP", yes, yes}, {"MP+membar.ctas", no, no}, {"MP+membar.gls", no, no},
      {"SB", no, yes},  {"SB+membar.ctas", no, no}, {"SB+membar.gls", no, no},
      {"LD", no, yes},  {"LD+membar.ctas", no, no}, {"LD+membar.gls", no, no}};
  const std::vector<Compared> inter_cta = {
      {"MP", yes, yes}, {"MP+membar.ctas", yes, yes}, {"MP+membar.gls", no, no},
      {"SB", yes, yes}, {"SB+membar.ctas", yes, yes}, {"SB+membar.gls", no, no},
      {"LD", yes, yes}, {"LD+membar.ctas", yes, no},  {"LD+membar.gls", no, no}};
  SECTION("shared memory") { compare_with_table_5_9("D-warp:S-cta-Shared", intra_cta); }
  SECTION("one CTA, global memory") { compare_with_table_5_9("D-warp:S-cta-Global", intra_cta); }
  SECTION("two CTAs") { compare_with_table_5_9("D-cta:S-ker-Global", inter_cta); }
}

TEST_CASE("thesis corpus: gpu-scoped allows what any chip showed", "[corpus]") {
  const MachineEntry* const machine = find_machine("gpu-scoped");
  REQUIRE(machine != nullptr);
  const std::string name = GENERATE(as<std::string>{}, "fermi", "kepler", "maxwell");
  int seen = 0;
  for (const ObservedTest& row : observations()) {
    if (!row.seen(name)) continue;
    ++seen;
    for (const std::string& path : tests_of(row)) {
      INFO("table " << row.table << ", " << path << " on " << name);
      CHECK(reaches(*machine, chip(name), thesis_tests().at(path)));
    }
  }
  CHECK(seen == (name == "fermi" ? 34 : name == "kepler" ? 35 : 13));
}

TEST_CASE("thesis corpus: gpu-scoped forbids what fences and dependencies prevented", "[corpus]") {
  const MachineEntry* const machine = find_machine("gpu-scoped");
  REQUIRE(machine != nullptr);
  int prevented = 0;
  for (const ObservedTest& row : observations()) {
    const bool synchronised = row.test.find("+membar") != std::string::npos ||
                              row.test.ends_with("+addrs") || row.test.ends_with("+datas");
    if (!synchronised || row.seen("")) continue;
    ++prevented;
    for (const std::string& path : tests_of(row)) {
      INFO("table " << row.table << ", " << path);
      CHECK_FALSE(reaches(*machine, {}, thesis_tests().at(path)));
    }
  }
  CHECK(prevented == 39);
}
