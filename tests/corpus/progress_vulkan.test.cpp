// Programs in Vulkan that end, or do not, under each promise about who is scheduled, or that have a
// data race and mean nothing: tests/corpus/progress/vulkan. Verdicts are those of twins in
// litmus/ptx/progress, or were worked out from the definitions (docs/progress.md).
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/termination/lasso_steps.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/promise.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/catch.hpp"
#include "tests/corpus/corpus.hpp"
#include "tests/locations.hpp"
#include "tests/machines/vulkan_programs.hpp"

using namespace opexplore;

namespace {

const std::filesystem::path vulkan_progress_folder =
    std::string(testing::source_folder) + "/tests/corpus/progress/vulkan";

struct VulkanProgressTable {
  std::vector<std::string> promises;
  std::vector<std::vector<std::string>> rows;  ///< the file, and a verdict for each promise
};

VulkanProgressTable read_vulkan_progress_table() {
  VulkanProgressTable table;
  std::ifstream file(vulkan_progress_folder / "expected.csv");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::vector<std::string> cells = corpus::cells_of(line);
    if (table.promises.empty()) {
      table.promises.assign(cells.begin() + 1, cells.end());
    } else {
      table.rows.push_back(cells);
    }
  }
  return table;
}

std::string verdict(const Termination& report, const EndJudgement& judged) {
  if (!report.race.empty()) {
    CHECK(judged.weak == Ends::unknown);
    CHECK(judged.strong == Ends::unknown);
    return "race";
  }
  const std::string letters{judged.weak == Ends::no ? 'N' : 'Y',
                            judged.strong == Ends::no ? 'N' : 'Y'};
  return report.deadlock && letters == "NN" ? "deadlock" : letters;
}

/// The machine accepts what is shown for a violation, and a lasso of which the last step is missing
/// it does not. Whether a lasso is there.
bool check_lasso(const Test& test, const Termination& report, const EndJudgement& judged) {
  CHECK(judged.lasso.has_value() == (judged.weak == Ends::no && !report.deadlock));
  if (!judged.lasso) return false;
  LassoSteps steps = steps_of(*judged.lasso);
  const auto replay = [&] {
    return find_machine("vulkan")->replay_lasso(test, report.replayed_with, steps, judged.promise);
  };
  CHECK(replay().refused.value_or("") == "");
  steps.loop.pop_back();
  CHECK(replay().refused.has_value());
  return true;
}

}  // namespace

TEST_CASE("progress: the table of programs in Vulkan has every one", "[corpus][progress][vulkan]") {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(vulkan_progress_folder)) {
    if (entry.path().extension() != ".litmus") continue;
    files.insert(entry.path().filename().string());
    CHECK(read_file(entry.path()).name == entry.path().stem().string());
  }
  CHECK(files.size() >= 24);
  std::multiset<std::string> listed;
  for (const std::vector<std::string>& row : read_vulkan_progress_table().rows)
    listed.insert(row.front());
  CHECK(std::ranges::equal(listed, files));
}

TEST_CASE("progress: the machine of Vulkan gives the verdicts of its table",
          "[corpus][progress][vulkan]") {
  const VulkanProgressTable table = read_vulkan_progress_table();
  TerminationQuestion question;
  for (const std::string& promise : table.promises) {
    question.promises.push_back(parse_promise(promise));
  }
  std::size_t lassos = 0;
  for (const std::vector<std::string>& row : table.rows) {
    const Test test = read_file(vulkan_progress_folder / row.front());
    const Termination report = find_machine("vulkan")->termination(test, {}, question);
    CHECK(report.coverage.complete());
    REQUIRE(row.size() == report.judgements.size() + 1);
    for (std::size_t at = 0; at < report.judgements.size(); ++at) {
      INFO(row.front() << " under " << table.promises[at]);
      CHECK(verdict(report, report.judgements[at]) == row[at + 1]);
      lassos += check_lasso(test, report, report.judgements[at]) ? 1 : 0;
    }
  }
  CHECK(lassos > 80);
}

namespace {

// A search without loops has no bound on how far threads lag.
bool is_answer_of(Ends alone, Ends all) {
  return alone == all || (alone == Ends::yes && all == Ends::bounded);
}

// What an answer of a search without loops must be: that of the graph of all runs, which is built
// as soon as another promise is asked about.
void check_short_way(const Test& test, std::size_t& short_ways) {
  const MachineEntry& machine = *find_machine("vulkan");
  const Promise fair = parse_promise("FAIR");
  const Termination alone = machine.termination(test, {}, {{fair}, false, false});
  const Termination all =
      machine.termination(test, {}, {{fair, parse_promise("UNFAIR")}, false, false});
  CHECK(is_answer_of(alone.judgements.front().weak, all.judgements.front().weak));
  CHECK(is_answer_of(alone.judgements.front().strong, all.judgements.front().strong));
  CHECK(alone.race == all.race);
  if (alone.components == 0 && all.components != 0) ++short_ways;
}

}  // namespace

TEST_CASE("progress: fair runs end or not, with a graph of all runs and without",
          "[corpus][progress][vulkan]") {
  std::size_t short_ways = 0;
  for (const std::vector<std::string>& row : read_vulkan_progress_table().rows) {
    INFO(row.front());
    check_short_way(read_file(vulkan_progress_folder / row.front()), short_ways);
  }
  // Threads that wait for each other, or for what nobody writes, or that others overwrite.
  const std::vector<std::string> codes{
      "st.atom.dv.sc0 x, 1",
      "st.atom.dv.sc0 x, 0",
      "L:;ld.atom.dv.sc0 r0, x;beq r0, 0, L",
      "L:;ld.atom.dv.sc0 r0, x;beq r0, 1, L",
      "L:;ld.atom.dv.sc0 r0, x;beq r0, 0, L;st.atom.dv.sc0 y, 1",
      "st.atom.dv.sc0 x, 1;L:;ld.atom.dv.sc0 r0, y;beq r0, 0, L",
      "st.atom.dv.sc0 y, 1;st.atom.dv.sc0 y, 0",
      "L:;rmw.atom.dv.sc0 r0, x, 1;bne r0, 0, L;st.atom.dv.sc0 x, 0",
      "L:;rmw.atom.dv.sc0 r0, x, 1;bne r0, 0, L",
      "L:;ld.atom.dv.sc0 r0, x;ld.atom.dv.sc0 r1, y;beq r0, 0, L;beq r1, 0, L",
      "L:;ld.atom.dv.sc0 r0, x;bne r0, 0, L;rmw.atom.dv.sc0 r0, x, 1;bne r0, 0, L;"
      "st.atom.dv.sc0 x, 0",
      "L:;st.atom.dv.sc0 x, 1;ld.atom.dv.sc0 r1, y;beq r1, 0, L",
      "L:;goto L",
      "L:;ld.atom.dv.sc0 r0, x;beq r0, r1, L;st.atom.dv.sc0 x, 2"};
  const auto code_of = [&](std::size_t code, std::size_t thread) {
    std::string text = codes[code];
    for (std::size_t at = 0; (at = text.find('L', at)) != std::string::npos; at += 4) {
      text.replace(at, 1, "LC" + std::to_string(thread) + '0');
    }
    return text;
  };
  for (std::size_t first = 0; first < codes.size(); ++first) {
    for (std::size_t second = first; second < codes.size(); ++second) {
      for (std::size_t third = second; third < codes.size(); third += 3) {
        INFO(codes[first] << " || " << codes[second] << " || " << codes[third]);
        check_short_way(
            testing::vulkan_test(
                {{{'A', code_of(first, 0)}, {'B', code_of(second, 1)}, {'C', code_of(third, 2)}},
                 "exists (x == 0)"}),
            short_ways);
      }
    }
  }
  CHECK(short_ways >= 18);
}
