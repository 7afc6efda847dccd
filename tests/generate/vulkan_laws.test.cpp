// How many states the Vulkan machine needs, as a function of the number of threads: the families of
// Tong et al., "Towards Unified Analysis of GPU Consistency" (ASPLOS 2024), Figure 15.
#include <array>
#include <cstdint>
#include <string_view>

#include "explorer/explore.hpp"
#include "explorer/report.hpp"
#include "tests/generate/in_vulkan.hpp"
#include "tests/generate/scaled_test.hpp"

namespace opexplore::generate {

namespace {

Report searched(const Test& test, bool verdict_only) {
  ExploreOptions options;
  options.threads = 1;
  options.verdict_only = verdict_only;
  Report report = find_machine("vulkan")->explore(test, options);
  CHECK(report.incomplete == Incomplete::none);
  return report;
}

constexpr Style plain{Order::relaxed, {}};
constexpr Style fenced{Order::relaxed, Order::acq_rel};
constexpr Style synchronised{Order::acq_rel, {}};
constexpr Style non_atomic{Order::weak, {}};
constexpr Style non_atomic_fenced{Order::weak, Order::acq_rel};

// States for a verdict: n * halves / 2 + more.
struct Law {
  std::string_view family;
  Style style;
  std::uint64_t halves;
  std::int64_t more;
};

constexpr std::array laws{
    Law{"SB", plain, 4, 1},    Law{"SB", fenced, 6, 1},         Law{"SB", synchronised, 4, 1},
    Law{"LB", fenced, 0, 1},   Law{"LB", synchronised, 0, 1},   Law{"MP", plain, 4, 1},
    Law{"MP", fenced, 6, -1},  Law{"MP", synchronised, 4, -1},  Law{"IRIW", plain, 3, 1},
    Law{"IRIW", fenced, 4, 1}, Law{"IRIW", synchronised, 3, 1}, Law{"S", plain, 4, 1},
    Law{"S", fenced, 6, 0},    Law{"S", synchronised, 4, 0},    Law{"R", plain, 4, 1},
    Law{"R", fenced, 6, 1},    Law{"R", synchronised, 4, 1},    Law{"2+2W", plain, 4, 1},
    Law{"2+2W", fenced, 6, 1}, Law{"2+2W", synchronised, 4, 1}, Law{"WRC", plain, 4, 0},
    Law{"WRC", fenced, 6, -3}, Law{"WRC", synchronised, 4, -2}};

}  // namespace

TEST_CASE("laws: a verdict of Vulkan takes a number of states linear in threads",
          "[vulkan][laws]") {
  for (const Law& law : laws) {
    for (const std::size_t n : {4U, 6U, 16U, 32U, 64U}) {
      const Test test = in_vulkan(scaled_test(law.family, n, law.style));
      CAPTURE(test.name);
      const Report report = searched(test, true);
      CHECK(static_cast<std::int64_t>(report.statistics.states) ==
            static_cast<std::int64_t>(n * law.halves / 2) + law.more);
      CHECK(report.statistics.racy_states == 0);
      // Both models agree on what relaxed and synchronising accesses forbid.
      const Verdict found = verdict(test, report);
      CHECK(found.decided);
      CHECK(found.ok == !is_forbidden(law.family, law.style));
    }
  }
}

TEST_CASE("laws: a race between non-atomic accesses is found at once, whatever the threads",
          "[vulkan][laws]") {
  for (const std::string_view family : {"SB", "LB", "MP", "IRIW", "S", "R", "2+2W", "WRC"}) {
    for (const Style& style : {non_atomic, non_atomic_fenced}) {
      for (const std::size_t n : {4U, 16U, 64U}) {
        const Test test = in_vulkan(scaled_test(family, n, style));
        CAPTURE(test.name);
        const Report report = searched(test, true);
        CHECK(report.statistics.racy_states != 0);
        CHECK(report.statistics.states <= 5);
      }
    }
  }
}

TEST_CASE("laws: all outcomes of Vulkan take less than three states each", "[vulkan][laws]") {
  for (const std::string_view family : {"SB", "MP", "IRIW"}) {
    for (const std::size_t n : {4U, 8U, 10U}) {
      const Test test = in_vulkan(scaled_test(family, n, plain));
      CAPTURE(test.name);
      const Report report = searched(test, false);
      CHECK(report.outcomes.size() == std::size_t{1} << n);
      CHECK(report.statistics.states < 3 * report.outcomes.size());
    }
  }
}

}  // namespace opexplore::generate
