// The kernels of a generated program: `litmus` plays the roles, `check` counts what came out,
// `reset` lays out fresh locations. A generated .cu describes its test as a TestShape:
//
//   using Word             std::uint32_t or std::uint64_t
//   roles, addresses, locations, observables   numbers, static constexpr std::uint32_t
//   template <class Observed>
//   static __device__ bool play(std::uint32_t role, const std::uint64_t* slots, Word zero,
//                               Observed& observed);
//
// and has three kernels with one parameter, `const __grid_constant__ Launch launch`, each of which
// calls run_roles<TestShape>, count_outcomes<TestShape> or reset_locations<TestShape> with it.
//
// TestShape::play plays a role of one instance. slots[a] is where its slot of address a is: a
// global address or, in the low 32 bits, a shared one. It calls observed.put(k, value) for each
// observable k that is a register of the role, and returns true if it ended a loop early.
//
// The CTAs of `check` and `reset` have any multiple of 32 threads, in any grid. How large a launch
// is: see Launch. By the size of the machine code, and not measured on a device, a thread executes
// of the order of 100 instructions for each role, and in `check` for each instance.
#pragma once

#include <cstdint>

#include "device.cuh"
#include "each.cuh"
#include "meeting.cuh"
#include "outcomes.cuh"
#include "parameters.hpp"
#include "placement.cuh"
#include "random.cuh"
#include "stress.cuh"

namespace opexplore::hardware {

/// Whether the launch was made for this kernel; if not, nothing is run, and everything is counted
/// as not run.
template <class Shape>
__device__ __forceinline__ bool fits(const Launch& launch) {
  return launch.roles == Shape::roles && launch.addresses == Shape::addresses &&
         launch.locations == Shape::locations && launch.observables == Shape::observables;
}

/// Takes the registers of a role of an instance.
template <class Word>
class Observed {
 public:
  __device__ __forceinline__ Observed(const Launch& launch, std::uint32_t instance)
      : first_(static_cast<Word*>(launch.registers) + instance), instances_(launch.instances) {}

  __device__ __forceinline__ void put(std::uint32_t observable, Word value) {
    first_[std::uint64_t{observable} * instances_] = value;
  }

 private:
  Word* first_;
  std::uint32_t instances_;
};

/// Plays a role of the instance that the seat has it for.
template <class Shape>
__device__ __forceinline__ void play_role(const Launch& launch, const Seat& seat,
                                          std::uint32_t role) {
  using Word = typename Shape::Word;
  const Instance instance = instance_of(launch, seat, role);
  std::uint64_t slots[Shape::addresses == 0 ? 1 : Shape::addresses];
  each<Shape::addresses>([&](std::uint32_t a) { slots[a] = place_of<Word>(launch, a, instance); });
  Observed<Word> observed(launch, instance.number);
  const bool bound = Shape::play(role, slots, static_cast<Word>(launch.zero), observed);
  Mark& mark = launch.marks[std::uint64_t{role} * launch.instances + instance.number];
  mark = Mark{bound ? tag_of(launch) | bound_mark : tag_of(launch), device::multiprocessor()};
}

/// Reads the global locations of all instances that the thread plays for. The sum is used, as far
/// as the compiler can know: a load whose value nobody needs would be left out.
template <class Shape>
__device__ __forceinline__ void warm(const Launch& launch, const Seat& seat) {
  std::uint32_t sum = 0;
  for (std::uint32_t role = 0; role < Shape::roles; ++role) {
    const Instance instance = instance_of(launch, seat, role);
    for (std::uint32_t a = 0; a < Shape::addresses; ++a) {
      if (launch.location[launch.address[a].location].shared != 0) continue;
      sum += device::load_weak(place_of<typename Shape::Word>(launch, a, instance));
    }
  }
  if ((sum & launch.zero) != 0) launch.counters->unused = sum;
}

/// Shared locations of the instances whose threads are in this CTA: those that this seat looks
/// after, one for each location. `final` tells what to do: write the initial values, or hand out
/// the final ones.
template <class Shape>
__device__ __forceinline__ void keep_shared(const Launch& launch, const Seat& seat, bool final) {
  using Word = typename Shape::Word;
  const std::uint32_t in_cta = seat.warp * launch.lanes + seat.lane;
  for (std::uint32_t v = 0; v < Shape::locations; ++v) {
    const LocationLayout& location = launch.location[v];
    if (location.shared == 0) continue;
    const std::uint32_t home = back(seat.cta, location.cta_shift, launch.testing_ctas);
    const Instance instance{home * instances_of_cta(launch) + in_cta, in_cta};
    const auto place =
        static_cast<std::uint32_t>(place_of<Word>(launch, location.address, instance));
    if (final) {
      static_cast<Word*>(
          launch.shared_finals)[std::uint64_t{v} * launch.instances + instance.number] =
          device::load_shared<Word>(place);
    } else {
      device::store_shared<Word>(place, static_cast<Word>(location.initial));
    }
  }
}

/// Stress, warm-up and meeting, as the dice of the warp have it.
template <class Shape>
__device__ __forceinline__ void approach(const Launch& launch, const Seat& seat, const Draw& dice) {
  if (chance(launch.pre_stress_percent, dice.word[0])) {
    stress(launch, testing_rank(launch, seat.cta, seat.warp), launch.pre_stress_iterations,
           launch.pre_stress_pattern);
  }
  if (chance(launch.flush_percent, dice.word[1])) device::flush();
  if (chance(launch.warm_percent, dice.word[2])) warm<Shape>(launch, seat);
  meet(launch, seat.lane);
}

/// Plays all roles, beginning with one at random.
template <class Shape>
__device__ __forceinline__ void play_roles(const Launch& launch, const Seat& seat,
                                           const Draw& dice) {
  std::uint32_t delay = dice.word[0];
  std::uint32_t role = launch.rotate != 0 ? below(Shape::roles, dice.word[3]) : 0;
  for (std::uint32_t i = 0; i < Shape::roles; ++i) {
    // A linear congruence is enough from here on, and costs next to nothing (Knuth, 3.3.4).
    delay = delay * 1664525U + 1013904223U;
    idle(below(launch.jitter + 1, delay));
    play_role<Shape>(launch, seat, role);
    role = role + 1 == Shape::roles ? 0 : role + 1;
  }
}

/// The kernel `litmus`.
template <class Shape>
__device__ __forceinline__ void run_roles(const Launch& launch) {
  if (!fits<Shape>(launch)) return;
  const std::uint32_t cta =
      launch.cta_map != nullptr ? launch.cta_map[device::cta()] : device::cta();
  const Seat seat{cta, device::thread() / warp_lanes, device::thread() % warp_lanes};
  if (seat.cta >= launch.testing_ctas || seat.warp >= launch.testing_warps) {
    stress(launch, stressing_rank(launch, seat.cta, seat.warp), launch.stress_iterations,
           launch.stress_pattern);
    return;
  }
  if (seat.lane >= launch.lanes) {
    device::leave();
    return;
  }
  if (launch.shared_finals != nullptr) {
    keep_shared<Shape>(launch, seat, false);
    meet_cta(launch);
  }
  const Draw dice =
      draw(launch.seed, launch.number, testing_rank(launch, seat.cta, seat.warp).number);
  approach<Shape>(launch, seat, dice);
  play_roles<Shape>(launch, seat, dice);
  if (launch.shared_finals != nullptr) {
    meet_cta(launch);
    keep_shared<Shape>(launch, seat, true);
  }
}

/// The final values of an instance. Global locations get their initial values back.
template <class Shape>
__device__ __forceinline__ Values<Shape> take_values(const Launch& launch, std::uint32_t instance) {
  using Word = typename Shape::Word;
  const std::uint64_t all = launch.instances;
  Values<Shape> values;
  each<Shape::observables>([&](std::uint32_t k) {
    const std::uint32_t location = launch.observed_location[k];
    if (location == no_location) {
      values.word[k] = static_cast<const Word*>(launch.registers)[k * all + instance];
    } else if (launch.location[location].shared != 0) {
      values.word[k] = static_cast<const Word*>(launch.shared_finals)[location * all + instance];
    } else {
      values.word[k] = device::load_slot<Word>(
          place_of<Word>(launch, launch.location[location].address, Instance{instance, 0}));
    }
  });
  for (std::uint32_t v = 0; v < Shape::locations; ++v) {
    if (launch.location[v].shared != 0) continue;
    device::store_slot<Word>(
        place_of<Word>(launch, launch.location[v].address, Instance{instance, 0}),
        static_cast<Word>(launch.location[v].initial));
  }
  return values;
}

struct Played {
  bool all;    ///< every role, in this launch
  bool bound;  ///< some with a loop that was ended early
};

template <class Shape>
__device__ __forceinline__ Played played(const Launch& launch, std::uint32_t instance) {
  Played result{true, false};
  each<Shape::roles>([&](std::uint32_t role) {
    const std::uint32_t tag = launch.marks[std::uint64_t{role} * launch.instances + instance].tag;
    result.all = result.all && (tag & ~bound_mark) == tag_of(launch);
    result.bound = result.bound || (tag & bound_mark) != 0;
  });
  return result;
}

/// Of one warp, in the kernel `check`.
struct Tally {
  std::uint32_t executed = 0;
  std::uint32_t not_run = 0;
  std::uint32_t out_of_bound = 0;
  std::uint32_t overflow = 0;
};

__device__ __forceinline__ void add_counters(const Launch& launch, const Tally& tally) {
  const auto add = [](std::uint64_t* counter, std::uint32_t number) {
    if (number != 0) device::add_relaxed(counter, std::uint64_t{number});
  };
  add(&launch.counters->executed, tally.executed);
  add(&launch.counters->not_run, tally.not_run);
  add(&launch.counters->out_of_bound, tally.out_of_bound);
  add(&launch.counters->overflow, tally.overflow);
}

/// The kernel `check`: after `litmus`, with the same launch.
template <class Shape>
__device__ __forceinline__ void count_outcomes(const Launch& launch) {
  const std::uint32_t lane = device::thread() % warp_lanes;
  const std::uint64_t threads = std::uint64_t{device::ctas()} * device::threads_of_cta();
  const std::uint64_t thread =
      std::uint64_t{device::cta()} * device::threads_of_cta() + device::thread();
  Tally tally;
  // All lanes of a warp go round equally often, since they vote inside.
  for (std::uint64_t first = thread - lane; first < launch.instances; first += threads) {
    const auto instance = static_cast<std::uint32_t>(first + lane);
    const bool inside = first + lane < launch.instances;
    Played state{false, false};
    Values<Shape> values{};
    if (inside && fits<Shape>(launch)) {
      state = played<Shape>(launch, instance);
      values = take_values<Shape>(launch, instance);
    }
    const bool ended = state.all && !state.bound;
    tally.executed += device::ones(device::ballot(ended));
    tally.not_run += device::ones(device::ballot(inside && !state.all));
    tally.out_of_bound += device::ones(device::ballot(state.all && state.bound));
    tally.overflow += record<Shape>(launch, ended, values, instance, lane);
  }
  if (lane == 0) add_counters(launch, tally);
  if (thread == 0) launch.counters->barrier_arrived = 0;
}

/// The kernel `reset`: initial values into all slots, of instances or not.
template <class Shape>
__device__ __forceinline__ void reset_locations(const Launch& launch) {
  using Word = typename Shape::Word;
  if (!fits<Shape>(launch)) return;
  const std::uint64_t threads = std::uint64_t{device::ctas()} * device::threads_of_cta();
  const std::uint64_t thread =
      std::uint64_t{device::cta()} * device::threads_of_cta() + device::thread();
  for (std::uint32_t v = 0; v < Shape::locations; ++v) {
    const LocationLayout& location = launch.location[v];
    if (location.shared != 0) continue;
    for (std::uint64_t slot = thread; slot < location.slots; slot += threads) {
      device::store_slot<Word>(
          place_of<Word>(launch, location.address, static_cast<std::uint32_t>(slot)),
          static_cast<Word>(location.initial));
    }
  }
  if (thread == 0) launch.counters->barrier_arrived = 0;
}

}  // namespace opexplore::hardware
