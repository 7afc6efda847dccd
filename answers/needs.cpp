#include "answers/needs.hpp"

#include <algorithm>
#include <utility>

#include "answers/ask.hpp"
#include "answers/findings/findings.hpp"
#include "answers/machine_axioms.hpp"
#include "answers/why/why.hpp"
#include "explorer/termination/lasso_steps.hpp"

namespace opexplore {
namespace {

// Calls visit(trace) for each that the answer has.
template <class Visit>
void for_each_trace(const Answer& answer, Visit visit) {
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    if (outcome.trace) visit(*outcome.trace);
  }
  for (const auto* const trace : {&answer.deadlock, &answer.endless, &answer.race}) {
    if (*trace) visit(**trace);
  }
}

Answer certified(const ChosenMachine& machine, const CertifiedQuestion& question,
                 ExploreOptions explore) {
  explore.machine = question.machine;
  explore.verdict_only = false;
  explore.count_paths = false;
  explore.traces = Traces::witness;
  if (question.most_states) {
    explore.max_states =
        std::min(explore.max_states.value_or(*question.most_states), *question.most_states);
  }
  return machine.entry->explore(question.test, explore);
}

void add_replay(const Trace& trace, const MachineEntry& machine, const MachineOptions& options,
                Gathered& gathered) {
  gathered.replays.emplace(&trace,
                           replay(machine, gathered.written->test, options, steps_of(trace.steps)));
}

class Gathering {
 public:
  Gathering(const AnsweredTest& run, const Needs& needs) : run_(run), needs_(needs) {}

  Gathered all(const ExploreOptions& explore) {
    if (!needs_.replays.empty() || needs_.endless) result_.written = written(run_.asked.test);
    add_traces(run_.answer, run_.asked.pairing.first);
    if (run_.compared) add_traces(run_.compared->answer, *run_.asked.pairing.second);
    if (needs_.endless && run_.answer.termination) {
      const auto& machine = std::get<ChosenMachine>(run_.asked.pairing.first);
      add_endless(*machine.entry, *run_.answer.termination, result_);
    }
    if (needs_.forbidden) result_.forbidden = forbidden_by_axioms(run_);
    if (needs_.certified) {
      const auto& machine = std::get<ChosenMachine>(run_.asked.pairing.first);
      result_.certified = certified(machine, *needs_.certified, explore);
    }
    return std::move(result_);
  }

 private:
  void add_traces(const Answer& answer, const Semantics& semantics) {
    const auto* const machine = std::get_if<ChosenMachine>(&semantics);
    if (machine == nullptr) return;
    const std::optional<ChosenModel> model =
        needs_.executions.empty() ? std::nullopt : implemented_model(semantics);
    for_each_trace(answer, [&](const Trace& trace) {
      if (model && needs_.executions.contains(&trace)) {
        if (auto execution = execution_of(*model, run_.asked.test, trace)) {
          result_.executions.emplace(&trace, *std::move(execution));
        }
      }
      if (needs_.replays.contains(&trace)) {
        add_replay(trace, *machine->entry, answer.replayed_with, result_);
      }
    });
  }

  const AnsweredTest& run_;
  const Needs& needs_;
  Gathered result_;
};

}  // namespace

void Needs::add(Needs more) {
  if (!certified) {
    certified = std::move(more.certified);
  } else if (more.certified && !more.certified->most_states) {
    certified->most_states = std::nullopt;
  }
  executions.merge(more.executions);
  replays.merge(more.replays);
  endless |= more.endless;
  findings |= more.findings;
  forbidden |= more.forbidden;
}

void gather(AnsweredTest& run, const Needs& needs, const ExploreOptions& explore) {
  if (needs.findings && !run.answer.findings) add_findings(run, explore);
  run.gathered = Gathering(run, needs).all(explore);
}

void add_endless(const MachineEntry& machine, const Termination& report, Gathered& gathered) {
  const MachineOptions& options = report.replayed_with;
  if (report.deadlock) add_replay(report.deadlock->path, machine, options, gathered);
  for (const EndJudgement& judgement : report.judgements) {
    if (!judgement.lasso) continue;
    gathered.lassos.emplace(&*judgement.lasso,
                            machine.replay_lasso(gathered.written->test, options,
                                                 steps_of(*judgement.lasso), judgement.promise));
  }
}

Replayed replay(const MachineEntry& machine, const Test& test, const MachineOptions& options,
                std::span<const Step> steps) {
  Replayed replayed = machine.replay(test, options, steps);
  if (explains_traces(machine, options)) {
    set_reasons(test.program, reasons_of_reads(test, replayed.trace, machine, options),
                replayed.trace);
  }
  return replayed;
}

}  // namespace opexplore
