#include "hardware/soundness.hpp"

#include <algorithm>
#include <set>

#include "hardware/executions.hpp"
#include "hardware/generate/thread_facts.hpp"
#include "hardware/numbers.hpp"
#include "hardware/statistics.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::hardware {
namespace {

bool counts(const Test& test, const Outcome& outcome) {
  return !test.filter || holds(*test.filter, outcome);
}

bool seen(const Result& result, const Outcome& outcome) {
  return std::ranges::any_of(result.outcomes, [&](const SeenOutcome& one) {
    return one.count > 0 && one.values == outcome;
  });
}

// "1:r0=7": the first value that the observable has in no outcome of the machine.
std::string out_of_domain(const Test& test, const Allowed& machine, const Outcome& outcome) {
  for (std::size_t i = 0; i < outcome.size(); ++i) {
    const bool known = std::ranges::any_of(
        machine.outcomes, [&](const Outcome& other) { return other[i] == outcome[i]; });
    if (!known) {
      return to_string(test.observables[i], test.program) + '=' + std::to_string(outcome[i]);
    }
  }
  return {};
}

bool same_register(const Operand& left, const Operand& right) {
  return std::holds_alternative<RegisterOperand>(left) && left == right;
}

// Whether a compiler can compute the result without waiting for the registers: a false dependency
// may then be gone, though every access is in its place. In pinned tests a false dependency of
// arithmetic goes through a value that the compiler does not know.
bool may_be_folded(const Action& action, Profile profile) {
  return std::visit(Overloaded{
                        [](const Load&) { return false; },
                        [](const Store&) { return false; },
                        [](const Atomic&) { return false; },
                        [](const AnyFence auto&) { return false; },
                        [](const Barrier&) { return false; },
                        [&](const Arithmetic& arithmetic) {
                          const bool same = same_register(arithmetic.left, arithmetic.right);
                          return profile == Profile::pinned
                                     ? same && arithmetic.op >= ArithmeticOp::equal
                                     : same || is_zero(arithmetic);
                        },
                        [](const Branch& branch) {
                          return branch.comparison && same_register(branch.left, branch.right);
                        },
                        [](const Asynchronous&) { return false; },
                    },
                    action);
}

std::optional<std::size_t> thread_that_may_be_folded(const Result& result) {
  const std::vector<Thread>& threads = result.test.program.threads;
  for (std::size_t thread = 0; thread < threads.size(); ++thread) {
    for (const Instruction& instruction : threads[thread].instructions) {
      if (may_be_folded(instruction.action, result.profile)) return thread;
    }
  }
  return std::nullopt;
}

void suspect(const Result& result, SoundnessCheck& check) {
  if (!result.toolchain || result.toolchain->roles.empty()) {
    check.suspicion = "nobody looked into the machine code";
    return;
  }
  const std::vector<Survival>& roles = result.toolchain->roles;
  const Survival::Verdict verdict = worst(roles);
  if (verdict == Survival::Verdict::exact) {
    if (const auto thread = thread_that_may_be_folded(result)) {
      check.suspicion = "a dependency may be folded in thread " + std::to_string(*thread);
      return;
    }
    check.suspect = Suspect::chip;
    return;
  }
  const auto found = std::ranges::find(roles, verdict, &Survival::verdict);
  check.suspect = verdict == Survival::Verdict::unknown ? Suspect::unknown : Suspect::toolchain;
  check.suspicion = "the machine code of thread " + std::to_string(found - roles.begin()) + " is " +
                    std::string(to_string(verdict)) + ": " + found->reason;
}

void find_violations(const Result& result, const Allowed& machine, SoundnessCheck& check) {
  for (std::size_t i = 0; i < result.outcomes.size(); ++i) {
    const SeenOutcome& outcome = result.outcomes[i];
    if (outcome.count == 0 || !counts(result.test, outcome.values)) continue;
    if (machine.everything || machine.has(outcome.values)) continue;
    if (!machine.incomplete.empty()) {
      check.verdict = Soundness::undecided;
      check.reason = machine.incomplete;
      continue;
    }
    check.violations.push_back({i, out_of_domain(result.test, machine, outcome.values)});
  }
  if (!check.violations.empty()) check.verdict = Soundness::unsound;
}

void count_coverage(const Result& result, const Allowed& machine, const Allowed* sc,
                    SoundnessCheck& check) {
  const bool knows_weak = sc != nullptr && sc->refusal.empty() && sc->incomplete.empty();
  if (knows_weak) check.weak_allowed = check.weak_observed = 0;
  for (const Outcome& outcome : machine.outcomes) {
    const bool observed = seen(result, outcome);
    ++check.allowed;
    if (observed) ++check.observed;
    if (!knows_weak || sc->has(outcome)) continue;
    ++*check.weak_allowed;
    if (observed) ++*check.weak_observed;
  }
}

// Where the outcome had its best chance: where the sibling showed it most often, or else where the
// test itself was weak most often.
std::optional<std::uint32_t> best_environment(const Result& result, const Evidence& evidence,
                                              const Allowed* sc) {
  if (evidence.best) return evidence.best;
  if (sc == nullptr || !sc->refusal.empty()) return std::nullopt;
  std::optional<std::uint32_t> best;
  double best_rate = 0;
  for (const EnvironmentResult& run : result.environments) {
    const std::optional<std::uint64_t> executed = completed(result, run);
    if (!executed) continue;
    std::uint64_t weak = 0;
    for (std::size_t i = 0; i < run.counts.size(); ++i) {
      if (!sc->has(result.outcomes[i].values)) weak += run.counts[i];
    }
    const double rate = static_cast<double>(weak) / std::max(1.0, static_cast<double>(*executed));
    if (rate > best_rate) {
      best_rate = rate;
      best = run.id;
    }
  }
  return best;
}

Unseen unseen(const Result& result, const Outcome& outcome, const Allowed* sc,
              std::span<const Result> all, std::uint64_t unlisted) {
  Unseen one;
  one.values = outcome;
  if (sc != nullptr && sc->refusal.empty() && sc->incomplete.empty()) one.weak = !sc->has(outcome);
  one.evidence = evidence(result, all, [&](const Outcome& other) { return other == outcome; });
  const bool listed =
      std::ranges::find(result.outcomes, outcome, &SeenOutcome::values) != result.outcomes.end();
  if (!listed && unlisted > 0) return one;
  one.bound = unseen_bound(completed(result));
  one.best = best_environment(result, one.evidence, sc);
  if (!one.best) return one;
  const auto run = std::ranges::find(result.environments, *one.best, &EnvironmentResult::id);
  if (const auto executed = completed(result, *run)) one.best_bound = unseen_bound(*executed);
  return one;
}

void find_unseen(const Result& result, const Allowed& machine, const Allowed* sc,
                 std::span<const Result> all, SoundnessCheck& check) {
  std::set<Outcome> wanted(machine.outcomes.begin(), machine.outcomes.end());
  for (const Result* const sibling : siblings(result, all)) {
    const auto outcomes = translated(*sibling, result.test);
    if (!outcomes) continue;
    for (std::size_t i = 0; i < outcomes->size(); ++i) {
      if (sibling->outcomes[i].count > 0) wanted.insert((*outcomes)[i]);
    }
  }
  for (const Outcome& outcome : wanted) {
    if (!counts(result.test, outcome) || seen(result, outcome)) continue;
    Unseen one = unseen(result, outcome, sc, all, check.unlisted);
    one.allowed = machine.everything || machine.has(outcome);
    if (one.allowed || machine.incomplete.empty()) check.unseen.push_back(std::move(one));
  }
}

AskedOutcome asked(const Result& result, const Allowed& machine, std::span<const Result> all) {
  const auto asked_about = [&](const Outcome& outcome) {
    return counts(result.test, outcome) && holds(result.test.condition, outcome);
  };
  AskedOutcome one;
  for (const SeenOutcome& outcome : result.outcomes) {
    if (asked_about(outcome.values)) one.seen += outcome.count;
  }
  const bool found = machine.everything || std::ranges::any_of(machine.outcomes, asked_about);
  if (found || machine.incomplete.empty()) one.allowed = found;
  one.evidence = evidence(result, all, asked_about);
  return one;
}

// What a run that went wrong showed was there all the same; what it did not show says nothing.
SoundnessCheck check_failed(const Result& result, const Allowed& machine, const Allowed* sc,
                            std::span<const Result> all) {
  SoundnessCheck one;
  if (needs_machine(result) && machine.refusal.empty()) find_violations(result, machine, one);
  if (one.violations.empty()) {
    one.verdict = Soundness::no_verdict;
    one.reason = no_verdict_reason(result);
    return one;
  }
  one.suspect = Suspect::harness;
  one.suspicion = no_verdict_reason(result);
  one.unlisted = unlisted(result);
  count_coverage(result, machine, sc, one);
  one.asked = asked(result, machine, all);
  return one;
}

}  // namespace

std::string no_verdict_reason(const Result& result) {
  using Status = Result::Status;
  const bool useless = result.status == Status::unsupported || result.status == Status::not_run ||
                       result.status == Status::failed;
  if (useless) {
    return std::string(to_string(result.status)) +
           (result.reason.empty() ? "" : ": " + result.reason);
  }
  if (result.not_run > 0) {
    return "in " + with_commas(result.not_run) +
           " instances some thread did not run: the counts cannot be trusted";
  }
  if (result.executed == 0) {
    const std::string nothing = "nothing was executed";
    if (result.status == Status::ok) return nothing;
    return nothing + ": " + std::string(to_string(result.status)) +
           (result.reason.empty() ? "" : ": " + result.reason);
  }
  if (completed(result) == 0) return "every execution was ended at the loop bound";
  return {};
}

bool needs_machine(const Result& result) {
  return no_verdict_reason(result).empty() ||
         std::ranges::any_of(result.outcomes, [](const SeenOutcome& one) { return one.count > 0; });
}

SoundnessCheck check(const Result& result, const Allowed& machine, const Allowed* sc,
                     std::span<const Result> all) {
  if (!no_verdict_reason(result).empty()) return check_failed(result, machine, sc, all);
  SoundnessCheck one;
  if (!machine.refusal.empty()) {
    one.verdict = Soundness::refused;
    one.reason = machine.refusal;
    return one;
  }
  one.unlisted = unlisted(result);
  one.verdict = Soundness::sound;
  if (one.unlisted > 0) {
    one.verdict = Soundness::partial;
    one.reason = "the outcomes of " + with_commas(one.unlisted) + " executions are not listed";
  }
  suspect(result, one);
  find_violations(result, machine, one);
  if (one.verdict == Soundness::unsound) one.reason.clear();
  count_coverage(result, machine, sc, one);
  find_unseen(result, machine, sc, all, one);
  one.asked = asked(result, machine, all);
  return one;
}

std::string_view to_string(Soundness soundness) {
  switch (soundness) {
    case Soundness::sound:
      return "sound";
    case Soundness::unsound:
      return "unsound";
    case Soundness::partial:
      return "partial";
    case Soundness::undecided:
      return "undecided";
    case Soundness::refused:
      return "refused";
    case Soundness::no_verdict:
      break;
  }
  return "no-verdict";
}

std::string_view to_string(Suspect suspect) {
  switch (suspect) {
    case Suspect::chip:
      return "chip";
    case Suspect::toolchain:
      return "toolchain";
    case Suspect::harness:
      return "harness";
    case Suspect::unknown:
      break;
  }
  return "unknown";
}

}  // namespace opexplore::hardware
