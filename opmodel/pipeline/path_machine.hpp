// A machine made of a path to memory and of rules that say what has to wait. `rmo`, `tso` and
// `sc-naive` differ in their Rules alone: who they are, and the premises below.
//
//     may_issue(state, thread, next)     the thread's next access may enter the path
//     may_pass(state, thread, next)      its next fence or proxy fence may be passed
//     may_arrive(state, thread)          it may arrive at the barrier that is next
//     may_complete(state, entry)         an access in flight may act on memory
//     may_forward(state, entry)          a load may take the value of a store in flight
//     is_held(state, entry)              an access in flight waits for others of its warp
//     pass(state, thread, next)          what passing a fence does
//
// Premises of a thread hold or not by what its own warp has in flight and what is before an access
// on its path, and completions never falsify them: see settle().
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/pipeline/path.hpp"

namespace opexplore::pipeline {

/// The order of rules in Rules::rules; machines without forwarding end before it.
enum class PathRule : std::uint8_t {
  issue,
  complete_load,
  complete_store,
  complete_atomic,
  fence,
  proxy_fence,
  barrier_sync,
  barrier_arrive,
  local,
  forward,
  count
};

/// The rule by which an access in flight completes.
inline PathRule completion_of(const Planned& access) {
  if (access.reads && access.writes) return PathRule::complete_atomic;
  return access.reads ? PathRule::complete_load : PathRule::complete_store;
}

/// The rule that executes the next instruction of a thread.
inline PathRule rule_of(const Planned& next) {
  switch (next.kind) {
    case Kind::access:
      return PathRule::issue;
    case Kind::fence:
      return PathRule::fence;
    case Kind::proxy_fence:
      return PathRule::proxy_fence;
    case Kind::barrier_sync:
      return PathRule::barrier_sync;
    case Kind::barrier_arrive:
      return PathRule::barrier_arrive;
    case Kind::local:
      break;
  }
  return PathRule::local;
}

template <class Rules>
class PathMachine {
 public:
  using State = PathState;

  static constexpr std::string_view name = Rules::name;
  static constexpr std::string_view version = Rules::version;
  static constexpr std::string_view source = Rules::source;
  static constexpr auto rules = Rules::rules;
  static constexpr auto settings = Rules::settings;

  static std::string_view axioms(const MachineOptions& options) requires requires {
    Rules::axioms(options);
  }
  { return Rules::axioms(options); }

  static std::optional<std::string> refusal(const Test& test, const MachineOptions& options) {
    return Rules::refusal(test, options);
  }

  /// Keeps a reference to the test.
  PathMachine(const Test& test, const MachineOptions& options) : rules_(test, options) {}

  State initial() const {
    State state{core().initial(), {}};
    settle(state);
    return state;
  }

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    SmallVector<Step, 16> steps;
    for (std::size_t t = 0; t < state.core.threads.size(); ++t) {
      thread_step(state, static_cast<ThreadId>(t), steps);
    }
    for (std::size_t e = 0; e < state.in_flight.size(); ++e) completions(state, e, steps);
    std::sort(steps.begin(), steps.end());
    for (const Step step : steps) {
      State next = state;
      apply(next, step);
      settle(next);
      sink(step, std::move(next));
    }
    return core().diverges(state.core);
  }

  bool is_final(const State& state) const {
    return state.in_flight.empty() && core().done(state.core);
  }
  Outcome outcome(const State& state) const { return core().outcome(state.core); }
  void encode(const State& state, std::string& bytes) const { path().encode(state, bytes); }
  void decode(std::string_view bytes, State& state) const { path().decode(bytes, state); }
  std::string_view exceeded(const State& state) const { return path().exceeded(state); }

  /// Threads whose next access, or fence, is ready and has to wait, or that have an access in
  /// flight which has to wait for others of its warp.
  std::uint32_t stalled(const State& state) const {
    ThreadMask threads = 0;
    for (std::size_t t = 0; t < state.core.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      const Planned* const next = core().ready(state.core, thread);
      if (next == nullptr) continue;
      const bool waits = next->kind == Kind::access
                             ? !rules_.may_issue(state, thread, *next)
                             : is_fence(*next) && !rules_.may_pass(state, thread, *next);
      if (waits) threads |= thread_bit(thread);
    }
    for (std::size_t e = 0; e < state.in_flight.size(); ++e) {
      if (rules_.is_held(state, e)) threads |= thread_bit(state.in_flight[e].access.thread);
    }
    return static_cast<std::uint32_t>(std::popcount(threads));
  }

  std::vector<Component> describe(const State& state) const {
    std::vector<Component> components;
    path().describe(state, components);
    return components;
  }

  StepText describe(const State& state, Step step) const {
    StepText text;
    if (step.rule >= rule_number(PathRule::complete_load) &&
        step.rule <= rule_number(PathRule::complete_atomic)) {
      const Access& access = state.in_flight[step.argument].access;
      text.instruction = access.instruction;
      text.arguments = core().effect(state.core, access);
      if (core().planned(access).reads) {
        text.reason = "memory holds the value written last, and nothing of " +
                      core().name(core().planned(access).location) + " is before it on its path";
      }
      return text;
    }
    if (step.rule == rule_number(PathRule::forward)) {
      const Access& load = state.in_flight[step.argument].access;
      const Access& store = path().own_store(state, step.argument)->access;
      text.instruction = load.instruction;
      text.arguments = "reads " + core().name(core().planned(load).location) + "=" +
                       std::to_string(store.operand);
      text.reason = "its thread's own store of that value is in flight";
      return text;
    }
    text.instruction = state.core.threads[step.thread].pc;
    if (step.rule == rule_number(PathRule::issue)) {
      text.arguments = path().text(core().access_at(state.core, step.thread)) + " enters " +
                       path().path_name(step.thread);
    }
    return text;
  }

  std::string stuck_reason(const State& state) const { return core().stuck_reason(state.core); }

 private:
  using Steps = SmallVector<Step, 16>;

  static std::uint8_t rule_number(PathRule rule) { return static_cast<std::uint8_t>(rule); }
  static bool is_fence(const Planned& next) {
    return next.kind == Kind::fence || next.kind == Kind::proxy_fence;
  }

  const Path& path() const { return rules_.path; }
  const Core& core() const { return rules_.path.core(); }

  bool may_go(const State& state, ThreadId thread, const Planned& next) const {
    switch (next.kind) {
      case Kind::access:
        return rules_.may_issue(state, thread, next);
      case Kind::fence:
      case Kind::proxy_fence:
        return rules_.may_pass(state, thread, next);
      case Kind::barrier_sync:
      case Kind::barrier_arrive:
        return core().may_arrive(state.core, thread) && rules_.may_arrive(state, thread);
      case Kind::local:
        break;
    }
    return true;
  }

  void thread_step(const State& state, ThreadId thread, Steps& steps) const {
    const Planned* const next = core().ready(state.core, thread);
    if (next == nullptr || !may_go(state, thread, *next)) return;
    steps.push_back({rule_number(rule_of(*next)), thread, 0});
  }

  void completions(const State& state, std::size_t entry, Steps& steps) const {
    const InFlight& access = state.in_flight[entry];
    const auto argument = static_cast<std::uint16_t>(entry);
    const Planned& what = path().planned(access);
    if (rules_.may_complete(state, entry)) {
      steps.push_back({rule_number(completion_of(what)), access.access.thread, argument});
    }
    if (what.reads && !what.writes && rules_.may_forward(state, entry)) {
      steps.push_back({rule_number(PathRule::forward), access.access.thread, argument});
    }
  }

  void apply(State& state, Step step) const {
    switch (static_cast<PathRule>(step.rule)) {
      case PathRule::issue:
        return path().enter(state, step.thread);
      case PathRule::complete_load:
      case PathRule::complete_store:
      case PathRule::complete_atomic:
        return path().complete(state, step.argument);
      case PathRule::forward:
        return path().complete_with(state, step.argument,
                                    path().own_store(state, step.argument)->access.operand);
      case PathRule::fence:
      case PathRule::proxy_fence:
        return pass(state, step.thread);
      case PathRule::barrier_sync:
      case PathRule::barrier_arrive:
        return core().arrive(state.core, step.thread);
      case PathRule::local:
        return core().local(state.core, step.thread);
      case PathRule::count:
        break;
    }
  }

  void pass(State& state, ThreadId thread) const {
    rules_.pass(state, thread, *core().ready(state.core, thread));
    core().pass(state.core, thread);
  }

  // What follows a step without being one. If steps are fused, everything that no other thread can
  // notice: an access enters a path on which nobody else names its location, a fence is passed by
  // a thread alone in its warp, an access to a location of one thread completes. Each of these,
  // once possible, stays so whatever others do, commutes with all that they do, and disables
  // nothing: taking it at once loses no outcome (a persistent set of one, Godefroid 1996). A loop
  // over private locations goes on in the next step.
  void settle(State& state) const {
    core().settle(state.core);
    if (!core().fused()) return;
    constexpr unsigned most = 1024;
    for (unsigned count = 0; count < most && take_unnoticed(state); ++count) {
      core().settle(state.core);
    }
  }

  bool take_unnoticed(State& state) const {
    for (std::size_t t = 0; t < state.core.threads.size(); ++t) {
      if (go_unnoticed(state, static_cast<ThreadId>(t))) return true;
    }
    for (std::size_t e = 0; e < state.in_flight.size(); ++e) {
      if (!core().plan().is_private(path().planned(state.in_flight[e]).location)) continue;
      if (!rules_.may_complete(state, e)) continue;
      path().complete(state, e);
      return true;
    }
    return false;
  }

  bool go_unnoticed(State& state, ThreadId thread) const {
    const Planned* const next = core().ready(state.core, thread);
    if (next == nullptr || !core().plan().alone_in_warp(thread)) return false;
    if (next->kind == Kind::access) {
      if (!path().enters_unnoticed(thread, next->location)) return false;
      if (path().count(state, thread) > max_in_flight) return false;
      if (!rules_.may_issue(state, thread, *next)) return false;
      path().enter(state, thread);
      return true;
    }
    if (!is_fence(*next) || !rules_.may_pass(state, thread, *next)) return false;
    pass(state, thread);
    return true;
  }

  Rules rules_;
};

}  // namespace opexplore::pipeline
