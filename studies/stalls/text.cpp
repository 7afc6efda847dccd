#include "studies/stalls/text.hpp"

#include <algorithm>
#include <ostream>
#include <string_view>
#include <utility>

namespace opexplore {
namespace {

using StallCells = std::pair<std::string, std::string>;  // least, most

constexpr std::string_view least_head = "least";
constexpr std::string_view most_head = "most";

StallCells cells(const Stalls& stalls) {
  return {std::to_string(stalls.least), stalls.most ? std::to_string(*stalls.most) : "-"};
}

StallCells cells(const StallAnswer& answer) {
  return answer.kind == StallAnswer::Kind::counted
             ? cells(answer.stalls)
             : StallCells{std::string(to_string(answer.kind)), ""};
}

std::string to_the_right(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + std::string(text);
}

// A line of words; what is no number begins where numbers do.
void write_table(std::ostream& out, const std::vector<ChosenMachine>& machines,
                 const std::vector<StallCells>& rows) {
  std::size_t name_width = std::string_view("machine").size();
  std::size_t least_width = least_head.size();
  std::size_t most_width = most_head.size();
  for (const ChosenMachine& machine : machines) {
    name_width = std::max(name_width, machine.name.size());
  }
  for (const auto& [least, most] : rows) {
    if (most.empty()) continue;  // a word
    least_width = std::max(least_width, least.size());
    most_width = std::max(most_width, most.size());
  }
  const auto line = [&](std::string name, std::string_view least, std::string_view most) {
    name.resize(name_width, ' ');
    out << name << "  ";
    if (most.empty()) {
      out << least << '\n';
    } else {
      out << to_the_right(least, least_width) << "  " << to_the_right(most, most_width) << '\n';
    }
  };
  line("machine", least_head, most_head);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    line(machines[i].name, rows[i].first, rows[i].second);
  }
}

}  // namespace

void write_stalls(std::ostream& out, const std::vector<ChosenMachine>& machines,
                  const StallRow& row) {
  out << "Test " << row.test << '\n';
  std::vector<StallCells> rows;
  for (const StallAnswer& answer : row.answers) rows.push_back(cells(answer));
  write_table(out, machines, rows);
  out << '\n';
}

void write_stall_sums(std::ostream& out, const StallTable& table) {
  if (table.rows.size() > 1) {
    const StallSums sums = table.sums();
    out << "Sum of " << sums.tests << (sums.tests == 1 ? " test" : " tests");
    if (sums.left_out > 0) {
      out << " that every machine counted (" << sums.left_out << " left out)";
    }
    if (sums.with_most < sums.tests)
      out << ", the most of the " << sums.with_most << " that have one";
    out << '\n';
    std::vector<StallCells> rows;
    for (const Stalls& sum : sums.machines) rows.push_back(cells(sum));
    if (sums.tests > 0) write_table(out, table.machines, rows);
    out << '\n';
  }
  if (!std::ranges::all_of(table.rows, &StallRow::has_bound)) {
    out << "-: there is no most, for a loop may be held back in every round\n";
  }
}

}  // namespace opexplore
