// What follows from the list of members of a state of the PTX machines: its bytes say all of it,
// and writes get other numbers wherever it names them.
#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "litmus/generate/random_program.hpp"
#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "opmodel/ptx/in_order/renumber.hpp"
#include "tests/catch.hpp"
#include "tests/machines/exchanges.hpp"
#include "tests/naive.hpp"

namespace opexplore {

namespace {

// Calls f(machine, states) for random tests that need this size, of those without reductions and of
// those with all. Returns how many there are.
template <class Size, class F>
int for_each_random(F&& f) {
  std::mt19937 random(1);
  const auto profiles = random_programs::profiles();
  int tests = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    const Test drawn = random_programs::generate(profiles[number % profiles.size()], number);
    const Test test = Size::leaves_fences_open ? testing::with_strong_fences(drawn) : drawn;
    MachineOptions options = number / 2 % 2 == 0 ? MachineOptions{} : without_reductions({});
    options.races = Size::finds_races;
    options.lazy_fences = Size::leaves_fences_open;
    options.symmetry = false;
    const auto context =
        std::make_shared<const ptx_model::Context>(test, ptx_proxy::Identity::reading({}), options);
    const bool fits = context->semantics.stages().count <= static_cast<int>(Size::stages) &&
                      context->races.count() <= 64 * std::size_t{Size::slot_words} &&
                      Size::finds_races == (context->races.count() != 0) &&
                      Size::leaves_fences_open == (context->fence_slots.count() != 0);
    if (!fits) continue;
    const ptx_model::InOrderMachine<Size> machine(context);
    auto states = testing::some_states(machine, random);
    if constexpr (Size::finds_races) {
      for (auto& state : states) state.racing.found.clear();  // no part of the state
    }
    CAPTURE(number, test.name);
    f(machine, states);
    ++tests;
  }
  return tests;
}

// For each kind of size.
template <class F>
void for_each_kind(F&& f) {
  CHECK(for_each_random<ptx_model::Size<8, 4>>(f) > 100);
  CHECK(for_each_random<ptx_model::Size<8, 4, 4>>(f) > 100);
  CHECK(for_each_random<ptx_model::Size<1, 4, 0, true>>(f) > 10);
}

}  // namespace

TEST_CASE("members: bytes say all of a state, whatever was in that which they become", "[ptx]") {
  for_each_kind([](const auto& machine, const auto& states) {
    auto decoded = states.front();
    std::vector<std::string> all;
    for (const auto& state : states) {
      machine.encode(state, all.emplace_back());
      machine.decode(all.back(), decoded);
      REQUIRE(decoded == state);
    }
    for (std::size_t i = 0; i < states.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        REQUIRE((states[i] == states[j]) == (all[i] == all[j]));
      }
    }
  });
}

TEST_CASE("members: room for a write can be made and taken back", "[ptx]") {
  for_each_kind([](const auto&, const auto& states) {
    for (const auto& state : states) {
      for (std::size_t at = 0; at <= state.memory.writes.size(); ++at) {
        auto moved = state;
        make_room(moved, at);
        bool named = false;
        ptx_model::walk<ptx_model::Is::writes>(
            moved, [&](const auto& set) { named = named || set.of.contains(at); });
        ptx_model::walk<ptx_model::Is::write>(
            moved, [&](const auto& write) { named = named || write.of == at; });
        REQUIRE(!named);
        close_gap(moved, at);
        REQUIRE(moved == state);
      }
    }
  });
}

TEST_CASE("members: writes that are numbered anew can be so back", "[ptx]") {
  int moves = 0;
  for_each_kind([&](const auto&, const auto& states) {
    for (const auto& state : states) {
      std::vector<std::uint8_t> there;  // one further, round and round
      std::vector<std::uint8_t> back;
      const std::size_t count = state.memory.writes.size();
      for (std::size_t w = 0; w < count; ++w) {
        there.push_back(static_cast<std::uint8_t>((w + 1) % count));
        back.push_back(static_cast<std::uint8_t>((w + count - 1) % count));
      }
      auto moved = state;
      move_writes(moved, there);
      moves += moved == state ? 0 : 1;
      move_writes(moved, back);
      REQUIRE(moved == state);
    }
  });
  CHECK(moves > 1'000);
}

}  // namespace opexplore
