// `gpu-queues`: the operational GPU machine of Sorensen, Gopalakrishnan and Grover (ICS 2013),
// as Sorensen 2014, section 5.4, describes it: per-address queues, a load array, and a view of
// memory per thread whose locations carry the flags LM and GM.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/machines/gpu_queues/rules.hpp"

namespace opexplore::gpu_queues {

class Machine {
 public:
  using State = gpu_queues::State;

  static constexpr std::string_view name = "gpu-queues";
  static constexpr std::string_view version = "1";
  static constexpr std::string_view source =
      "Sorensen, Gopalakrishnan, Grover, ICS 2013; Sorensen, MSc thesis, Utah 2014, section 5.4";
  static constexpr std::array<Rule, std::size_t(RuleId::count)> rules{{
      {"local", "Sorensen 2014 5.4", "register arithmetic or a branch"},
      {"issue", "Sorensen 2014 5.4, address queues",
       "the next instruction enters the queue of its address; a fence enters all queues"},
      {"load_out", "Sorensen 2014 5.4, load array", "a load leaves its queue for the load array"},
      {"load", "Sorensen 2014 5.4, load array", "a load takes the value in its thread's view"},
      {"store", "Sorensen 2014 5.4, flags", "a store writes its thread's view and sets LM and GM"},
      {"membar_cta", "Sorensen 2014 5.4, flags",
       "a fence that heads all queues distributes LM locations to the block"},
      {"membar_gl", "Sorensen 2014 5.4, flags",
       "a fence that heads all queues distributes LM and GM locations to the GPU"},
      {"distribute_block", "Sorensen 2014 5.4, flags", "an LM location reaches the block"},
      {"distribute_gpu", "Sorensen 2014 5.4, flags",
       "a GM location that is not LM reaches the other blocks"},
      {"settle", "not in the thesis", "where views differ at the end, one of them is memory"},
  }};

  static constexpr std::array<std::string_view, 2> off_or_on{"false", "true"};
  static constexpr std::array<std::string_view, 2> on_or_off{"true", "false"};
  static constexpr std::array<std::string_view, 2> distributions{"block", "receiver"};
  static constexpr std::array<Setting, 3> settings{{
      {"coherent-loads", off_or_on, "no load array: loads of one address stay in order"},
      {"cumulative", on_or_off, "GM travels with a delivery within the block"},
      {"distribution", distributions, "deliver to all receivers at once, or to one at a time"},
  }};

  /// Runs loads, stores, membar.* (fence.sc.*) and arithmetic of the threads of one GPU.
  static std::optional<std::string> refusal(const Test& test, const MachineOptions& options);

  /// Keeps a reference to the test. `weakening` is for tests of the rules.
  Machine(const Test& test, const MachineOptions& options, Weakening weakening = {});

  State initial() const;

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const;

  bool is_final(const State& state) const;
  Outcome outcome(const State& state) const;
  void encode(const State& state, std::string& bytes) const;
  void decode(std::string_view bytes, State& state) const;
  std::vector<Component> describe(const State& state) const;
  StepText describe(const State& state, Step step) const;
  std::string stuck_reason(const State& state) const;
  std::string_view exceeded(const State& state) const;

 private:
  void apply(State& state, Step step) const;
  bool at_rest(const State& state) const;
  std::optional<LocationId> unsettled(const State& state) const;
  bool needed(const State& state, ThreadId thread, LocationId location) const;
  void forget(State& state) const;

  template <class Take>
  void thread_steps(const State& state, ThreadId thread, Take&& take) const;
  template <class Take>
  void distributions_of(const State& state, ThreadId thread, Take&& take) const;

  const Test& test_;
  std::shared_ptr<const Context> context_;
};

// Steps of a thread's own instructions: (rule, entry).
template <class Take>
void Machine::thread_steps(const State& state, ThreadId thread, Take&& take) const {
  const Queues& queues = context_->queues;
  const ThreadState& mine = state.threads[thread];
  if (!context_->queues.runs_forever(thread, mine) && queues.can_issue(thread, mine)) {
    const bool local = context_->plan().at(thread, mine.pc).kind == Kind::local;
    take(local ? RuleId::local : RuleId::issue, 0);
  }
  bool array_empty = true;
  for (std::size_t e = 0; e < mine.pending.size(); ++e) {
    array_empty = array_empty && !mine.pending[e].out;
    switch (queues.planned(thread, mine.pending[e]).kind) {
      case Kind::load:
        if (queues.can_leave(thread, mine, e)) take(RuleId::load_out, e);
        if (queues.can_load(thread, mine, e)) take(RuleId::load, e);
        break;
      case Kind::store:
        if (queues.can_write(thread, mine, e)) take(RuleId::store, e);
        break;
      case Kind::membar_cta:
      case Kind::membar_gl:
        if (queues.at_head(thread, mine, e) &&
            (array_empty || !context_->rules.fence_waits_for_loads)) {
          const bool cta = queues.planned(thread, mine.pending[e]).kind == Kind::membar_cta;
          take(cta ? RuleId::membar_cta : RuleId::membar_gl, e);
        }
        return;  // nothing behind a fence can move
      case Kind::atomic:
      case Kind::local:
        break;
    }
  }
}

// Deliveries of a thread's view: (rule, location and receiver).
template <class Take>
void Machine::distributions_of(const State& state, ThreadId thread, Take&& take) const {
  for (std::size_t a = 0; a < context_->locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    const Cell& cell = context_->cell(state, thread, location);
    if (!cell.lm && !cell.gm) continue;
    const RuleId rule = cell.lm ? RuleId::distribute_block : RuleId::distribute_gpu;
    if (!context_->by_receiver) {
      take(rule, a);
      continue;
    }
    const ThreadMask waiting = receivers(*context_, state, thread, location);
    for_each_thread(waiting != 0 ? waiting : thread_bit(thread),
                    [&](ThreadId receiver) { take(rule, a | std::size_t{receiver} << 8U); });
  }
}

template <class Sink>
bool Machine::for_each_step(const State& state, Sink&& sink) const {
  SmallVector<Step, 32> steps;
  bool diverges = false;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    diverges = diverges || context_->queues.runs_forever(thread, state.threads[t]);
    const auto take = [&](RuleId rule, std::size_t argument) {
      steps.push_back(
          {static_cast<std::uint8_t>(rule), thread, static_cast<std::uint16_t>(argument)});
    };
    thread_steps(state, thread, take);
    distributions_of(state, thread, take);
  }
  if (steps.empty() && !diverges) {
    if (const auto location = unsettled(state)) {
      for (std::size_t t = 0; t < state.threads.size(); ++t) {
        steps.push_back(
            {static_cast<std::uint8_t>(RuleId::settle), static_cast<ThreadId>(t), *location});
      }
    }
  }
  std::sort(steps.begin(), steps.end());
  for (const Step step : steps) {
    State next = state;
    apply(next, step);
    sink(step, std::move(next));
  }
  return diverges;
}

static_assert(opexplore::Machine<Machine>);

}  // namespace opexplore::gpu_queues
