#include "hardware/result_ranking.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include "explorer/explore.hpp"
#include "hardware/result_tables.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/results.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using namespace opexplore::testing;

namespace {

const Counts weak_device{{{0, 0}, {50}}, {{0, 1}, {2}}, {{1, 0}, {30}}, {{1, 1}, {10}}};
const Counts strong_device{{{0, 0}, {500}}, {{0, 1}, {100}}, {{1, 1}, {400}}};
const Counts stuck{{{0, 0}, {1000}}};

Result on(const std::string& device, Result result) {
  result.device->name = device;
  return result;
}

std::vector<CheckedResult> check_all(const std::vector<Result>& results,
                                     const std::vector<std::string>& machines) {
  std::vector<CheckedResult> checks;
  for (const Result& result : results) {
    const Allowed sc = allowed_by(find_machine("sc")->explore(result.test, {}));
    for (const std::string& name : machines) {
      const MachineEntry* const entry = find_machine(name);
      const auto refusal = entry->refusal(result.test, {});
      const Allowed says = refusal ? Allowed{{}, false, {}, refusal->why}
                                   : allowed_by(entry->explore(result.test, {}));
      checks.push_back({result, name, check(result, says, &sc, results)});
    }
  }
  return checks;
}

std::vector<std::string> order(const ResultRanking& ranking) {
  std::vector<std::string> names;
  for (const std::size_t index : best_first(ranking)) {
    names.push_back(ranking.machines[index].name);
  }
  return names;
}

}  // namespace

TEST_CASE("result ranking: devices count together", "[hardware]") {
  const std::vector<Result> results{on("A", result_of(passing("MP"), strong_device)),
                                    on("B", result_of(passing("MP"), weak_device)),
                                    on("B", result_of(passing("F", "fence.sc.gpu"), stuck))};
  const auto checks = check_all(results, {"sc", "ptx"});
  const ResultRanking ranking = ranking_of(checks);
  CHECK(ranking.devices == std::vector<std::string>{"A", "B"});
  REQUIRE(ranking.rows.size() == 2);
  CHECK(ranking.rows[0].cells[0]->seen == 0);
  CHECK(ranking.rows[0].cells[1]->seen == 30);
  CHECK(ranking.rows[0].cells[1]->executed == 92);
  CHECK_FALSE(ranking.rows[1].cells[0]);
  CHECK(order(ranking) == std::vector<std::string>{"ptx", "sc"});
  const RankedMachine& sc = ranking.machines[0];
  CHECK(sc.rows[0].verdict == Soundness::unsound);  // though A alone does not refute it
  CHECK_FALSE(sc.rows[0].by_compiler);
  const MachineScore ptx = score(ranking.machines[1]);
  CHECK(ptx.unsound == 0);
  CHECK(ptx.covered == 1);  // B showed on MP what A did not; of F only one outcome was seen
  CHECK(ptx.weak_unseen == 0);
}

TEST_CASE("result ranking: what no device showed counts against a machine", "[hardware]") {
  const std::vector<Result> results{on("A", result_of(passing("MP"), strong_device)),
                                    on("B", result_of(passing("MP"), strong_device))};
  const auto checks = check_all(results, {"ptx", "sc"});
  const ResultRanking ranking = ranking_of(checks);
  CHECK(score(ranking.machines[0]).weak_unseen == 1);
  CHECK(score(ranking.machines[1]).weak_unseen == 0);
  CHECK(order(ranking) == std::vector<std::string>{"sc", "ptx"});
}

TEST_CASE("result ranking: compiler, refusal, no verdict", "[hardware]") {
  Result reordered = result_of(passing("MP"), weak_device);
  reordered.toolchain->roles[1] = {Survival::Verdict::reordered, {}, {}, "why"};
  Result idle = result_of(passing("MP+idle"), strong_device);
  idle.not_run = 1;
  const std::string acquire =
      "PTX Acq\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.relaxed.gpu x, 1 | ld.acquire.gpu r0, x ;\nexists (1:r0=1)\n";
  const std::vector<Result> results{reordered, idle, result_of(acquire, {{{1}, {4}}})};
  const auto checks = check_all(results, {"gpu-scoped", "sc"});
  const ResultRanking ranking = ranking_of(checks);
  REQUIRE(ranking.rows.size() == 2);
  const RankedMachine& scoped = ranking.machines[0];
  CHECK(scoped.rows[1].verdict == Soundness::refused);
  CHECK(answer_text(scoped.rows[1]) == "refused");
  CHECK(ranking.machines[1].rows[0].by_compiler);
  CHECK(answer_text(ranking.machines[1].rows[0]) == "UNSOUND (compiler)");
  std::ostringstream text;
  write_ranking(text, ranking);
  CHECK(text.str().find("tests=2 devices=1\n") == 0);
  CHECK(text.str().find("no answer: 1\n  gpu-scoped  Acq  ") != std::string::npos);
  std::ostringstream page;
  write_tables(page, ranking);
  CHECK(page.str().find("| `MP` | 30 of 92 (0.326) | ") != std::string::npos);
  CHECK(page.str().find("| **UNSOUND (compiler)** |") != std::string::npos);
}

TEST_CASE("result ranking: another question is another test", "[hardware]") {
  const std::string asked = passing("MP");
  const std::string other = asked.substr(0, asked.find("exists")) + "exists (1:r0=0 /\\ 1:r1=1)\n";
  const std::string filtered =
      asked.substr(0, asked.find("exists")) + "filter (1:r0=1)\nexists (1:r0=1 /\\ 1:r1=0)\n";
  const std::vector<Result> results{result_of(asked, weak_device), result_of(other, weak_device),
                                    result_of(filtered, weak_device),
                                    result_of(asked, weak_device)};
  REQUIRE(results[0].hash == results[1].hash);
  REQUIRE(results[0].hash == results[2].hash);
  const ResultRanking ranking = ranking_of(check_all(results, {"ptx"}));
  REQUIRE(ranking.rows.size() == 3);
  CHECK(ranking.rows[0].cells[0]->seen == 60);
  CHECK(ranking.rows[1].cells[0]->seen == 2);
  CHECK(ranking.rows[2].cells[0]->seen == 30);
  CHECK(row_title(ranking, ranking.rows[1]) == "MP: exists (1:r0=0 /\\ 1:r1=1)");
  CHECK(row_title(ranking, ranking.rows[2]) == "MP: filter (1:r0=1) exists (1:r0=1 /\\ 1:r1=0)");
}

TEST_CASE("result ranking: cut executions do not count", "[hardware]") {
  Result result = result_of(passing("MP"), strong_device);
  result.executed += 9000;
  result.out_of_bound = 9000;
  const std::vector<Result> results{result};
  const ResultRanking ranking = ranking_of(check_all(results, {"ptx"}));
  CHECK(ranking.rows[0].cells[0]->executed == 1000);
  std::ostringstream page;
  write_tables(page, ranking);
  CHECK(page.str().find("| 0 of 1,000 (&lt; 0.003) |") != std::string::npos);
}

TEST_CASE("result ranking: of a run that went wrong violations alone", "[hardware]") {
  Result wrong = on("B", result_of(passing("MP"), weak_device));
  wrong.not_run = 1;
  const std::vector<Result> alone{wrong};
  const auto of_it = check_all(alone, {"sc", "ptx"});
  const ResultRanking ranking = ranking_of(of_it);
  REQUIRE(ranking.rows.size() == 1);
  CHECK(ranking.devices.empty());  // its counts are worth nothing
  const RowJudgement& sc = ranking.machines[0].rows[0];
  CHECK(answer_text(sc) == "UNSOUND (harness)");
  CHECK_FALSE(sc.covered);
  CHECK(ranking.machines.size() == 1);  // of ptx nothing is known
  // With a run that did not go wrong, that one says what was not seen.
  const std::vector<Result> both{wrong, on("A", result_of(passing("MP"), stuck))};
  const auto checks = check_all(both, {"sc", "ptx"});
  const ResultRanking together = ranking_of(checks);
  CHECK(together.devices == std::vector<std::string>{"A"});
  CHECK_FALSE(together.machines[0].rows[0].covered);
  CHECK(together.machines[0].rows[0].by_harness);
  CHECK(together.machines[1].rows[0].weak_unseen == 1);
}
