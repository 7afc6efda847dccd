// How many states the search needs, as a function of the number of threads: the families of Tong et
// al., "Towards Unified Analysis of GPU Consistency" (ASPLOS 2024), Figure 15, and locks.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "explorer/explore.hpp"
#include "litmus/generate/idioms.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/generate/scaled_test.hpp"

namespace opexplore::generate {

namespace {

Answer ptx_report(const Test& test, bool verdict_only) {
  ExploreOptions options;
  options.threads = 1;
  options.verdict_only = options.machine.goal = verdict_only;
  Answer report = find_machine("ptx-proxy")->explore(test, options);
  CHECK(report.coverage.complete());
  return report;
}

constexpr Style sc{Order::relaxed, Order::sc};
constexpr Style weak_sc{Order::weak, Order::sc};

// States for a verdict: n / 2 * each_two + more.
struct PtxLaw {
  std::string_view family;
  Style style;
  std::uint64_t each_two;
  std::int64_t more;
};

const std::array ptx_laws{PtxLaw{"SB", plain, 4, 1},        PtxLaw{"SB", fenced, 4, 1},
                          PtxLaw{"SB", sc, 4, 0},           PtxLaw{"SB", weak_sc, 4, 0},
                          PtxLaw{"SB", synchronised, 4, 1}, PtxLaw{"LB", plain, 4, 1},
                          PtxLaw{"LB", fenced, 0, 1},       PtxLaw{"LB", sc, 0, 1},
                          PtxLaw{"LB", weak_sc, 0, 1},      PtxLaw{"LB", synchronised, 0, 1},
                          PtxLaw{"MP", plain, 4, 0},        PtxLaw{"MP", fenced, 2, 0},
                          PtxLaw{"MP", sc, 2, 0},           PtxLaw{"MP", weak_sc, 2, 1},
                          PtxLaw{"MP", synchronised, 2, 0}, PtxLaw{"IRIW", fenced, 3, 1},
                          PtxLaw{"IRIW", sc, 3, 0},         PtxLaw{"IRIW", weak_sc, 3, 1},
                          PtxLaw{"S", plain, 4, 0},         PtxLaw{"S", weak_sc, 4, 0},
                          PtxLaw{"WRC", sc, 2, 0},          PtxLaw{"WRC", synchronised, 2, 0}};

}  // namespace

TEST_CASE("laws: a verdict on a family takes a number of states linear in threads", "[ptx][laws]") {
  for (const PtxLaw& law : ptx_laws) {
    for (const std::size_t n : {4U, 6U, 16U, 32U, 64U}) {
      CAPTURE(law.family, n);
      const Test test = scaled_test(law.family, n, law.style);
      CAPTURE(test.name);
      const Answer report = ptx_report(test, true);
      CHECK(static_cast<std::int64_t>(report.statistics.states) ==
            static_cast<std::int64_t>(n / 2 * law.each_two) + law.more);
      CHECK(verdict(test, report).ok == !is_forbidden(law.family, law.style));
    }
  }
}

TEST_CASE("laws: fences that must be put in some order take quadratically many", "[ptx][laws]") {
  for (const std::string_view family : {"R", "2+2W"}) {
    for (const std::size_t n : {4U, 8U, 16U, 32U}) {
      CAPTURE(family, n);
      CHECK(ptx_report(scaled_test(family, n, sc), true).statistics.states <= 2 * n * n);
    }
  }
}

TEST_CASE("laws: all outcomes take two states each", "[ptx][laws]") {
  for (const std::size_t n : {2U, 4U, 8U, 10U}) {
    CAPTURE(n);
    const std::uint64_t outcomes = std::uint64_t{1} << n;
    const auto states = [&](std::string_view family, const Style& style) {
      const Answer report = ptx_report(scaled_test(family, n, style), false);
      CHECK(report.outcomes.size() == outcomes);
      return report.statistics.states;
    };
    CHECK(states("SB", plain) == 2 * outcomes + n - 1);
    CHECK(states("SB", fenced) == 2 * outcomes + n - 1);
    CHECK(states("LB", plain) == 2 * outcomes + n - 1);
    CHECK(states("MP", plain) == 2 * outcomes + n - 2);
    if (n >= 4) CHECK(states("IRIW", plain) == 2 * outcomes + n / 2 - 1);
  }
}

TEST_CASE("laws: all outcomes of programs with SC fences take two states each", "[ptx][laws]") {
  for (const std::size_t n : {4U, 8U, 10U}) {
    CAPTURE(n);
    const std::uint64_t all = std::uint64_t{1} << n;
    const auto states = [&](std::string_view family, const Style& style) {
      CAPTURE(family);
      const Answer report = ptx_report(scaled_test(family, n, style), false);
      CHECK(report.outcomes.size() == all - 1);
      return report.statistics.states;
    };
    CHECK(states("SB", sc) == 2 * all + n - 2);
    CHECK(states("SB", weak_sc) == 2 * all + n - 2);
    CHECK(states("MP", sc) == 2 * all - 1);
    CHECK(states("S", sc) == 2 * all - 2);
    CHECK(states("R", sc) == 2 * all - 1);
    CHECK(states("2+2W", sc) == 2 * all - 2);
    CHECK(states("WRC", sc) == 2 * all - 1);
    CHECK(states("IRIW", sc) == 2 * all + n / 2 - 2);
    // Loads that wait for each other: one state more for each two outcomes.
    CHECK(states("LB", sc) == 3 * all - n - 3);
    CHECK(states("LB", fenced) == 3 * all - n - 3);
  }
}

TEST_CASE("laws: locks that fail show it at once, others take few states", "[ptx][laws]") {
  for (const std::string_view lock : {"cas-lock", "exch-lock", "ticket-lock", "ttas-lock"}) {
    for (const std::size_t n : {2U, 4U, 8U}) {
      CAPTURE(lock, n);
      const Test wrong = idiom_test(lock, {.threads = n, .order = Order::relaxed});
      const Answer found = ptx_report(wrong, true);
      CHECK_FALSE(verdict(wrong, found).ok);
      CHECK(verdict(wrong, found).decided);
      // Of 8 threads all levels are fewer states than a search takes before it goes depth first.
      CHECK(found.statistics.states <= (n < 8 ? 225 : 1'550));
      const Test right = idiom_test(lock, {.threads = n});
      const Answer none = ptx_report(right, true);
      CHECK(verdict(right, none).ok);
      CHECK(none.statistics.states <= (lock == "ttas-lock" ? std::uint64_t{3} << n : 5 * n + 2));
    }
  }
}

TEST_CASE("laws: a barrier between CTAs", "[ptx][laws]") {
  const Test test = idiom_test("xf-barrier", {.threads = 4});
  const Answer report = ptx_report(test, false);
  CHECK(verdict(test, report).ok);
  CHECK(report.statistics.states < 2'000);
}

}  // namespace opexplore::generate
