// The verdicts about endings against the oracle of progress models, on random programs.
// OPEXPLORE_RANDOM_TESTS sets how many programs, OPEXPLORE_RANDOM_SEED where to start.
#include "tests/random/termination.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/progress_oracle.hpp"
#include "tests/random/looping_programs.hpp"
#include "tests/random/program_generator.hpp"
#include "tests/random/setting.hpp"

namespace opexplore::random_programs {

namespace {

constexpr std::size_t most_states_of_loops = 3000;

std::vector<Promise> all_promises_for(std::uint64_t seed) {
  std::vector<Promise> promises = promises_for(seed);
  std::ranges::copy(resident_promises_for(seed), std::back_inserter(promises));
  return promises;
}

void check_machine(std::string_view machine, std::uint64_t fewest,
                   const std::function<std::vector<Promise>(std::uint64_t)>& asked) {
  const std::uint64_t first = setting("OPEXPLORE_RANDOM_SEED", 1);
  const std::uint64_t count = setting("OPEXPLORE_RANDOM_TESTS", fewest);
  std::map<EndingAgreement, std::uint64_t> counts;
  std::size_t violations = 0, trapped = 0, witnesses = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Language language = judging_machine(machine).language;
    const Test test = read(looping_program(profile_for(seed), seed, language), "looping");
    const std::vector<Promise> promises = asked(seed);
    const EndingComparison result = compare_endings(test, machine, promises, most_states_of_loops);
    ++counts[result.agreement];
    violations += result.violations;
    trapped += result.trapped;
    witnesses += result.witnesses;
    if (result.agreement != EndingAgreement::different) continue;
    FAIL("seed " << seed << "\n"
                 << explain_difference(test, machine, promises, most_states_of_loops));
  }
  INFO("seeds " << first << " to " << first + count - 1);
  // Most programs must really have been compared, and some of each kind have been among them.
  CHECK(counts[EndingAgreement::equal] * 10 >= count * 9);
  CHECK(violations > trapped);
  CHECK(trapped > 0);
  CHECK(witnesses > 0);
}

// Programs that once showed a difference, and the machine that did.
struct FoundEnding {
  std::string_view machine;
  std::string_view text;
};
constexpr std::array<FoundEnding, 3> endings_found_before = {{
    // Who waits at a barrier does not go round the endless loop behind it.
    {"sc",
     "PTX found\n{ x=0; }\n P0@cta 0,gpu 0 ;\n bar.cta.sync 0, 0, 2 ;\n L: ;\n goto L ;\n"
     "exists ([x]=0)\n"},
    {"drf0",
     "PTX found\n{ x=0; }\n P0@cta 0,gpu 0 ;\n bar.cta.sync 0, 0, 2 ;\n L: ;\n goto L ;\n"
     "exists ([x]=0)\n"},
    // Stores that go on for ever cannot all come before one and the same write: between two
    // exchanges, of which one reads from the other, there is no place for them.
    {"ptx",
     "PTX found\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " L0: | st.relaxed.gpu x, 1 ;\n"
     " st.relaxed.gpu x, 0 | L1: ;\n"
     " ld.relaxed.gpu r0, y | atom.relaxed.gpu.exch r1, x, 1 ;\n"
     " beq r0, 0, L0 | bne r1, 0, L1 ;\n"
     " | st.relaxed.gpu y, 1 ;\n"
     "exists ([x]=0)\n"},
}};

}  // namespace

TEST_CASE("random endings: programs that once showed a difference", "[random][progress]") {
  for (const FoundEnding& found : endings_found_before) {
    const Test test = read(found.text, "found");
    const EndingComparison result =
        compare_endings(test, found.machine, promises_for(1), most_states_of_loops);
    INFO(found.machine << "\n"
                       << found.text << (result.differ.empty() ? "" : result.differ.front()));
    CHECK(result.agreement == EndingAgreement::equal);
  }
}

TEST_CASE("random endings: the sc machine has the verdicts of the oracle", "[random][progress]") {
  check_machine("sc", 300, all_promises_for);
}

TEST_CASE("random endings: relaxed accesses of one scope end in the ptx machine as in order",
          "[random][progress]") {
  check_machine("ptx", 150, promises_for);
}

TEST_CASE("random endings: atomics of one scope end in the vulkan machine as in order",
          "[random][progress][vulkan]") {
  check_machine("vulkan", 150, promises_for);
}

TEST_CASE("random endings: models without groups are those of groups in one warp",
          "[random][progress]") {
  std::size_t compared = 0;
  LoopingProfile profile;
  profile.barrier = 0;
  profile.most_threads = 3;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Program program = read(looping_program(profile, seed), "looping").program;
    for (Thread& thread : program.threads) thread.gpu = thread.cta = thread.warp = 0;
    oracle::ProgressOracle oracle(program, 500);
    try {
      for (const Promise& promise : uniform_promises()) {
        INFO("seed " << seed << ", " << promise.name);
        const oracle::Ending ending = oracle.judge(promise);
        CHECK(oracle.weak_without_groups(promise.models[0]) == ending.weak);
        CHECK(oracle.strong_without_groups(promise.models[0]) == ending.strong);
      }
      ++compared;
    } catch (const oracle::TooManyStates&) {
      continue;
    }
  }
  CHECK(compared >= 150);
}

TEST_CASE("random endings: what ends weakly ends strongly, and more promised ends more",
          "[random][progress]") {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const Program program = read(looping_program(profile_for(seed), seed), "looping").program;
    oracle::ProgressOracle oracle(program, 500);
    try {
      std::map<std::string, oracle::Ending> by_name;
      for (const Promise& promise : all_promises_for(seed)) {
        INFO("seed " << seed << ", " << spelled(promise));
        const oracle::Ending ending = oracle.judge(promise);
        CHECK((!ending.weak || ending.strong));
        by_name[promise.name] = ending;
      }
      INFO("seed " << seed);
      for (const auto& [less, more] :
           {std::pair{"HSA", "HSA_OBE"}, std::pair{"OBE", "HSA_OBE"}, std::pair{"OBE", "LOBE"},
            std::pair{"HSA_OBE", "FAIR"}, std::pair{"LOBE", "FAIR"}, std::pair{"UNFAIR", "HSA"}}) {
        CHECK((!by_name.at(less).weak || by_name.at(more).weak));
      }
    } catch (const oracle::TooManyStates&) {
      continue;
    }
  }
}

}  // namespace opexplore::random_programs
