// A machine made of a path to memory and of rules that say what has to wait. `rmo`, `tso` and
// `sc-naive` differ in their Rules alone: who they are, the list of rules, and the premises below.
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
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/pipeline/choice.hpp"
#include "opmodel/pipeline/path.hpp"
#include "opmodel/pipeline/path_rules.hpp"
#include "opmodel/pipeline/write_names.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/synchronisation.hpp"

namespace opexplore::pipeline {

template <class Rules>
class PathMachine {
 public:
  using State = PathState;

  static constexpr std::string_view name = Rules::name;
  static constexpr std::string_view version = Rules::version;
  static constexpr std::string_view source = Rules::source;
  static constexpr auto rules = Rules::template rule_list<Rules>.rules;
  static constexpr auto settings = Rules::settings;

  static std::string_view axioms(const MachineOptions& options) requires requires {
    Rules::axioms(options);
  }
  { return Rules::axioms(options); }

  static Synchronisation synchronisation(const MachineOptions& options) requires requires {
    Rules::synchronisation(options);
  }
  { return Rules::synchronisation(options); }

  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options) {
    return Rules::refusal(test, options);
  }

  /// Keeps a reference to the test.
  PathMachine(const Test& test, const MachineOptions& options)
      : rules_(test, options),
        choice_(test, rules_.path, options),
        ample_(options.ample_threads),
        liveness_(options.liveness) {}

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
    if (ample_ && steps.size() > 1) choose(state, steps);
    for (const Step step : steps) {
      State next = state;
      list.take(step, rules_, next);
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
  PossibleValues possible_values(const State& state, std::size_t index) const {
    return choice_.possible_values(state, index);
  }

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

  /// \name Infinite runs (opmodel/progress.hpp). An access that has entered its path is memory's:
  /// it completes, whatever happens to its thread. That is all that memory owes, for who waits for
  /// anything but a barrier waits for accesses in flight.
  /// @{
  Standing standing(const State& state) const { return core().standing(state.core); }
  bool is_memory_step(Step step) const { return is_completion(step) || is_forward(step); }
  /// One for each instruction that a thread has in flight.
  Duties duties(const State& state) const {
    Duties open;
    for (const InFlight& entry : state.in_flight) open.push_back(duty_of(entry.access));
    std::ranges::sort(open);
    open.erase(std::unique(open.begin(), open.end()), open.end());
    return open;
  }
  StepDuties step_duties(const State& before, Step step, const State&) const {
    if (!is_memory_step(step)) return {};
    return {{}, {duty_of(access_of(before, step).access)}};
  }
  /// Says so where an access, which could be issued otherwise, waits for room.
  std::string_view cut(const State& state) const {
    for (std::size_t t = 0; t < state.core.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      const Planned* const next = core().ready(state.core, thread);
      if (next == nullptr || next->kind != Kind::access) continue;
      if (!lacks_room(state, thread) || !rules_.may_issue(state, thread, *next)) continue;
      return "an instruction of a thread has at most 2 accesses in flight";
    }
    return {};
  }
  /// @}

  std::vector<Component> describe(const State& state) const {
    std::vector<Component> components;
    path().describe(state, components);
    return components;
  }

  StepText describe(const State& state, Step step) const {
    StepText text;
    if (is_completion(step)) {
      const Access& access = access_of(state, step).access;
      text.instruction = access.instruction;
      text.arguments = core().effect(state.core, access);
      text.events = core().events(state.core, access);
      if (core().planned(access).reads) {
        text.reason = "memory holds the value written last, and nothing of " +
                      core().name(core().planned(access).location) + " is before it on its path";
      }
      return text;
    }
    if (is_forward(step)) {
      const Access& load = access_of(state, step).access;
      const Access& store = path().own_store(state, entry_of(step))->access;
      text.instruction = load.instruction;
      text.arguments = "reads " + core().name(core().planned(load).location) + "=" +
                       std::to_string(store.operand);
      text.reason = "its thread's own store of that value is in flight";
      text.events.push_back({Event::Kind::read, core().address(load), store.operand});
      return text;
    }
    text.instruction = state.core.threads[step.thread].pc;
    text.events = core().order_events(step.thread, *text.instruction);
    if (list.template is<issue<Rules>>(step)) {
      text.arguments = path().text(core().access_at(state.core, step.thread)) + " enters " +
                       path().path_name(step.thread);
    }
    return text;
  }

  /// NamesWrites.
  class WriteNames {
   public:
    explicit WriteNames(const Program& program) : names_(program) {}

    void name(const PathMachine& machine, const State& before, Step step, const State&,
              std::vector<Event>& events) {
      if (is_completion(step)) names_.complete(before, entry_of(step), events);
      if (!is_forward(step)) return;
      const InFlight* const store = machine.path().own_store(before, entry_of(step));
      names_.forward(before, static_cast<std::size_t>(store - before.in_flight.data()), events);
    }
    Coherence coherence() const { return names_.coherence(); }

   private:
    pipeline::WriteNames names_;
  };

  Phrase stuck_reason(const State& state) const { return core().stuck_reason(state.core); }

 private:
  using Steps = SmallVector<Step, 16>;

  static constexpr auto list = Rules::template rule_list<Rules>;
  static constexpr bool forwards = list.template lists<forward<Rules>>();

  static bool is_completion(Step step) {
    return list.template is<complete_load<Rules>>(step) ||
           list.template is<complete_store<Rules>>(step) ||
           list.template is<complete_atomic<Rules>>(step);
  }
  static bool is_forward(Step step) {
    if constexpr (forwards) return list.template is<forward<Rules>>(step);
    return false;
  }
  // Of a completion, or of a load that is forwarded.
  static std::size_t entry_of(Step step) {
    return list.template argument<complete_load<Rules>>(step).entry;
  }
  static const InFlight& access_of(const State& state, Step step) {
    return state.in_flight[entry_of(step)];
  }
  // An instruction's accesses complete in the order in which they were issued, so one number does
  // for all of them.
  static std::uint32_t duty_of(const Access& access) {
    return std::uint32_t{access.thread} << 16U | access.instruction;
  }
  bool lacks_room(const State& state, ThreadId thread) const {
    return liveness_ && path().waits_for_room(state, thread);
  }
  static bool is_fence(const Planned& next) {
    return next.kind == Kind::fence || next.kind == Kind::proxy_fence;
  }

  const Path& path() const { return rules_.path; }
  const Core& core() const { return rules_.path.core(); }

  void thread_step(const State& state, ThreadId thread, Steps& steps) const {
    const Planned* const next = core().ready(state.core, thread);
    if (next == nullptr) {
      // Round its loop: the state is the same behind it.
      if (liveness_ && core().runs_forever(state.core, thread)) {
        steps.push_back(list.template step<local<Rules>>(thread));
      }
      return;
    }
    switch (next->kind) {
      case Kind::access:
        if (lacks_room(state, thread)) return;
        return list.template offer<issue<Rules>>(steps, thread, {}, rules_, state, *next);
      case Kind::fence:
        return list.template offer<fence<Rules>>(steps, thread, {}, rules_, state, *next);
      case Kind::proxy_fence:
        return list.template offer<proxy_fence<Rules>>(steps, thread, {}, rules_, state, *next);
      case Kind::barrier_sync:
        return list.template offer<barrier_sync<Rules>>(steps, thread, {}, rules_, state, *next);
      case Kind::barrier_arrive:
        return list.template offer<barrier_arrive<Rules>>(steps, thread, {}, rules_, state, *next);
      case Kind::local:
        return list.template offer<local<Rules>>(steps, thread, {}, rules_, state, *next);
    }
  }

  Agent agent_of(const State& state, Step step) const {
    const bool in_flight = is_completion(step) || is_forward(step);
    return in_flight ? choice_.agent_of_entry(state, entry_of(step)) : Agent{step.thread};
  }

  // Leaves those of a few agents alone.
  void choose(const State& state, Steps& steps) const {
    if (!choice_.can_choose(state)) return;
    ThreadMask able = 0;
    for (const Step step : steps) able |= thread_bit(agent_of(state, step));
    const ThreadMask chosen = choice_.of(state, able);
    const auto left_out = [&](Step step) {
      return (chosen & thread_bit(agent_of(state, step))) == 0;
    };
    steps.erase(std::remove_if(steps.begin(), steps.end(), left_out), steps.end());
  }

  void completions(const State& state, std::size_t entry, Steps& steps) const {
    const InFlight& access = state.in_flight[entry];
    const ThreadId thread = access.access.thread;
    const Planned& what = path().planned(access);
    if (what.reads && what.writes) {
      list.template offer<complete_atomic<Rules>>(steps, thread, {entry}, rules_, state);
    } else if (what.writes) {
      list.template offer<complete_store<Rules>>(steps, thread, {entry}, rules_, state);
    } else {
      list.template offer<complete_load<Rules>>(steps, thread, {entry}, rules_, state);
      if constexpr (forwards) {
        list.template offer<forward<Rules>>(steps, thread, {entry}, rules_, state);
      }
    }
  }

  // What follows a step without being one. If steps are fused, everything that no other thread can
  // notice: an access enters a path on which nobody else names its location, a fence is passed by
  // a thread alone in its warp, an access to a location of one thread completes. Each of these,
  // once possible, stays so whatever others do, commutes with all that they do, and disables
  // nothing: taking it at once loses no outcome (a persistent set of one, Godefroid 1996). A loop
  // over private locations goes on in the next step. Where infinite runs are judged, nothing is
  // taken: a thread may not start, and a loop over private locations has to be seen.
  void settle(State& state) const {
    core().settle(state.core);
    if (!core().fused() || liveness_) return;
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
    fence(rules_, state, thread);
    return true;
  }

  Rules rules_;
  Choice choice_;
  bool ample_;
  bool liveness_;
};

}  // namespace opexplore::pipeline
