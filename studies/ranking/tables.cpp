#include "studies/ranking/tables.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <ostream>

#include "export/markdown.hpp"

namespace opexplore {
namespace {

constexpr const char* nothing = "–";
constexpr const char* unsound_cell = "**forbidden ✗**";

std::string sentence(const std::string& text) {
  return markdown_plain(text) + (text.ends_with('.') ? "" : ".");
}

std::string answer_cell(const Ranking& ranking, const Contender& contender, const Judged& judged) {
  if (judgement(ranking, contender, judged) == Judgement::unsound) return unsound_cell;
  return std::string(to_string(contender.answers[judged.test].answer));
}

std::vector<std::string> row_cells(const Ranking& ranking, const Observation& row,
                                   const std::string& test) {
  std::vector<std::string> cells{markdown_plain(to_string(row.configuration)), markdown_code(test)};
  for (const auto& count : row.counts) cells.push_back(count ? std::to_string(*count) : nothing);
  cells.reserve(cells.size() + ranking.contenders.size());
  return cells;
}

void write_row(std::ostream& out, const Ranking& ranking, std::size_t index) {
  const Observation& row = ranking.observations.rows[index];
  bool tested = false;
  for (const Judged& judged : ranking.judged) {
    if (judged.row != index) continue;
    tested = true;
    std::vector<std::string> cells = row_cells(ranking, row, ranking.tests[judged.test].name);
    for (const Contender& contender : ranking.contenders) {
      cells.push_back(answer_cell(ranking, contender, judged));
    }
    write_markdown_line(out, cells);
  }
  if (tested) return;
  std::vector<std::string> cells = row_cells(ranking, row, row.test);
  cells.resize(cells.size() + ranking.contenders.size(), nothing);
  write_markdown_line(out, cells);
}

void write_table(std::ostream& out, const Ranking& ranking, const std::string& table,
                 const std::vector<std::size_t>& rows) {
  out << "\n## Table " << markdown_plain(table) << "\n\n";
  std::vector<std::string> head{"configuration", "test"};
  for (const std::string& column : ranking.observations.columns)
    head.push_back(markdown_code(column));
  for (const Contender& contender : ranking.contenders)
    head.push_back(markdown_code(contender.name));
  write_markdown_head(out, head, 2, 2 + ranking.observations.columns.size());
  for (const std::size_t row : rows) write_row(out, ranking, row);
}

void write_legend(std::ostream& out, const Ranking& ranking) {
  out << "Observations: " << sentence(ranking.observations.source) << "\n\n"
      << "Numbers are how often a chip showed the outcome that the test asks about. What a "
         "machine\n"
      << "says of this outcome:\n\n"
      << "| | |\n|---|---|\n"
      << "| allowed | the machine reaches it |\n"
      << "| forbidden | the machine does not reach it, after a complete search |\n"
      << "| " << unsound_cell
      << " | the same, but a chip showed it: the machine is unsound there |\n"
      << "| undecided | a limit ended the search |\n"
      << "| refused | the machine cannot run the test |\n"
      << "| " << nothing << " | no test for the row; under a chip: no count |\n\n"
      << "A machine is judged by all chips together; one with a chip of its own, by the chips\n"
      << "whose names begin with it. A row of the observations that stands for a family of tests,\n"
      << "such as `LD+*`, is shown once for each of them.\n";
  for (const std::string& note : ranking.notes) out << "\nNote: " << sentence(note) << '\n';
}

void write_order(std::ostream& out, const Ranking& ranking) {
  out << "\n## Ranking\n\n"
      << "Fewest unsound rows first, then fewest rows that the machine allows and no chip showed\n"
      << "(unseen). A row that stands for several tests counts once for each.\n\n";
  write_markdown_head(
      out, {"", "machine", "unsound", "unseen", "agrees", "undecided", "refused", "unmeasured"}, 2,
      8);
  std::size_t place = 0;
  for (const std::size_t index : best_first(ranking)) {
    const Contender& contender = ranking.contenders[index];
    const Score one = score(ranking, contender);
    std::vector<std::string> cells{std::to_string(++place) + '.', markdown_code(contender.name)};
    for (const std::size_t number :
         {one.unsound, one.unseen, one.agrees, one.undecided, one.refused, one.unmeasured}) {
      cells.push_back(std::to_string(number));
    }
    write_markdown_line(out, cells);
  }
}

void write_unsound(std::ostream& out, const Ranking& ranking) {
  out << "\n## Unsound rows\n";
  for (const std::size_t index : best_first(ranking)) {
    const Contender& contender = ranking.contenders[index];
    const std::vector<Judged> list = with_judgement(ranking, contender, Judgement::unsound);
    out << "\n### " << markdown_code(contender.name) << "\n\n";
    if (list.empty()) out << "None.\n";
    for (const Judged& judged : list) {
      const Observation& row = ranking.observations.rows[judged.row];
      out << "* Table " << markdown_plain(row.table) << ", "
          << markdown_plain(to_string(row.configuration)) << ", "
          << markdown_code(ranking.tests[judged.test].name) << ": "
          << markdown_plain(counts_text(ranking.observations, row, contender.columns)) << '\n';
    }
  }
}

}  // namespace

bool natural_less(const std::string& a, const std::string& b) {
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (!digit(a[i]) || !digit(b[j])) {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
      continue;
    }
    const auto number = [&](const std::string& text, std::size_t& at) {
      while (at < text.size() && text[at] == '0') ++at;
      const std::size_t start = at;
      while (at < text.size() && digit(text[at])) ++at;
      return text.substr(start, at - start);
    };
    const std::string left = number(a, i);
    const std::string right = number(b, j);
    if (left.size() != right.size()) return left.size() < right.size();
    if (left != right) return left < right;
  }
  const std::size_t left = a.size() - i;
  const std::size_t right = b.size() - j;
  return left != right ? left < right : a < b;
}

void write_tables(std::ostream& out, const Ranking& ranking) {
  std::map<std::string, std::vector<std::size_t>, decltype(&natural_less)> tables(&natural_less);
  for (std::size_t row = 0; row < ranking.observations.rows.size(); ++row) {
    tables[ranking.observations.rows[row].table].push_back(row);
  }
  out << "# Observations and machines\n\n";
  write_legend(out, ranking);
  for (const auto& [table, rows] : tables) write_table(out, ranking, table, rows);
  write_order(out, ranking);
  write_unsound(out, ranking);
}

}  // namespace opexplore
