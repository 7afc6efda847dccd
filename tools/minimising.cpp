#include "tools/minimising.hpp"

#include <algorithm>
#include <fstream>
#include <functional>

#include "export/comparison.hpp"
#include "litmus/minimise/report.hpp"
#include "litmus/reader.hpp"
#include "litmus/writer.hpp"
#include "tools/check.hpp"

namespace opexplore {
namespace {

using Shows = std::function<bool(const Test&)>;

// A smaller test that takes much longer than the original is no help.
constexpr std::chrono::seconds most_time{10};

ExploreOptions quiet(const ExploreOptions& explore) {
  ExploreOptions options = explore;
  options.traces = Traces::none;
  options.progress = {};
  options.count_paths = false;
  if (!options.timeout) options.timeout = most_time;
  return options;
}

// Whether the outcome that the test asks about is reached; not known is no.
bool reaches(const Semantics& semantics, const Test& test, const ExploreOptions& explore) {
  const auto found = answer(semantics, test, explore);
  const auto* const report = std::get_if<Report>(&found);
  if (report == nullptr) return false;
  const Verdict answer = verdict(test, *report);
  return (test.quantifier == Quantifier::forall ? answer.negative : answer.positive) > 0;
}

// Whether it is certainly not reached.
bool forbids(const Semantics& semantics, const Test& test, const ExploreOptions& explore) {
  const auto found = answer(semantics, test, explore);
  const auto* const report = std::get_if<Report>(&found);
  if (report == nullptr || report->incomplete != Incomplete::none) return false;
  const Verdict answer = verdict(test, *report);
  return (test.quantifier == Quantifier::forall ? answer.negative : answer.positive) == 0;
}

Shows differ(const Context& context, const ExploreOptions& explore) {
  const Pairing pairing{context.first, context.second};
  return [pairing, explore](const Test& test) {
    return checked(pairing, test, explore).kind == Checked::Kind::different;
  };
}

// Without that, an outcome that is bad because no interleaving has it would become one that is
// reached because the code that kept it away is gone.
Shows reach(const Context& context, const Test& test, const ExploreOptions& explore) {
  const Semantics sc = chosen_semantics("sc", {});
  const bool weak = forbids(sc, test, explore);
  const Semantics first = context.first;
  return [first, sc, weak, explore](const Test& smaller) {
    return reaches(first, smaller, explore) && (!weak || forbids(sc, smaller, explore));
  };
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
Test asking_for_difference(const Context& context, const Test& test,
                           const ExploreOptions& explore) {
  const auto first = answer(context.first, test, explore);
  const auto second = answer(*context.second, test, explore);
  if (!std::holds_alternative<Report>(first) || !std::holds_alternative<Report>(second)) {
    return test;
  }
  const auto comparison = compare(test, std::get<Report>(first), std::get<Report>(second));
  const auto differs =
      std::ranges::find_if(comparison.outcomes, [](const ComparedOutcome& outcome) {
        return outcome.first == Reached::no || outcome.second == Reached::no;
      });
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

Dialect dialect_of(const Test& test) {
  std::ifstream file(test.path);
  std::string word;
  return file >> word && (word == "GPU_PTX" || word == "gpu_ptx") ? Dialect::gpu_ptx : Dialect::ptx;
}

std::size_t remaining(const minimise::Minimised& minimised) {
  std::size_t count = 0;
  for (const minimise::Fate& fate : minimised.fates) {
    count += fate.kind != minimise::Fate::Kind::removed ? 1 : 0;
  }
  return count;
}

std::string_view how_small(const minimise::Minimised& minimised) {
  if (minimised.smallest) return "no choice of fewer of its instructions shows it";
  if (minimised.minimal) return "none of them alone can go";
  return "ended early: smaller ones may exist";
}

}  // namespace

std::optional<SmallerTest> smaller_test(const Context& context, const Test& test,
                                        const ExploreOptions& explore) {
  const ExploreOptions options = quiet(explore);
  const bool two = context.second.has_value();
  const Shows shows = two ? differ(context, options) : reach(context, test, options);
  if (!shows(test)) return std::nullopt;
  minimise::Limits limits;
  limits.interrupted = explore.interrupted;
  SmallerTest result;
  result.dialect = dialect_of(test);
  result.shows = two ? name_of(context.first) + " and " + name_of(*context.second) + " differ"
                     : name_of(context.first) + " reaches the outcome in question";
  result.minimised =
      minimise::minimise(test, two ? minimise::Keep::outcomes : minimise::Keep::condition, shows,
                         limits, result.dialect);
  if (two && result.minimised.kept == minimise::Keep::outcomes) {
    result.minimised.test = asking_for_difference(context, result.minimised.test, options);
  }
  return result;
}

std::string smaller_test_text(const Test& original, const SmallerTest& smaller) {
  const minimise::Minimised& minimised = smaller.minimised;
  std::string text = "Minimised " + original.name + ": " + smaller.shows + " with " +
                     std::to_string(remaining(minimised)) + " of " +
                     std::to_string(minimised.fates.size()) + " instructions; " +
                     std::string(how_small(minimised)) + " (" + std::to_string(minimised.tried) +
                     " tests tried)\n";
  text += minimise::report(minimised, smaller.dialect) + '\n';
  return text + write(minimised.test, smaller.dialect) + '\n';
}

nlohmann::ordered_json smaller_test_json(const SmallerTest& smaller) {
  const minimise::Minimised& minimised = smaller.minimised;
  nlohmann::ordered_json fates = nlohmann::ordered_json::array();
  for (const minimise::Fate& fate : minimised.fates) {
    fates.push_back({{"thread", fate.thread},
                     {"instruction", fate.instruction},
                     {"line", fate.place.line},
                     {"column", fate.place.column},
                     {"text", fate.before},
                     {"fate", minimise::to_string(fate.kind)}});
    if (fate.kind == minimise::Fate::Kind::simplified) fates.back()["becomes"] = fate.after;
  }
  return {{"name", minimised.test.name},
          {"shows", smaller.shows},
          {"tried", minimised.tried},
          {"minimal", minimised.minimal},
          {"smallest", minimised.smallest},
          {"instructions", std::move(fates)},
          {"text", write(minimised.test, smaller.dialect)}};
}

}  // namespace opexplore
