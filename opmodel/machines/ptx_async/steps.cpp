#include "opmodel/machines/ptx_async/steps.hpp"

#include <algorithm>
#include <type_traits>

#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/barriers.hpp"
#include "opmodel/machines/ptx_async/consistency.hpp"
#include "opmodel/machines/ptx_async/encode.hpp"
#include "opmodel/machines/ptx_async/fairness.hpp"
#include "opmodel/machines/ptx_async/guards.hpp"
#include "opmodel/machines/ptx_async/mbarriers.hpp"

namespace opexplore::ptx_async {

namespace {

using Operation = AsynchronousOperation;
using FenceKind = AsynchronousFence::Kind;
using MbarrierKind = MbarrierOperation::Kind;

template <auto Rule>
using RuleArgument = typename decltype(rule_list)::template ArgumentOf<Rule>;

class Steps {
 public:
  Steps(const Context& context, const State& state, Found& found, Rounds rounds)
      : context_(context),
        state_(state),
        found_(found),
        rounds_(rounds),
        standings_(standings_of(context, state)),
        guards_(context, state, standings_) {}

  bool run() {
    if (state_.undefined || state_.cut || context_.is_full(state_)) return false;
    if (is_over(context_, state_, standings_)) {
      if (!context_.judges_runs()) choose_last();
      return false;
    }
    if (take_one_alone()) return gave_up_;
    for (std::size_t t = 0; t < standings_.size(); ++t) go_round(static_cast<ThreadId>(t));
    if (context_.judges_runs()) show_writes();
    for (std::size_t t = 0; t < standings_.size(); ++t) {
      if (guards_.may_step(static_cast<ThreadId>(t))) offer_thread(static_cast<ThreadId>(t));
    }
    bool may_be_dead_end = false;
    for (std::size_t i = 0; i < state_.events.size(); ++i) {
      const Event& event = state_.events[i];
      if (!event.done) offer_event(static_cast<EventId>(i));
      may_be_dead_end = may_be_dead_end || (!event.done && !is_asynchronous(event.what));
    }
    const bool stuck = found_.empty() && !gave_up_ && !may_be_dead_end;
    if (stuck && context_.asks("deadlock") && !context_.judges_runs()) choose_last();
    return gave_up_;
  }

 private:
  Doing doing(ThreadId thread, EventId event = no_event, Way way = {}) const {
    return {context_, state_, thread, standings_[thread], event, std::move(way)};
  }

  // Where infinite runs are judged a loop without accesses has steps; else it is left out.
  void go_round(ThreadId thread) {
    if (standings_[thread].kind != Standing::Kind::diverges) return;
    if (!context_.judges_runs()) {
      gave_up_ = gave_up_ || rounds_ == Rounds::as_asked;
      return;
    }
    offer<ptx_async::go_round>(thread);
  }

  // Memory is fair to threads that read something again and again.
  void show_writes() {
    const Consistency consistency(context_, state_);
    for (std::size_t t = 0; t < standings_.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      for (std::size_t l = 0; l < context_.program().locations.size(); ++l) {
        const auto location = static_cast<LocationId>(l);
        if (!is_behind(context_, state_, standings_, consistency, thread, location)) continue;
        const Step step = rule_list.step<ptx_async::show_last>(thread, {location});
        found_.emplace_back(step, ptx_async::show_last(context_, state_, thread, location));
      }
    }
  }

  // An event that comes alone; not one by which its thread goes round, for others go on beside it.
  // Where infinite runs are judged no thread is preferred, but memory may be.
  bool take_one_alone() {
    for (std::size_t t = 0; t < standings_.size() && !context_.judges_runs(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      if (!guards_.may_step(thread) || !guards_.comes_alone(thread)) continue;
      offer_thread(thread);
      if (is_taken_alone()) return true;
    }
    for (std::size_t i = 0; i < state_.events.size(); ++i) {
      const Event& event = state_.events[i];
      const bool possible = !context_.judges_runs() || is_asynchronous(event.what);
      if (event.done || !possible || !guards_.is_done_alone(static_cast<EventId>(i))) continue;
      offer_event(static_cast<EventId>(i));
      if (is_taken_alone()) return true;
    }
    return false;
  }

  bool is_taken_alone() {
    if (!came_round_) return true;
    came_round_ = false;
    found_.clear();
    return false;
  }

  void choose_last() {
    if (state_.settled.size() == context_.observed().size()) return;
    std::size_t way = 0;
    for (const EventId write : last_values(context_, state_)) {
      const Step step = rule_list.step<ptx_async::keep_last>(0, {0, way++});
      found_.emplace_back(step, ptx_async::keep_last(doing(0, no_event, {write, {}, {}})));
    }
  }

  template <auto Rule>
  void offer(ThreadId thread, EventId event = no_event, Way way = {}, std::size_t number = 0) {
    using Argument = RuleArgument<Rule>;
    Argument argument;
    if constexpr (std::is_same_v<Argument, Choice>) {
      argument = {event == no_event ? 0U : event, number};
    }
    const Step step = rule_list.step<Rule>(thread, argument);
    keep(step, Rule(doing(thread, event, std::move(way))));
  }

  void keep(Step step, State next) {
    open_barriers(context_, next);
    if (!next.undefined) {
      const Consistency consistency(context_, next);
      if (!consistency.holds()) {
        gave_up_ = true;
        return;
      }
      look_for_unpublished(consistency.causality(), next);
    }
    EventSet gone;
    if (!next.undefined) {
      const Standing now = standing_of(context_, next, step.thread);
      if (now.idle_rounds.size() > standings_[step.thread].idle_rounds.size()) {
        came_round_ = true;
        if (rounds_ == Rounds::as_asked && !keeps_round(now, step.thread)) {
          if (context_.leaves_rounds_out()) {
            gave_up_ = true;
            return;
          }
          gone = events_of_rounds(now);
        }
      }
    }
    arrange(next, gone);
    if (context_.judges_runs()) forget_shown(context_, next, step.thread);
    found_.emplace_back(step, std::move(next));
  }

  static EventSet events_of_rounds(const Standing& standing) {
    EventSet events;
    for (const IdleRound& round : standing.idle_rounds) {
      for (std::size_t i = round.begin; i < round.end; ++i) {
        events |= EventSet::of(standing.events[i]);
      }
    }
    return events;
  }

  // Whether a loop iteration that changes nothing is kept. What races in one races with a write
  // that is in none, and does so without all the others: so one of an execution is enough.
  bool keeps_round(const Standing& now, ThreadId thread) const {
    bool only = now.idle_rounds.size() == 1 && now.idle_rounds.front().may_race;
    for (std::size_t t = 0; t < standings_.size(); ++t) {
      only = only && (t == thread || standings_[t].idle_rounds.empty());
    }
    return only;
  }

  // 9.7.15.16.12: what is done to an mbarrier comes behind its initialisation for sure. A read that
  // was postponed, or a later fence.sc that comes before one that is there, may still see to that.
  void look_for_unpublished(const Causality& causality, State& next) const {
    for (std::size_t i = 0; i < next.events.size(); ++i) {
      const Event& event = next.events[i];
      if (event.accesses() || event.reads_from == no_event ||
          causality.is_published(event.reads_from, static_cast<EventId>(i))) {
        continue;
      }
      const bool open =
          context_.has_sc_fences() || std::ranges::any_of(next.events, [](const Event& each) {
            return !each.done && !is_asynchronous(each.what);
          });
      if (!open || is_over(context_, next, standings_of(context_, next))) {
        next.undefined = Undefined{static_cast<EventId>(i), Undefined::Why::not_published};
      }
      return;
    }
  }

  // All ways of an access, or a fence.sc.
  template <auto Rule>
  void offer_ways(ThreadId thread, EventId event, const std::vector<Way>& ways) {
    if (ways.size() > most_ways) {
      State next = state_;
      next.cut = true;
      const Choice argument{event == no_event ? 0U : event, 0};
      found_.emplace_back(rule_list.step<Rule>(thread, argument), std::move(next));
      return;
    }
    for (std::size_t i = 0; i < ways.size(); ++i) offer<Rule>(thread, event, ways[i], i);
  }

  std::vector<Way> ways_of_next(ThreadId thread) const {
    State trial = state_;
    Event event = event_of(context_, standings_[thread], thread);
    if (const auto* const copy = guards_.next<FencedCopy>(thread)) {
      event.what = Happens::read;
      event.address = copy->source;
    }
    const EventId id = add(trial, event);
    return ways_of(context_, trial, id);
  }

  void offer_thread(ThreadId thread) {
    if (guards_.must_postpone(thread)) return offer<ptx_async::postpone>(thread);
    const Action& action = guards_.next_action(thread);
    if (memory_access(action) != nullptr) return offer_access(thread, action);
    if (const auto ordering = fence_of(action)) {
      if (ordering->proxy) return offer<ptx_async::cross_fence>(thread);
      if (ordering->order != Order::sc) return offer<ptx_async::thread_fence>(thread);
      return offer_ways<ptx_async::sc_fence>(thread, no_event, ways_of_next(thread));
    }
    if (const Barrier* const barrier = barrier_of(action)) {
      if (guards_.may_arrive(thread, *barrier)) offer<ptx_async::come_to_barrier>(thread);
      return;
    }
    if (const auto* const ordering = guards_.next<AsynchronousFence>(thread)) {
      return offer_fence(thread, ordering->kind);
    }
    if (const auto* const mbarrier = guards_.next<MbarrierOperation>(thread)) {
      return offer_mbarrier(thread, *mbarrier);
    }
    if (guards_.next<FencedCopy>(thread) != nullptr) {
      return offer_ways<ptx_async::copy_fenced>(thread, no_event, ways_of_next(thread));
    }
    if (guards_.next<Operation>(thread) != nullptr) return offer<ptx_async::issue>(thread);
    if (guards_.next<CommitGroup>(thread) != nullptr) return offer<ptx_async::commit_group>(thread);
    if (guards_.next<TensorCommit>(thread)) return offer<ptx_async::tensor_commit>(thread);
    if (guards_.may_go_on(thread)) offer_wait(thread);
  }

  void offer_access(ThreadId thread, const Action& action) {
    const std::vector<Way> ways = ways_of_next(thread);
    if (read_modify_write(action) != nullptr) {
      offer_ways<ptx_async::update>(thread, no_event, ways);
    } else if (reads_memory(action)) {
      offer_ways<ptx_async::read>(thread, no_event, ways);
    } else {
      offer_ways<ptx_async::write>(thread, no_event, ways);
    }
    if (context_.may_be_late(thread, standings_[thread].at)) offer<ptx_async::postpone>(thread);
  }

  void offer_fence(ThreadId thread, FenceKind kind) {
    switch (kind) {
      case FenceKind::async:
        return offer<ptx_async::cross_fence>(thread);
      case FenceKind::async_release:
      case FenceKind::async_acquire:
      case FenceKind::async_read_release:
      case FenceKind::tensormap_release:
      case FenceKind::tensormap_acquire:
      case FenceKind::alias_release:
      case FenceKind::alias_acquire:
        return offer<ptx_async::half_fence>(thread);
      case FenceKind::mbarrier_init:
        return offer<ptx_async::init_fence>(thread);
      case FenceKind::restricted_release:
      case FenceKind::restricted_acquire:
        return offer<ptx_async::restricted_fence>(thread);
      case FenceKind::matrix:
        return offer<ptx_async::matrix_fence>(thread);
      case FenceKind::tensor_before:
      case FenceKind::tensor_after:
        return offer<ptx_async::tensor_fence>(thread);
    }
  }

  void offer_wait(ThreadId thread) {
    if (guards_.next<WaitGroup>(thread) != nullptr) return offer<ptx_async::wait_group>(thread);
    if (const auto* const cluster = guards_.next<ClusterBarrier>(thread)) {
      return cluster->arrives ? offer<ptx_async::cluster_arrive>(thread)
                              : offer<ptx_async::cluster_wait>(thread);
    }
    const auto* const grid = guards_.next<GridControl>(thread);
    grid->launches ? offer<ptx_async::launch_dependents>(thread)
                   : offer<ptx_async::grid_wait>(thread);
  }

  void offer_mbarrier(ThreadId thread, const MbarrierOperation& what) {
    switch (what.kind) {
      case MbarrierKind::init:
        return offer<ptx_async::mbarrier_init>(thread);
      case MbarrierKind::inval:
        return offer<ptx_async::mbarrier_inval>(thread);
      case MbarrierKind::expect_tx:
        return offer<ptx_async::mbarrier_expect>(thread);
      case MbarrierKind::complete_tx:
        return offer<ptx_async::mbarrier_complete>(thread);
      case MbarrierKind::arrive:
      case MbarrierKind::arrive_drop:
        return offer<ptx_async::mbarrier_arrive>(thread);
      case MbarrierKind::arrive_copies:
        return offer<ptx_async::mbarrier_await_copies>(thread);
      case MbarrierKind::wait:
        break;
    }
    const Value parity = known_value(what.operand, standings_[thread]);
    const Mbarrier& mbarrier = state_.mbarriers[context_.mbarrier(what.mbarrier)];
    if (ptx_async::is_over(mbarrier, parity)) offer<ptx_async::mbarrier_wait>(thread);
    offer<ptx_async::mbarrier_time_out>(thread);
  }

  void offer_event(EventId id) {
    const Event& event = state_.events[id];
    if (!guards_.is_ready(id)) return;
    const ThreadId thread = event.thread;
    if (event.what == Happens::complete) return offer<ptx_async::perform_complete>(thread, id);
    const std::vector<Way> ways = ways_of(context_, state_, id);
    switch (event.what) {
      case Happens::read:
        return offer_ways<ptx_async::late_read>(thread, id, ways);
      case Happens::update:
        if (may_write_first(context_, event)) {
          offer_ways<ptx_async::late_write>(thread, id, ways_of_write(context_, state_, id));
        }
        return offer_ways<ptx_async::late_update>(thread, id, ways);
      case Happens::write:
        return offer_ways<ptx_async::late_write>(thread, id, ways);
      case Happens::descriptor:
        return offer_ways<ptx_async::perform_descriptor>(thread, id, ways);
      case Happens::source:
        return offer_ways<ptx_async::perform_read>(thread, id, ways);
      case Happens::target:
        return offer_ways<ptx_async::perform_write>(thread, id, ways);
      case Happens::combine:
        return offer_ways<ptx_async::perform_reduction>(thread, id, ways);
      default:
        return;
    }
  }

  const Context& context_;
  const State& state_;
  Found& found_;
  Rounds rounds_;
  std::vector<Standing> standings_;
  Guards guards_;
  bool gave_up_ = false;
  bool came_round_ = false;  // a step that completes an iteration which changes nothing
};

}  // namespace

bool find_steps(const Context& context, const State& state, Found& found, Rounds rounds) {
  return Steps(context, state, found, rounds).run();
}

std::vector<Standing> standings_of(const Context& context, const State& state) {
  std::vector<Standing> result;
  for (std::size_t t = 0; t < context.program().threads.size(); ++t) {
    result.push_back(standing_of(context, state, static_cast<ThreadId>(t)));
  }
  return result;
}

bool is_over(const Context& context, const State& state, const std::vector<Standing>& standings) {
  for (std::size_t t = 0; t < standings.size(); ++t) {
    const bool ended = standings[t].kind == Standing::Kind::ready &&
                       standings[t].at == context.program().threads[t].instructions.size();
    if (!ended) return false;
  }
  return std::ranges::all_of(state.events, &Event::done);
}

std::vector<EventId> last_values(const Context& context, const State& state) {
  const LocationId location = context.observed()[state.settled.size()];
  std::vector<EventId> result;
  for (const EventId write : Consistency(context, state).last_writes(location)) {
    const bool known = std::ranges::any_of(result, [&](EventId other) {
      return state.events[other].value == state.events[write].value;
    });
    if (!known) result.push_back(write);
  }
  if (result.empty()) result.push_back(no_event);
  return result;
}

}  // namespace opexplore::ptx_async
