// Threads of Vulkan programs that change places: on random programs with copies of a thread.
#include <random>
#include <set>
#include <string>
#include <vector>

#include "opmodel/machines/vulkan/machine.hpp"
#include "opmodel/machines/vulkan/permute.hpp"
#include "tests/catch.hpp"
#include "tests/machines/exchanges.hpp"
#include "tests/machines/vulkan_programs.hpp"
#include "tests/naive.hpp"
#include "tests/random/vulkan_programs.hpp"

namespace opexplore {

namespace {

using vulkan::permute, vulkan::State;
using Vulkan = vulkan::Machine;

// The first thread several times, unobserved, and its second once: copies in workgroups of their
// own, subgroups of their own, beside the other one, or two and two in a workgroup.
Test drawn(std::uint64_t number) {
  random_programs::Random random(number);
  Test test = random_programs::random_vulkan(random);
  Thread copied = test.program.threads[0];
  Thread other = test.program.threads[1];
  other.gpu = other.cta = other.warp = 0;
  test.program.threads = {other};
  const std::uint64_t places = number % 4;
  for (std::uint32_t i = 0; i < (places == 3 ? 4U : 2U + number % 2); ++i) {
    copied.gpu = 0;
    copied.cta = places == 0 ? i + 1 : places == 3 ? i / 2 + 1 : places == 2 ? 0 : 1;
    copied.warp = places == 0 ? 0 : i;
    test.program.threads.push_back(copied);
  }
  test.observables.clear();
  for (std::size_t at = 0; at < test.program.addresses.size(); ++at) {
    test.observables.push_back(LocationTerm{static_cast<AddressId>(at)});
  }
  for (std::size_t reg = 0; reg < other.registers.size(); ++reg) {
    test.observables.push_back(RegisterTerm{0, static_cast<RegisterId>(reg)});
  }
  test.shown = test.observables.size();
  test.condition = {};
  test.filter.reset();
  test.quantifier = Quantifier::exists;
  return test;
}

MachineOptions options_with(const std::string& races, bool reduced) {
  MachineOptions options;
  if (!reduced) options = without_reductions(options);
  options.forget_dead = true;
  options.settings["races"] = races;
  return options;
}

// A few states of a machine that explores everything, and what can be done with them.
class Exchanges {
 public:
  Exchanges(const Test& test, const std::string& races)
      : machine_(test, options_with(races, false)),
        context_(test, vulkan::Chains::model, vulkan::Reading::dat3m, races != "stop", {}) {}

  bool has_groups() const { return !context_.symmetry.none(); }

  std::vector<State> some_states(std::mt19937& random) const {
    return testing::some_states(machine_, random);
  }
  Arrangement exchange(std::mt19937& random) const {
    return testing::some_exchange(context_.symmetry, random);
  }

  State exchanged(State state, const Arrangement& arrangement) const {
    permute(context_, state, arrangement);
    return state;
  }
  std::string canonical(State state) const {
    make_canonical(context_, state);
    return bytes(state);
  }
  // Of several accesses that race the first is named: which, is no matter of the model.
  std::string bytes(State state) const {
    if (state.race) state.race = vulkan::Race{};
    std::string result;
    machine_.encode(state, result);
    return result;
  }
  std::vector<State> successors(const State& state) const {
    return testing::successors(machine_, state);
  }

 private:
  Vulkan machine_;
  vulkan::Context context_;
};

// Calls f(exchanges, state, exchange) for random states of random tests.
template <class F>
void for_each_exchange(F&& f) {
  std::mt19937 random(1);
  std::size_t states = 0;
  for (std::uint64_t number = 0; number < 120; ++number) {
    const Test test = drawn(number);
    const Exchanges exchanges(test, number % 3 == 0 ? "follow" : "stop");
    if (!exchanges.has_groups()) continue;
    CAPTURE(number);
    for (const State& state : exchanges.some_states(random)) {
      f(exchanges, state, exchanges.exchange(random));
      ++states;
    }
  }
  CHECK(states > 1000);
}

struct Found {
  std::set<Outcome> outcomes;
  bool stuck = false;
  bool racy = false;
  bool operator==(const Found&) const = default;
};

Found found(const NaiveResult& result) {
  Found answer{{}, result.stuck != 0, result.racy != 0};
  for (const auto& [outcome, count] : result.outcomes) answer.outcomes.insert(outcome);
  return answer;
}

std::size_t states_of(const Test& test, bool symmetry) {
  MachineOptions options;
  options.symmetry = symmetry;
  return explore_naively(Vulkan(test, options)).states.size();
}

// Threads that take a ticket each, wait for their turn, and count.
Test ticket_lock(std::size_t threads) {
  testing::VulkanProgram program{{}, "exists (n=1)", "n=0; in=0; out=0;"};
  for (std::size_t i = 0; i < threads; ++i) {
    program.threads.push_back(
        {'A',
         "rmw.atom.dv.sc0.add r0, in, 1; LC00:; ld.atom.acq.dv.sc0.semsc0.semvis r1, out;"
         "bne r0, r1, LC00; ld.nonpriv.sc0 r2, n; st.nonpriv.sc0 n, 1;"
         "rmw.atom.rel.dv.sc0.semsc0.semav.add r3, out, 1"});
  }
  return testing::vulkan_test(program);
}

}  // namespace

TEST_CASE("vulkan symmetry: an exchange can be taken back", "[vulkan]") {
  for_each_exchange([](const Exchanges& on, const State& state, const Arrangement& arrangement) {
    const State there = on.exchanged(state, arrangement);
    REQUIRE(on.exchanged(there, testing::inverse(arrangement)) == state);
  });
}

TEST_CASE("vulkan symmetry: an exchange takes the steps of a state to those of the other",
          "[vulkan]") {
  for_each_exchange([](const Exchanges& on, const State& state, const Arrangement& arrangement) {
    std::multiset<std::string> moved;
    for (const State& next : on.successors(state)) {
      moved.insert(on.bytes(on.exchanged(next, arrangement)));
    }
    std::multiset<std::string> there;
    for (const State& next : on.successors(on.exchanged(state, arrangement))) {
      there.insert(on.bytes(next));
    }
    REQUIRE(moved == there);
  });
}

TEST_CASE("vulkan symmetry: states that differ by an exchange become one", "[vulkan]") {
  for_each_exchange([](const Exchanges& on, const State& state, const Arrangement& arrangement) {
    REQUIRE(on.canonical(state) == on.canonical(on.exchanged(state, arrangement)));
  });
}

TEST_CASE("vulkan symmetry: outcomes, races and deadlocks stay", "[vulkan]") {
  std::size_t fewer = 0;
  for (std::uint64_t number = 0; number < 300; ++number) {
    const Test test = drawn(number);
    if (Symmetry(test).none()) continue;
    CAPTURE(number);
    MachineOptions options = options_with("stop", true);
    const NaiveResult with = explore_naively(Vulkan(test, options));
    options.symmetry = false;
    const NaiveResult without = explore_naively(Vulkan(test, options));
    if (found(without).racy) {
      CHECK(found(with).racy);
    } else {
      CHECK(found(with) == found(without));
    }
    if (with.states.size() < without.states.size()) ++fewer;
  }
  CHECK(fewer > 30);
}

TEST_CASE("vulkan symmetry: threads that take a lock do so in one order", "[vulkan]") {
  std::vector<std::size_t> states;
  for (std::size_t threads = 2; threads <= 5; ++threads) {
    const Test test = ticket_lock(threads);
    CHECK_FALSE(testing::vulkan_answer(test).races);
    states.push_back(states_of(test, true));
  }
  CHECK(states[3] < 8 * states[0]);
  CHECK(states[2] * 8 < states_of(ticket_lock(4), false));
}

TEST_CASE("vulkan symmetry: threads in different subgroups of the other one stay", "[vulkan]") {
  const auto groups = [](char second, const std::string& condition) {
    const std::string add = "rmw.atom.sg.sc0.add r0, x, 1";
    return Symmetry(testing::vulkan_test(
                        {{{'A', "ld.atom.sg.sc0 r0, x"}, {'A', add}, {second, add}}, condition}))
        .groups()
        .size();
  };
  CHECK(groups('A', "exists (P0:r0=1)") == 1);
  CHECK(groups('W', "exists (P0:r0=1)") == 0);
  CHECK(groups('A', "exists (P1:r0=1)") == 0);
}

}  // namespace opexplore
