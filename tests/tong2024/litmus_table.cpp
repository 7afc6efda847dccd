#include "tests/tong2024/litmus_table.hpp"

#include <array>
#include <string_view>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/termination.hpp"

namespace opexplore::tong2024 {
namespace {

using Settings = decltype(MachineOptions::settings);

enum class Question : std::uint8_t { safety, liveness, races };

// Tests of one list, and how they are asked.
struct List {
  std::string_view file;  ///< below the suites
  std::string_view folder;
  Settings settings;
};

struct Block {
  std::string_view model;
  std::string_view machine;
  Question question;
  std::vector<List> lists;
};

std::vector<Block> blocks() {
  const Settings dat3m{{"ptx-reading", "dat3m"}};
  // Dartagnan asks of all executions whether they end and what they leave behind, racy ones too.
  const Settings ignored{{"races", "ignore"}};
  const Settings followed{{"races", "follow"}};
  const Settings without_chains{{"races", "ignore"}, {"chains", "none"}};
  const Settings races_without_chains{{"races", "follow"}, {"chains", "none"}};
  return {{"PTX 6.0", "ptx", Question::safety, {{"ptx/expected-ptx-6.0.csv", "ptx", dat3m}}},
          {"PTX 6.0",
           "ptx",
           Question::liveness,
           {{"progress/expected-ptx-fair.csv", "progress", dat3m}}},
          {"PTX 7.5", "ptx-proxy", Question::safety, {{"ptx/expected-ptx-7.5.csv", "ptx", dat3m}}},
          {"PTX 7.5",
           "ptx-proxy",
           Question::liveness,
           {{"progress/expected-ptx-fair.csv", "progress", dat3m}}},
          {"Vulkan",
           "vulkan",
           Question::safety,
           {{"vulkan/expected-vulkan.csv", "vulkan", ignored},
            {"vulkan/expected-vulkan-nochains.csv", "vulkan", without_chains}}},
          {"Vulkan",
           "vulkan",
           Question::liveness,
           {{"progress/expected-vulkan-fair.csv", "progress", {}}}},
          {"Vulkan",
           "vulkan",
           Question::races,
           {{"vulkan/expected-vulkan-dr.csv", "vulkan", followed},
            {"vulkan/expected-vulkan-dr-nochains.csv", "vulkan", races_without_chains}}}};
}

constexpr std::array<std::string_view, 3> names{"safety", "liveness", "races"};

std::string_view name_of(Question question) { return names[static_cast<std::size_t>(question)]; }

std::optional<bool> ends(const MachineEntry& machine, const Test& test, ExploreOptions options) {
  const TerminationQuestion question{{parse_promise("FAIR")}, false, false};
  Termination report = machine.termination(test, options, question);
  if (!report.race.empty()) {
    options.machine.settings["races"] = "follow";
    report = machine.termination(test, options, question);
  }
  const Ends weak = report.judgements.front().weak;
  if (weak == Ends::unknown) return std::nullopt;
  return weak != Ends::no;
}

// Nothing if the machine does not answer.
std::optional<bool> answer(const MachineEntry& machine, const Test& test, Question question,
                           const Settings& settings) {
  ExploreOptions options;
  options.threads = 1;
  options.machine.settings = settings;
  if (machine.refusal(test, options.machine)) return std::nullopt;
  if (question == Question::liveness) return ends(machine, test, options);
  options.verdict_only = question == Question::safety;
  const Answer report = machine.explore(test, options);
  if (question == Question::races) {
    if (!report.coverage.complete()) return std::nullopt;
    return report.statistics.racy_states == 0;
  }
  const Verdict found = verdict(test, report);
  if (!found.decided) return std::nullopt;
  return found.ok;
}

LitmusCell asked(std::size_t number, const std::filesystem::path& suites,
                 std::optional<std::size_t> most, const std::string& program) {
  const Block block = blocks()[number];
  LitmusCell cell{std::string(block.model), std::string(name_of(block.question)), {}, 0};
  const MachineEntry& machine = *find_machine(block.machine);
  double processes = 0;
  for (std::size_t in_block = 0; in_block < block.lists.size(); ++in_block) {
    const List& list = block.lists[in_block];
    std::size_t taken = 0;
    for (const Columns& line : lines_of(suites / list.file)) {
      if (most && taken++ == *most) break;
      const std::filesystem::path file = suites / list.folder / line.front();
      const Stopwatch watch;
      const auto found = answer(machine, read_file(file), block.question, list.settings);
      cell.asked.add(line.front(), found, line.back() == "1", watch.milliseconds());
      if (!program.empty()) {
        processes += milliseconds_of_process(
            {program, "alone", std::to_string(number), std::to_string(in_block), file.string()});
      }
    }
  }
  cell.each_process = processes / static_cast<double>(cell.asked.tests);
  return cell;
}

// By model: tests for safety, liveness and races, and milliseconds for each test, of Dartagnan and
// of the tools that are written in Alloy.
struct Published {
  std::string_view model;
  std::array<std::string_view, 3> tests;
  std::string_view dartagnan;
  std::string_view alloy;
};
constexpr std::array<Published, 3> published{{{"PTX 6.0", {"106", "73", "–"}, "797", "–"},
                                              {"PTX 7.5", {"235", "73", "–"}, "841", "538"},
                                              {"Vulkan", {"110", "73", "106"}, "932", "3,464"}}};

void write_differences(const LitmusTable& table, std::string& text) {
  for (const LitmusCell& cell : table.cells) {
    const std::string of = " (" + cell.model + ", " + cell.question + ")";
    for (const std::string& file : cell.asked.different) {
      text += "* Answered otherwise than listed: `" + file + "`" + of + "\n";
    }
    for (const std::string& file : cell.asked.refused) {
      text += "* Not answered: `" + file + "`" + of + "\n";
    }
  }
}

}  // namespace

LitmusTable measure_litmus_table(const std::filesystem::path& suites,
                                 std::optional<std::size_t> most, const std::string& program) {
  LitmusTable table;
  for (std::size_t number = 0; number < blocks().size(); ++number) {
    table.cells.push_back(asked(number, suites, most, program));
  }
  return table;
}

std::optional<bool> answer_alone(std::size_t row, std::size_t list,
                                 const std::filesystem::path& file) {
  const Block asked = blocks().at(row);
  return answer(*find_machine(asked.machine), read_file(file), asked.question,
                asked.lists.at(list).settings);
}

std::string in_markdown(const LitmusTable& table) {
  std::string text =
      table_row({"model", "question", "tests", "equal", "mean ms", "most ms",
                 "mean ms, a process each", "the paper's tests", "Dartagnan's ms, Alloy's"});
  text += "|---|---|---|---|---|---|---|---|---|\n";
  for (const LitmusCell& cell : table.cells) {
    std::string tests;
    std::string times;
    for (const Published& row : published) {
      if (row.model != cell.model) continue;
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == cell.question) tests = row.tests[i];
      }
      times = std::string(row.dartagnan) + ", " + std::string(row.alloy);
    }
    const Asked& asked = cell.asked;
    text += table_row(
        {cell.model, cell.question, std::to_string(asked.tests), std::to_string(asked.equal),
         in_milliseconds(asked.mean()), in_milliseconds(asked.most),
         cell.each_process == 0 ? "–" : in_milliseconds(cell.each_process), tests, times});
  }
  std::string differences;
  write_differences(table, differences);
  return differences.empty() ? text : text + '\n' + differences;
}

}  // namespace opexplore::tong2024
