#include "explorer/termination/termination.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "explorer/analyses/replay.hpp"
#include "explorer/limits.hpp"
#include "explorer/search/goal_directed.hpp"
#include "explorer/termination/build_graph.hpp"
#include "explorer/termination/check_lasso.hpp"
#include "explorer/termination/judge.hpp"
#include "explorer/termination/started.hpp"
#include "explorer/termination/waits_alone.hpp"
#include "explorer/termination/witness.hpp"

namespace opexplore {
namespace {

// Answers one question on one form of a machine.
class Judge {
 public:
  Judge(const Walker& walker, const Test& test, const ExploreOptions& options,
        const TerminationQuestion& question)
      : walker_(walker),
        test_(test),
        options_(options),
        question_(question),
        limits_(options),
        tree_(scope_tree(test.program)),
        built_(build_graph(walker, options)),
        building_(limits_.seconds()) {}

  Termination run() {
    report_.bound = built_.bound;
    report_.race = built_.race;
    for (const Promise& promise : question_.promises) report_.judgements.push_back(judged(promise));
    report_.coverage.incomplete = built_.incomplete;
    return std::move(report_);
  }

 private:
  // The runs that a number of residents and the stacks of warps admit, and their loops.
  struct Runs {
    Runs(const MachineGraph& machine, const Promise& promise, const Group& tree, const Warps& warps)
        : graph(machine, promise, tree, warps), loops(graph), deadlock(first_deadlock(graph)) {}
    RunGraph graph;
    Loops loops;
    std::optional<std::uint32_t> deadlock;
  };

  const Runs& runs_of(const Promise& promise) {
    std::unique_ptr<Runs>& runs =
        runs_[{promise.resident.value_or(0), promise.stack, asks_who_has_started(promise)}];
    if (runs) return *runs;
    runs = std::make_unique<Runs>(built_.graph, promise, tree_, Warps(test_.program, promise));
    report_.states = std::max<std::uint64_t>(report_.states, runs->graph.size());
    report_.transitions = std::max<std::uint64_t>(report_.transitions, runs->graph.edges());
    report_.components = std::max(report_.components, runs->loops.cyclic());
    return *runs;
  }

  // The runs of a promise are gone through in one go, which takes a part of the time that the graph
  // took. Whether there is time for that; of what a limit has left of a graph, if it is small.
  bool has_time() {
    constexpr double part = 0.25;
    constexpr std::size_t small = 50'000;
    const std::uint64_t states = built_.graph.nodes.size();
    if (built_.incomplete == Incomplete::none && !limits_.poll({0, 0, states, 0, 0})) {
      const double left =
          options_.timeout
              ? std::chrono::duration<double>(*options_.timeout).count() - limits_.seconds()
              : building_;
      if (left >= part * building_) return true;
      built_.incomplete = Incomplete::time;
    }
    if (built_.incomplete == Incomplete::none) built_.incomplete = limits_.reason();
    const bool at_once =
        built_.incomplete == Incomplete::time || built_.incomplete == Incomplete::interrupted;
    return !at_once || states <= small;
  }

  Ends unrefuted() const {
    if (built_.incomplete != Incomplete::none || !built_.race.empty()) return Ends::unknown;
    return built_.bound.empty() ? Ends::yes : Ends::bounded;
  }

  EndJudgement judged(const Promise& promise) {
    const bool in_time = has_time();
    EndJudgement judgement{promise, unrefuted(), unrefuted(), {}, {}};
    if (!built_.race.empty() || !in_time) return judgement;
    const Runs& runs = runs_of(promise);
    if (runs.deadlock) {
      judgement.weak = judgement.strong = Ends::no;
      if (!report_.deadlock) report_.deadlock = deadlock(runs, promise);
      return judgement;
    }
    if (const Loop* const loop = allowed_loop(runs.loops, promise, tree_)) {
      judgement.weak = Ends::no;
      if (question_.witnesses) judgement.lasso = lasso(runs, *loop, promise);
    }
    const std::vector<bool> ends = can_end(runs.graph, promise, tree_);
    for (std::uint32_t node = 0; node < runs.graph.size(); ++node) {
      if (ends[node] || runs.graph.state(node).may_be_dead_end) continue;
      judgement.strong = Ends::no;
      if (question_.witnesses) judgement.trap = trap_at(runs, node, promise);
      break;
    }
    return judgement;
  }

  // Throws std::logic_error if the machine does not take again what it has taken.
  void follow(Retracing& retrace, const std::vector<Step>& steps) const {
    for (const Step step : steps) {
      if (!retrace.take(step)) throw_step_missing();
    }
  }

  Lasso lasso(const Runs& runs, const Loop& loop, const Promise& promise) const {
    Retracing retrace(test_.program, walker_, promise);
    follow(retrace, runs.graph.way_to(loop.entry));
    Lasso lasso;
    lasso.stem = retrace.taken();
    const std::vector<Step> around = walk_around(runs.graph, runs.loops, loop);
    follow(retrace, around);
    lasso.loop = retrace.taken().steps;
    describe_lasso(lasso, test_.program, promise, {loop.threads, loop.run}, retrace.halts());
    return lasso;
  }

  Trap trap_at(const Runs& runs, std::uint32_t node, const Promise& promise) const {
    Retracing retrace(test_.program, walker_, promise);
    follow(retrace, runs.graph.way_to(node));
    const Threads threads = retrace.threads();
    Trap trap;
    trap.path = retrace.taken();
    trap.states = trapped(runs.graph, promise, tree_, node);
    trap.threads = roles(test_.program, promise, threads, guaranteed(promise, tree_, threads),
                         retrace.halts());
    return trap;
  }

  Deadlock deadlock(const Runs& runs, const Promise& promise) const {
    Retracing retrace(test_.program, walker_, promise);
    follow(retrace, runs.graph.way_to(*runs.deadlock));
    Deadlock found;
    found.path = retrace.taken();
    found.threads = roles(test_.program, promise, retrace.threads(), 0, retrace.halts());
    found.reason = retrace.stuck_reason();
    if (found.reason.empty()) found.reason = first_disabled(found.threads);
    return found;
  }

  const Walker& walker_;
  const Test& test_;
  const ExploreOptions& options_;
  const TerminationQuestion& question_;
  Limits limits_;
  Group tree_;
  BuiltGraph built_;
  double building_ = 0;  // seconds that the graph took
  // By number of residents, 0: any; whether warps have stacks; and whether it is told who has
  // started.
  std::map<std::tuple<std::uint32_t, bool, bool>, std::unique_ptr<Runs>> runs_;
  Termination report_;
};

// Gives `use` a form of the machine that judges infinite runs of the test.
template <class Use>
auto by_live_walker(const MachineForms& forms, const Test& test, const MachineOptions& options,
                    const Use& use) {
  return by_walker(forms, test, options, [&](const Walker& walker) {
    if (walker.is_live) return use(walker);
    throw std::logic_error("a form of the machine that does not judge infinite runs was picked");
  });
}

Termination judged(const MachineForms& forms, const Test& test, const MachineOptions& live,
                   const ExploreOptions& options, const TerminationQuestion& question) {
  return by_live_walker(forms, test, live, [&](const Walker& walker) {
    const auto start = std::chrono::steady_clock::now();
    Termination report = Judge(walker, test, options, question).run();
    report.coverage.reason = explain(report.coverage.incomplete, options);
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
  });
}

// The options under which runs are judged that the promises allow. A stack needs to see each
// instruction of its warp. Who disables threads, or lets them start only when others have ended,
// orders their steps, too: an execution is then no interleaving in which all see each write at
// once (MachineOptions::bring_writes).
MachineOptions options_for(const MachineOptions& options, std::span<const Promise> promises) {
  MachineOptions live = for_liveness(options);
  for (const Promise& promise : promises) {
    live.fuse_local = live.fuse_local && !promise.stack;
    live.bring_writes = live.bring_writes && !promise.stack && !promise.resident;
  }
  return live;
}

// What it says of a program that all its executions that were looked at end.
Ends ends_known(const Test& test, bool in_order_only) {
  return in_order_only && !surely_ends(test.program) ? Ends::bounded : Ends::yes;
}

// What can be said without the loops of the test.
class WithoutLoops {
 public:
  WithoutLoops(const MachineForms& forms, const Test& test, const ExploreOptions& options,
               const TerminationQuestion& question, const MachineOptions& live)
      : forms_(forms), test_(test), options_(options), question_(question), live_(live) {}

  // An answer where every run ends that a promise allows; and where some do not, if that is all
  // that is asked (brief).
  std::optional<Termination> judged() const {
    const auto start = std::chrono::steady_clock::now();
    for (const Promise& promise : question_.promises) {
      if (!going_on(promise, test_.program)) return std::nullopt;
    }
    const auto search = all_end(test_);
    if (!search) return std::nullopt;
    Termination report;
    for (const Promise& promise : question_.promises) {
      std::optional<Ends> ends = ends_known(test_, search->in_order_only);
      if (going_on(promise, test_.program) == GoingOn::started_ctas) {
        const auto fewer = ends_without_some();
        if (!fewer) return std::nullopt;
        if (*fewer != Ends::yes) ends = *fewer;
      }
      report.judgements.push_back({promise, *ends, *ends, {}, {}});
      if (*ends == Ends::bounded) report.bound = in_order_only;
    }
    report.states = search->states;
    report.transitions = search->transitions;
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
  }

 private:
  std::optional<FairEnd> all_end(const Test& test) const {
    return by_walker(forms_, test, options_to_leave_out_idle_turns(options_.machine),
                     [&](const Walker& walker) -> std::optional<FairEnd> {
                       if (!walker.judges_waits) return std::nullopt;
                       return waits_alone(walker, test, options_);
                     });
  }

  // Whether some fair run does not end, if that is found out soon.
  bool some_do_not_end(const Test& test) const {
    constexpr std::uint64_t most_states = 10'000;
    ExploreOptions few = options_;
    few.max_states = std::min(options_.max_states.value_or(most_states), most_states);
    TerminationQuestion fair;
    fair.promises = {parse_promise("FAIR")};
    fair.witnesses = false;
    return opexplore::judged(forms_, test, live_, few, fair).judgements.front().weak == Ends::no;
  }

  // Which answer holds of promises under which only some CTAs may go on, if every fair run ends.
  std::optional<Ends> ends_without_some() const {
    constexpr std::size_t most_sets = 256;
    const auto tests = with_some_ctas(test_, most_sets);
    if (!tests) return std::nullopt;
    Ends ends = Ends::yes;
    for (const Test& some : *tests) {
      if (const auto search = all_end(some)) {
        if (ends_known(some, search->in_order_only) == Ends::bounded) ends = Ends::bounded;
      } else if (question_.brief && some_do_not_end(some)) {
        return Ends::no;
      } else {
        return std::nullopt;
      }
    }
    return ends;
  }

  const MachineForms& forms_;
  const Test& test_;
  const ExploreOptions& options_;
  const TerminationQuestion& question_;
  const MachineOptions& live_;
};

// Without who the machine is.
Termination answered(const MachineForms& forms, const Test& test, const ExploreOptions& options,
                     const TerminationQuestion& question, const MachineOptions& live) {
  const auto start = std::chrono::steady_clock::now();
  if (auto answer = WithoutLoops(forms, test, options, question, live).judged()) return *answer;
  ExploreOptions left = options;
  if (options.timeout) {
    const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - start);
    left.timeout = std::max(*options.timeout - taken, std::chrono::milliseconds(0));
  }
  return judged(forms, test, live, left, question);
}

}  // namespace

Termination termination(const MachineForms& forms, const Test& test, const ExploreOptions& options,
                        const TerminationQuestion& question) {
  const MachineOptions live = options_for(options.machine, question.promises);
  Termination report = answered(forms, test, options, question, live);
  report.replayed_with = live;
  return report;
}

ReplayedLasso replay_lasso(const MachineForms& forms, const Test& test,
                           const MachineOptions& options, const LassoSteps& steps,
                           const Promise& promise) {
  const MachineOptions live = options_for(options, {&promise, 1});
  return by_live_walker(forms, test, live, [&](const Walker& walker) {
    return check_lasso(walker, test, steps, promise);
  });
}

}  // namespace opexplore
