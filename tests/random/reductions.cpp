#include "tests/random/reductions.hpp"

#include <set>
#include <sstream>
#include <stdexcept>

#include "opmodel/instruction.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/random/conditions.hpp"
#include "tests/random/program_generator.hpp"

namespace opexplore::random_programs {

namespace {

/// What reductions must not change.
struct Found {
  std::set<Outcome> outcomes;
  bool deadlock = false;
  bool operator==(const Found&) const = default;
};

std::string to_string(const std::set<Outcome>& outcomes) {
  std::string text;
  for (const Outcome& outcome : outcomes) {
    text += "   ";
    for (const Value value : outcome) text += " " + std::to_string(value);
    text += "\n";
  }
  return text;
}

std::string to_string(const Found& found) {
  return std::string(found.deadlock ? " a deadlock and" : " no deadlock and") + "\n" +
         to_string(found.outcomes);
}

// Barriers of Dat3M meet once: what they do in a loop, or when a thread comes to one instance
// again, axioms and machine say differently.
bool repeats_barriers(const Program& program) {
  bool barriers = false, loops = false, twice = false;
  for (const Thread& thread : program.threads) {
    std::set<Value> instances;
    for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
      const Action& action = thread.instructions[i].action;
      const Barrier* const barrier = barrier_of(action);
      barriers |= barrier != nullptr;
      twice |= barrier != nullptr && !instances.insert(barrier->instance).second;
      loops |= branch_of(action) != nullptr && branch_of(action)->target <= i;
    }
  }
  return twice || (barriers && loops);
}

class Comparison {
 public:
  Comparison(const Configuration& configuration, const Effort& effort, Compared& compared)
      : configuration_(configuration),
        effort_(effort),
        compared_(compared),
        machine_(find_machine(configuration.machine)) {
    if (machine_ == nullptr) {
      throw std::runtime_error("this build has no machine " + std::string(configuration.machine));
    }
  }

  std::optional<std::string> run(const Test& test, std::uint64_t number) {
    ++compared_.programs;
    Random random(number);
    if (machine_->refusal(test, with_reading({}))) {
      ++compared_.refused;
      return std::nullopt;
    }
    const auto whole = search(test, without_reductions({}));
    if (!whole) return std::nullopt;
    compared_.deadlocks += whole->deadlock ? 1U : 0U;
    if (auto wrong = check_axioms(test, *whole)) return wrong;
    if (auto wrong = check_variants(test, *whole)) return wrong;
    // What nobody asks for may be forgotten, skipped or erased: everything again with less.
    const std::vector<std::size_t> kept = some_observables(test, random);
    if (kept.empty()) return std::nullopt;
    const Found part{projected(whole->outcomes, kept), whole->deadlock};
    if (auto wrong = check_variants(observing(test, kept), part)) return wrong;
    return check_goals(test, *whole, random);
  }

 private:
  MachineOptions with_reading(MachineOptions options) const {
    options.settings["ptx-reading"] = configuration_.reading;
    return options;
  }

  Answer report(const Test& test, const MachineOptions& options, bool verdict_only) const {
    ExploreOptions search;
    search.machine = with_reading(options);
    search.threads = 1;
    search.max_states = effort_.max_states;
    search.verdict_only = verdict_only;
    return machine_->explore(test, search);
  }

  std::optional<Found> search(const Test& test, const MachineOptions& options) {
    const Answer found = report(test, options, false);
    if (!found.coverage.complete()) {
      ++compared_.incomplete;
      return std::nullopt;
    }
    Found result;
    for (const AnsweredOutcome& outcome : found.outcomes) result.outcomes.insert(outcome.values);
    result.deadlock = found.statistics.stuck_states != 0;
    return result;
  }

  std::optional<std::string> check_axioms(const Test& test, const Found& whole) {
    if (!effort_.axioms || (configuration_.model.arrive_blocks && repeats_barriers(test.program))) {
      return std::nullopt;
    }
    std::set<Outcome> allowed;
    try {
      allowed = oracle::outcomes(test, configuration_.model);
    } catch (const oracle::Unsupported&) {
      return std::nullopt;
    }
    ++compared_.axioms;
    if (allowed == whole.outcomes) return std::nullopt;
    return text(test, "without reductions") + to_string(whole) + "the axioms:\n" +
           to_string(allowed);
  }

  std::optional<std::string> check_variants(const Test& test, const Found& expected) {
    for (const Variant& variant : variants()) {
      auto found = search(test, variant.options);
      if (!found) continue;
      // Out of order a dead end may look like a deadlock.
      if (!variant.options.look_ahead) found->deadlock = expected.deadlock;
      ++compared_.searches;
      if (*found == expected) continue;
      return text(test, variant.name) + to_string(*found) +
             "without reductions:" + to_string(expected);
    }
    return std::nullopt;
  }

  std::optional<std::string> check_goals(const Test& test, const Found& whole, Random& random) {
    if (whole.outcomes.empty()) return std::nullopt;
    MachineOptions options;
    options.goal = true;
    for (unsigned i = 0; i < effort_.conditions; ++i) {
      const std::vector<std::size_t> kept = some_observables(test, random);
      const std::set<Outcome> outcomes = projected(whole.outcomes, kept);
      const Test asked = asking(observing(test, kept), outcomes, random);
      const Answer found = report(asked, options, true);
      if (!found.coverage.complete()) {
        ++compared_.incomplete;
        continue;
      }
      ++compared_.conditions;
      const bool expected = holds_of(asked, outcomes);
      if (verdict(asked, found).ok == expected) continue;
      return text(asked, "goal") + " says " + (expected ? "No" : "Ok") + " to\n" +
             condition_line(asked) +
             (asked.filter ? "\nfilter " + opexplore::to_string(*asked.filter, asked) : "") +
             "\nwithout reductions:" + to_string(whole);
    }
    return std::nullopt;
  }

  std::string text(const Test& test, const std::string& variant) const {
    return to_litmus(completed(test.program, test.name)) + std::string(configuration_.machine) +
           " (" + std::string(configuration_.reading) + "), " + variant + ":";
  }

  const Configuration& configuration_;
  const Effort& effort_;
  Compared& compared_;
  const MachineEntry* machine_;
};

}  // namespace

const std::vector<Configuration>& configurations() {
  static const std::vector<Configuration> all{{"ptx-proxy", "isa", oracle::ptx75()},
                                              {"ptx", "isa", oracle::ptx60()},
                                              {"ptx-proxy", "dat3m", oracle::ptx75_dat3m()},
                                              {"ptx", "dat3m", oracle::ptx60_dat3m()}};
  return all;
}

std::vector<Variant> variants() {
  std::vector<Variant> all{{"all reductions", {}}};
  for (const Reduction& reduction : all_reductions) {
    const std::string name(reduction.name);
    MachineOptions off;
    off.*reduction.enabled = false;
    all.push_back({"all but " + name, off});
    MachineOptions on = without_reductions({});
    on.*reduction.enabled = true;
    all.push_back({name + " alone", on});
  }
  MachineOptions blind;
  blind.look_ahead = false;
  all.push_back({"all, without looking ahead", blind});
  return all;
}

std::optional<std::string> reductions_differ(const Test& test, const Configuration& configuration,
                                             std::uint64_t number, const Effort& effort,
                                             Compared& compared) {
  return Comparison(configuration, effort, compared).run(test, number);
}

}  // namespace opexplore::random_programs
