// How many states the Vulkan machine needs, as a function of the number of threads: the families of
// Tong et al., "Towards Unified Analysis of GPU Consistency" (ASPLOS 2024), Figure 15.
#include <array>
#include <cstdint>
#include <string_view>

#include "explorer/explore.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/generate/in_vulkan.hpp"
#include "tests/generate/scaled_test.hpp"

namespace opexplore::generate {

namespace {

Answer vulkan_report(const Test& test, bool verdict_only) {
  ExploreOptions options;
  options.threads = 1;
  options.verdict_only = verdict_only;
  Answer report = find_machine("vulkan")->explore(test, options);
  CHECK(report.coverage.complete());
  return report;
}

constexpr Style non_atomic{Order::weak, {}};
constexpr Style non_atomic_fenced{Order::weak, Order::acq_rel};

// States for a verdict: n * halves / 2 + more.
struct VulkanLaw {
  std::string_view family;
  Style style;
  std::uint64_t halves;
  std::int64_t more;
};

constexpr std::array vulkan_laws{
    VulkanLaw{"SB", plain, 4, 1},          VulkanLaw{"SB", fenced, 6, 1},
    VulkanLaw{"SB", synchronised, 4, 1},   VulkanLaw{"LB", fenced, 0, 1},
    VulkanLaw{"LB", synchronised, 0, 1},   VulkanLaw{"MP", plain, 4, 1},
    VulkanLaw{"MP", fenced, 6, -1},        VulkanLaw{"MP", synchronised, 4, -1},
    VulkanLaw{"IRIW", plain, 3, 1},        VulkanLaw{"IRIW", fenced, 4, 1},
    VulkanLaw{"IRIW", synchronised, 3, 1}, VulkanLaw{"S", plain, 4, 1},
    VulkanLaw{"S", fenced, 6, 0},          VulkanLaw{"S", synchronised, 4, 0},
    VulkanLaw{"R", plain, 4, 1},           VulkanLaw{"R", fenced, 6, 1},
    VulkanLaw{"R", synchronised, 4, 1},    VulkanLaw{"2+2W", plain, 4, 1},
    VulkanLaw{"2+2W", fenced, 6, 1},       VulkanLaw{"2+2W", synchronised, 4, 1},
    VulkanLaw{"WRC", plain, 4, 0},         VulkanLaw{"WRC", fenced, 6, -3},
    VulkanLaw{"WRC", synchronised, 4, -2}};

}  // namespace

TEST_CASE("laws: a verdict of Vulkan takes a number of states linear in threads",
          "[vulkan][laws]") {
  for (const VulkanLaw& law : vulkan_laws) {
    for (const std::size_t n : {4U, 6U, 16U, 32U, 64U}) {
      const Test test = in_vulkan(scaled_test(law.family, n, law.style));
      CAPTURE(test.name);
      const Answer report = vulkan_report(test, true);
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
        const Answer report = vulkan_report(test, true);
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
      const Answer report = vulkan_report(test, false);
      CHECK(report.outcomes.size() == std::size_t{1} << n);
      CHECK(report.statistics.states < 3 * report.outcomes.size());
    }
  }
}

}  // namespace opexplore::generate
