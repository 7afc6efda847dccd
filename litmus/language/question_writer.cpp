#include "litmus/language/question_writer.hpp"

#include <cstddef>
#include <variant>
#include <vector>

namespace opexplore::detail {

namespace {

void note_mentioned(const Proposition& proposition, std::vector<bool>& mentioned) {
  for (const Term* const term : {&proposition.left, &proposition.right}) {
    if (const auto* const index = std::get_if<ObservableIndex>(term))
      mentioned[index->index] = true;
  }
  for (const Proposition& part : proposition.parts) note_mentioned(part, mentioned);
}

}  // namespace

std::string question_text(const Test& test) {
  std::vector<bool> mentioned(test.observables.size());
  note_mentioned(test.condition, mentioned);
  std::string others;
  for (std::size_t i = 0; i < test.shown; ++i) {
    if (!mentioned[i]) others += " " + to_string(test.observables[i], test.program) + ";";
  }
  std::string text = others.empty() ? "" : "locations [" + others + " ]\n";
  if (test.filter) text += "filter (" + to_string(*test.filter, test) + ")\n";
  return text + condition_line(test) + "\n";
}

}  // namespace opexplore::detail
