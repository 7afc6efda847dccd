#include "studies/minimise/text.hpp"

#include <string_view>

#include "litmus/generate/minimise/report.hpp"
#include "litmus/language/writer.hpp"

namespace opexplore {
namespace {

std::size_t remaining(const minimise::Minimised& minimised) {
  std::size_t count = 0;
  for (const minimise::Fate& fate : minimised.fates) {
    count += fate.kind != minimise::Fate::Kind::removed ? 1 : 0;
  }
  return count;
}

std::string_view how_small(const SmallerTest& smaller) {
  const minimise::Minimised& minimised = smaller.minimised;
  if (smaller.undecided > 0) return "what could not be decided was not taken";
  if (minimised.smallest) return "no choice of fewer of its instructions shows it";
  if (minimised.minimal) return "none of them alone can go";
  return "ended early: smaller ones may exist";
}

}  // namespace

std::string smaller_test_text(const Test& original, const SmallerTest& smaller) {
  const minimise::Minimised& minimised = smaller.minimised;
  std::string text = "Minimised " + original.name + ": " + smaller.shows + " with " +
                     std::to_string(remaining(minimised)) + " of " +
                     std::to_string(minimised.fates.size()) + " instructions; " +
                     std::string(how_small(smaller)) + " (" + std::to_string(minimised.tried) +
                     " tests tried";
  if (smaller.undecided > 0) text += ", " + std::to_string(smaller.undecided) + " undecided";
  text += ")\n";
  text += minimise::report(minimised, smaller.dialect) + '\n';
  return text + write(minimised.test, smaller.dialect) + '\n';
}

}  // namespace opexplore
