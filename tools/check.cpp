#include "tools/check.hpp"

#include "export/comparison.hpp"

namespace opexplore {
namespace {

std::string limit_of(const Semantics& semantics, const Report& report) {
  return name_of(semantics) + ": " + report.incomplete_reason;
}

}  // namespace

Checked checked(const Pairing& pairing, const Test& test, const ExploreOptions& explore) {
  const std::variant<Report, Failure> first = answer(pairing.first, test, explore);
  if (const auto* const failure = std::get_if<Failure>(&first)) {
    return {Checked::Kind::refused, failure->message};
  }
  const std::variant<Report, Failure> second = answer(*pairing.second, test, explore);
  if (const auto* const failure = std::get_if<Failure>(&second)) {
    return {Checked::Kind::refused, failure->message};
  }
  const Report& a = std::get<Report>(first);
  const Report& b = std::get<Report>(second);
  switch (compare(test, a, b).agreement()) {
    case Agreement::equal:
      return {};
    case Agreement::different:
      return {Checked::Kind::different, "the outcomes differ"};
    case Agreement::undecided:
      break;
  }
  return {Checked::Kind::undecided, a.incomplete != Incomplete::none
                                        ? limit_of(pairing.first, a)
                                        : limit_of(*pairing.second, b)};
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
  return name_of(pairing.first) + ", " + name_of(*pairing.second);
}

}  // namespace opexplore
