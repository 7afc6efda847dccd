#include "explorer/termination/waits_alone.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <vector>

#include "explorer/graph/graph.hpp"
#include "explorer/limits.hpp"
#include "explorer/termination/build_graph.hpp"

namespace opexplore {
namespace {

MachineOptions without_idle_turns(const MachineOptions& options) {
  MachineOptions live = for_liveness(options);
  live.prune_spins = true;
  return live;
}

class WaitsAlone {
 public:
  WaitsAlone(const Walker& walker, const Test& test, const ExploreOptions& options)
      : searched_(walker.like(test, options_to_leave_out_idle_turns(options.machine))),
        live_(walker.like(test, for_liveness(options.machine))),
        idle_(walker.like(test, without_idle_turns(options.machine))),
        options_(options),
        limits_(options) {
    for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
      most_steps_ += 2 * test.program.threads[t].instructions.size();
      all_threads_ |= thread_bit(static_cast<ThreadId>(t));
    }
  }

  std::optional<FairEnd> run() {
    if (searched_.goes_on_after_race || live_.goes_on_after_race) return std::nullopt;
    meet(searched_.initial);
    steps_.push_back(0);
    for (Position number = 0; number != states_.size(); ++number) {
      if (is_beyond_limits(number) || !somebody_goes_on(number)) return std::nullopt;
      steps_.resize(states_.size(), steps_[number] + 1);
    }
    if (has_circle(edges_, states_.size())) return std::nullopt;
    return FairEnd{has_outgrown_ || live_.in_order_only, states_.size(), edges_.size(),
                   limits_.seconds()};
  }

 private:
  // A path that takes each instruction twice goes round a loop that does not only wait.
  bool is_beyond_limits(Position number) {
    if (steps_[number] > most_steps_) return true;
    if (options_.max_states && states_.size() > *options_.max_states) return true;
    if (options_.max_memory && bytes_ > *options_.max_memory) return true;
    constexpr std::uint32_t look_interval = 64;
    const std::uint64_t found = states_.size();
    return number % look_interval == 0 &&
           limits_.poll({0, edges_.size(), found, found - number, 0});
  }

  Position meet(std::string_view state) {
    const Position known = states_.size();
    const Position number = states_.number_of(state);
    if (number == known) bytes_ += state.size() + 64;
    return number;
  }

  // The state is an end, or one of the threads that go on from it has to.
  bool somebody_goes_on(Position number) {
    searched_.go_to(states_.state(number));
    has_outgrown_ = has_outgrown_ || searched_.has_outgrown();
    const NodeEnd end = end_of(searched_);
    if (end != NodeEnd::none) return end == NodeEnd::final;
    live_.join(searched_);
    if (live_.standing().ended == all_threads_) return true;  // what memory still does, it does
    ThreadMask moved = 0;
    bool opens = false;
    const bool leaves_out = searched_.for_each_step([&](Step step) {
      if (searched_.may_be_dead_end()) return;  // only behind a load that is late
      opens = opens || searched_.is_memory_step(step);
      moved |= thread_bit(step.thread);
      edges_.push_back({number, meet(searched_.encoded())});
    });
    if (opens || moved == 0) return false;
    return !leaves_out || has_to_go_on(moved) || (memory_pays() && has_to_go_on(moved));
  }

  // Whether one of the threads has a step where the machine is, and none of its steps begins an
  // idle turn.
  bool has_to_go_on(ThreadMask moved) const {
    idle_.join(live_);
    const Counts all = steps_by_thread(live_);
    const Counts not_idle = steps_by_thread(idle_);
    for (ThreadMask left = moved; left != 0; left &= left - 1) {
      const auto thread = static_cast<std::size_t>(std::countr_zero(left));
      if (all[thread] != 0 && all[thread] == not_idle[thread]) return true;
    }
    return false;
  }

  using Counts = std::array<std::uint32_t, max_mask_threads>;

  static Counts steps_by_thread(const Walker& walker) {
    Counts counts{};
    walker.for_each_step([&](Step step) {
      if (!walker.is_memory_step(step)) ++counts[step.thread];
    });
    return counts;
  }

  // Takes steps of memory while they pay. False if that opens a barrier.
  bool memory_pays() const {
    while (true) {
      const Duties open = live_.duties();
      if (open.empty()) return true;
      const ThreadMask waiting = live_.standing().waiting;
      std::optional<Step> paying;
      bool owes_less = false, opens = false;
      live_.for_each_step([&](Step step) {
        if (paying || !live_.is_memory_step(step)) return;
        const StepDuties duties = live_.step_duties(step);
        owes_less = live_.duties().size() < open.size();
        opens = live_.standing().waiting != waiting;
        const bool pays = std::ranges::find_first_of(open, duties.paid) != open.end();
        if (pays || owes_less) paying = step;
      });
      if (!paying || !owes_less) return true;
      if (opens) return false;
      live_.take(*paying);
    }
  }

  Walker searched_;  // what a search for outcomes visits
  Walker live_;      // all that may happen
  Walker idle_;      // the same without idle turns
  const ExploreOptions& options_;
  Limits limits_;
  Numbering states_;
  std::vector<std::uint64_t> steps_;  // by number, from the initial state
  std::vector<Edge> edges_;
  std::uint64_t most_steps_ = 0;
  ThreadMask all_threads_ = 0;
  std::uint64_t bytes_ = 0;
  bool has_outgrown_ = false;
};

}  // namespace

std::optional<FairEnd> waits_alone(const Walker& walker, const Test& test,
                                   const ExploreOptions& options) {
  return WaitsAlone(walker, test, options).run();
}

}  // namespace opexplore
