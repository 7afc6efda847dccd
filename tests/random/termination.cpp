#include "tests/random/termination.hpp"

#include <optional>
#include <stdexcept>

#include "explorer/explore.hpp"
#include "explorer/termination/lasso_steps.hpp"
#include "litmus/generate/minimise/minimise.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/oracle/progress_oracle.hpp"
#include "tests/random/looping_programs.hpp"
#include "tests/random/program_generator.hpp"

namespace opexplore::random_programs {

namespace {

std::string_view shown(Ends ends) {
  switch (ends) {
    case Ends::unknown:
      return "unknown";
    case Ends::yes:
      return "ends";
    case Ends::bounded:
      return "ends, up to a bound";
    case Ends::no:
      return "violated";
  }
  return "";
}

bool agrees(Ends machine, bool oracle) { return oracle == (machine != Ends::no); }

std::string difference(const Promise& promise, std::string_view notion, std::string_view machine,
                       bool oracle) {
  return spelled(promise) + ", " + std::string(notion) + ": the machine says \"" +
         std::string(machine) + "\", the oracle \"" + (oracle ? "ends" : "violated") + "\"";
}

// What is wrong with the witnesses: each must be there, be one in the eyes of the machine, and go
// on with threads that the oracle lets go on by themselves.
void check_witnesses(const Test& test, const MachineEntry& machine, const Termination& report,
                     const EndJudgement& judgement, oracle::ProgressOracle& oracle,
                     EndingComparison& result) {
  if (judgement.weak != Ends::no) return;
  if (!judgement.lasso) {
    if (!report.deadlock) result.differ.push_back(spelled(judgement.promise) + ": no lasso");
    return;
  }
  oracle::Threads run;
  for (std::size_t thread = 0; thread < judgement.lasso->threads.size(); ++thread) {
    if (judgement.lasso->threads[thread].role == Role::steps) {
      run.insert(static_cast<ThreadId>(thread));
    }
  }
  if (run.empty() || !oracle.allows_for_ever(judgement.promise, run)) {
    result.differ.push_back(spelled(judgement.promise) +
                            ": those that step in the lasso cannot do so for ever");
  }
  const LassoSteps steps = steps_of(*judgement.lasso);
  const ReplayedLasso replayed =
      machine.replay_lasso(test, report.replayed_with, steps, judgement.promise);
  if (replayed.refused) {
    result.differ.push_back(spelled(judgement.promise) +
                            ": the lasso is refused: " + *replayed.refused);
  } else {
    ++result.witnesses;
  }
}

void compare_judgement(const EndJudgement& judgement, const oracle::Ending& ending,
                       EndingComparison& result) {
  if (judgement.weak == Ends::unknown || judgement.strong == Ends::unknown) {
    result.agreement = EndingAgreement::undecided;
    return;
  }
  if (!agrees(judgement.weak, ending.weak)) {
    result.differ.push_back(
        difference(judgement.promise, "weak", shown(judgement.weak), ending.weak));
  }
  if (!agrees(judgement.strong, ending.strong)) {
    result.differ.push_back(
        difference(judgement.promise, "strong", shown(judgement.strong), ending.strong));
  }
}

}  // namespace

const MachineEntry& judging_machine(std::string_view name) {
  const MachineEntry* machine = find_machine(name);
  if (machine == nullptr) {
    throw std::runtime_error("this build has no machine " + std::string(name));
  }
  if (machine->termination == nullptr || machine->replay_lasso == nullptr) {
    throw std::runtime_error(std::string(name) + " does not judge infinite runs");
  }
  return *machine;
}

std::vector<Promise> promises_for(std::uint64_t seed) {
  Random random(seed ^ 0x70726f6d69736573);
  std::vector<Promise> promises;
  for (const Promise& promise : uniform_promises()) promises.push_back(promise);
  for (unsigned i = 0; i < 3; ++i) promises.push_back(random_promise(random, std::nullopt));
  return promises;
}

std::vector<Promise> resident_promises_for(std::uint64_t seed) {
  Random random(seed ^ 0x7265736964656e74);
  std::vector<Promise> promises;
  for (std::uint32_t resident = 1; resident <= 3; ++resident) {
    Promise fair;
    fair.resident = resident;
    fair.name = spelled(fair);
    promises.push_back(fair);
  }
  promises.push_back(random_promise(random, 1 + random.below(2)));
  return promises;
}

EndingComparison compare_endings(const Test& test, std::string_view machine,
                                 const std::vector<Promise>& promises, std::size_t limit) {
  const MachineEntry& entry = judging_machine(machine);
  EndingComparison result;
  ExploreOptions options;
  options.threads = 1;
  // A machine that keeps many writes can need a hundred times the states of most programs.
  options.max_states = 50'000;
  if (entry.refusal(test, options.machine)) {
    result.agreement = EndingAgreement::refused;
    return result;
  }
  oracle::ProgressOracle oracle(test.program, limit);
  std::vector<oracle::Ending> endings;
  try {
    for (const Promise& promise : promises) endings.push_back(oracle.judge(promise));
  } catch (const oracle::TooManyStates&) {
    result.agreement = EndingAgreement::too_large;
    return result;
  }
  result.states = oracle.states();
  const Termination report = entry.termination(test, options, {promises, true});
  if (report.coverage.incomplete == Incomplete::states) {
    result.agreement = EndingAgreement::too_large;
    return result;
  }
  for (std::size_t i = 0; i < promises.size(); ++i) {
    compare_judgement(report.judgements.at(i), endings[i], result);
    check_witnesses(test, entry, report, report.judgements[i], oracle, result);
    result.violations += endings[i].weak ? 0 : 1;
    result.trapped += endings[i].strong ? 0 : 1;
    result.deadlock |= endings[i].deadlock;
  }
  if (result.agreement == EndingAgreement::undecided) return result;
  if (report.deadlock.has_value() != result.deadlock) {
    result.differ.push_back(std::string("the machine finds ") + (result.deadlock ? "no" : "a") +
                            " deadlock, the oracle does not agree");
  }
  if (!result.differ.empty()) result.agreement = EndingAgreement::different;
  return result;
}

std::string explain_difference(const Test& test, std::string_view machine,
                               const std::vector<Promise>& promises, std::size_t limit) {
  const auto differs = [&](const Test& smaller) {
    return compare_endings(smaller, machine, promises, limit).agreement ==
           EndingAgreement::different;
  };
  const Test small = minimise::minimise(test, minimise::Keep::condition, differs).test;
  std::string text = to_litmus(small) + std::string(machine) + ":\n";
  for (const std::string& line : compare_endings(small, machine, promises, limit).differ) {
    text += "  " + line + "\n";
  }
  return text;
}

}  // namespace opexplore::random_programs
