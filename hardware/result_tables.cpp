#include "hardware/result_tables.hpp"

#include <ostream>

#include "export/markdown.hpp"
#include "hardware/numbers.hpp"
#include "hardware/statistics.hpp"

namespace opexplore::hardware {
namespace {

using Line = std::vector<std::string>;

constexpr const char* nothing = "–";

// "1,340,000 of 212,000,000 (0.00632)", "0 of 1,000 (< 0.003)".
std::string rate_text(const std::optional<RankedCell>& cell) {
  if (!cell) return nothing;
  const std::string counts = with_commas(cell->seen) + " of " + with_commas(cell->executed);
  if (cell->seen == 0) {
    return counts + " (&lt; " + short_number(unseen_bound(cell->executed)) + ')';
  }
  return counts + " (" +
         short_number(static_cast<double>(cell->seen) / static_cast<double>(cell->executed)) + ')';
}

std::string answer_cell(const RowJudgement& row) {
  const std::string text = answer_text(row);
  return row.verdict == Soundness::unsound ? "**" + text + "**" : text;
}

void write_tests(std::ostream& out, const ResultRanking& ranking) {
  Line head{"test"};
  for (const std::string& device : ranking.devices) head.push_back(markdown_plain(device));
  for (const RankedMachine& machine : ranking.machines) head.push_back(markdown_code(machine.name));
  write_markdown_head(out, head, 1, 1 + ranking.devices.size());
  for (std::size_t row = 0; row < ranking.rows.size(); ++row) {
    Line line{markdown_code(row_title(ranking, ranking.rows[row]))};
    for (const auto& cell : ranking.rows[row].cells) line.push_back(rate_text(cell));
    for (const RankedMachine& machine : ranking.machines) {
      line.push_back(answer_cell(machine.rows[row]));
    }
    write_markdown_line(out, line);
  }
}

void write_scores(std::ostream& out, const ResultRanking& ranking) {
  write_markdown_head(
      out, {"", "machine", "unsound", "weak unseen", "covered", "agrees", "undecided", "refused"},
      2, 8);
  std::size_t place = 0;
  for (const std::size_t index : best_first(ranking)) {
    const RankedMachine& machine = ranking.machines[index];
    const MachineScore one = score(machine);
    Line line{std::to_string(++place) + '.', markdown_code(machine.name)};
    for (const std::size_t number :
         {one.unsound, one.weak_unseen, one.covered, one.agrees, one.undecided, one.refused}) {
      line.push_back(std::to_string(number));
    }
    write_markdown_line(out, line);
  }
}

}  // namespace

void write_tables(std::ostream& out, const ResultRanking& ranking) {
  out << "# Results and machines\n\n"
      << "Under a device: how often the outcome that the test asks about was seen, of how many\n"
      << "executions, and the rate, or the rate above which it would have been seen at 95 %. "
         "Under\n"
      << "a machine: what it says of this outcome; **UNSOUND** where a device showed any outcome\n"
      << "that it forbids, (compiler) where the machine code is not the test, (harness) where the "
         "run\n"
      << "went wrong.\n\n";
  write_tests(out, ranking);
  out << "\n## Ranking\n\n"
      << "Fewest unsound tests first, then fewest weak outcomes that the machine allows and no\n"
      << "device showed, then most tests all of whose outcomes were seen (covered).\n\n";
  write_scores(out, ranking);
}

}  // namespace opexplore::hardware
