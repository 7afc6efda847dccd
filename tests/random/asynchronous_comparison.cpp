#include "tests/random/asynchronous_comparison.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "explorer/explore.hpp"
#include "litmus/generate/minimise/minimise.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore::random_programs {

namespace {

constexpr std::array bundles{"strict", "isa", "practice"};  // from weak to strong

const MachineEntry& asynchronous_machine() {
  const MachineEntry* const machine = find_machine("ptx-async");
  if (machine == nullptr) throw std::runtime_error("this build has no machine ptx-async");
  return *machine;
}

// Whether an outcome is that of undefined executions, for which the test asks.
bool ends_undefined(const Test& test, const std::set<Outcome>& outcomes) {
  for (std::size_t i = 0; i < test.observables.size(); ++i) {
    const auto* const term = std::get_if<LocationTerm>(&test.observables[i]);
    if (term == nullptr || test.program.addresses[term->address].name != "undef") continue;
    return std::ranges::any_of(outcomes, [&](const Outcome& outcome) { return outcome[i] == 1; });
  }
  return false;
}

// The outcomes of the first that the second lacks, a line for each.
std::string missing_text(const Test& test, const std::string& who, const AsynchronousAnswer& has,
                         const AsynchronousAnswer& lacks) {
  std::string text;
  for (const Outcome& outcome : has.outcomes) {
    if (lacks.outcomes.contains(outcome)) continue;
    text += "only " + who + ":";
    for (std::size_t i = 0; i < outcome.size(); ++i) {
      text += " " + to_string(test.observables[i], test.program) + "=" +
              (outcome[i] == axioms::undefined_value ? "-" : std::to_string(outcome[i]));
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::vector<AsynchronousReading> asynchronous_readings(std::uint64_t number) {
  std::vector<AsynchronousReading> readings;
  for (const char* bundle : bundles) readings.push_back({bundle});
  for (const Setting& setting : asynchronous_machine().settings) {
    if (setting.name != "async-switch") continue;
    const std::string turned(setting.values[number % setting.values.size()]);
    if (turned != "none") readings.push_back({"isa", turned});
  }
  return readings;
}

std::optional<AsynchronousAnswer> AsynchronousSides::machine(const Test& test,
                                                             const AsynchronousReading& reading) {
  ExploreOptions options;
  options.threads = 1;
  options.max_states = limits_.states;
  options.machine.settings["async-reading"] = reading.bundle;
  if (!reading.turned.empty()) options.machine.settings["async-switch"] = reading.turned;
  const Answer answer = asynchronous_machine().explore(test, options);
  if (!answer.coverage.complete()) return std::nullopt;
  AsynchronousAnswer result;
  for (const AnsweredOutcome& outcome : answer.outcomes) result.outcomes.insert(outcome.values);
  result.undefined = answer.races || ends_undefined(test, result.outcomes);
  return result;
}

std::optional<AsynchronousAnswer> AsynchronousSides::axioms(const Test& test,
                                                            const AsynchronousReading& reading) {
  const std::string name = reading.bundle == "isa" ? "ptx-async" : "ptx-async-" + reading.bundle;
  auto model = models_.find(name + reading.turned);
  if (model == models_.end()) {
    std::vector<std::string> turned;
    if (!reading.turned.empty()) turned.push_back(reading.turned);
    model = models_.emplace(name + reading.turned, axioms::load_model(name, {}, turned)).first;
  }
  axioms::EvaluateOptions options;
  options.witnesses = false;
  options.interrupted = axioms::after_candidates(limits_.candidates);
  try {
    const axioms::AxiomaticReport report = axioms::evaluate(model->second, test, options);
    if (!report.complete()) return std::nullopt;
    AsynchronousAnswer result;
    for (const axioms::AxiomaticOutcome& outcome : report.outcomes) {
      result.outcomes.insert(outcome.values);
    }
    const bool raised = std::ranges::any_of(report.flags, [](const axioms::RaisedFlag& flag) {
      return flag.name == axioms::undefined_flag;
    });
    result.undefined = raised || ends_undefined(test, result.outcomes);
    return result;
  } catch (const axioms::Unsupported&) {  // a barrier that waits for the end of a thread
    return std::nullopt;
  }
}

Test AsynchronousSides::minimised(const Test& test, const AsynchronousReading& reading) {
  const auto differs = [&](const Test& smaller) {
    const auto by_machine = machine(smaller, reading);
    const auto by_axioms = axioms(smaller, reading);
    return by_machine && by_axioms && by_machine->outcomes != by_axioms->outcomes;
  };
  return minimise::minimise(test, minimise::Keep::outcomes, differs).test;
}

std::string AsynchronousSides::explained(const Test& test, const AsynchronousReading& reading) {
  const auto by_machine = machine(test, reading);
  const auto by_axioms = axioms(test, reading);
  std::string text = test.name + ", " + reading.bundle + " " + reading.turned + "\n" + write(test);
  if (!by_machine || !by_axioms) return text;
  return text + missing_text(test, "machine", *by_machine, *by_axioms) +
         missing_text(test, "axioms", *by_axioms, *by_machine);
}

void compare_asynchronous(const Test& test, const std::vector<AsynchronousReading>& readings,
                          AsynchronousSides& sides, AsynchronousCount& count) {
  std::optional<AsynchronousAnswer> weaker;
  for (const AsynchronousReading& reading : readings) {
    ++count.asked;
    const auto by_machine = sides.machine(test, reading);
    const auto by_axioms = by_machine ? sides.axioms(test, reading) : by_machine;
    if (!by_axioms) return;
    ++count.compared;
    count.undefined += by_axioms->undefined ? 1 : 0;
    count.several += by_axioms->outcomes.size() > 1 ? 1 : 0;
    if (by_machine->outcomes != by_axioms->outcomes) {
      count.differences.push_back(sides.explained(test, reading));
    }
    if (!reading.turned.empty()) continue;
    if (weaker && !weaker->undefined &&
        !std::ranges::includes(weaker->outcomes, by_machine->outcomes)) {
      count.differences.push_back(test.name + ": more outcomes in " + reading.bundle + "\n" +
                                  write(test) +
                                  missing_text(test, reading.bundle, *by_machine, *weaker));
    }
    weaker = by_machine;
  }
}

}  // namespace opexplore::random_programs
