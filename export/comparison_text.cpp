#include "export/comparison_text.hpp"

#include <algorithm>
#include <ostream>

#include "answers/data_races.hpp"
#include "export/columns.hpp"
#include "export/log.hpp"

namespace opexplore {
namespace {

// A machine with a data race allows what it did not reach too.
std::string_view word(Reached reached, bool races) {
  if (races && reached != Reached::yes) return "any";
  switch (reached) {
    case Reached::no:
      return "no";
    case Reached::yes:
      return "yes";
    case Reached::unknown:
      return "?";
  }
  return {};
}

std::string answer_word(const Test& test, const Answer& answer) {
  const Verdict found = verdict(test, answer);
  if (!found.decided && !answer.races) return "undecided";
  return std::string(verdict_word(answer, found));
}

std::string counted(std::size_t outcomes) {
  return std::to_string(outcomes) + (outcomes == 1 ? " outcome" : " outcomes");
}

std::string counted_pairs(std::size_t pairs) {
  return std::to_string(pairs) + (pairs == 1 ? " racing pair" : " racing pairs");
}

// What is said of racing pairs behind what is said of outcomes, if that is anything; "" where they
// do not differ.
std::string pairs_answer(const std::string& first, const std::string& second,
                         const OutcomeComparison& comparison, bool behind = true) {
  std::string text;
  const auto add = [&](const std::string& who, const std::vector<RacingPair>& pairs) {
    if (pairs.empty()) return;
    text += behind || !text.empty() ? ", " : "";
    text += counted_pairs(pairs.size()) + " of " + who + " alone";
  };
  add(first, comparison.pairs_only_first);
  add(second, comparison.pairs_only_second);
  return text;
}

void write_pairs(std::ostream& out, const Test& test, const std::string& who,
                 const std::vector<RacingPair>& pairs) {
  for (const RacingPair& pair : pairs) {
    out << "only " << who << ": data race of "
        << access_text(test.program, pair.first_thread, pair.first) << " and "
        << access_text(test.program, pair.second_thread, pair.second) << '\n';
  }
}

std::string inclusion_answer(const std::string& first, const std::string& second,
                             const OutcomeComparison& comparison) {
  switch (comparison.agreement()) {
    case Agreement::equal:
      return first + " is within " + second;
    case Agreement::different:
      if (comparison.only_first == 0) {
        return first + " is not within " + second + ": " +
               pairs_answer(first, second, comparison, false);
      }
      return first + " is not within " + second + ": " + counted(comparison.only_first) + " that " +
             second + " lacks" + pairs_answer(first, second, comparison);
    case Agreement::undecided:
    case Agreement::undefined:
      break;
  }
  return comparison.undecided == 0
             ? "undecided: so far no outcome that " + second + " lacks"
             : "undecided: " + counted(comparison.undecided) + " of " + first + ", where " +
                   second + " was not explored to the end";
}

}  // namespace

std::string comparison_answer(const std::string& first, const std::string& second,
                              const OutcomeComparison& comparison) {
  if (comparison.race_differs) {
    return "different: " + (comparison.first_races ? first : second) + " found a data race, and " +
           (comparison.first_races ? second : first) + " none";
  }
  if (comparison.first_races) return "undefined: " + first + " found a data race";
  if (comparison.second_races) return "undefined: " + second + " found a data race";
  if (comparison.asked == Asked::inclusion) return inclusion_answer(first, second, comparison);
  switch (comparison.agreement()) {
    case Agreement::equal:
      return "equal";
    case Agreement::undecided:
      return comparison.undecided == 0
                 ? "undecided: the same outcomes so far"
                 : "undecided: " + std::to_string(comparison.undecided) +
                       " outcomes of one machine, where the other was not explored to the end";
    case Agreement::different:
    case Agreement::undefined:
      break;
  }
  std::string text = "only " + first + ": " + std::to_string(comparison.only_first) + ", only " +
                     second + ": " + std::to_string(comparison.only_second);
  if (comparison.undecided > 0) text += ", undecided: " + std::to_string(comparison.undecided);
  return text + pairs_answer(first, second, comparison);
}

void write_comparison(std::ostream& out, const Test& test, const ComparedMachine& first,
                      const ComparedMachine& second, const OutcomeComparison& comparison,
                      Radix radix) {
  write_statistics(out, test, second.answer);
  std::size_t width = std::string_view("outcome").size();
  for (const ComparedOutcome& outcome : comparison.outcomes) {
    width = std::max(width, outcome_text(test, outcome.values, radix).size());
  }
  const auto row = [&](bool marked, const std::string& head, std::string_view a,
                       std::string_view b) {
    out << (marked ? "* " : "  ") << padded(head, width) << "  "
        << padded(std::string(a), first.name.size()) << "  " << b << '\n';
  };
  row(false, "outcome", first.name, second.name);
  for (const ComparedOutcome& outcome : comparison.outcomes) {
    row(outcome.satisfies, outcome_text(test, outcome.values, radix),
        word(outcome.first, comparison.first_races), word(outcome.second, comparison.second_races));
  }
  row(false, std::string(keyword(test.quantifier)), answer_word(test, first.answer),
      answer_word(test, second.answer));
  write_pairs(out, test, first.name, comparison.pairs_only_first);
  write_pairs(out, test, second.name, comparison.pairs_only_second);
  out << "comparison=" << test.name << ' ' << comparison_answer(first.name, second.name, comparison)
      << "\n\n";
}

}  // namespace opexplore
