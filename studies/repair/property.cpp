#include "studies/repair/property.hpp"

#include <algorithm>
#include <utility>

#include "opmodel/instruction.hpp"
#include "opmodel/results/answer.hpp"
#include "studies/repair/ptx_text.hpp"

namespace opexplore::repair {
namespace {

Proposition negated(Proposition proposition) {
  Proposition negation;
  negation.kind = Proposition::Kind::negation;
  negation.parts = {std::move(proposition)};
  return negation;
}

// Which of the test's observables says that the thread has come there.
std::optional<std::uint16_t> observable_of(const Test& test, const kernel::Assertion& stop) {
  const auto at =
      std::ranges::find(test.observables, Observable(RegisterTerm{stop.thread, stop.reg}));
  if (at == test.observables.end()) return std::nullopt;
  return static_cast<std::uint16_t>(at - test.observables.begin());
}

// Which of them says that an execution has no meaning, of a test that asks for that.
std::optional<std::uint16_t> undefined_of(const Test& test) {
  const auto says = [&](const Observable& observable) {
    const auto* const term = std::get_if<LocationTerm>(&observable);
    if (term == nullptr) return false;
    const Location& asked = test.program.locations[test.program.addresses[term->address].location];
    return asked.object == ObjectKind::ending && asked.name == "undef";
  };
  const auto at = std::ranges::find_if(test.observables, says);
  if (at == test.observables.end()) return std::nullopt;
  return static_cast<std::uint16_t>(at - test.observables.begin());
}

Proposition is_value(std::uint16_t observable, Value value) {
  Proposition one;
  one.kind = Proposition::Kind::comparison;
  one.left = ObservableIndex{observable};
  one.right = value;
  return one;
}

void observe(Test& test, const Observable& observable) {
  if (std::ranges::find(test.observables, observable) == test.observables.end()) {
    test.observables.push_back(observable);
  }
}

// With all registers that are written and all locations; of a kernel with those that are there when
// it has ended.
Test observing_all(Test test) {
  const Program& program = test.program;
  const bool of_kernel = is_of_kernel(test);
  for (std::size_t t = 0; t < program.threads.size() && !of_kernel; ++t) {
    for (const Instruction& instruction : program.threads[t].instructions) {
      const auto reg = register_written(instruction.action);
      if (reg) observe(test, RegisterTerm{static_cast<ThreadId>(t), *reg});
    }
  }
  const auto is_named = [&](LocationId location) {
    return std::ranges::any_of(test.observables, [&](const Observable& observable) {
      const auto* const term = std::get_if<LocationTerm>(&observable);
      return term != nullptr && program.addresses[term->address].location == location;
    });
  };
  for (std::size_t a = 0; a < program.addresses.size(); ++a) {
    const LocationId location = program.addresses[a].location;
    const Location& memory = program.locations[location];
    const bool left = !of_kernel || memory.region == Region::global;
    if (!memory.hidden && left && !is_named(location)) {
      observe(test, LocationTerm{static_cast<AddressId>(a)});
    }
  }
  test.shown = test.observables.size();
  return test;
}

Proposition is_outcome(const Outcome& outcome) {
  Proposition all;
  all.kind = Proposition::Kind::conjunction;
  for (std::size_t i = 0; i < outcome.size(); ++i) {
    all.parts.push_back(is_value(static_cast<std::uint16_t>(i), outcome[i]));
  }
  if (all.parts.empty()) all.kind = Proposition::Kind::truth;
  return all;
}

}  // namespace

Proposition excluded_by(const Test& test) {
  return test.quantifier == Quantifier::forall ? negated(test.condition) : test.condition;
}

Property by_condition(const Test& test, const kernel::Facts* kernel) {
  Property property{test};
  Proposition& bad = property.asked.condition;
  const bool asks = kernel == nullptr || bad.kind != Proposition::Kind::truth;
  bad = excluded_by(test);
  property.asked.quantifier = Quantifier::exists;
  const auto undefined = undefined_of(test);
  if (kernel == nullptr && !undefined) return property;
  Proposition any;
  any.kind = Proposition::Kind::disjunction;
  if (asks) any.parts.push_back(std::move(bad));
  if (undefined) any.parts.push_back(is_value(*undefined, 1));
  if (kernel != nullptr) {
    for (const kernel::Assertion& stop : kernel->assertions) {
      const auto at = observable_of(test, stop);
      if (at) any.parts.push_back(is_value(*at, stop.value));
    }
  }
  bad = any.parts.empty() ? negated(Proposition{}) : std::move(any);
  return property;
}

const kernel::Assertion* stop_in(const Test& test, const kernel::Facts& kernel,
                                 const Outcome& outcome) {
  for (const kernel::Assertion& stop : kernel.assertions) {
    const auto at = observable_of(test, stop);
    if (at && outcome.at(*at) == stop.value) return &stop;
  }
  return nullptr;
}

std::variant<Observed, NotKnown> observed(const Property& property, const ChosenMachine& machine,
                                          const ExploreOptions& options) {
  Observed result{observing_all(property.asked), {}, {}};
  ExploreOptions all = options;
  all.threads = 1;
  all.machine = machine.options;
  all.machine.races = true;
  const Answer answer = machine.entry->explore(result.test, all);
  if (answer.races) return NotKnown{"some execution has no meaning, " + answer.race_reason, true};
  const auto undefined = undefined_of(result.test);
  if (undefined && std::ranges::any_of(answer.outcomes, [&](const AnsweredOutcome& outcome) {
        return outcome.values[*undefined] == 1;
      })) {
    return NotKnown{"some execution has no meaning", true};
  }
  if (!answer.coverage.complete()) return NotKnown{answer.coverage.reason};
  for (const AnsweredOutcome& outcome : answer.outcomes) result.outcomes.push_back(outcome.values);
  for (const AnsweredDataRace& race : answer.data_races) result.races.insert(race.pair);
  for (const RacingPair& pair : answer.excluded_data_races) result.races.insert(pair);
  for (const AnsweredDataRace& apart : answer.divergences) result.races.insert(apart.pair);
  if (result.outcomes.empty()) return NotKnown{"no execution that counts ends", true};
  return result;
}

std::vector<Outcome> not_excluded(const Observed& observed) {
  std::vector<Outcome> outcomes;
  for (const Outcome& outcome : observed.outcomes) {
    if (!decides(observed.test, outcome)) outcomes.push_back(outcome);
  }
  return outcomes;
}

Property by_outcomes(const Observed& observed, const std::vector<Outcome>& outcomes) {
  Property property{observed.test, observed.races};
  Proposition any;
  any.kind = Proposition::Kind::disjunction;
  for (const Outcome& outcome : outcomes) any.parts.push_back(is_outcome(outcome));
  // Without parts, no end is permitted: all of them are bad.
  property.asked.condition = any.parts.empty() ? Proposition{} : negated(std::move(any));
  property.asked.quantifier = Quantifier::exists;
  return property;
}

}  // namespace opexplore::repair
