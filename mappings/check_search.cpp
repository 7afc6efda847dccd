#include "mappings/check_search.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "opmodel/instruction.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore::mappings {

Side side_of(const MachineEntry& machine, MachineOptions options) {
  Side side{&machine, std::move(options), std::nullopt};
  if (machine.axioms != nullptr) {
    side.model = axioms::load_model(std::string(machine.axioms(side.options)));
  }
  return side;
}

SideAnswer ask(const Side& side, const Test& test, const CheckOptions& options) {
  if (auto refusal = side.machine->refusal(test, side.options)) {
    return {SideAnswer::Kind::refused, {}, std::move(refusal->why)};
  }
  ExploreOptions explore;
  explore.machine = side.options;
  explore.threads = 1;
  explore.timeout = options.timeout;
  explore.interrupted = options.interrupted;
  const Answer report = side.machine->explore(test, explore);
  SideAnswer answer;
  for (const AnsweredOutcome& outcome : report.outcomes) answer.outcomes.push_back(outcome.values);
  if (report.statistics.racy_states > 0) {
    // The race makes all outcomes possible; which ones were seen does not matter.
    return {SideAnswer::Kind::undefined, {}, report.race_reason};
  }
  if (!report.coverage.complete()) {
    answer.kind = SideAnswer::Kind::incomplete;
    answer.reason = report.coverage.reason;
  }
  return answer;
}

Test observing_everything(Test test) {
  std::set<Observable> wanted;
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const auto add = [&](RegisterId reg) {
      wanted.insert(RegisterTerm{static_cast<ThreadId>(t), reg});
    };
    for (const Instruction& instruction : test.program.threads[t].instructions) {
      if (!reads_memory(instruction.action)) continue;
      if (const auto read = register_written(instruction.action)) add(*read);
    }
  }
  for (std::size_t a = 0; a < test.program.addresses.size(); ++a) {
    const auto address = static_cast<AddressId>(a);
    if (test.program.addresses[a].generic == address) wanted.insert(LocationTerm{address});
  }
  test.observables.assign(wanted.begin(), wanted.end());
  test.shown = test.observables.size();
  test.filter.reset();
  test.quantifier = Quantifier::exists;
  test.condition = {};
  return test;
}

std::optional<Outcome> first_extra(const SideAnswer& source, const SideAnswer& target) {
  for (const Outcome& outcome : target.outcomes) {
    if (!std::binary_search(source.outcomes.begin(), source.outcomes.end(), outcome)) {
      return outcome;
    }
  }
  return std::nullopt;
}

}  // namespace opexplore::mappings
