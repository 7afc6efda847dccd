// A test on the emulated device: its memory, and launches of its kernels as the runner makes them.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hardware/device/layout.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/emulated_device.hpp"

namespace opexplore::testing {

/// What hardware::prepare() would say of a test whose threads are placed so.
inline hardware::Prepared prepared(const std::string& text,
                                   const std::vector<hardware::RolePlace>& places,
                                   std::uint32_t word_bytes = 4) {
  hardware::Prepared result;
  result.test = read(text, "test.litmus");
  result.word_bytes = word_bytes;
  for (const hardware::RolePlace& place : places) {
    hardware::Role role;
    role.place = place;
    result.roles.push_back(role);
  }
  return result;
}

/// A device with room for a few threads.
inline hardware::DeviceLimits small_device() {
  hardware::DeviceLimits limits;
  limits.multiprocessors = 2;
  limits.threads_per_cta = 128;
  limits.shared_bytes_per_cta = 1U << 17U;
  limits.l2_bytes = 1U << 12U;
  limits.free_bytes = 1U << 26U;
  return limits;
}

/// An environment with little stress, so that it costs little.
inline hardware::Environment mild(hardware::Environment environment) {
  using hardware::Knob;
  for (const Knob knob : {Knob::stress_iterations, Knob::pre_stress_iterations, Knob::jitter}) {
    environment[knob] %= 17;
  }
  environment[Knob::barrier_spins] %= 100;
  return environment;
}

template <class Shape>
class EmulatedLitmus {
 public:
  using Word = typename Shape::Word;
  static constexpr Word canary = static_cast<Word>(0x77777777U);

  EmulatedLitmus(const hardware::Prepared& test, const hardware::Environment& environment,
                 std::uint32_t resident, std::uint32_t capacity = 16)
      : test_(test),
        layout_(hardware::layout_of(hardware::fitted(environment, test, small_device()), test,
                                    small_device(), resident)),
        launch(hardware::launch_of(layout_, test)),
        slots(capacity),
        values(std::size_t{capacity} * Shape::observables + 1),
        samples(std::size_t{capacity} * hardware::samples_kept),
        scratch(layout_.scratch_words),
        registers_(std::size_t{layout_.instances} * Shape::observables + 1),
        finals_(std::size_t{layout_.instances} * Shape::locations),
        marks_(std::size_t{layout_.instances} * Shape::roles),
        numbers_({1U, 2U, 3U}) {
    allocate_locations();
    launch.registers = registers_.data();
    if (layout_.shared_bytes != 0) launch.shared_finals = finals_.data();
    launch.marks = marks_.data();
    launch.table = {slots.data(), values.data(), samples.data(), capacity};
    launch.counters = &counters;
    launch.scratch = scratch.data();
    launch.seed = 12345;
    launch.number = 0;
    map_ = hardware::permutation(layout_.ctas, numbers_);
    run(2, 64, 0, [this] { hardware::reset_locations<Shape>(launch); });
  }

  /// The next launch, with what is random in it chosen anew.
  void vary() {
    const std::uint32_t* map = map_.data();
    hardware::vary(launch, layout_, test_, std::span(&map, 1), numbers_);
  }
  /// Plays and counts it, on the first `ctas` CTAs.
  void play(std::uint32_t ctas) {
    ++launch.number;
    run(ctas, layout_.threads, layout_.shared_bytes,
        [this] { hardware::run_roles<Shape>(launch); });
    run(2, 64, 0, [this] { hardware::count_outcomes<Shape>(launch); });
  }
  void play() { play(layout_.ctas); }
  void play_varied(std::uint32_t launches) {
    for (std::uint32_t i = 0; i < launches; ++i) {
      vary();
      play();
    }
  }

  /// Outcomes and how often.
  std::map<std::vector<std::uint64_t>, std::uint64_t> outcomes() const {
    std::map<std::vector<std::uint64_t>, std::uint64_t> result;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i].state == 0) continue;
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * Shape::observables);
      result[std::vector<std::uint64_t>(first, first + Shape::observables)] += slots[i].count;
    }
    return result;
  }
  std::uint64_t counted() const {
    std::uint64_t sum = 0;
    for (const auto& slot : slots) sum += slot.count;
    return sum;
  }
  /// Whether every slot of a global location has its initial value, and nothing else was written.
  bool is_reset() const {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      for (std::size_t word = 0; word < memory_[i].size(); ++word) {
        const bool slot = word % launch.stride == 0;
        if (memory_[i][word] != (slot ? static_cast<Word>(launch.location[i].initial) : canary)) {
          return false;
        }
      }
    }
    return true;
  }
  /// The multiprocessor of a role of an instance, by the definition of the shifts.
  std::uint32_t multiprocessor(std::uint64_t instance, std::uint32_t role) const {
    const auto home = static_cast<std::uint32_t>(instance / (launch.testing_warps * launch.lanes));
    const std::uint32_t seat = (home + launch.role[role].cta) % launch.testing_ctas;
    for (std::uint32_t cta = 0; cta < launch.ctas; ++cta) {
      if ((launch.cta_map == nullptr ? cta : launch.cta_map[cta]) == seat) return cta + 1;
    }
    return 0;
  }
  std::uint64_t all() const { return launch.number * layout_.instances; }

 private:
  static void run(std::uint32_t ctas, std::uint32_t threads, std::size_t shared_bytes,
                  const std::function<void()>& kernel) {
    run_emulated(ctas, threads, shared_bytes, kernel);
  }
  void allocate_locations() {
    memory_.resize(Shape::locations);
    for (std::uint32_t i = 0; i < Shape::locations; ++i) {
      if (launch.location[i].shared != 0) continue;
      memory_[i].assign(std::size_t{layout_.locations[i].slots} * launch.stride, canary);
    }
    for (std::uint32_t i = 0; i < Shape::addresses; ++i) {
      const std::uint32_t location = launch.address[i].location;
      if (launch.location[location].shared != 0) continue;
      launch.address[i].base = reinterpret_cast<std::uint64_t>(memory_[location].data());
    }
  }

  hardware::Prepared test_;
  hardware::Layout layout_;

 public:
  hardware::Launch launch;
  hardware::Counters counters;
  std::vector<hardware::OutcomeSlot> slots;
  std::vector<std::uint64_t> values;
  std::vector<hardware::OutcomeSample> samples;
  std::vector<std::uint32_t> scratch;

 private:
  std::vector<Word> registers_;
  std::vector<Word> finals_;
  std::vector<hardware::Mark> marks_;
  std::vector<std::vector<Word>> memory_;
  std::vector<std::uint32_t> map_;
  hardware::LaunchNumbers numbers_;
};

/// A random environment, the same for the same number; 0 is the standard one.
inline hardware::Environment environment_number(std::uint32_t index) {
  return mild(hardware::fuzzed_environment(11, index));
}

template <class Word>
void store(std::uint64_t slot, Word value, std::memory_order order = std::memory_order_release) {
  std::atomic_ref(*reinterpret_cast<Word*>(slot)).store(value, order);
}
template <class Word>
Word load(std::uint64_t slot, std::memory_order order = std::memory_order_acquire) {
  return std::atomic_ref(*reinterpret_cast<Word*>(slot)).load(order);
}

using Outcomes = std::set<std::vector<std::uint64_t>>;

template <class Shape>
Outcomes seen(const EmulatedLitmus<Shape>& litmus) {
  Outcomes result;
  for (const auto& [values, count] : litmus.outcomes()) result.insert(values);
  return result;
}

inline bool within(const Outcomes& some, const Outcomes& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// That all instances of all launches were played, counted and sampled, and everything put back.
template <class Shape>
void check_books(const EmulatedLitmus<Shape>& litmus) {
  CHECK(litmus.counters.executed == litmus.all());
  CHECK(litmus.counters.not_run == 0);
  CHECK(litmus.counters.out_of_bound == 0);
  CHECK(litmus.counters.overflow == 0);
  CHECK(litmus.counters.barrier_arrived == 0);
  CHECK(litmus.counters.unused == 0);
  CHECK(litmus.counted() == litmus.all());
  CHECK(litmus.is_reset());
  for (std::size_t i = 0; i < litmus.slots.size(); ++i) {
    const hardware::OutcomeSlot& slot = litmus.slots[i];
    CHECK(slot.launches <= litmus.launch.number);
    CHECK((slot.launches == 0) == (slot.count == 0));
    CHECK(slot.sampled >= std::min<std::uint64_t>(slot.count, hardware::samples_kept));
    for (std::size_t k = 0; k < std::min<std::uint64_t>(slot.count, hardware::samples_kept); ++k) {
      const hardware::OutcomeSample& sample = litmus.samples[i * hardware::samples_kept + k];
      CHECK((sample.launch >= 1 && sample.launch <= litmus.launch.number));
      CHECK(sample.instance < litmus.launch.instances);
    }
  }
}

}  // namespace opexplore::testing
