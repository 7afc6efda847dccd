// The locks and barriers of table 7 of Tong et al., ASPLOS 2024, as PTX kernels, litmus/tong2024:
// the machines for PTX say of each row what the table beside the kernels says.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/promise.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

using namespace opexplore;

namespace {

/// A line of expected.csv.
struct LaunchVerdicts {
  std::string launch;
  std::string module;
  std::string correct;  ///< in the paper
  std::string safe;
  std::string drf0;
  std::string ends;
};

std::filesystem::path tong2024_folder() {
  return std::filesystem::path(testing::source_folder) / "litmus/tong2024";
}

std::vector<LaunchVerdicts> rows() {
  std::ifstream file(tong2024_folder() / "expected.csv");
  std::vector<LaunchVerdicts> result;
  bool headed = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    if (!headed) {
      CHECK(line == "launch,module,correct,safe,drf0,ends");
      headed = true;
      continue;
    }
    std::istringstream stream(line);
    LaunchVerdicts row;
    for (std::string* const cell :
         {&row.launch, &row.module, &row.correct, &row.safe, &row.drf0, &row.ends}) {
      std::getline(stream, *cell, ',');
    }
    result.push_back(row);
  }
  return result;
}

Test launched(const LaunchVerdicts& row) {
  std::ifstream file(tong2024_folder() / row.module);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return kernel::read_kernel(text.str(), row.module,
                             kernel::read_launch_file(tong2024_folder() / row.launch));
}

const MachineEntry& machine(std::string_view name, const Test& test) {
  const MachineEntry* const entry = find_machine(name);
  REQUIRE(entry != nullptr);
  REQUIRE_FALSE(entry->refusal(test, {}).has_value());
  return *entry;
}

/// A search that stops when the verdict is known.
ExploreOptions for_verdict() {
  ExploreOptions options;
  options.verdict_only = true;
  return options;
}

std::string word(bool yes) { return yes ? "yes" : "no"; }

/// What the machine says of the end of the test if all threads are scheduled fairly.
std::string ending(std::string_view name, const Test& test) {
  TerminationQuestion asked;
  asked.promises.push_back(parse_promise("FAIR"));
  const Termination report = machine(name, test).termination(test, {}, asked);
  REQUIRE(report.judgements.size() == 1);
  static const std::map<Ends, std::string> words{
      {Ends::unknown, "unknown"}, {Ends::yes, "yes"}, {Ends::bounded, "bounded"}, {Ends::no, "no"}};
  return words.at(report.judgements[0].weak);
}

}  // namespace

TEST_CASE("tong2024: the table has every launch once, and twenty rows of the paper",
          "[corpus][tong2024]") {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(tong2024_folder())) {
    if (entry.path().extension() == ".json") files.insert(entry.path().filename().string());
  }
  std::set<std::string> listed;
  int of_paper = 0;
  for (const LaunchVerdicts& row : rows()) {
    INFO(row.launch);
    CHECK(listed.insert(row.launch).second);
    CHECK(launched(row).name + ".json" == row.launch);
    if (row.launch.find("two-threads") == std::string::npos) ++of_paper;
  }
  CHECK(listed == files);
  CHECK(of_paper == 20);
}

TEST_CASE("tong2024: a lock or a barrier is safe where the paper says that it is correct",
          "[corpus][tong2024]") {
  for (const LaunchVerdicts& row : rows()) {
    if (row.safe == "open") continue;
    const Test test = launched(row);
    for (const std::string_view name : {"ptx", "ptx-proxy"}) {
      INFO(row.launch << " on " << name);
      const Verdict found = verdict(test, machine(name, test).explore(test, for_verdict()));
      CHECK(found.decided);
      CHECK(word(found.ok) == row.safe);
    }
    CHECK(row.safe == row.correct);
  }
}

TEST_CASE("tong2024: drf0 finds the races of the table", "[corpus][tong2024]") {
  for (const LaunchVerdicts& row : rows()) {
    INFO(row.launch);
    const Test test = launched(row);
    const Answer report = machine("drf0", test).explore(test, for_verdict());
    CHECK((report.race ? "racy" : "free") == row.drf0);
    if (!report.race) CHECK(report.coverage.complete());
  }
}

TEST_CASE("tong2024: kernels end under fair scheduling, as the table says", "[corpus][tong2024]") {
  int asked = 0;
  for (const LaunchVerdicts& row : rows()) {
    if (row.ends == "open") continue;
    INFO(row.launch);
    CHECK(ending("ptx-proxy", launched(row)) == row.ends);
    ++asked;
  }
  CHECK(asked == 11);
}

TEST_CASE("tong2024: interleaved, locks of six threads end under fair scheduling",
          "[corpus][tong2024]") {
  int asked = 0;
  for (const LaunchVerdicts& row : rows()) {
    if (!row.launch.ends_with("lock-2.3.json")) continue;
    INFO(row.launch);
    CHECK(ending("sc", launched(row)) == "yes");
    ++asked;
  }
  CHECK(asked == 2);
}
