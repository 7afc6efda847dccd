// Exchanges of identical threads in states of the PTX machines: they can be taken back, take steps
// to steps, and states that differ by one are one in their canonical form.
#include "tests/machines/exchanges.hpp"

#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "opmodel/ptx/in_order/permute.hpp"
#include "tests/catch.hpp"
#include "tests/machines/copied_threads.hpp"

namespace opexplore {

namespace {

using Large = ptx_model::Size<8, 1>;
using OpenFences = ptx_model::Size<1, 1, 0, true>;

// A few states of a machine that explores everything, and what can be done with them.
template <class Size>
class Exchanges {
 public:
  using State = ptx_model::InOrderState<Size>;

  explicit Exchanges(const Test& test)
      : context_(std::make_shared<const ptx_model::Context>(test, ptx_proxy::Identity::reading({}),
                                                            everything())),
        machine_(context_),
        symmetry_(test, Moves::locations),
        arranging_(std::make_shared<const ptx_model::Context>(
            test, ptx_proxy::Identity::reading({}),
            ptx_model::InOrderMachine<Size>::in_its_form(MachineOptions{}))) {}

  std::vector<State> some_states(std::mt19937& random) const {
    return testing::some_states(machine_, random);
  }
  Arrangement exchange(std::mt19937& random) const {
    return testing::some_exchange(symmetry_, random);
  }

  State exchanged(State state, const Arrangement& arrangement) const {
    permute(*context_, state, arrangement);
    return state;
  }
  State canonical(State state) const {
    make_canonical(*arranging_, state);
    return state;
  }
  std::string bytes(const State& state) const {
    std::string result;
    machine_.encode(state, result);
    return result;
  }
  std::vector<State> successors(const State& state) const {
    return testing::successors(machine_, state);
  }
  // Where SC-per-Location is checked threads keep their places.
  bool has_groups() const { return !symmetry_.none() && context_->ordered_addresses.empty(); }
  bool leaves_fences_open() const { return context_->fence_slots.count() != 0; }

 private:
  static MachineOptions everything() {
    MachineOptions options = without_reductions({});
    options.forget_dead = options.join_fences = true;
    options.lazy_fences = Size::leaves_fences_open;
    return options;
  }

  std::shared_ptr<const ptx_model::Context> context_;
  ptx_model::InOrderMachine<Size> machine_;
  Symmetry symmetry_;
  std::shared_ptr<const ptx_model::Context> arranging_;
};

// Calls f(exchanges, state, exchange) for random states of random tests.
template <class F>
void for_each_exchange(F&& f) {
  std::mt19937 random(1);
  const auto exchange_in = [&]<class Size>(const Exchanges<Size>& exchanges) {
    for (const auto& state : exchanges.some_states(random)) {
      f(exchanges, state, exchanges.exchange(random));
    }
  };
  int open = 0;
  for (std::uint64_t number = 0; number < 250; ++number) {
    const Test test = drawn_copies(number);
    CAPTURE(number, test.name);
    const auto stages = [](const Test& of) {
      return ptx_model::Semantics(of, ptx_proxy::Identity::reading({})).stages().count;
    };
    if (stages(test) > 8) continue;
    const Exchanges<Large> exchanges(test);
    if (exchanges.has_groups()) exchange_in(exchanges);
    const Test fenced = testing::with_strong_fences(test);
    if (stages(fenced) > 1) continue;
    const Exchanges<OpenFences> fences(fenced);
    if (!fences.has_groups() || !fences.leaves_fences_open()) continue;
    exchange_in(fences);
    ++open;
  }
  CHECK(open > 20);
}

}  // namespace

TEST_CASE("symmetry: an exchange can be taken back", "[ptx]") {
  for_each_exchange([](const auto& on, const auto& state, const Arrangement& arrangement) {
    const auto there = on.exchanged(state, arrangement);
    REQUIRE(on.exchanged(there, testing::inverse(arrangement)) == state);
  });
}

TEST_CASE("symmetry: an exchange takes the steps of a state to those of the other", "[ptx]") {
  for_each_exchange([](const auto& on, const auto& state, const Arrangement& arrangement) {
    std::multiset<std::string> moved;
    for (const auto& next : on.successors(state)) {
      moved.insert(on.bytes(on.exchanged(next, arrangement)));
    }
    std::multiset<std::string> found;
    for (const auto& next : on.successors(on.exchanged(state, arrangement))) {
      found.insert(on.bytes(next));
    }
    REQUIRE(moved == found);
  });
}

TEST_CASE("symmetry: states that differ by an exchange become one", "[ptx]") {
  for_each_exchange([](const auto& on, const auto& state, const Arrangement& arrangement) {
    REQUIRE(on.bytes(on.canonical(state)) ==
            on.bytes(on.canonical(on.exchanged(state, arrangement))));
  });
}

}  // namespace opexplore
