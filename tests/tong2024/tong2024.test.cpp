// The program that measures the tables of Tong et al. (ASPLOS 2024): what it says, not how fast.
#include <sstream>
#include <stdexcept>

#include "tests/catch.hpp"
#include "tests/skip.hpp"
#include "tests/tong2024/kernel_table.hpp"
#include "tests/tong2024/litmus_table.hpp"
#include "tests/tong2024/lock_table.hpp"
#include "tests/tong2024/measured.hpp"
#include "tests/tong2024/page.hpp"
#include "tests/tong2024/scaling.hpp"

namespace opexplore::tong2024 {

TEST_CASE("tong2024: numbers are written with three digits", "[tong2024]") {
  CHECK(in_milliseconds(0.01234) == "0.012");
  CHECK(in_milliseconds(1.234) == "1.23");
  CHECK(in_milliseconds(12.34) == "12.3");
  CHECK(in_milliseconds(123.4) == "123");
  CHECK(in_milliseconds(23975) == "23,975");
  CHECK(with_commas(1234567) == "1,234,567");
}

TEST_CASE("tong2024: answers are counted", "[tong2024]") {
  Asked asked;
  CHECK(asked.mean() == 0);
  asked.add("a", true, true, 2);
  asked.add("b", false, true, 4);
  asked.add("c", std::nullopt, true, 100);
  CHECK(asked.tests == 3);
  CHECK(asked.supported == 2);
  CHECK(asked.equal == 1);
  CHECK(asked.mean() == 3);
  CHECK(asked.most == 4);
  CHECK(asked.different == std::vector<std::string>{"b"});
  CHECK(asked.refused == std::vector<std::string>{"c"});
  CHECK_THROWS_WITH(lines_of("no/such/list.csv"), Catch::Contains("no/such/list.csv"));
}

TEST_CASE("tong2024: laws are exact, or fitted", "[tong2024]") {
  const auto law = [](std::vector<std::pair<std::size_t, std::uint64_t>> points) {
    std::vector<ScaledVerdict> verdicts;
    for (const auto& [threads, states] : points) verdicts.push_back({threads, true, states, 1});
    return law_of(verdicts);
  };
  CHECK(law({{2, 5}, {4, 9}, {8, 17}}) == "2n + 1");
  CHECK(law({{2, 1}, {4, 3}}) == "n - 1");
  CHECK(law({{2, 7}, {4, 7}}) == "7");
  CHECK(law({{2, 4}, {4, 16}, {8, 64}}) == "about n^2.0");
  CHECK(law({{2, 4}}) == "–");
}

TEST_CASE(
    "tong2024: verdicts on the families of figure 15 take a number of states linear in threads",
    "[tong2024][laws]") {
  const std::vector<ScaledFamily> families = measure_scaling({2, 4, 8, 25, 32});
  CHECK(families.size() == 8);
  for (const ScaledFamily& family : families) {
    CAPTURE(family.family);
    CHECK(family.verdicts.size() == (family.family == "IRIW" ? 3 : 5));
    for (const ScaledVerdict& verdict : family.verdicts) {
      CHECK(verdict.allowed);
      CHECK(verdict.states <= 20 * verdict.threads);
    }
    // Of load buffering the search changes its way with the size, and half the threads write in
    // IRIW.
    const bool one_law = family.family == "MP" || family.family == "SB";
    if (one_law) CHECK(law_of(family.verdicts).find("about") == std::string::npos);
  }
  CHECK_THROWS_AS(scaled_test("IRIW", 25, Language::vulkan), std::out_of_range);
}

TEST_CASE("tong2024: locks are correct or not as in table 7", "[tong2024][spirv]") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  CHECK(lock_rows().size() == 20);
  for (const LockRow& row : lock_rows()) {
    CAPTURE(row.benchmark, row.threads_per_workgroup, row.workgroups);
    const Test test = lock_test(row, *suite);
    CHECK(test.program.threads.size() == row.threads_per_workgroup * row.workgroups);
    // The larger ones take a second each.
    if (row.correct && test.program.threads.size() == 6) continue;
    const MeasuredLock lock = measured(row, *suite);
    CHECK(lock.finding != Finding::unknown);
    CHECK(lock.is_correct() == row.correct);
    CHECK(lock.unbounded == row.correct);
  }
}

TEST_CASE("tong2024: tables have their rows", "[tong2024]") {
  const auto suite = testing::suite_or_skip("progress");
  if (!suite) return;
  const LitmusTable litmus = measure_litmus_table(suite->parent_path(), 3);
  CHECK(litmus.cells.size() == 7);
  for (const LitmusCell& cell : litmus.cells) {
    CAPTURE(cell.model, cell.question);
    CHECK(cell.asked.tests >= 3);
    CHECK(cell.asked.equal == cell.asked.tests);
  }
  const auto ptx = suite->parent_path() / "ptx";
  const Columns first = lines_of(ptx / "expected-ptx-6.0.csv").front();
  CHECK(answer_alone(0, 0, ptx / first.front()) == (first.back() == "1"));
  CHECK_THROWS_AS(answer_alone(99, 0, ""), std::out_of_range);
  const KernelTable kernels = measure_kernel_table(suite->parent_path() / "vulkan", 8);
  CHECK(kernels.all.tests == 8);
  CHECK(kernels.all.equal == kernels.all.supported);
  const std::string text = page({suite->parent_path(), 2, ""});
  for (const char* const part :
       {"## Table 5", "## Table 6", "## Table 7", "## Figure 15",
        "| caslock | 2.3 | 6 | yes | yes | yes |", "| Vulkan | SB | 2 |"}) {
    CHECK(text.find(part) != std::string::npos);
  }
}

}  // namespace opexplore::tong2024
