// The conformance kernels beside the source tree, after Dartagnan: whether their `@Output` holds of
// all executions, racy ones too, and whether a complete execution has a race. Every row that is
// answered is answered as the table says; those that are not are named here. And whether kernels
// end under promises about who is scheduled.
#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "explorer/termination/lasso_steps.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/spirv/kernel.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/promise.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/catch.hpp"
#include "tests/skip.hpp"

namespace opexplore {

namespace {

struct SuiteRow {
  std::string file;
  bool with_filter = true;
  bool holds = false;
};

// file, unrolling, filter, verdict
std::vector<SuiteRow> suite_rows(const std::filesystem::path& table) {
  std::vector<SuiteRow> rows;
  std::ifstream file(table);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::stringstream columns(line);
    std::string name, unrolling, filter, verdict;
    std::getline(columns, name, ',');
    std::getline(columns, unrolling, ',');
    std::getline(columns, filter, ',');
    std::getline(columns, verdict, ',');
    rows.push_back({name, filter != "without-filter", verdict == "1"});
  }
  return rows;
}

Test kernel_of(const std::filesystem::path& file, const SuiteRow& row) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  Test test = spirv::read_kernel(text.str(), row.file);
  if (!row.with_filter) test.filter.reset();
  return test;
}

// Nothing where it takes too many states.
std::optional<Answer> explored(const Test& test, bool following) {
  ExploreOptions options;
  options.threads = 1;
  options.max_states = 20'000;
  options.machine.settings = {{"races", following ? "follow" : "stop"}};
  Answer report = find_machine("vulkan")->explore(test, options);
  if (!report.coverage.complete() && report.statistics.racy_states == 0) return {};
  return report;
}

std::optional<bool> is_free_of_races(const Test& test) {
  const auto report = explored(test, test.filter.has_value());
  if (!report) return {};
  return report->statistics.racy_states == 0;
}

// Without a race all executions are found; with one they have to be followed.
std::optional<bool> statement_holds(const Test& test) {
  Test whole = test;
  whole.filter.reset();
  auto report = explored(whole, false);
  if (!report) return {};
  report = explored(test, report->statistics.racy_states != 0);
  if (!report || !report->coverage.complete()) return {};
  return verdict(test, *report).ok;
}

// The files of rows without an answer.
struct Unanswered {
  std::set<std::string> refused, too_large;
};

Unanswered check_rows(const std::filesystem::path& suite, const char* table, std::size_t count,
                      std::optional<bool> (*holds)(const Test&)) {
  Unanswered result;
  const std::vector<SuiteRow> rows = suite_rows(suite / table);
  CHECK(rows.size() == count);
  for (const SuiteRow& row : rows) {
    INFO(row.file << (row.with_filter ? "" : " without its filter"));
    try {
      const auto answer = holds(kernel_of(suite / row.file, row));
      if (!answer) result.too_large.insert(row.file);
      if (answer) CHECK(*answer == row.holds);
    } catch (const InputError& error) {
      CHECK(error.line != 0);
      result.refused.insert(row.file);
    }
  }
  return result;
}

// A kernel, and whether it ends under a promise.
struct EndRow {
  std::string file;
  std::string promise;
  bool ends = false;
};

// file, models of scopes such as `QF=OBE;SG=HSA` with FAIR for the others, verdict
std::vector<EndRow> end_rows_of(const std::filesystem::path& table) {
  std::vector<EndRow> rows;
  std::ifstream file(table);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::stringstream columns(line);
    EndRow& row = rows.emplace_back();
    std::string verdict;
    std::getline(columns, row.file, ',');
    std::getline(columns, row.promise, ',');
    std::getline(columns, verdict, ',');
    std::ranges::replace(row.promise, ';', ',');
    if (row.promise.empty()) row.promise = "FAIR";
    row.ends = verdict == "1";
  }
  return rows;
}

using Files = std::set<std::string>;

}  // namespace

TEST_CASE("SPIR-V suite: kernels race or do not", "[corpus][spirv]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  const auto unanswered = check_rows(*suite, "expected-spirv-races.csv", 77, is_free_of_races);
  CHECK(unanswered.refused.empty());
  CHECK(unanswered.too_large.empty());
}

TEST_CASE("SPIR-V suite: statements hold or do not", "[corpus][spirv]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  const auto unanswered = check_rows(*suite, "expected-spirv-assertions.csv", 97, statement_holds);
  CHECK(unanswered.refused == Files{// More than 64 locations.
                                    "spirv/alignment/alignment4-struct-local.spvasm",
                                    "spirv/alignment/alignment4-struct-pointer.spvasm",
                                    // Values that are undefined, and looked at.
                                    "spirv/basic/undef-forall.spvasm",
                                    "spirv/basic/uninitialized-private-exists.spvasm"});
  CHECK(unanswered.too_large ==
        Files{"spirv/basic/builtin-all-123.spvasm", "spirv/basic/builtin-all-321.spvasm"});
}

TEST_CASE("SPIR-V suite: kernels end or do not, by who is scheduled", "[corpus][spirv][progress]") {
  const auto suite = testing::suite_or_skip("progress");
  if (!suite) return;
  const MachineEntry& machine = *find_machine("vulkan");
  const std::vector<EndRow> rows = end_rows_of(*suite / "expected-spirv-liveness.csv");
  CHECK(rows.size() == 15);
  for (const EndRow& row : rows) {
    INFO(row.file << " under [" << row.promise << ']');
    const Test test = kernel_of(*suite / row.file, {row.file});
    const Termination report =
        machine.termination(test, {}, {{parse_promise(row.promise)}, false, true});
    CHECK(report.coverage.complete());
    CHECK(report.race.empty());
    const EndJudgement& judged = report.judgements.front();
    CHECK(judged.weak == (row.ends ? Ends::yes : Ends::no));
    CHECK((judged.lasso || report.deadlock) == !row.ends);
    if (!judged.lasso) continue;
    CHECK_FALSE(
        machine.replay_lasso(test, report.replayed_with, steps_of(*judged.lasso), judged.promise)
            .refused);
  }
}

}  // namespace opexplore
