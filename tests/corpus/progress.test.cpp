// Programs that end, or do not, under each promise about who is scheduled: litmus/ptx/progress, and
// a few beside this file whose searches for outcomes have no end, or come to a local loop, which is
// a cycle or a stuck state depending on reductions. The verdicts were worked out from the
// definitions (docs/progress.md) before any program had said them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/termination/lasso_steps.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/promise.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"
#include "tests/locations.hpp"

using namespace opexplore;

namespace {

/// "YY", "NY", "NN" or "deadlock", by the name of the promise.
using PromiseVerdicts = std::map<std::string, std::string>;

struct ProgressLine {
  std::filesystem::path test;
  std::string machines;  ///< "sc", "ptx" or "all"
  PromiseVerdicts row;
};

struct ProgressTable {
  std::vector<std::string> promises;  ///< in the order of the columns
  std::vector<ProgressLine> lines;
};

void read_progress_table(const std::filesystem::path& folder, ProgressTable& table) {
  std::ifstream file(folder / "expected.csv");
  std::vector<std::string> head;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::vector<std::string> cells = corpus::cells_of(line);
    if (head.empty()) {
      head = cells;
      table.promises.assign(head.begin() + 2, head.end());
      continue;
    }
    INFO(line);
    REQUIRE(cells.size() == head.size());
    ProgressLine& next = table.lines.emplace_back(ProgressLine{folder / cells[0], cells[1], {}});
    for (std::size_t at = 2; at < cells.size(); ++at) next.row.emplace(head[at], cells[at]);
  }
}

std::vector<std::filesystem::path> folders() {
  const std::filesystem::path root = testing::source_folder;
  return {root / "litmus/ptx/progress", root / "tests/corpus/progress"};
}

const ProgressTable& progress_table() {
  static const ProgressTable whole = [] {
    ProgressTable result;
    for (const std::filesystem::path& folder : folders()) read_progress_table(folder, result);
    return result;
  }();
  return whole;
}

bool is_of(const ProgressLine& line, std::string_view machine) {
  return line.machines == "all" || machine.starts_with(line.machines);
}

char letter(Ends ends) {
  if (ends == Ends::unknown) return '?';
  return ends == Ends::no ? 'N' : 'Y';
}

TerminationQuestion question() {
  TerminationQuestion asked;
  for (const std::string& promise : progress_table().promises) {
    asked.promises.push_back(parse_promise(promise));
  }
  return asked;
}

PromiseVerdicts row_of(const Termination& report) {
  PromiseVerdicts row;
  for (std::size_t at = 0; at < report.judgements.size(); ++at) {
    const EndJudgement& judged = report.judgements[at];
    const std::string letters{letter(judged.weak), letter(judged.strong)};
    row.emplace(progress_table().promises[at],
                report.deadlock.has_value() && letters == "NN" ? "deadlock" : letters);
  }
  return row;
}

const MachineEntry& judge(const std::string& name) {
  const MachineEntry* const machine = find_machine(name);
  REQUIRE(machine != nullptr);
  REQUIRE(machine->termination != nullptr);
  REQUIRE(machine->replay_lasso != nullptr);
  return *machine;
}

std::string text_of(const PromiseVerdicts& row) {
  std::string text;
  for (const auto& [promise, verdict] : row) text += promise + "=" + verdict + " ";
  return text;
}

/// What is shown for a violation is one, says the machine without search.
void check_replay(const MachineEntry& machine, const Test& test, const Termination& report,
                  const EndJudgement& judged) {
  const LassoSteps steps = steps_of(*judged.lasso);
  const ReplayedLasso replayed =
      machine.replay_lasso(test, report.replayed_with, steps, judged.promise);
  CHECK(replayed.refused.value_or("") == "");
}

}  // namespace

TEST_CASE("progress: the tables have every test, for every machine once", "[corpus][progress]") {
  std::set<std::filesystem::path> files;
  for (const std::filesystem::path& folder : folders()) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".litmus") files.insert(entry.path());
    }
  }
  CHECK(files.size() >= 45);
  for (const std::string_view machine : {"sc", "ptx", "ptx-proxy"}) {
    std::multiset<std::filesystem::path> listed;
    for (const ProgressLine& line : progress_table().lines) {
      if (is_of(line, machine)) listed.insert(line.test);
    }
    INFO(machine);
    CHECK(std::ranges::equal(listed, files));
  }
  for (const std::filesystem::path& file : files) {
    INFO(file);
    CHECK(read_file(file).name == file.stem().string());
  }
}

TEST_CASE("progress: the tables do not contradict themselves", "[corpus][progress]") {
  // A promise that guarantees more forbids more runs.
  const std::vector<std::pair<std::string, std::string>> implied{
      {"HSA", "HSA_OBE"}, {"OBE", "HSA_OBE"}, {"OBE", "LOBE"},   {"HSA_OBE", "FAIR"},
      {"LOBE", "FAIR"},   {"UNFAIR", "HSA"},  {"UNFAIR", "OBE"}, {"cuda", "cuda-cooperative"}};
  for (const ProgressLine& line : progress_table().lines) {
    INFO(line.test << " on " << line.machines);
    for (const auto& [promise, verdict] : line.row) {
      INFO(promise << " " << verdict);
      CHECK((verdict == "YY" || verdict == "NY" || verdict == "NN" || verdict == "deadlock"));
    }
    for (const auto& [weaker, stronger] : implied) {
      INFO(weaker << " and " << stronger);
      CHECK((line.row.at(weaker)[0] != 'Y' || line.row.at(stronger)[0] == 'Y'));
    }
  }
}

TEST_CASE("progress: every machine gives the verdicts of the tables", "[corpus][progress]") {
  const std::string name = GENERATE(as<std::string>{}, "sc", "ptx", "ptx-proxy");
  const MachineEntry& machine = judge(name);
  std::size_t lassos = 0;
  for (const ProgressLine& line : progress_table().lines) {
    if (!is_of(line, name)) continue;
    INFO(line.test << " on " << name);
    const Test test = read_file(line.test);
    const Termination report = machine.termination(test, {}, question());
    CHECK(report.coverage.complete());
    CHECK(text_of(row_of(report)) == text_of(line.row));
    for (const EndJudgement& judged : report.judgements) {
      INFO("under " << judged.promise.name);
      CHECK(judged.lasso.has_value() == (judged.weak == Ends::no && !report.deadlock));
      if (judged.lasso.has_value()) check_replay(machine, test, report, judged);
      lassos += judged.lasso.has_value() ? 1 : 0;
    }
  }
  CHECK(lassos > 200);
}

TEST_CASE("progress: one program counter matters to threads that share a warp",
          "[corpus][progress]") {
  const std::string name = GENERATE(as<std::string>{}, "sc", "ptx", "ptx-proxy");
  const MachineEntry& machine = judge(name);
  const std::set<std::string> apart{"Flag+spin+set-p0.p1", "Lock+cass-p0.p1"};
  for (const ProgressLine& line : progress_table().lines) {
    if (!is_of(line, name)) continue;
    INFO(line.test << " on " << name);
    const Test test = read_file(line.test);
    const Termination report = machine.termination(test, {}, {{parse_promise("pre-volta")}});
    const EndJudgement& judged = report.judgements.front();
    const std::string letters{letter(judged.weak), letter(judged.strong)};
    const std::string usual = apart.contains(test.name) ? "NN" : line.row.at("cuda");
    CHECK((report.deadlock ? "deadlock" : letters) == usual);
    if (judged.lasso) check_replay(machine, test, report, judged);
  }
}
