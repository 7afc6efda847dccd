// What the kernels count on the emulated device: samples, loops without end, instances that were
// not played, outcomes without room.
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

#include "tests/catch.hpp"
#include "tests/hardware/emulated_litmus.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using testing::check_books;
using testing::EmulatedLitmus;
using testing::environment_number;
using testing::load;
using testing::Outcomes;
using testing::prepared;
using testing::seen;
using testing::store;

namespace {

const std::string one_store =
    "PTX one\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    " st.relaxed.sys x, 1 | st.relaxed.sys x, 1 ;\nexists (x == 1)\n";

struct OneStore {
  using Word = std::uint32_t;
  static constexpr std::uint32_t roles = 2, addresses = 1, locations = 1, observables = 1;
  template <class Observed>
  static bool play(std::uint32_t, const std::uint64_t* slots, Word, Observed&) {
    store<Word>(slots[0], 1);
    return false;
  }
};

/// Waits for a value that nobody stores.
struct Waiting : OneStore {
  template <class Observed>
  static bool play(std::uint32_t role, const std::uint64_t* slots, Word, Observed&) {
    if (role == 0) return false;
    for (int i = 0; i < 3; ++i) {
      if (load<Word>(slots[0]) == 9) return false;
    }
    return true;
  }
};

/// A shape that the launch was not made for.
struct OtherShape : OneStore {
  static constexpr std::uint32_t observables = 2;
};

}  // namespace

TEST_CASE("Samples say where the roles were played, and launches are counted once") {
  const Prepared test = prepared(one_store, {{0, 0, 0}, {1, 0, 0}});
  EmulatedLitmus<OneStore> litmus(test, environment_number(0), 4);
  litmus.vary();
  litmus.play();
  const auto maps = {static_cast<const std::uint32_t*>(nullptr), litmus.launch.cta_map};
  for (const std::uint32_t* map : maps) {
    litmus.launch.cta_map = map;
    litmus.play();
  }
  check_books(litmus);
  REQUIRE(seen(litmus) == Outcomes{{1}});
  for (std::size_t i = 0; i < litmus.slots.size(); ++i) {
    if (litmus.slots[i].count == 0) continue;
    CHECK(litmus.slots[i].launches == 3);
  }

  // All samples of a fresh table are of one launch, whose placement is known.
  EmulatedLitmus<OneStore> fresh(test, environment_number(0), 4);
  fresh.vary();
  fresh.play();
  std::set<std::uint64_t> instances;
  for (std::size_t i = 0; i < fresh.slots.size(); ++i) {
    if (fresh.slots[i].count == 0) continue;
    for (std::size_t k = 0; k < samples_kept; ++k) {
      const OutcomeSample& sample = fresh.samples[i * samples_kept + k];
      CHECK(sample.launch == 1);
      instances.insert(sample.instance);
      for (std::uint32_t role = 0; role < 2; ++role) {
        CHECK(sample.multiprocessor[role] == fresh.multiprocessor(sample.instance, role));
      }
    }
  }
  CHECK(instances.size() == samples_kept);
}

TEST_CASE("A loop that was ended early is counted apart") {
  const Prepared test = prepared(one_store, {{0, 0, 0}, {1, 0, 0}});
  EmulatedLitmus<Waiting> litmus(test, environment_number(0), 3);
  litmus.play_varied(2);
  CHECK(litmus.counters.out_of_bound == litmus.all());
  CHECK(litmus.counters.executed == 0);
  CHECK(litmus.counters.not_run == 0);
  CHECK(litmus.outcomes().empty());
  CHECK(litmus.is_reset());
}

TEST_CASE("Instances that were not played are noticed") {
  const Prepared test = prepared(one_store, {{0, 0, 0}, {1, 0, 0}});
  EmulatedLitmus<OneStore> litmus(test, environment_number(0), 4);
  litmus.vary();
  litmus.launch.barrier = 0;
  litmus.launch.cta_map = nullptr;
  litmus.play();
  REQUIRE(litmus.counters.not_run == 0);
  const std::uint64_t in_cta = litmus.launch.testing_warps * litmus.launch.lanes;

  SECTION("since a CTA was not there") {
    // Its role 0 and its role 1 are of different instances, which are not run both.
    litmus.play(litmus.launch.testing_ctas - 1);
    CHECK(litmus.counters.not_run == 2 * in_cta);
    CHECK(litmus.counters.executed == litmus.all() - 2 * in_cta);
  }
  SECTION("since two threads played the same one") {
    litmus.launch.lane_multiplier = 2;
    litmus.play();
    CHECK(litmus.counters.not_run == litmus.launch.instances / 2);
  }
  SECTION("since the kernel is another test's") {
    EmulatedLitmus<OtherShape> other(test, environment_number(0), 4);
    other.vary();
    other.play();
    CHECK(other.counters.not_run == other.all());
    CHECK(other.outcomes().empty());
  }
  CHECK(litmus.is_reset());
}

namespace {

/// Shows as many different outcomes as the slots have addresses of that many remainders; they
/// differ in their highest bits alone.
template <class Type>
struct ManyOutcomes {
  using Word = Type;
  static constexpr std::uint32_t roles = 2, addresses = 1, locations = 1, observables = 1;
  static constexpr std::uint32_t number = 8;
  template <class Observed>
  static bool play(std::uint32_t role, const std::uint64_t* slots, Word, Observed&) {
    constexpr unsigned shift = 8 * sizeof(Word) - 4;
    if (role == 0) {
      store<Word>(
          slots[0],
          static_cast<Word>(static_cast<Word>(slots[0] / (4 * sizeof(Word)) % number) << shift));
    }
    return false;
  }
};

template <class Word>
void check_many(std::uint32_t capacity) {
  using Shape = ManyOutcomes<Word>;
  const Prepared test = prepared(one_store, {{0, 0, 0}, {1, 0, 0}}, sizeof(Word));
  Environment environment = environment_number(0);
  environment[Knob::stride] = 4;
  constexpr std::uint32_t launches = 3;
  EmulatedLitmus<Shape> litmus(test, environment, 3, capacity);
  litmus.play_varied(launches);
  REQUIRE(litmus.launch.location[0].slots == litmus.launch.instances);
  REQUIRE(litmus.launch.instances % Shape::number == 0);
  const std::uint64_t each = litmus.all() / Shape::number;
  const auto outcomes = litmus.outcomes();
  CHECK(outcomes.size() == std::min(capacity, +Shape::number));
  for (const auto& [values, count] : outcomes) CHECK(count == each);
  CHECK(litmus.counters.executed == litmus.all());
  CHECK(litmus.counters.overflow == litmus.all() - each * outcomes.size());
  for (const OutcomeSlot& slot : litmus.slots) {
    if (slot.count != 0) CHECK(slot.launches == launches);
  }
  CHECK(litmus.is_reset());
}

}  // namespace

TEST_CASE("Outcomes are counted exactly; those without room are counted as such") {
  for (const std::uint32_t capacity : {4U, 8U, 16U}) {
    check_many<std::uint32_t>(capacity);
    check_many<std::uint64_t>(capacity);
  }
}
