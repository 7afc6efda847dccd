// Placement, slots and random numbers of the device code, by brute force.
#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "hardware/device/layout.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/emulated_litmus.hpp"

using namespace opexplore;
using namespace opexplore::hardware;

namespace {

using Tree = std::vector<RolePlace>;

// 0|1, 01 in a warp, 0-1 in a CTA, 01|2, 02|1|3, 0-1|2-3 with pairs in warps, 012 in a warp and 3.
const std::vector<Tree> trees{
    {{0, 0, 0}, {1, 0, 0}},
    {{0, 0, 0}, {0, 0, 1}},
    {{0, 0, 0}, {0, 1, 0}},
    {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}},
    {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}},
    {{0, 0, 0}, {0, 0, 1}, {1, 1, 0}, {1, 1, 1}},
    {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {1, 1, 0}},
};

Launch launch_for(const Tree& tree, std::uint32_t ctas, std::uint32_t warps, std::uint32_t lanes,
                  std::uint32_t cta_step, std::uint32_t warp_step, std::uint32_t multiplier) {
  Launch launch{};
  launch.roles = static_cast<std::uint32_t>(tree.size());
  launch.testing_ctas = ctas;
  launch.testing_warps = warps;
  launch.lanes = lanes;
  launch.lane_multiplier = multiplier;
  launch.instances = ctas * warps * lanes;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    launch.role[i] = {tree[i].cta * cta_step % ctas, tree[i].warp * warp_step % warps,
                      tree[i].lane};
  }
  return launch;
}

/// By instance and role, who plays it; empty if one is played twice or never.
std::vector<std::vector<Seat>> seats_of(const Launch& launch) {
  std::vector<std::vector<Seat>> seats(launch.instances);
  for (std::uint32_t role = 0; role < launch.roles; ++role) {
    for (std::uint32_t cta = 0; cta < launch.testing_ctas; ++cta) {
      for (std::uint32_t warp = 0; warp < launch.testing_warps; ++warp) {
        for (std::uint32_t lane = 0; lane < launch.lanes; ++lane) {
          const Seat seat{cta, warp, lane};
          const Instance instance = instance_of(launch, seat, role);
          if (instance.number >= launch.instances || seats[instance.number].size() != role) {
            return {};
          }
          seats[instance.number].push_back(seat);
        }
      }
    }
  }
  return seats;
}

/// Whether each role of each instance is played once, with all threads where the tree has them.
bool is_placed(const Launch& launch, const Tree& tree) {
  const auto all = seats_of(launch);
  if (all.empty()) return false;
  for (const std::vector<Seat>& seats : all) {
    if (seats.size() != tree.size()) return false;
    for (std::size_t a = 0; a < tree.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const bool cta = tree[a].cta == tree[b].cta;
        const bool warp = cta && tree[a].warp == tree[b].warp;
        if ((seats[a].cta == seats[b].cta) != cta) return false;
        if (cta && (seats[a].warp == seats[b].warp) != warp) return false;
        if (warp && seats[a].lane == seats[b].lane) return false;
      }
    }
  }
  return true;
}

std::uint32_t extent(const Tree& tree, std::uint32_t RolePlace::*part) {
  std::uint32_t result = 0;
  for (const RolePlace& place : tree) result = std::max(result, place.*part + 1);
  return result;
}

}  // namespace

TEST_CASE("Every role of every instance is played once, where the scope tree has it") {
  std::size_t tried = 0;
  std::size_t wrong = 0;
  for (const Tree& tree : trees) {
    for (const std::uint32_t ctas : {1U, 2U, 3U, 4U, 5U, 8U, 33U}) {
      for (const std::uint32_t warps : {1U, 2U, 3U, 4U, 8U}) {
        for (const std::uint32_t lanes : {1U, 2U, 4U, 8U, 32U}) {
          if (ctas < extent(tree, &RolePlace::cta) || warps < extent(tree, &RolePlace::warp) ||
              lanes < extent(tree, &RolePlace::lane)) {
            continue;
          }
          for (std::uint32_t step = 1; step <= ctas; ++step) {
            if (std::gcd(step, ctas) != 1) continue;
            const std::uint32_t warp_step = warps > 2 ? warps - 1 : 1;
            ++tried;
            const Launch launch =
                launch_for(tree, ctas, warps, lanes, step, warp_step, 2 * step + 1);
            if (!is_placed(launch, tree)) ++wrong;
          }
        }
      }
    }
  }
  CHECK(tried > 2000);
  CHECK(wrong == 0);
}

TEST_CASE("A step that shares a factor, an even multiplier and a wrong shift are noticed") {
  const Tree apart{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  CHECK(is_placed(launch_for(apart, 4, 2, 8, 3, 1, 5), apart));
  CHECK_FALSE(is_placed(launch_for(apart, 4, 2, 8, 2, 1, 5), apart));
  CHECK_FALSE(is_placed(launch_for(apart, 4, 2, 8, 3, 1, 4), apart));
  Launch wrong = launch_for(apart, 4, 2, 8, 3, 1, 5);
  wrong.role[2].cta = 0;
  CHECK_FALSE(is_placed(wrong, apart));
}

TEST_CASE("What the runner makes of random environments keeps placement and slots") {
  const Prepared test = testing::prepared(
      "PTX T\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 1,gpu 0 ;\n"
      " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 | ld.relaxed.sys r0, y ;\n"
      "exists (P2:r0 == 1)\n",
      {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}});
  const Tree tree{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}};
  LaunchNumbers numbers({7U});
  for (std::uint32_t index = 0; index < 60; ++index) {
    const Environment environment =
        fitted(fuzzed_environment(5, index), test, testing::small_device());
    const Layout layout = layout_of(environment, test, testing::small_device(), 5);
    Launch launch = launch_of(layout, test);
    vary(launch, layout, test, {}, numbers);
    REQUIRE(launch.instances == launch.testing_ctas * launch.testing_warps * launch.lanes);
    CHECK(is_placed(launch, tree));
    for (std::uint32_t v = 0; v < launch.locations; ++v) {
      std::set<std::uint32_t> slots;
      for (std::uint32_t i = 0; i < launch.instances; ++i) {
        const std::uint32_t slot = slot_of(launch.location[v], Instance{i, 0});
        REQUIRE(slot < launch.location[v].slots);
        slots.insert(slot);
      }
      CHECK(slots.size() == launch.instances);
    }
  }
}

TEST_CASE("Philox4x32-10 gives the numbers that its authors published") {
  const auto words = [](const Draw& draw) {
    return std::vector<std::uint32_t>(draw.word, draw.word + 4);
  };
  using Words = std::vector<std::uint32_t>;
  CHECK(words(philox(Draw{{0, 0, 0, 0}}, 0)) ==
        Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(
      words(philox(Draw{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}}, 0xffffffffffffffffU)) ==
      Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(
      words(philox(Draw{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0x299f31d0a4093822U)) ==
      Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("Random choices of the device have the share that was asked for") {
  for (const std::uint32_t percent : {0U, 25U, 50U, 100U}) {
    std::uint32_t taken = 0;
    constexpr std::uint32_t warps = 20000;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      if (chance(percent, draw(1, 1, warp).word[0])) ++taken;
    }
    // Four standard deviations are 1.4 percent at most.
    CHECK(taken * 100.0 / warps == Approx(percent).margin(1.5));
  }
  CHECK(below(0, 0xffffffff) == 0);
  CHECK(below(3, 0xffffffff) == 2);
}
