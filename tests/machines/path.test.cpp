// The way to memory that the machines of Singh 2015 share: what is in flight has one spelling.
#include "opmodel/pipeline/path.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "litmus/generate/generate.hpp"
#include "opmodel/machines/rmo/machine.hpp"
#include "opmodel/machines/tso/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/weakened.hpp"

namespace opexplore {

namespace {

using pipeline::Path;
using pipeline::PathForm;
using pipeline::PathState;

// Two threads on one SM and one on another; each may issue three accesses.
Test three_threads() {
  return read(
      "PTX path\n{ x=0; y=0; z=0; }\n"
      "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
      "st x, 1 | st x, 2 | ld r0, x ;\n"
      "ld r0, y | ld r0, y | st y, 3 ;\n"
      "st z, 1 | st z, 2 | st z, 3 ;\nexists (2:r0=1)\n",
      "in place");
}

PathForm warp_order() {
  PathForm form;
  form.warp_order = form.count_shared = true;
  return form;
}
PathForm per_warp() {
  PathForm form;
  form.per_warp = form.count_shared = true;
  return form;
}

/// The bytes after the threads have issued their accesses in this order.
std::string bytes_after(const Path& path, const std::vector<ThreadId>& order) {
  PathState state{path.core().initial(), {}};
  for (const ThreadId thread : order) path.enter(state, thread);
  std::string bytes;
  path.encode(state, bytes);
  return bytes;
}

/// How many different states the same issues lead to, in every order of the threads.
std::size_t states_of(const PathForm& form) {
  const Test test = three_threads();
  const Path path(test, unreduced(), form);
  std::vector<ThreadId> order{0, 0, 0, 1, 1, 1, 2, 2, 2};
  std::set<std::string> states;
  do states.insert(bytes_after(path, order));
  while (std::next_permutation(order.begin(), order.end()));
  return states.size();
}

/// Bytes of all states of the machine. Checks that each is read back as it was.
template <class M>
std::set<std::string> reachable_states(const M& machine) {
  std::set<std::string> seen;
  std::vector<std::string> left(1);
  machine.encode(machine.initial(), left.front());
  while (!left.empty()) {
    const std::string bytes = left.back();
    left.pop_back();
    if (!seen.insert(bytes).second) continue;
    auto state = machine.initial();
    machine.decode(bytes, state);
    std::string again;
    machine.encode(state, again);
    CHECK(again == bytes);
    machine.for_each_step(state, [&](Step, typename M::State&& next) {
      auto read_back = machine.initial();
      left.emplace_back();
      machine.encode(next, left.back());
      machine.decode(left.back(), read_back);
      CHECK(read_back == next);
    });
  }
  return seen;
}

}  // namespace

TEST_CASE("path: only orders that matter are kept", "[path]") {
  // On one path: which of x, y and z either thread was first to, eight ways. Program order leaves
  // all of them but those in which nobody could have been first.
  std::set<std::vector<bool>> winners;
  std::vector<int> order{0, 0, 0, 1, 1, 1};
  do {
    std::vector<bool> first;
    for (int access = 0; access < 3; ++access) {
      int seen[2] = {0, 0};
      for (const int thread : order) {
        if (seen[thread]++ != access) continue;
        first.push_back(thread == 0);
        break;
      }
    }
    winners.insert(first);
  } while (std::next_permutation(order.begin(), order.end()));
  CHECK(states_of({}) == winners.size());
  CHECK(states_of(warp_order()) == winners.size());
  CHECK(states_of(per_warp()) == 1);
}

TEST_CASE("path: what completes leaves no trace of where it was", "[path]") {
  const Test test = three_threads();
  for (const PathForm& form : {PathForm{}, warp_order(), per_warp()}) {
    const Path path(test, unreduced(), form);
    // P0's store is before P1's or after it; once both have completed that is all the same.
    PathState first{path.core().initial(), {}};
    PathState second = first;
    for (const int thread : {0, 1, 0, 1, 2}) path.enter(first, static_cast<ThreadId>(thread));
    for (const int thread : {2, 1, 0, 0, 1}) path.enter(second, static_cast<ThreadId>(thread));
    const auto complete_stores_of_x = [&](PathState& state) {
      for (const int thread : {0, 1, 0}) {
        for (std::size_t e = 0; e < state.in_flight.size(); ++e) {
          const auto& what = path.planned(state.in_flight[e]);
          if (what.writes && what.location == 0 &&
              state.in_flight[e].access.thread == static_cast<ThreadId>(thread) &&
              path.is_next(state, e)) {
            path.complete(state, e);
            break;
          }
        }
      }
    };
    complete_stores_of_x(first);
    complete_stores_of_x(second);
    first.core.memory[0] = second.core.memory[0] = 0;
    // P0's load of y is before P1's in both.
    CHECK(first == second);
    CHECK(first.in_flight.size() == 3);
  }
}

TEST_CASE("path: every state is read back as it was written", "[path]") {
  std::size_t states = 0;
  const auto look = [&](Test test) {
    for (const bool fused : {false, true}) {
      MachineOptions options = with_setting("table", "cuda");
      options.fuse_local = fused;
      if (!rmo::Machine::refusal(test, options)) {
        states += reachable_states(rmo::Machine(test, options)).size();
      }
      options = {};
      options.fuse_local = fused;
      states += reachable_states(tso::Machine(test, options)).size();
    }
    return true;
  };
  for (const std::string profile : {"basic", "caches", "barriers"}) {
    generate::RandomTests random{*random_programs::find_profile(profile), 1, 15};
    random.profile.most_instructions = 6;
    random.profile.branch = 0;
    generate::for_each_test(random, look);
  }
  CHECK(states > 2000);
}

}  // namespace opexplore
