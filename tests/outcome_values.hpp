// What was found, whatever led there: to compare what two searches say of a program.
#pragma once

#include <set>

#include "opmodel/results/answer.hpp"

namespace opexplore {

/// The values of the outcomes in the report.
inline std::set<Outcome> outcome_values(const Answer& report) {
  std::set<Outcome> values;
  for (const AnsweredOutcome& outcome : report.outcomes) values.insert(outcome.values);
  return values;
}

}  // namespace opexplore
