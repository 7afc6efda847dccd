// The PTX machines against the axioms on random programs. OPEXPLORE_RANDOM_TESTS sets how
// many programs (per machine), OPEXPLORE_RANDOM_SEED where to start.
#include "tests/random/differential.hpp"

#include <array>
#include <chrono>
#include <map>
#include <string>
#include <string_view>

#include "litmus/generate/minimise/minimise.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/litmus_text.hpp"
#include "tests/random/program_generator.hpp"
#include "tests/random/setting.hpp"

namespace opexplore::random_programs {

namespace {

void check_machine(const Pair& pair) {
  REQUIRE(find_machine(pair.machine) != nullptr);
  const std::uint64_t seed = setting("OPEXPLORE_RANDOM_SEED", 1);
  const std::uint64_t count = setting("OPEXPLORE_RANDOM_TESTS", 1500) / profiles().size() + 1;
  constexpr std::chrono::milliseconds limit{20'000};
  for (const Profile& profile : profiles()) {
    std::map<Agreement, std::uint64_t> counts;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Test test = generate(profile, seed + i);
      const SideBySide result = compare(test, pair, limit);
      ++counts[result.agreement];
      if (result.agreement != Agreement::different) continue;
      const Test small = minimise_difference(test, pair, limit);
      FAIL("profile " << profile.name << ", seed " << seed + i << "\n"
                      << explain(small, pair, compare(small, pair, limit)));
    }
    INFO("profile " << profile.name << ", seeds " << seed << " to " << seed + count - 1);
    // Most programs must really have been compared; models refuse some barriers that wait for an
    // end.
    const std::uint64_t tenths = profile.name == "divergent" ? 8 : 9;
    CHECK(counts[Agreement::equal] * 10 >= count * tenths);
  }
}

// Minimised programs that once showed a difference.
struct FoundDifference {
  std::string_view declarations, threads;
};
constexpr std::array<FoundDifference, 10> differences_found_before{{
    // The acquire pattern is a relaxed load and a later acquire of the same location; what it
    // acquires also precedes the write of that very atomic.
    {"x=0;",
     "0,0: ld.relaxed.sys r0, x; atom.acq_rel.sys.exch r1, x, 1 || "
     "0,0: ld.weak r0, x; st.release.sys x, 1; st.weak x, 3"},
    {"x=0;",
     "0,0: ld.relaxed.sys r0, x; ld.acquire.sys r1, x; st.weak x, 2 || 0,0: st.weak x, 1 || "
     "0,0: atom.acq_rel.sys.exch r1, x, 2"},
    {"x=0;",
     "0,0: ld.weak r0, x; atom.release.sys.exch r1, x, 3 || "
     "0,0: ld.weak r0, x; ld.relaxed.sys r2, x; atom.acq_rel.sys.exch r1, x, r0 || "
     "0,0: st.weak x, 1"},
    // A load through an alias reads its thread's last store, and an earlier store to that
    // address depends on it.
    {"x=0; xa @ generic aliases x;",
     "0,0: ld.weak r0, xa; st.weak x, r0; ld.weak r1, x; st.weak x, 1"},
    {"x=0; xa @ generic aliases x;",
     "0,0: ld.weak r0, xa; st.weak x, r0; atom.relaxed.sys.exch r1, x, 1"},
    // A failed compare-and-swap that writes the old value back waits for its operand all the same.
    {"x=0; y=2;",
     "0,0: atom.relaxed.gpu.exch r0, y, 3; st.weak x, r0 || "
     "1,0: ld.weak r0, x; atom.relaxed.gpu.cas r1, y, 1, r0; st.weak y, 0"},
    // Two pairs of fences, each in an order against time, and no path between fences that Fence-SC
    // relates.
    {"x=0; y=0; v=0; w=0;",
     "0,0: st.weak w, 1; fence.sc.cta; st.weak x, 1 || "
     "0,0: ld.weak r0, y; fence.sc.cta; ld.weak r1, w || "
     "1,0: ld.weak r0, x; fence.sc.cta; ld.weak r1, v || "
     "1,0: st.weak v, 1; fence.sc.cta; st.weak y, 1"},
    {"x=0; v=0; w=0; xa @ generic aliases x;",
     "0,0: st.weak w, 1; fence.sc.gpu; ld.weak r1, v || "
     "0,0: ld.weak r0, xa; fence.sc.cta; ld.weak r1, w || "
     "1,0: st.weak v, 1; fence.sc.gpu; st.weak x, 1"},
    // A fence may precede one that leads to it by way of a third, which only follows that in
    // Fence-SC.
    {"x=0; v=0; y=0; z=0;",
     "0,0: ld.weak r0, y; fence.sc.gpu; ld.weak r1, x || "
     "1,0: st.weak x, 1; fence.sc.gpu; ld.weak r0, v || "
     "2,0: st.weak v, 1; fence.sc.gpu; st.weak z, 1 || 3,0: ld.weak r0, z; st.weak y, r0"},
    {"x=0; v=0; xa @ generic aliases x;",
     "0,0: ld.weak r0, xa; fence.sc.cta; ld.weak r1, x || "
     "0,0: st.weak x, 1; fence.sc.cta; ld.weak r0, v || "
     "0,0: st.weak v, 1; fence.sc.cta; st.weak x, 2"},
}};

}  // namespace

TEST_CASE("random: programs that once showed a difference", "[random][ptx]") {
  for (const FoundDifference& found : differences_found_before) {
    const std::string text =
        oracle::litmus_text("found", found.declarations, found.threads, "exists ([x]=0)");
    const Test test = completed(read(text, "found").program, "found");
    for (const Pair& pair : {Pair{"ptx", "", oracle::ptx60()},
                             {"ptx-proxy", "", oracle::ptx75()},
                             {"ptx", "dat3m", oracle::ptx60_dat3m()},
                             {"ptx-proxy", "dat3m", oracle::ptx75_dat3m()}}) {
      const SideBySide result = compare(test, pair, std::chrono::milliseconds(20'000));
      INFO(explain(test, pair, result));
      CHECK(result.agreement == Agreement::equal);
    }
  }
}

TEST_CASE("random: the ptx machine has the outcomes of the 6.0 axioms", "[random][ptx]") {
  check_machine({"ptx", "", oracle::ptx60()});
}

TEST_CASE("random: the ptx-proxy machine has the outcomes of the 7.5 axioms", "[random][ptx]") {
  check_machine({"ptx-proxy", "", oracle::ptx75()});
}

TEST_CASE("random: a generated program survives writing and reading", "[random]") {
  for (const Profile& profile : profiles()) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const Test test = generate(profile, seed);
      INFO(to_litmus(test));
      const Test again = completed(test.program, test.name);
      REQUIRE(to_litmus(again) == to_litmus(test));
      REQUIRE(to_litmus(generate(profile, seed)) == to_litmus(test));
      try {
        const std::set<Outcome> expected = oracle::enumerate(test, oracle::ptx75()).outcomes;
        const bool same = oracle::enumerate(again, oracle::ptx75()).outcomes == expected;
        REQUIRE(same);
      } catch (const oracle::Unsupported&) {
        continue;  // a barrier that waits for the end of a thread with branches
      }
    }
  }
}

TEST_CASE("random: minimising finds a program that cannot be made smaller", "[random]") {
  // Two definitions that differ (proxies or not) stand in for a faulty machine.
  const auto differs = [](const Test& test) {
    return oracle::outcomes(test, oracle::ptx60()) != oracle::outcomes(test, oracle::ptx75());
  };
  const Profile* profile = find_profile("aliases");
  REQUIRE(profile != nullptr);
  unsigned found = 0;
  for (std::uint64_t seed = 1; seed <= 200 && found < 3; ++seed) {
    const Test test = generate(*profile, seed);
    if (!differs(test)) continue;
    ++found;
    const Test small = minimise::minimise(test, minimise::Keep::outcomes, differs).test;
    INFO(to_litmus(test) << to_litmus(small));
    CHECK(differs(small));
    std::size_t instructions = 0;
    for (const Thread& thread : small.program.threads) instructions += thread.instructions.size();
    CHECK(instructions == 2);  // two accesses through different names
  }
  CHECK(found == 3);
}

}  // namespace opexplore::random_programs
