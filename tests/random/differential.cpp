#include "tests/random/differential.hpp"

#include <sstream>
#include <stdexcept>

#include "litmus/generate/minimise/minimise.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/random/program_generator.hpp"

namespace opexplore::random_programs {

namespace {

void list_missing(std::ostream& out, const Test& test, const std::set<Outcome>& has,
                  const std::set<Outcome>& lacks) {
  for (const Outcome& outcome : has) {
    if (lacks.contains(outcome)) continue;
    out << "   ";
    for (std::size_t i = 0; i < outcome.size(); ++i) {
      out << ' ' << to_string(test.observables[i], test.program) << '=' << outcome[i] << ';';
    }
    out << '\n';
  }
}

}  // namespace

SideBySide compare(const Test& test, const Pair& pair, std::chrono::milliseconds limit) {
  const MachineEntry* machine = find_machine(pair.machine);
  if (machine == nullptr) {
    throw std::runtime_error("this build has no machine " + std::string(pair.machine));
  }
  SideBySide result;
  ExploreOptions options;
  options.machine = pair.options;
  if (!pair.reading.empty()) options.machine.settings["ptx-reading"] = pair.reading;
  options.threads = 1;
  options.timeout = limit;
  if (const auto refusal = machine->refusal(test, options.machine)) {
    result.agreement = Agreement::refused;
    result.note = refusal->why;
    return result;
  }
  try {
    result.axiomatic = oracle::outcomes(test, pair.model);
  } catch (const oracle::Unsupported& unsupported) {
    result.agreement = Agreement::unsupported;
    result.note = unsupported.what();
    return result;
  }
  const Answer report = machine->explore(test, options);
  for (const AnsweredOutcome& outcome : report.outcomes) result.machine.insert(outcome.values);
  if (!report.coverage.complete()) {
    result.agreement = Agreement::undecided;
    result.note = report.coverage.reason;
    return result;
  }
  result.agreement = result.machine == result.axiomatic ? Agreement::equal : Agreement::different;
  return result;
}

std::string explain(const Test& test, const Pair& pair, const SideBySide& comparison) {
  std::ostringstream out;
  out << to_litmus(test) << "machine " << pair.machine;
  if (!pair.reading.empty()) out << " (" << pair.reading << ")";
  out << ": " << comparison.machine.size() << " outcomes, oracle: " << comparison.axiomatic.size()
      << "\n  only the machine has\n";
  list_missing(out, test, comparison.machine, comparison.axiomatic);
  out << "  only the oracle has\n";
  list_missing(out, test, comparison.axiomatic, comparison.machine);
  return out.str();
}

Test minimise_difference(const Test& test, const Pair& pair, std::chrono::milliseconds limit) {
  const auto differs = [&](const Test& smaller) {
    return compare(smaller, pair, limit).agreement == Agreement::different;
  };
  return minimise::minimise(test, minimise::Keep::outcomes, differs).test;
}

}  // namespace opexplore::random_programs
