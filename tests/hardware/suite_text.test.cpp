// What is said of suites, and how programs end that run them.
#include "hardware/suite_text.hpp"

#include "hardware/exit_code.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/built_suite.hpp"
#include "tests/hardware/results.hpp"

namespace opexplore::testing {

using hardware::Result;
using hardware::Soundness;
using hardware::SoundnessCheck;
using hardware::Suite;
using hardware::Survival;

TEST_CASE("suite: what was generated is counted", "[hardware]") {
  Suite suite = hardware::generate_suite({message_passing("MP", "fence.sc.gpu")}, {}).suite;
  CHECK(generated_text(suite) == "2 programs with 1 kernels for sm_90, 0 unsupported\n");
  suite.entries.back().roles_file.clear();
  CHECK(count_programs(suite) == 1);
  CHECK(generated_text(suite) == "1 programs with 1 kernels for sm_90, 1 unsupported\n");
}

TEST_CASE("suite: what the compiler changed is listed", "[hardware]") {
  const Folder folder;
  Suite suite = built_suite(folder, {message_passing("MP")});
  std::vector<Survival>& roles = suite.entries.front().result.toolchain->roles;
  roles.assign(2, {Survival::Verdict::exact, {}, {}, ""});
  CHECK(machine_code_text(suite, false) == "machine code: 1 exact\n");
  CHECK(machine_code_text(suite, true) == "MP as-written: exact\nmachine code: 1 exact\n");
  roles[1] = {Survival::Verdict::deleted, {"LDG y", "LDG x"}, {}, "a load is missing"};
  CHECK(machine_code_text(suite, false) ==
        "MP as-written: deleted\n"
        "  P1 deleted: a load is missing\n"
        "    test:  LDG y; LDG x\n"
        "    built: nothing\n"
        "machine code: 1 deleted\n");
}

TEST_CASE("suite: progress and duration in words", "[hardware]") {
  Result result = result_of(passing("MP"), {{{1, 0}, {5, 2}}, {{1, 1}, {1000, 0}}});
  result.status = Result::Status::ok;
  CHECK(finished_text(result) == "MP as-written ok: 1,007 executed, 7 of what it asks for, 7/s");
  result.executed = 0;
  result.reason = "no time";
  CHECK(finished_text(result) == "MP as-written ok (no time)");
  CHECK(hardware::duration_text(1, 11) == "1 test, about 0 min 11 s");
  CHECK(hardware::duration_text(61, 120.2) == "61 tests, about 2 min 1 s");
}

TEST_CASE("suite: architectures with a memory model", "[hardware]") {
  CHECK(hardware::sm_named("sm_70") == 70U);
  CHECK(hardware::sm_named("sm_120") == 120U);
  for (const char* const other : {"sm_60", "sm_", "90", "sm_9x", "sm_1000", "compute_90"}) {
    INFO(other);
    CHECK_FALSE(hardware::sm_named(other));
  }
}

TEST_CASE("suite: environments of a seed", "[hardware]") {
  const auto drawn = hardware::environments_of(7, 3, std::nullopt);
  REQUIRE(drawn.size() == 3);
  CHECK(drawn[2] == hardware::fuzzed_environment(7, 2));
  const auto all = hardware::incantations_named("all");
  CHECK(hardware::environments_of(7, 2, all)[1] == hardware::incanted_environment(*all, 7, 1));
}

TEST_CASE("suite: what a program ends with", "[hardware]") {
  Result result;
  result.status = Result::Status::timed_out;
  CHECK(code_of(result) == ExitCode::timed_out);
  result.status = Result::Status::not_run;
  CHECK(code_of(result) == ExitCode::incomplete);
  SoundnessCheck check;
  CHECK(code_of(result, check) == ExitCode::incomplete);
  result.status = Result::Status::unsupported;
  CHECK(code_of(result) == ExitCode::complete);
  CHECK(code_of(result, check) == ExitCode::complete);
  check.verdict = Soundness::unsound;
  CHECK(code_of(result, check) == ExitCode::unexpected);
}

}  // namespace opexplore::testing
