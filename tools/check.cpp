#include "tools/check.hpp"

#include <utility>

namespace opexplore {
namespace {

std::string limit_of(const Semantics& semantics, const Report& report) {
  return name_of(semantics) + ": " + report.incomplete_reason;
}

}  // namespace

std::variant<BothAnswers, Failure> both_answers(const Semantics& first, const Semantics& second,
                                                Asked asked, const Test& test,
                                                const ExploreOptions& explore) {
  std::variant<Report, Failure> a = answer(first, test, explore);
  if (auto* const failure = std::get_if<Failure>(&a)) return std::move(*failure);
  std::variant<Report, Failure> b = answer(second, test, explore);
  if (auto* const failure = std::get_if<Failure>(&b)) return std::move(*failure);
  BothAnswers both{std::get<Report>(std::move(a)), std::get<Report>(std::move(b)), {}};
  both.comparison = compare(test, both.first, both.second, asked);
  return both;
}

Checked checked(const Pairing& pairing, const Test& test, const ExploreOptions& explore) {
  const auto answers = both_answers(pairing.first, *pairing.second, pairing.asked, test, explore);
  if (const auto* const failure = std::get_if<Failure>(&answers)) {
    return {Checked::Kind::refused, failure->message};
  }
  const auto& both = std::get<BothAnswers>(answers);
  switch (both.comparison.agreement()) {
    case Agreement::equal:
      return {};
    case Agreement::different:
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
  return {Checked::Kind::undecided, both.first.incomplete != Incomplete::none
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

std::string name_of(const Pairing& pairing) {
  return name_of(pairing.first) + (pairing.asked == Asked::inclusion ? " within " : ", ") +
         name_of(*pairing.second);
}

}  // namespace opexplore
