#include "studies/ranking/text.hpp"

#include <ostream>

#include "export/columns.hpp"

namespace opexplore {
namespace {

void write_scores(std::ostream& out, const Ranking& ranking) {
  std::vector<Cells> lines{
      {"contender", "unsound", "unseen", "agrees", "undecided", "refused", "unmeasured"}};
  for (const std::size_t index : best_first(ranking)) {
    const Contender& contender = ranking.contenders[index];
    const Score one = score(ranking, contender);
    Cells line{contender.name};
    for (const std::size_t number :
         {one.unsound, one.unseen, one.agrees, one.undecided, one.refused, one.unmeasured}) {
      line.push_back(std::to_string(number));
    }
    lines.push_back(std::move(line));
  }
  write_numbers(out, lines);
}

void write_untested(std::ostream& out, const Ranking& ranking) {
  std::vector<Cells> lines;
  for (const std::size_t index : ranking.untested) {
    const Observation& row = ranking.observations.rows[index];
    lines.push_back({row.table, to_string(row.configuration), row.test});
  }
  write_list(out, "no test", lines);
}

void write_contender(std::ostream& out, const Ranking& ranking, const Contender& contender,
                     bool unseen) {
  const auto list = [&](Judgement wanted, bool with_counts) {
    std::vector<Cells> lines;
    for (const Judged& judged : with_judgement(ranking, contender, wanted)) {
      const Observation& row = ranking.observations.rows[judged.row];
      lines.push_back({row.table, to_string(row.configuration), ranking.tests[judged.test].name,
                       with_counts ? counts_text(ranking.observations, row, contender.columns)
                                   : contender.answers[judged.test].reason});
    }
    write_list(out, contender.name + ' ' + std::string(to_string(wanted)), lines);
  };
  list(Judgement::unsound, true);
  list(Judgement::undecided, false);
  list(Judgement::refused, false);
  if (unseen) list(Judgement::unseen, true);
}

}  // namespace

void write_ranking(std::ostream& out, const Ranking& ranking, bool unseen) {
  const Observations& observations = ranking.observations;
  out << "observations=" << observations.source << '\n';
  out << "rows=" << observations.rows.size() << " without_test=" << ranking.untested.size()
      << " judged=" << ranking.judged.size() << '\n';
  for (const std::string& note : ranking.notes) out << "note=" << note << '\n';
  if (ranking.searches_done < ranking.searches) {
    out << "incomplete=interrupted: " << ranking.searches_done << " of " << ranking.searches
        << " searches done\n";
  }
  out << '\n';
  write_scores(out, ranking);
  write_untested(out, ranking);
  for (const std::size_t index : best_first(ranking)) {
    write_contender(out, ranking, ranking.contenders[index], unseen);
  }
}

}  // namespace opexplore
