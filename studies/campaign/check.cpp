#include "studies/campaign/check.hpp"

#include <utility>

namespace opexplore {
namespace {

std::string limit_of(const Semantics& semantics, const Answer& answer) {
  return name_of(semantics) + ": " + answer.coverage.reason;
}

}  // namespace

Checked checked(const Pairing& pairing, const Test& test, const ExploreOptions& explore) {
  const auto answers = both_answers(pairing, test, explore);
  if (const auto* const failure = std::get_if<Failure>(&answers)) {
    return {Checked::Kind::refused, failure->message};
  }
  const auto& both = std::get<BothAnswers>(answers);
  switch (both.comparison.agreement()) {
    case Agreement::equal:
      return {};
    case Agreement::different:
      if (both.comparison.race_differs) {
        return {Checked::Kind::different,
                "only " + name_of(both.comparison.first_races ? pairing.first : *pairing.second) +
                    " finds a data race"};
      }
      return {Checked::Kind::different, pairing.asked == Asked::inclusion
                                            ? "the second lacks an outcome of the first"
                                            : "the outcomes differ"};
    case Agreement::undefined:
      return {
          Checked::Kind::undefined,
          name_of(both.comparison.first_races ? pairing.first : *pairing.second) + ": a data race"};
    case Agreement::undecided:
      break;
  }
  return {Checked::Kind::undecided, !both.first.coverage.complete()
                                        ? limit_of(pairing.first, both.first)
                                        : limit_of(*pairing.second, both.second)};
}

Check check_of(const Pairing& pairing, const ExploreOptions& explore) {
  ExploreOptions options = explore;
  options.threads = 1;
  options.traces = Traces::none;
  options.progress = {};
  return [pairing, options](const Test& test, const Stop& stop) {
    ExploreOptions mine = options;
    mine.interrupted = stop;
    return checked(pairing, test, mine);
  };
}

}  // namespace opexplore
