// The conformance tests about progress beside the source tree: programs of Sorensen et al. (OOPSLA
// 2021) with their verdicts under five models and two notions, and tests with barriers in
// Dartagnan's reading.
#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/skip.hpp"

namespace opexplore {

namespace {

struct ExpectedEnds {
  std::filesystem::path test;
  std::vector<bool> ends;  // the columns behind it
};

std::vector<ExpectedEnds> lines_of(const std::filesystem::path& table,
                                   const std::filesystem::path& root) {
  std::vector<ExpectedEnds> lines;
  std::ifstream file(table);
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text.front() == '#') continue;
    std::istringstream cells(text);
    ExpectedEnds& line = lines.emplace_back();
    std::string cell;
    std::getline(cells, cell, ',');
    line.test = root / cell;
    while (std::getline(cells, cell, ',')) line.ends.push_back(cell == "1");
  }
  return lines;
}

// FAIR, HSA, OBE, HSA_OBE, LOBE: the order of the columns.
TerminationQuestion five_models() {
  TerminationQuestion question;
  question.witnesses = false;
  for (const Promise& promise : uniform_promises()) {
    if (promise.model(ScopeLevel::sys) != ProgressModel::unfair) {
      question.promises.push_back(promise);
    }
  }
  return question;
}

std::vector<bool> answers(const Termination& report) {
  std::vector<bool> weak;
  std::vector<bool> strong;
  for (const EndJudgement& judgement : report.judgements) {
    CHECK(judgement.weak != Ends::unknown);
    weak.push_back(judgement.weak != Ends::no);
    strong.push_back(judgement.strong != Ends::no);
  }
  weak.insert(weak.end(), strong.begin(), strong.end());
  return weak;
}

std::string answer_text(Ends ends) {
  if (ends == Ends::bounded) return "yes*";
  return ends == Ends::no ? "no" : ends == Ends::yes ? "yes" : "unknown";
}

struct AnsweredRow {
  std::string name;  // "| program |"
  std::string answers;
};

// What Dartagnan leaves open of these programs, with the answers of the PTX machine.
std::vector<AnsweredRow> undecided(const std::filesystem::path& suite) {
  std::set<std::filesystem::path> decided;
  for (const ExpectedEnds& line : lines_of(suite / "expected-ptx-fair.csv", suite)) {
    decided.insert(line.test);
  }
  const MachineEntry& machine = *find_machine("ptx");
  const TerminationQuestion question = five_models();
  std::vector<AnsweredRow> rows;
  for (const ExpectedEnds& line : lines_of(suite / "expected-progress.csv", suite / "ptx")) {
    if (decided.contains(line.test)) continue;
    AnsweredRow& row = rows.emplace_back();
    row.name =
        "| " + line.test.parent_path().filename().string() + '/' + line.test.stem().string() + " |";
    const Termination report = machine.termination(read_file(line.test), {}, question);
    for (const EndJudgement& judgement : report.judgements) {
      row.answers += ' ' + answer_text(judgement.weak) + '/' + answer_text(judgement.strong) + " |";
    }
  }
  return rows;
}

std::string undecided_page(const std::filesystem::path& suite) {
  const std::vector<AnsweredRow> rows = undecided(suite);
  std::ostringstream page;
  page << "# Programs whose end Dartagnan leaves open\n\n"
       << "Of the programs of Sorensen et al. (OOPSLA 2021) that the conformance tests have in "
          "PTX,\n"
       << "Dartagnan decides those in which no loop writes. These are " << rows.size()
       << " others,\n"
       << "with the answers of `ptx`: does it end, weak/strong ([progress.md](../progress.md)). A "
          "star\n"
       << "is an answer up to the window of writes of that machine; `sc` gives it without a "
          "bound.\n\n"
       << "| program | FAIR | HSA | OBE | HSA_OBE | LOBE |\n|---|---|---|---|---|---|\n";
  for (const AnsweredRow& row : rows) page << row.name << row.answers << '\n';
  return page.str();
}

const std::filesystem::path undecided_file =
    std::string(testing::source_folder) + "/docs/reports/progress.md";

}  // namespace

TEST_CASE("progress suite: the page with what Dartagnan leaves open", "[corpus][progress]") {
  const auto suite = testing::suite_or_skip("progress");
  if (!suite) return;
  std::ostringstream written;
  written << std::ifstream(undecided_file).rdbuf();
  INFO("opexplore_corpus_tests '[write-progress]' writes it");
  std::size_t listed = 0;
  for (const AnsweredRow& row : undecided(*suite)) {
    if (written.str().find(row.name) == std::string::npos) continue;
    ++listed;
    CHECK(written.str().find(row.name + row.answers + '\n') != std::string::npos);
  }
  CHECK(listed >= 200);
}

TEST_CASE("progress suite: write that page", "[.][write-progress]") {
  const auto suite = testing::suite_or_skip("progress");
  if (!suite) return;
  std::ofstream(undecided_file) << undecided_page(*suite);
  CHECK(std::filesystem::exists(undecided_file));
}

TEST_CASE("progress suite: five models and two notions", "[corpus][progress]") {
  const auto suite = testing::suite_or_skip("progress");
  if (!suite) return;
  const std::vector<ExpectedEnds> lines =
      lines_of(*suite / "expected-progress.csv", *suite / "ptx");
  CHECK(lines.size() >= 241);
  const std::string name =
      GENERATE(as<std::string>{}, "sc", "tso", "gpu-scoped", "ptx", "ptx-proxy");
  const MachineEntry& machine = *find_machine(name);
  const TerminationQuestion question = five_models();
  for (const ExpectedEnds& line : lines) {
    INFO(line.test << " on " << name);
    CHECK(answers(machine.termination(read_file(line.test), {}, question)) == line.ends);
  }
}

TEST_CASE("progress suite: Vulkan, five models and two notions", "[corpus][progress][vulkan]") {
  const auto suite = testing::suite_or_skip("progress");
  if (!suite) return;
  const std::vector<ExpectedEnds> lines =
      lines_of(*suite / "expected-progress.csv", *suite / "vulkan");
  CHECK(lines.size() >= 241);
  const MachineEntry& machine = *find_machine("vulkan");
  const TerminationQuestion question = five_models();
  for (const ExpectedEnds& line : lines) {
    INFO(line.test);
    CHECK(answers(machine.termination(read_file(line.test), {}, question)) == line.ends);
  }
}

// Dartagnan looks at all executions, with data races and without.
TEST_CASE("progress suite: Vulkan as Dartagnan has it", "[corpus][progress][vulkan]") {
  const auto suite = testing::suite_or_skip("progress");
  if (!suite) return;
  const MachineEntry& machine = *find_machine("vulkan");
  ExploreOptions options;
  options.machine.settings.emplace("races", "follow");
  const std::string model = GENERATE(as<std::string>{}, "fair", "hsa", "obe", "hsa_obe", "lobe");
  const TerminationQuestion question{{parse_promise(model)}, false, false};
  std::size_t barriers = 0;
  for (const ExpectedEnds& line :
       lines_of(*suite / ("expected-vulkan-" + model + ".csv"), *suite)) {
    const Test test = read_file(line.test);
    const bool is_barrier = line.test.parent_path().filename() == "Barrier";
    barriers += is_barrier ? 1 : 0;
    INFO(line.test << " under " << model);
    const Termination report =
        machine.termination(test, is_barrier ? options : ExploreOptions{}, question);
    CHECK(report.coverage.complete());
    CHECK((report.judgements.front().weak != Ends::unknown));
    CHECK((report.judgements.front().weak != Ends::no) == line.ends.front());
  }
  CHECK(barriers == (model == "fair" ? 7 : 0));
}

TEST_CASE("progress suite: what Dartagnan decides under fair progress", "[corpus][progress]") {
  const auto suite = testing::suite_or_skip("progress");
  if (!suite) return;
  const std::vector<ExpectedEnds> lines = lines_of(*suite / "expected-ptx-fair.csv", *suite);
  CHECK(lines.size() >= 55);
  const std::string name = GENERATE(as<std::string>{}, "ptx", "ptx-proxy");
  ExploreOptions options;
  options.machine.settings.emplace("ptx-reading", "dat3m");
  TerminationQuestion question{{parse_promise("FAIR")}};
  for (const ExpectedEnds& line : lines) {
    INFO(line.test << " on " << name);
    const Test test = read_file(line.test);
    const MachineEntry& machine = *find_machine(name);
    if (machine.refusal(test, options.machine)) continue;
    const Termination report = machine.termination(test, options, question);
    CHECK(report.coverage.complete());
    CHECK((report.judgements.front().weak != Ends::no) == line.ends.front());
  }
}

}  // namespace opexplore
