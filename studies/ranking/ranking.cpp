#include "studies/ranking/ranking.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "litmus/language/hash.hpp"

namespace opexplore {
namespace {

// Whether the columns of the row have counts at all, and one above zero.
struct Sightings {
  bool measured = false;
  bool seen = false;
};

Sightings seen_in(const Observation& row, std::span<const std::size_t> columns) {
  Sightings result;
  for (const std::size_t column : columns) {
    const auto& count = row.counts[column];
    result.measured = result.measured || count.has_value();
    result.seen = result.seen || count.value_or(0) > 0;
  }
  return result;
}

}  // namespace

Judgement judgement(const Ranking& ranking, const Contender& contender, const Judged& judged) {
  const Sightings seen = seen_in(ranking.observations.rows[judged.row], contender.columns);
  if (!seen.measured) return Judgement::unmeasured;
  switch (contender.answers[judged.test].answer) {
    case RankedAnswer::allowed:
      return seen.seen ? Judgement::agrees : Judgement::unseen;
    case RankedAnswer::forbidden:
      return seen.seen ? Judgement::unsound : Judgement::agrees;
    case RankedAnswer::undecided:
      return Judgement::undecided;
    case RankedAnswer::refused:
      break;
  }
  return Judgement::refused;
}

Score score(const Ranking& ranking, const Contender& contender) {
  Score result;
  for (const Judged& judged : ranking.judged) {
    switch (judgement(ranking, contender, judged)) {
      case Judgement::agrees:
        ++result.agrees;
        break;
      case Judgement::unsound:
        ++result.unsound;
        break;
      case Judgement::unseen:
        ++result.unseen;
        break;
      case Judgement::undecided:
        ++result.undecided;
        break;
      case Judgement::refused:
        ++result.refused;
        break;
      case Judgement::unmeasured:
        ++result.unmeasured;
        break;
    }
  }
  return result;
}

std::vector<Judged> with_judgement(const Ranking& ranking, const Contender& contender,
                                   Judgement wanted) {
  std::vector<Judged> result;
  std::ranges::copy_if(ranking.judged, std::back_inserter(result), [&](const Judged& judged) {
    return judgement(ranking, contender, judged) == wanted;
  });
  return result;
}

std::vector<std::size_t> best_first(const Ranking& ranking) {
  std::vector<Score> scores;
  for (const Contender& contender : ranking.contenders) {
    scores.push_back(score(ranking, contender));
  }
  std::vector<std::size_t> order(ranking.contenders.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t index) {
    const Score& one = scores[index];
    const std::size_t silent = ranking.judged.size() - one.answered();
    return std::tuple(one.answered() == 0, one.unsound, one.unseen, silent);
  };
  std::ranges::stable_sort(order, {}, key);
  return order;
}

std::vector<Judged> matched(const Observations& observations, std::span<const Test> tests,
                            std::vector<std::size_t>& untested) {
  std::vector<std::string> identities;  // program, name and question
  for (const Test& test : tests) {
    identities.push_back(hash(test) + ' ' + test.name + ' ' + condition_line(test));
  }
  std::vector<Judged> result;
  for (std::size_t row = 0; row < observations.rows.size(); ++row) {
    const Observation& observed = observations.rows[row];
    std::set<std::string_view> taken;
    for (std::size_t test = 0; test < tests.size(); ++test) {
      if (!observed.names(tests[test].name)) continue;
      if (!has_configuration(tests[test].program, observed.configuration)) continue;
      if (taken.insert(identities[test]).second) result.push_back({row, test});
    }
    if (taken.empty()) untested.push_back(row);
  }
  return result;
}

std::vector<std::size_t> columns_of(const Observations& observations, std::string_view chip) {
  std::vector<std::size_t> result;
  for (std::size_t column = 0; column < observations.columns.size(); ++column) {
    if (observations.columns[column].starts_with(chip)) result.push_back(column);
  }
  return result;
}

std::string counts_text(const Observations& observations, const Observation& row,
                        std::span<const std::size_t> columns) {
  std::string text;
  for (const std::size_t column : columns) {
    if (!row.counts[column]) continue;
    text += (text.empty() ? "" : ", ") + observations.columns[column] + ' ' +
            std::to_string(*row.counts[column]);
  }
  return text;
}

std::string_view to_string(RankedAnswer answer) {
  switch (answer) {
    case RankedAnswer::allowed:
      return "allowed";
    case RankedAnswer::forbidden:
      return "forbidden";
    case RankedAnswer::undecided:
      return "undecided";
    case RankedAnswer::refused:
      return "refused";
  }
  return {};
}

std::string_view to_string(Judgement judgement) {
  switch (judgement) {
    case Judgement::agrees:
      return "agrees";
    case Judgement::unsound:
      return "unsound";
    case Judgement::unseen:
      return "unseen";
    case Judgement::undecided:
      return "undecided";
    case Judgement::refused:
      return "refused";
    case Judgement::unmeasured:
      return "unmeasured";
  }
  return {};
}

}  // namespace opexplore
