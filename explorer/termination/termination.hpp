// Does it end? From a machine and a question to a report; and lassos of others, checked.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "explorer/termination/build_graph.hpp"
#include "explorer/termination/judge.hpp"
#include "explorer/termination/report.hpp"
#include "explorer/termination/witness.hpp"
#include "explorer/trace.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// Answers one question on one form of a machine.
template <HasProgress M>
class Judge {
 public:
  Judge(const M& machine, const Test& test, const ExploreOptions& options,
        const TerminationQuestion& question)
      : machine_(machine),
        test_(test),
        question_(question),
        tree_(scope_tree(test.program)),
        built_(GraphBuilder<M>(machine, options).build()) {}

  TerminationReport run() {
    report_.incomplete = built_.incomplete;
    report_.bound = built_.bound;
    for (const Promise& promise : question_.promises) report_.judgements.push_back(judged(promise));
    return std::move(report_);
  }

 private:
  // The runs that a number of residents admits, and their loops.
  struct Runs {
    Runs(const MachineGraph& machine, const Promise& promise, const Group& tree)
        : graph(machine, promise, tree), loops(graph), deadlock(first_deadlock(graph)) {}
    RunGraph graph;
    Loops loops;
    std::optional<std::uint32_t> deadlock;
  };

  const Runs& runs_of(const Promise& promise) {
    std::unique_ptr<Runs>& runs = runs_[promise.resident.value_or(0)];
    if (runs) return *runs;
    runs = std::make_unique<Runs>(built_.graph, promise, tree_);
    report_.states = std::max<std::uint64_t>(report_.states, runs->graph.size());
    report_.transitions = std::max<std::uint64_t>(report_.transitions, runs->graph.edges());
    report_.components = std::max(report_.components, runs->loops.cyclic());
    return *runs;
  }

  Ends unrefuted() const {
    if (built_.incomplete != Incomplete::none) return Ends::unknown;
    return built_.bound.empty() ? Ends::yes : Ends::bounded;
  }

  Judgement judged(const Promise& promise) {
    Judgement judgement{promise, unrefuted(), unrefuted(), {}, {}};
    const Runs& runs = runs_of(promise);
    if (runs.deadlock) {
      judgement.weak = judgement.strong = Ends::no;
      if (!report_.deadlock && question_.witnesses) report_.deadlock = deadlock(runs);
      return judgement;
    }
    if (const Loop* const loop = allowed_loop(runs.loops, promise, tree_)) {
      judgement.weak = Ends::no;
      if (question_.witnesses) judgement.lasso = lasso(runs, *loop, promise);
    }
    const std::vector<bool> ends = can_end(runs.graph, promise, tree_);
    const auto trap = std::ranges::find(ends, false);
    if (trap != ends.end()) {
      judgement.strong = Ends::no;
      const auto node = static_cast<std::uint32_t>(trap - ends.begin());
      if (question_.witnesses) judgement.trap = trap_at(runs, node, promise);
    }
    return judgement;
  }

  // Throws std::logic_error if the machine does not take again what it has taken.
  void follow(Retrace<M>& retrace, const std::vector<Step>& steps) const {
    for (const Step step : steps) {
      if (!retrace.take(step)) throw_step_missing();
    }
  }

  Lasso lasso(const Runs& runs, const Loop& loop, const Promise& promise) const {
    Retrace<M> retrace(test_, machine_);
    follow(retrace, runs.graph.way_to(loop.entry));
    Lasso lasso;
    lasso.stem = retrace.taken();
    const std::vector<Step> around = walk_around(runs.graph, runs.loops, loop);
    follow(retrace, around);
    lasso.loop = retrace.taken().steps;
    describe(lasso, promise, loop.threads, loop.run, retrace.barriers());
    return lasso;
  }

  void describe(Lasso& lasso, const Promise& promise, const Threads& threads, ThreadMask run,
                const BarriersPassed& barriers) const {
    lasso.threads = roles(test_.program, promise, threads, run, barriers);
    lasso.reads = reads_of(lasso.loop);
    lasso.boundary = boundary(test_.program, promise, threads, run);
    lasso.remark = remark_on(test_.program, lasso.loop);
  }

  Trap trap_at(const Runs& runs, std::uint32_t node, const Promise& promise) const {
    Retrace<M> retrace(test_, machine_);
    follow(retrace, runs.graph.way_to(node));
    const Threads threads = retrace.threads();
    Trap trap;
    trap.path = retrace.taken();
    trap.states = trapped(runs.graph, promise, tree_, node);
    trap.threads = roles(test_.program, promise, threads, guaranteed(promise, tree_, threads),
                         retrace.barriers());
    return trap;
  }

  Deadlock deadlock(const Runs& runs) const {
    Retrace<M> retrace(test_, machine_);
    follow(retrace, runs.graph.way_to(*runs.deadlock));
    Deadlock found;
    found.path = retrace.taken();
    found.reason = why_stuck(machine_, retrace.state());
    found.threads =
        roles(test_.program, question_.promises.front(), retrace.threads(), 0, retrace.barriers());
    return found;
  }

  const M& machine_;
  const Test& test_;
  const TerminationQuestion& question_;
  Group tree_;
  BuiltGraph built_;
  std::map<std::uint32_t, std::unique_ptr<Runs>> runs_;  // by number of residents; 0: any
  TerminationReport report_;
};

/// Runs `use` on the form of machine M that these options pick.
template <TransitionSystem M>
auto with_form_of(const Test& test, const MachineOptions& options, const auto& use) {
  if constexpr (requires { M::dispatch(test, options, use); }) {
    return M::dispatch(test, options, use);
  } else {
    return use(M(test, options));
  }
}

/// Says of an incomplete report why it is.
void complete_report(TerminationReport& report, const ExploreOptions& options);

/// Throws the std::logic_error for a form of a machine that does not judge infinite runs.
[[noreturn]] void throw_wrong_form();

/// Answers the question by machine M.
template <TransitionSystem M>
TerminationReport termination_with(const Test& test, const ExploreOptions& options,
                                   const TerminationQuestion& question) {
  const MachineOptions live = for_liveness(options.machine);
  auto report = with_form_of<M>(test, live, [&]<class Form>(const Form& form) -> TerminationReport {
    if constexpr (HasProgress<Form>) {
      return Judge<Form>(form, test, options, question).run();
    } else {
      throw_wrong_form();
    }
  });
  complete_report(report, options);
  report.replayed_with = live;
  report.machine = M::name;
  report.machine_version = M::version;
  for (const Setting& setting : M::settings) {
    report.settings.emplace_back(setting.name, value_of(setting, options.machine));
  }
  return report;
}

}  // namespace opexplore
