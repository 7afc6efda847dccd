// Why outcomes of sc and of tso are possible.
#include <string>
#include <utility>
#include <vector>

#include "litmus/generate/random_program.hpp"
#include "tests/answers/why_shapes.hpp"

namespace opexplore::testing::why_machines {

TEST_CASE("why: an interleaving gives every outcome of sc", "[why][machines]") {
  for (const char* const name : {"sc", "sc-naive"}) {
    const Asked asked{*find_machine(name)};
    for (const char* const condition : {"0:r0=0 /\\ 1:r0=1", "0:r0=1 /\\ 1:r0=1"}) {
      const auto found = explained(
          asked, ptx({"st.weak x, 1;ld.weak r0, y", "st.weak y, 1;ld.weak r0, x"}, condition));
      REQUIRE(found);
      CHECK(found->culprits.empty());
      CHECK(found->sentence == "every read is of the newest write: this is an interleaving");
    }
    const Test test =
        read(ptx({"st.weak x, 1;ld.weak r0, y", "st.weak y, 1;ld.weak r0, x"}, "0:r0=0 /\\ 1:r0=0"),
             "test.litmus");
    CHECK_FALSE(prevented(test, {asked.machine, {}, with_traces({})}));
  }
}

TEST_CASE("why: on tso a load that overtakes a store is to blame", "[why][machines]") {
  const Threads sb{"st.weak x, 1;ld.weak r0, y", "st.weak y, 1;ld.weak r0, x"};
  const std::vector<Shape> shapes{
      {"SB",
       sb,
       "0:r0=0 /\\ 1:r0=0",
       true,
       {"P0:1 stale", "P1:1 stale"},
       {"fence P0:1", "fence P1:1"}},
      {"SB with one fence",
       {"st.weak x, 1;fence.acq_rel.gpu;ld.weak r0, y", sb[1]},
       "0:r0=0 /\\ 1:r0=0",
       true,
       {"P0:2 stale", "P1:1 stale"},
       {"fence P1:1"}},
      {"SB with two fences",
       {"st.weak x, 1;fence.sc.gpu;ld.weak r0, y", "st.weak y, 1;fence.sc.gpu;ld.weak r0, x"},
       "0:r0=0 /\\ 1:r0=0",
       false},
      {"SB with a locked instruction",
       {"atom.relaxed.gpu.exch r1, x, 1;ld.weak r0, y", sb[1]},
       "0:r0=0 /\\ 1:r0=0",
       true,
       {"P0:1 stale", "P1:1 stale"},
       {"fence P1:1"}},
      {"SB, each sees its own store first",
       {"st.weak x, 1;ld.weak r1, x;ld.weak r0, y", "st.weak y, 1;ld.weak r1, y;ld.weak r0, x"},
       "0:r0=0 /\\ 1:r0=0 /\\ 0:r1=1 /\\ 1:r1=1",
       true,
       {"P0:2 stale", "P1:2 stale"},
       {"fence P0:2", "fence P1:2"}},
      {"RWC",
       {"st.weak x, 1", "ld.weak r0, x;ld.weak r1, y", "st.weak y, 1;ld.weak r0, x"},
       "1:r0=1 /\\ 1:r1=0 /\\ 2:r0=0",
       true,
       {"P1:1 stale", "P2:1 stale"},
       {"fence P2:1"}},
      {"R",
       {"st.weak x, 1;st.weak y, 1", "st.weak y, 2;ld.weak r0, x"},
       "y=2 /\\ 1:r0=0",
       true,
       {"P1:1 stale"},
       {"fence P1:1"}},
      {"MP",
       {"st.weak x, 1;st.weak y, 1", "ld.weak r0, y;ld.weak r1, x"},
       "1:r0=1 /\\ 1:r1=0",
       false},
      {"LB",
       {"ld.weak r0, x;st.weak y, 1", "ld.weak r0, y;st.weak x, 1"},
       "0:r0=1 /\\ 1:r0=1",
       false},
      {"WRC",
       {"st.weak x, 1", "ld.weak r0, x;st.weak y, 1", "ld.weak r0, y;ld.weak r1, x"},
       "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0",
       false},
      {"IRIW",
       {"st.weak x, 1", "ld.weak r0, x;ld.weak r1, y", "st.weak y, 1",
        "ld.weak r0, y;ld.weak r1, x"},
       "1:r0=1 /\\ 1:r1=0 /\\ 3:r0=1 /\\ 3:r1=0",
       false},
      {"CoRR", {"st.weak x, 1", "ld.weak r0, x;ld.weak r1, x"}, "1:r0=1 /\\ 1:r1=0", false},
  };
  MachineOptions own_paths;
  own_paths.settings.emplace("path", "warp");
  for (const Shape& shape : shapes) {
    check({*find_machine("tso")}, shape, ptx(shape.threads, shape.condition));
    check({*find_machine("tso"), own_paths}, shape, ptx(shape.threads, shape.condition));
  }
}

TEST_CASE("why: what forbids an outcome of tso is what drains the buffers", "[why][machines]") {
  const Asked asked{*find_machine("tso")};
  const Test test = read(ptx({"st.weak x, 1;fence.sc.gpu;ld.weak r0, y",
                              "st.weak y, 1;fence.acq_rel.cta;ld.weak r0, x"},
                             "0:r0=0 /\\ 1:r0=0"),
                         "test.litmus");
  const auto found = prevented(test, {asked.machine, {}, with_traces({})});
  REQUIRE(found);
  REQUIRE(found->rows.size() == 2);
  CHECK(found->rows[0].kind == RowKind::fence);
  CHECK(found->rows[0].instruction == 1);
  CHECK(told(found->rows[0].remark, test.program) == "waits until x is written");
}

TEST_CASE("why: remedies on tso hold for its axioms, too", "[why][machines][random]") {
  MachineOptions own_paths;
  own_paths.settings.emplace("path", "warp");
  Counts counts;
  for (const char* const name : {"basic", "three-threads", "barriers", "atomics"}) {
    const random_programs::Profile* const profile = random_programs::find_profile(name);
    REQUIRE(profile != nullptr);
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
      const Test test = random_programs::generate(*profile, seed);
      INFO("program " << seed << '\n' << random_programs::to_litmus(test));
      for (const MachineOptions& options : {MachineOptions(), own_paths}) {
        const Asked asked{*find_machine("tso"), options};
        if (!asked.machine.refusal(test, options)) check_remedies(asked, test, counts);
      }
    }
  }
  CHECK(counts.verified > 20);
}

}  // namespace opexplore::testing::why_machines
