// Many results against many machines: each test is asked once.
#include "hardware/checked_results.hpp"

#include <nlohmann/json.hpp>

#include "export/file_kind.hpp"
#include "hardware/device/tuning.hpp"
#include "hardware/soundness_json.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/results.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {

using hardware::Result;

TEST_CASE("results: the same one given twice counts once", "[hardware]") {
  const Folder folder;
  const Result result = result_of(passing("MP"), {{{0, 0}, {10}}});
  const std::string line = result_line(result);
  const std::vector<std::string> files{folder.add("a.jsonl", line),
                                       folder.add("b.jsonl", line + line)};
  std::vector<std::string> warnings;
  const std::vector<Result> read = hardware::read_results_files(
      files, [&](const std::string& warning) { warnings.push_back(warning); });
  CHECK(read.size() == 1);
  CHECK(warnings == std::vector<std::string>{"File \"" + files[1] +
                                             "\": 2 results were given before and left out"});
}

TEST_CASE("results: files of them are not taken for anything else", "[hardware][files]") {
  const Folder folder;
  const std::string line = result_line(result_of(passing("MP"), {{{0, 0}, {10}}}));
  CHECK(kind_of_file(folder.add("a.jsonl", line + line)) == FileKind::results);
  const std::vector<hardware::ScoredEnvironment> best{{hardware::standard_environment(), {}}};
  CHECK(kind_of_file(folder.add("b.json", environments_text(best))) == FileKind::environments);
}

TEST_CASE("results: each is held against each machine", "[hardware]") {
  Result seen = result_of(passing("MP"), {{{1, 0}, {3}}});
  Result again = seen;
  again.seed = 4;
  Result silent = seen;
  silent.status = Result::Status::not_run;
  silent.outcomes.clear();
  silent.executed = 0;
  for (Result* const one : {&seen, &again}) one->status = Result::Status::ok;
  const std::vector<Result> results{seen, silent, again};
  const hardware::AskedTests asked = hardware::asked_tests(results);
  REQUIRE(asked.tests.size() == 1);
  CHECK(asked.of_result == std::vector<std::optional<std::size_t>>{0, std::nullopt, 0});
  const Allowed strong{{{0, 0}, {0, 1}, {1, 1}}};
  const Allowed weak{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}};
  const std::vector<std::string> machines{"strong", "weak"};
  const auto checks = check_all(results, asked, machines, {{strong}, {weak}, {strong}});
  REQUIRE(checks.size() == 6);
  CHECK(checks[0].machine == "strong");
  CHECK(checks[0].check.verdict == hardware::Soundness::unsound);
  CHECK(checks[1].check.verdict == hardware::Soundness::sound);
  CHECK(checks[2].check.verdict == hardware::Soundness::no_verdict);
  CHECK(&checks[5].result == &results[2]);
  CHECK(*checks[5].check.weak_observed == 1);
  const auto document = hardware::json_checks({}, checks, ExitCode::unexpected);
  CHECK(document["checks"].size() == 6);
  CHECK(document["exit_code"] == 10);
}

}  // namespace opexplore::testing
