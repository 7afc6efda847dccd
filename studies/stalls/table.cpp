#include "studies/stalls/table.hpp"

#include <algorithm>
#include <array>

namespace opexplore {

std::string_view to_string(StallAnswer::Kind kind) {
  constexpr std::array<std::string_view, 4> words{"counted", "refused", "incomplete", "no end"};
  return words.at(static_cast<std::size_t>(kind));
}

bool StallRow::is_counted() const {
  return std::ranges::all_of(
      answers, [](StallAnswer::Kind kind) { return kind == StallAnswer::Kind::counted; },
      &StallAnswer::kind);
}

bool StallRow::has_bound() const {
  return std::ranges::all_of(answers, [](const StallAnswer& answer) {
    return answer.kind != StallAnswer::Kind::counted || answer.stalls.most.has_value();
  });
}

StallSums StallTable::sums() const {
  StallSums sums;
  sums.machines.assign(machines.size(), Stalls{0, 0});
  for (const StallRow& row : rows) {
    if (!row.is_counted()) {
      ++sums.left_out;
      continue;
    }
    ++sums.tests;
    const bool bounded = row.has_bound();
    if (bounded) ++sums.with_most;
    for (std::size_t i = 0; i < machines.size(); ++i) {
      Stalls& sum = sums.machines[i];
      const Stalls& more = row.answers[i].stalls;
      sum.least += more.least;
      if (bounded) *sum.most += *more.most;
    }
  }
  return sums;
}

}  // namespace opexplore
