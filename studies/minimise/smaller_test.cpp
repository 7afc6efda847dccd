#include "studies/minimise/smaller_test.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"

namespace opexplore {
namespace {

// A smaller test that takes much longer than the original is no help.
constexpr std::chrono::seconds most_time{10};

// Nor is one of which so many states do not tell, where those of the original do: without a barrier
// in its loop a test may have no end of them.
constexpr std::uint64_t most_states = 20'000;

ExploreOptions quiet(const ExploreOptions& explore) {
  ExploreOptions options = explore;
  options.traces = Traces::none;
  options.progress = {};
  options.count_paths = false;
  if (!options.timeout) options.timeout = most_time;
  return options;
}

// Whether a smaller test shows what the original does.
enum class Shown : std::uint8_t { no, yes, unknown };

// Whether the outcome that the test asks about is reached.
Shown reached(const Semantics& semantics, const Test& test, ExploreOptions explore) {
  explore.verdict_only = true;
  const auto found = answer(semantics, test, explore);
  const auto* const report = std::get_if<Answer>(&found);
  if (report == nullptr) return Shown::no;  // it cannot treat the test
  const Verdict answer = verdict(test, *report);
  const bool some = (test.quantifier == Quantifier::forall ? answer.negative : answer.positive) > 0;
  if (some) return Shown::yes;
  return report->coverage.complete() ? Shown::no : Shown::unknown;
}

// What the two say of a test.
struct Compared {
  std::size_t only_first = 0, only_second = 0;
  std::optional<bool> first_races = std::nullopt;  ///< of two of which one alone has a race
  bool decided = false;

  bool differ() const { return only_first + only_second > 0 || first_races; }
};

Compared compared(const Pairing& pairing, const Test& test, const ExploreOptions& explore) {
  const auto answers = both_answers(pairing, test, explore);
  const auto* const both = std::get_if<BothAnswers>(&answers);
  if (both == nullptr) return {0, 0, {}, true};
  const OutcomeComparison& found = both->comparison;
  const auto race = found.race_differs ? std::optional(found.first_races) : std::nullopt;
  return {found.only_first, found.only_second, race, found.agreement() != Agreement::undecided};
}

// A test on which the other side allows more would show another defect.
Shown differs_alike(const Compared& original, const Compared& smaller) {
  const bool first = original.only_first > 0 && smaller.only_first > 0;
  const bool second = original.only_second > 0 && smaller.only_second > 0;
  const bool race = original.first_races && original.first_races == smaller.first_races;
  if (first || second || race) return Shown::yes;
  return smaller.decided ? Shown::no : Shown::unknown;
}

// Whether some execution has a data race.
Shown races(const Semantics& semantics, const Test& test, const ExploreOptions& explore) {
  const auto found = answer(semantics, test, explore);
  const auto* const report = std::get_if<Answer>(&found);
  if (report == nullptr) return Shown::no;
  if (report->races) return Shown::yes;
  return report->coverage.complete() ? Shown::no : Shown::unknown;
}

// Without asking sc, an outcome that is bad because no interleaving has it would become one that is
// reached because the code that kept it away is gone.
Shown reached_beyond(const Semantics& first, const std::optional<Semantics>& sc, const Test& test,
                     const ExploreOptions& explore) {
  const Shown here = reached(first, test, explore);
  if (here != Shown::yes || !sc) return here;
  switch (reached(*sc, test, explore)) {
    case Shown::no:
      return Shown::yes;
    case Shown::yes:
      return Shown::no;
    case Shown::unknown:
      break;
  }
  return Shown::unknown;
}

// What to ask of smaller tests, and what the answer means; nothing when the test shows nothing.
struct Question {
  std::function<Shown(const Test&)> shows;
  std::string says;
};

std::string what_differs(const Pairing& pairing) {
  const std::string& first = name_of(pairing.first);
  const std::string& second = name_of(*pairing.second);
  const bool inclusion = pairing.asked == Asked::inclusion;
  return inclusion ? first + " is not within " + second : first + " and " + second + " differ";
}

// The test is asked about with the first options, smaller ones with the others.
std::optional<Question> question(const Pairing& pairing, const Test& test,
                                 const ExploreOptions& explore, const ExploreOptions& of_smaller) {
  if (pairing.second) {
    const Compared original = compared(pairing, test, explore);
    if (!original.differ()) return std::nullopt;
    return Question{[&pairing, original, of_smaller](const Test& smaller) {
                      return differs_alike(original, compared(pairing, smaller, of_smaller));
                    },
                    what_differs(pairing)};
  }
  // With a race everything is allowed: it is what there is to be understood.
  if (races(pairing.first, test, explore) == Shown::yes) {
    return Question{[&pairing, of_smaller](const Test& smaller) {
                      return races(pairing.first, smaller, of_smaller);
                    },
                    name_of(pairing.first) + " finds a data race"};
  }
  if (reached(pairing.first, test, explore) != Shown::yes) return std::nullopt;
  std::optional<Semantics> sc = chosen_semantics("sc", {});
  const Shown by_sc = reached(*sc, test, explore);
  const std::string says = name_of(pairing.first) + " reaches the outcome in question";
  if (by_sc != Shown::no) sc.reset();
  return Question{[&pairing, sc, of_smaller](const Test& smaller) {
                    return reached_beyond(pairing.first, sc, smaller, of_smaller);
                  },
                  by_sc == Shown::yes ? says + ", as sc does," : says};
}

// The observables that some outcome has another value of.
std::vector<std::size_t> telling(const Test& test, const std::vector<ComparedOutcome>& outcomes) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < test.shown; ++i) {
    const bool varies = std::ranges::any_of(outcomes, [&](const ComparedOutcome& outcome) {
      return outcome.values[i] != outcomes.front().values[i];
    });
    if (varies) result.push_back(i);
  }
  return result;
}

// Makes the test ask for the first outcome that only one of the two has, so that the answers are Ok
// and No.
Test asking_for_difference(const Pairing& pairing, const Test& test,
                           const ExploreOptions& explore) {
  const auto answers = both_answers(pairing, test, explore);
  const auto* const both = std::get_if<BothAnswers>(&answers);
  if (both == nullptr) return test;
  const OutcomeComparison& comparison = both->comparison;
  const auto differs = std::ranges::find_if(
      comparison.outcomes,
      [&](const ComparedOutcome& outcome) { return comparison.differs(outcome); });
  if (differs == comparison.outcomes.end()) return test;
  Test result = test;
  result.quantifier = Quantifier::exists;
  result.condition = {Proposition::Kind::conjunction, {}, {}, {}, {}};
  for (const std::size_t i : telling(test, comparison.outcomes)) {
    result.condition.parts.push_back({Proposition::Kind::comparison,
                                      Comparison::equal,
                                      ObservableIndex{static_cast<std::uint16_t>(i)},
                                      differs->values[i],
                                      {}});
  }
  if (result.condition.parts.empty()) return test;
  return read(write(result), test.path);
}

}  // namespace

std::optional<SmallerTest> smaller_test(const Pairing& pairing, const SpelledTest& read,
                                        const ExploreOptions& explore) {
  const ExploreOptions options = quiet(explore);
  ExploreOptions bounded = options;
  bounded.max_states = options.max_states.value_or(most_states);
  std::optional<Question> asked = question(pairing, read.test, options, bounded);
  if (!asked) return std::nullopt;
  // The original itself may need more, and then smaller ones have it, too.
  const bool bound_is_enough = asked->shows(read.test) == Shown::yes;
  if (!bound_is_enough) asked = question(pairing, read.test, options, options);
  SmallerTest result{};
  result.dialect = read.dialect;
  result.shows = asked->says;
  minimise::Limits limits;
  limits.interrupted = explore.interrupted;
  const auto shows = [&](const Test& test) {
    const Shown answer = asked->shows(test);
    if (answer == Shown::unknown) ++result.undecided;
    return answer == Shown::yes;
  };
  const bool two = pairing.second.has_value();
  const auto keep = two ? minimise::Keep::outcomes : minimise::Keep::condition;
  result.minimised = minimise::minimise(read.test, keep, shows, limits, result.dialect);
  if (two && result.minimised.kept == minimise::Keep::outcomes) {
    result.minimised.test = asking_for_difference(pairing, result.minimised.test, options);
  }
  return result;
}

}  // namespace opexplore
