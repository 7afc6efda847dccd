// Stores before the independent loads next to them: what moves, what stays, and that neither order
// reaches an outcome that the other does not.
#include "opmodel/parts/hoist.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"

namespace opexplore {

namespace {

// The instructions of the first thread, hoisted, as numbers of the given ones.
std::vector<InstructionId> order_of_first(const std::string& code, const std::string& init = "") {
  const Test test = read(two_threads(init, code, "ld.weak r0, x", "1:r0=0"), "in place");
  const Hoisted hoisted = hoist_stores(test);
  const auto& before = test.program.threads[0].instructions;
  const auto& after = hoisted.test.program.threads[0].instructions;
  for (std::size_t i = 0; i < after.size(); ++i) {
    CHECK(after[i].text == before[hoisted.original[0][i]].text);
  }
  return hoisted.original[0];
}

bool stays(const std::string& code, const std::string& init = "") {
  const auto order = order_of_first(code, init);
  return std::is_sorted(order.begin(), order.end());
}

// Whether the condition can be reached, on each machine: the same before and after.
bool hoisted_reachable(const std::string& text) {
  MachineOptions as_written;
  as_written.hoist_stores = false;
  const Test hoisted = hoist_stores(read(text, "in place")).test;
  std::set<bool> answers;
  for (const auto* machine : {"ptx", "ptx-proxy"}) {
    ExploreOptions explore;
    explore.machine = as_written;
    answers.insert(verdict(hoisted, find_machine(machine)->explore(hoisted, explore)).ok);
    answers.insert(reachable(machine, text, as_written));
  }
  REQUIRE(answers.size() == 1);
  return *answers.begin();
}

using Numbers = std::vector<InstructionId>;

}  // namespace

TEST_CASE("hoist: a store goes before the independent loads and arithmetic next to it") {
  CHECK(order_of_first("ld.weak r0, x;st.weak y, 1") == Numbers{1, 0});
  CHECK(order_of_first("ld.relaxed.gpu r0, x;ld.weak r1, z;add r2, r0, 1;st.relaxed.gpu y, 1") ==
        Numbers{3, 0, 1, 2});
  // Each as far as it can, and never one over another.
  CHECK(order_of_first("ld.weak r0, x;st.weak y, 1;ld.weak r1, v;st.weak z, 1") ==
        Numbers{1, 3, 0, 2});
}

TEST_CASE("hoist: a store does not go before what computes its value") {
  CHECK(stays("ld.weak r0, x;st.weak y, r0"));
  CHECK(stays("mov r0, 2;st.weak y, r0"));
  CHECK(order_of_first("ld.weak r0, x;mov r1, 2;ld.weak r2, z;st.weak y, r1") ==
        Numbers{0, 1, 3, 2});
  CHECK_FALSE(
      hoisted_reachable(two_threads("", "ld.weak r0, x;st.weak y, r0", "ld.weak r0, y", "1:r0=1")));
}

TEST_CASE("hoist: a store does not go before a load of its location") {
  CHECK(stays("ld.weak r0, x;st.weak x, 1"));
  CHECK(stays("ld.weak r0, x;st.weak a, 1", "x = 0; a @ generic aliases x;"));
  CHECK_FALSE(hoisted_reachable(two_threads("", "ld.weak r0, x;st.weak x, 1", "", "0:r0=1")));
}

TEST_CASE("hoist: a store does not go before a load that acquires") {
  CHECK(stays("ld.acquire.gpu r0, y;st.weak x, 2"));
  CHECK_FALSE(
      hoisted_reachable(two_threads("", "st.weak x, 1;st.release.gpu y, 1",
                                    "ld.acquire.gpu r0, y;st.weak x, 2", "1:r0=1 /\\ [x]=1")));
}

TEST_CASE("hoist: a store that releases stays behind the loads before it") {
  CHECK(stays("ld.weak r0, x;st.release.gpu y, 1"));
  CHECK_FALSE(
      hoisted_reachable(two_threads("", "ld.weak r0, x;st.release.gpu y, 1",
                                    "ld.acquire.gpu r0, y;st.weak x, 1", "0:r0=1 /\\ 1:r0=1")));
}

TEST_CASE("hoist: nothing goes over atomics, fences and barriers, and atomics go nowhere") {
  CHECK(stays("atom.relaxed.gpu.add r0, x, 1;st.weak y, 1"));
  CHECK(stays("ld.weak r0, x;atom.relaxed.gpu.exch r1, y, 1"));
  CHECK(stays("fence.acq_rel.gpu;st.weak y, 1;st.relaxed.gpu z, 1"));
  CHECK(stays("bar.cta.sync 0;st.weak y, 1"));
  // Behind the fence the load may still begin an acquire pattern with it, and so it must.
  CHECK_FALSE(hoisted_reachable(two_threads("", "st.weak x, 1;st.release.gpu y, 1",
                                            "ld.relaxed.gpu r0, y;fence.acq_rel.gpu;st.weak x, 2",
                                            "1:r0=1 /\\ [x]=1")));
}

TEST_CASE("hoist: a fence that is in no pattern does not hold a store") {
  CHECK(order_of_first("ld.weak r0, x;fence.acq_rel.gpu;st.weak y, 1") == Numbers{2, 0, 1});
  CHECK(order_of_first("st.relaxed.gpu x, 1;fence.acq_rel.gpu;st.weak y, 1") == Numbers{0, 2, 1});
  CHECK(order_of_first("fence.acq_rel.gpu;st.weak y, 1;ld.relaxed.gpu r0, x") == Numbers{1, 0, 2});
  // It ends an acquire pattern, or begins a release pattern.
  CHECK(stays("ld.relaxed.gpu r0, x;fence.acq_rel.gpu;st.weak y, 1"));
  CHECK(stays("atom.relaxed.gpu.add r0, x, 1;ld.weak r1, z;fence.acq_rel.gpu;st.weak y, 1"));
  CHECK(stays("fence.acq_rel.gpu;st.weak y, 1;st.relaxed.gpu x, 1"));
  CHECK(stays("fence.acq_rel.gpu;st.weak y, 1;atom.relaxed.gpu.add r0, x, 1"));
  // In a loop everything comes before it and behind it.
  CHECK(stays("L:;fence.acq_rel.gpu;st.weak y, 1;ld.relaxed.gpu r0, x;bne r0, 1, L"));
  // These order by themselves.
  CHECK(stays("ld.weak r0, x;fence.sc.gpu;st.weak y, 1"));
  CHECK(stays("st.weak x, 1;fence.proxy.alias;st.weak a, 2", "x = 0; a @ generic aliases x;"));
  // Both stores are behind what ends an acquire pattern.
  CHECK_FALSE(hoisted_reachable(two_threads(
      "", "ld.relaxed.gpu r0, x;fence.acq_rel.gpu;st.weak y, 1",
      "ld.relaxed.gpu r0, y;fence.acq_rel.gpu;st.release.gpu x, 1", "0:r0=1 /\\ 1:r0=1")));
}

TEST_CASE("hoist: a store that somebody jumps to stays where it is") {
  CHECK(stays("beq r1, 0, L;ld.weak r0, x;L:;st.weak y, 1"));
  CHECK(order_of_first("beq r1, 0, L;L:;ld.weak r0, x;st.weak y, 1") == Numbers{0, 2, 1});
}

TEST_CASE("hoist: either order of a store and the load before it has the same outcomes") {
  CHECK(hoisted_reachable(two_threads("", "ld.weak r0, x;st.weak y, 1",
                                      "ld.weak r0, y;st.weak x, 1", "0:r0=1 /\\ 1:r0=1")));
  // The store ends a release pattern, the load begins an acquire pattern.
  CHECK_FALSE(hoisted_reachable(two_threads(
      "", "ld.weak r0, x;fence.acq_rel.gpu;ld.weak r1, z;st.relaxed.gpu y, 1",
      "ld.relaxed.gpu r0, y;st.weak z, 1;fence.acq_rel.gpu;st.weak x, 1", "0:r0=1 /\\ 1:r0=1")));
}

}  // namespace opexplore
