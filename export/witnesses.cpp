#include "export/witnesses.hpp"

namespace opexplore {

bool is_shown(Show show, const Test& test, const AnsweredOutcome& outcome) {
  const bool satisfied = holds(test.condition, outcome.values);
  switch (show) {
    case Show::telling:
    case Show::all:
      return true;
    case Show::witness:
      return satisfied == (test.quantifier != Quantifier::forall);
    case Show::proposition:
      return satisfied;
    case Show::negated:
      return !satisfied;
    case Show::condition:
      return satisfied == (test.quantifier != Quantifier::not_exists);
    case Show::none:
      return false;
  }
  return false;
}

std::string axioms_text(const Explanation& explanation) {
  std::string text;
  for (const Prohibition& prohibition : explanation.prohibitions) {
    std::string together;
    for (const std::string& axiom : prohibition.axioms) {
      together += (together.empty() ? "" : " with ") + axiom;
    }
    text += (text.empty() ? "" : ", or by ") + together;
  }
  return text;
}

std::string goal_text(const Test& test, const Forbidden& forbidden, Radix radix) {
  return forbidden.outcome ? outcome_text(test, *forbidden.outcome, radix) : condition_line(test);
}

}  // namespace opexplore
