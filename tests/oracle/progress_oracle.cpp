#include "tests/oracle/progress_oracle.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "tests/oracle/lasso_search.hpp"

namespace opexplore::oracle {

namespace {

Threads all_threads(const Program& program) {
  Threads all;
  for (ThreadId thread = 0; thread < program.threads.size(); ++thread) all.insert(thread);
  return all;
}

std::vector<Threads> nonempty_subsets(const Threads& whole) {
  std::vector<Threads> subsets = {{}};
  for (const ThreadId thread : whole) {
    const std::vector<Threads> without = subsets;
    for (Threads subset : without) {
      subset.insert(thread);
      subsets.push_back(std::move(subset));
    }
  }
  subsets.erase(subsets.begin());
  return subsets;
}

// What a promise says of one state of the program.
class Guarantee {
 public:
  Guarantee(const Promise& promise, const StateRules& rules, const ProgramState& state)
      : promise_(promise), rules_(rules), state_(state) {}

  // Whether the threads of `run`, and they alone, may step for ever while the others stay as they
  // are. A thread that could not step in this state and does not step at all is blocked for good.
  bool admits(const Group& group, const Threads& run) const {
    if (group.level == ScopeLevel::thread) return run.contains(group.thread);
    if (leaves_slot_free(group)) return false;
    bool some_child_goes_on = false;
    const auto schedulable = [&](const Group& child) { return is_schedulable(child, run); };
    for (const Group* child : forced(group, schedulable)) {
      if (!admits(*child, run)) return false;
    }
    for (const Group& child : group.children) {
      some_child_goes_on |= schedulable(child) && admits(child, run);
    }
    return some_child_goes_on || !schedulable(group);
  }

  // The threads that the promise guarantees now, of those below the group, if its parent guarantees
  // the group: it goes on even if its model names none of its children, and any may be the one.
  // Nobody guarantees the system itself.
  Threads guaranteed(const Group& group) const {
    if (group.level == ScopeLevel::thread) return {group.thread};
    const auto schedulable = [&](const Group& child) { return is_schedulable(child, {}); };
    if (may_start(group)) return threads_that_can_step(group);
    std::vector<const Group*> children = forced(group, schedulable);
    if (is_resident(group)) {
      for (const Group& child : group.children) {
        if (may_start(child)) children.push_back(&child);
      }
    } else if (children.empty() && group.level != ScopeLevel::sys) {
      for (const Group& child : group.children) {
        if (schedulable(child)) children.push_back(&child);
      }
    }
    Threads result;
    for (const Group* child : children) result.merge(guaranteed(*child));
    return result;
  }

 private:
  bool is_resident(const Group& group) const {
    return group.level == ScopeLevel::gpu && promise_.resident.has_value();
  }

  // Of a CTA, where so many are resident: it has not started, and nothing keeps it from that.
  bool may_start(const Group& group) const {
    return promise_.resident && group.level == ScopeLevel::cta &&
           !rules_.cta_started(state_, group.cta) && !rules_.cta_ended(state_, group.cta) &&
           rules_.has_free_slot(state_, group.cta.first);
  }

  bool leaves_slot_free(const Group& group) const {
    return is_resident(group) && std::any_of(group.children.begin(), group.children.end(),
                                             [&](const Group& child) { return may_start(child); });
  }

  Threads threads_that_can_step(const Group& group) const {
    if (group.level == ScopeLevel::thread) {
      return rules_.can_step(state_, group.thread) ? Threads{group.thread} : Threads{};
    }
    Threads result;
    for (const Group& child : group.children) result.merge(threads_that_can_step(child));
    return result;
  }

  bool is_schedulable(const Group& group, const Threads& run) const {
    if (group.level == ScopeLevel::thread)
      return run.contains(group.thread) || rules_.can_step(state_, group.thread);
    return std::any_of(group.children.begin(), group.children.end(),
                       [&](const Group& child) { return is_schedulable(child, run); });
  }

  bool has_started(const Group& group) const {
    if (group.level == ScopeLevel::thread) return state_.started.contains(group.thread);
    return std::any_of(group.children.begin(), group.children.end(),
                       [&](const Group& child) { return has_started(child); });
  }

  // Those of the children that can go on and that the group's model names.
  template <class Schedulable>
  std::vector<const Group*> forced(const Group& group, const Schedulable& schedulable) const {
    const std::vector<Group>& children = group.children;
    std::optional<std::size_t> lowest, highest_started;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (!lowest && schedulable(children[i])) lowest = i;
      if (has_started(children[i])) highest_started = i;
    }
    const auto named = [&](std::size_t i) {
      if (is_resident(group)) return has_started(children[i]);
      switch (promise_.model(group.level)) {
        case ProgressModel::fair:
          return true;
        case ProgressModel::hsa:
          return i == lowest;
        case ProgressModel::obe:
          return has_started(children[i]);
        case ProgressModel::hsa_obe:
          return i == lowest || has_started(children[i]);
        case ProgressModel::lobe:
          return highest_started && i <= *highest_started;
        case ProgressModel::unfair:
          return false;
      }
      return false;
    };
    std::vector<const Group*> result;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (schedulable(children[i]) && named(i)) result.push_back(&children[i]);
    }
    return result;
  }

  const Promise& promise_;
  const StateRules& rules_;
  const ProgramState& state_;
};

bool is_final(const StateRules& rules, const ProgramState& state, const Threads& threads) {
  return std::all_of(threads.begin(), threads.end(),
                     [&](ThreadId thread) { return rules.ended(state, thread); });
}

bool has_deadlock(const StateRules& rules, const StateGraph& graph, const Threads& threads) {
  for (std::size_t i = 0; i < graph.states.size(); ++i) {
    if (graph.edges[i].empty() && !is_final(rules, graph.states[i], threads)) return true;
  }
  return false;
}

// From every state a path leads to an end, or to a state in which nobody is guaranteed, by threads
// that are guaranteed where they step.
bool all_can_end(const StateRules& rules, const StateGraph& graph, const Threads& threads,
                 const std::function<Threads(const ProgramState&)>& guaranteed_in) {
  std::vector<bool> good(graph.states.size());
  std::vector<Threads> guaranteed;
  for (std::size_t i = 0; i < graph.states.size(); ++i) {
    guaranteed.push_back(guaranteed_in(graph.states[i]));
    good[i] = guaranteed[i].empty() || is_final(rules, graph.states[i], threads);
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t i = graph.states.size(); i-- > 0;) {
      if (good[i]) continue;
      good[i] = std::any_of(graph.edges[i].begin(), graph.edges[i].end(), [&](const auto& edge) {
        return guaranteed[i].contains(edge.thread) && good[edge.target];
      });
      changed |= good[i];
    }
  }
  return std::all_of(good.begin(), good.end(), [](bool is_good) { return is_good; });
}

// The threads that a model without groups guarantees: those that have ended left out.
Threads guaranteed_without_groups(ProgressModel model, const StateRules& rules,
                                  const ProgramState& state, const Threads& threads) {
  Threads left, with_model;
  for (const ThreadId thread : threads) {
    if (!rules.ended(state, thread)) left.insert(thread);
  }
  const auto oldest = [&](ThreadId thread) { return thread == *left.begin(); };
  const auto has_started = [&](ThreadId thread) { return state.started.contains(thread); };
  for (const ThreadId thread : left) {
    const bool named =
        model == ProgressModel::fair || (model == ProgressModel::hsa && oldest(thread)) ||
        (model == ProgressModel::obe && has_started(thread)) ||
        (model == ProgressModel::hsa_obe && (oldest(thread) || has_started(thread))) ||
        (model == ProgressModel::lobe && !state.started.empty() &&
         thread <= *state.started.rbegin());
    if (named) with_model.insert(thread);
  }
  return with_model;
}

}  // namespace

Group scope_tree(const Program& program) {
  std::map<std::uint32_t, std::map<std::uint32_t, std::map<std::uint32_t, Threads>>> numbered;
  for (const ThreadId thread : all_threads(program)) {
    const Thread& placed = program.threads[thread];
    numbered[placed.gpu][placed.cta][placed.warp].insert(thread);
  }
  Group tree{ScopeLevel::sys, 0, {}, {}};
  for (const auto& [gpu, ctas] : numbered) {
    tree.children.push_back({ScopeLevel::gpu, 0, {gpu, 0}, {}});
    Group& gpu_group = tree.children.back();
    for (const auto& [cta, warps] : ctas) {
      gpu_group.children.push_back({ScopeLevel::cta, 0, {gpu, cta}, {}});
      Group& cta_group = gpu_group.children.back();
      for (const auto& [warp, threads] : warps) {
        cta_group.children.push_back({ScopeLevel::warp, 0, {gpu, cta}, {}});
        for (const ThreadId thread : threads) {
          cta_group.children.back().children.push_back(
              {ScopeLevel::thread, thread, {gpu, cta}, {}});
        }
      }
    }
  }
  return tree;
}

ProgressOracle::ProgressOracle(const Program& program, std::size_t limit)
    : program_(program), limit_(limit), tree_(scope_tree(program)) {}

ProgressOracle::View& ProgressOracle::view(std::optional<std::uint32_t> resident) {
  const auto found = views_.find(resident);
  if (found != views_.end()) return found->second;
  const StateRules rules(program_, resident);
  return views_.emplace(resident, View{rules, reachable(rules, program_.threads.size(), limit_)})
      .first->second;
}

bool ProgressOracle::allows_for_ever(const Promise& promise, const Threads& run) {
  const View& seen = view(promise.resident);
  return has_cycle(seen.graph, run, run, [&](const ProgramState& state) {
    return Guarantee(promise, seen.rules, state).admits(tree_, run);
  });
}

Ending ProgressOracle::judge(const Promise& promise) {
  const View& seen = view(promise.resident);
  const Threads threads = all_threads(program_);
  const std::vector<Threads> runs = nonempty_subsets(threads);
  const auto guaranteed = [&](const ProgramState& state) {
    return Guarantee(promise, seen.rules, state).guaranteed(tree_);
  };
  Ending ending;
  ending.deadlock = has_deadlock(seen.rules, seen.graph, threads);
  ending.weak = !ending.deadlock && std::none_of(runs.begin(), runs.end(), [&](const Threads& run) {
    return allows_for_ever(promise, run);
  });
  ending.strong = !ending.deadlock && all_can_end(seen.rules, seen.graph, threads, guaranteed);
  return ending;
}

bool ProgressOracle::weak_without_groups(ProgressModel model) {
  const View& seen = view(std::nullopt);
  const Threads threads = all_threads(program_);
  for (const Threads& subset : nonempty_subsets(threads)) {
    // Of an unfair model: some thread steps, and that is all.
    if (model == ProgressModel::unfair && subset.size() > 1) continue;
    const bool found = has_cycle(seen.graph, threads, subset, [&](const ProgramState& state) {
      return model == ProgressModel::unfair ||
             guaranteed_without_groups(model, seen.rules, state, threads) == subset;
    });
    if (found) return false;
  }
  return true;
}

bool ProgressOracle::strong_without_groups(ProgressModel model) {
  const View& seen = view(std::nullopt);
  const Threads threads = all_threads(program_);
  return all_can_end(seen.rules, seen.graph, threads, [&](const ProgramState& state) {
    return guaranteed_without_groups(model, seen.rules, state, threads);
  });
}

}  // namespace opexplore::oracle
