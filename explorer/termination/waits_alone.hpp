// Fair runs of programs whose loops only wait, judged without their loops.
//
// Under a promise that everybody goes on, a run without end has, but for idle turns of loops,
// either infinitely many steps or finitely many. Leave the idle turns out, as searches for outcomes
// do (MachineOptions::prune_spins), and let threads go first that no other can make a difference to
// (MachineOptions::ample_threads). If what is left has no circle, there are finitely many, so that
// in the end everybody who has not ended does nothing but idle turns, for ever, and memory has paid
// what it owes. That is refuted state by state: let memory pay in each; one of the threads that go
// on there then has no idle turn to do. Nobody else can make a difference to him, and memory has
// nothing left to keep from him. So he takes another step sooner or later, which is among those
// that the search has followed.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explorer/limits.hpp"
#include "explorer/races.hpp"
#include "explorer/termination/build_graph.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/progress.hpp"

namespace opexplore {

/// A form of a machine of which this has been looked at: those of Vulkan, and those of PTX in which
/// loads take effect in order (MayOutgrow). Its reductions have to keep what is true of executions
/// that are not complete, and what memory owes has to be all that it keeps from a thread.
template <class M>
concept JudgesWaits = HasProgress<M> && HasMemorySteps<M> && OwesFairness<M> &&
    MayBeInOrderOnly<M> &&(HasRaces<M> || MayOutgrow<M>)&&(language_of<M>() == Language::vulkan ||
                                                           language_of<M>() == Language::ptx);

/// How large the search was that showed that every fair run ends.
struct FairEnd {
  bool in_order_only = false;  ///< of executions in which every load takes effect in program order
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  double seconds = 0;
};

/// Whether the successors of the nodes, of which node n has those from first[n] to first[n + 1],
/// lead round in a circle.
bool has_circle(const std::vector<std::uint64_t>& first,
                const std::vector<std::uint32_t>& successors);

/// Of the search. The instructions are those of the machine for infinite runs, in the same order.
inline MachineOptions options_to_leave_out_idle_turns(MachineOptions options) {
  options.goal = options.races = options.hoist_stores = false;
  return options;
}

/// Looks for that argument on one test.
template <JudgesWaits M>
class WaitsAlone {
 public:
  /// By machines like this one.
  WaitsAlone(const M& machine, const Test& test, const ExploreOptions& options)
      : searched_(like(machine, test, options_to_leave_out_idle_turns(options.machine))),
        live_(like(machine, test, for_liveness(options.machine))),
        idle_(like(machine, test, without_idle_turns(options.machine))),
        options_(options),
        limits_(options),
        state_(searched_.initial()) {
    for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
      most_steps_ += 2 * test.program.threads[t].instructions.size();
      all_threads_ |= thread_bit(static_cast<ThreadId>(t));
    }
  }

  /// Nothing if the argument does not hold, or does not apply; not an answer.
  std::optional<FairEnd> run() {
    if constexpr (HasRaces<M>) {
      if (goes_on_after_race(searched_) || goes_on_after_race(live_)) return std::nullopt;
    }
    meet(state_);
    steps_.push_back(0);
    for (std::uint32_t number = 0; number < states_.size(); ++number) {
      searched_.decode(*states_[number], state_);
      first_.push_back(successors_.size());
      if (is_beyond_limits(number) || !somebody_goes_on()) return std::nullopt;
      steps_.resize(states_.size(), steps_[number] + 1);
    }
    first_.push_back(successors_.size());
    if (has_circle(first_, successors_)) return std::nullopt;
    return FairEnd{has_outgrown_ || live_.in_order_only(), states_.size(), successors_.size(),
                   limits_.seconds()};
  }

 private:
  using State = typename M::State;

  static MachineOptions without_idle_turns(const MachineOptions& options) {
    MachineOptions live = for_liveness(options);
    live.prune_spins = true;
    return live;
  }

  // A path that takes each instruction twice goes round a loop that does not only wait.
  bool is_beyond_limits(std::uint32_t number) {
    if (steps_[number] > most_steps_) return true;
    if (options_.max_states && states_.size() > *options_.max_states) return true;
    if (options_.max_memory && bytes_ > *options_.max_memory) return true;
    constexpr std::uint32_t look_interval = 64;
    const std::uint64_t found = states_.size();
    return number % look_interval == 0 &&
           limits_.poll({0, successors_.size(), found, found - number, 0});
  }

  std::uint32_t meet(const State& state) {
    std::string bytes;
    searched_.encode(state, bytes);
    const auto next = static_cast<std::uint32_t>(states_.size());
    const auto [place, is_new] = numbers_.try_emplace(std::move(bytes), next);
    if (is_new) {
      states_.push_back(&place->first);
      bytes_ += place->first.size() + 64;
    }
    return place->second;
  }

  // The state is an end, or one of the threads that go on from it has to.
  bool somebody_goes_on() {
    if constexpr (MayOutgrow<M>) has_outgrown_ = has_outgrown_ || searched_.has_outgrown(state_);
    const NodeEnd end = end_of(searched_, state_);
    if (end != NodeEnd::none) return end == NodeEnd::final;
    if (everybody_has_ended()) return true;  // what memory still does, it does
    ThreadMask moved = 0;
    bool opens = false;
    const bool leaves_out = searched_.for_each_step(state_, [&](Step step, State&& next) {
      if (may_be_dead_end(searched_, next)) return;  // only behind a load that is late
      opens = opens || searched_.is_memory_step(step);
      moved |= thread_bit(step.thread);
      successors_.push_back(meet(next));
    });
    if (opens || moved == 0) return false;
    if (!leaves_out || has_to_go_on(state_, moved)) return true;
    const std::optional<State> paid = after_memory_has_paid(state_);
    return paid && has_to_go_on(*paid, moved);
  }

  bool everybody_has_ended() const { return live_.standing(state_).ended == all_threads_; }

  bool is_opened(const State& before, const State& after) const {
    return live_.standing(before).waiting != live_.standing(after).waiting;
  }

  // Whether one of the threads has a step, and none of its steps begins an idle turn.
  bool has_to_go_on(const State& state, ThreadMask moved) const {
    const Counts all = steps_by_thread(live_, state);
    const Counts not_idle = steps_by_thread(idle_, state);
    for (ThreadMask left = moved; left != 0; left &= left - 1) {
      const auto thread = static_cast<std::size_t>(std::countr_zero(left));
      if (all[thread] != 0 && all[thread] == not_idle[thread]) return true;
    }
    return false;
  }

  using Counts = std::array<std::uint32_t, max_mask_threads>;

  static Counts steps_by_thread(const M& machine, const State& state) {
    Counts counts{};
    machine.for_each_step(state, [&](Step step, State&&) {
      if (!machine.is_memory_step(step)) ++counts[step.thread];
    });
    return counts;
  }

  // Nothing if that opens a barrier.
  std::optional<State> after_memory_has_paid(State state) const {
    while (true) {
      const Duties open = live_.duties(state);
      if (open.empty()) return state;
      std::optional<State> next;
      live_.for_each_step(state, [&](Step step, State&& after) {
        if (next || !live_.is_memory_step(step)) return;
        const StepDuties duties = live_.step_duties(state, step, after);
        const bool pays = std::ranges::find_first_of(open, duties.paid) != open.end();
        if (pays || live_.duties(after).size() < open.size()) next = std::move(after);
      });
      if (!next || live_.duties(*next).size() >= open.size()) return state;
      if (is_opened(state, *next)) return std::nullopt;
      state = std::move(*next);
    }
  }

  M searched_;  // what a search for outcomes visits
  M live_;      // all that may happen
  M idle_;      // the same without idle turns
  const ExploreOptions& options_;
  Limits limits_;
  State state_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> states_;  // by number
  std::vector<std::uint64_t> steps_;        // by number, from the initial state
  std::uint64_t most_steps_ = 0;
  ThreadMask all_threads_ = 0;
  std::vector<std::uint64_t> first_;  // by number, where its successors begin
  std::vector<std::uint32_t> successors_;
  std::uint64_t bytes_ = 0;
  bool has_outgrown_ = false;
};

}  // namespace opexplore
