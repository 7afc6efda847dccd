#include "tests/random/vulkan_comparison.hpp"

#include <algorithm>
#include <stdexcept>

namespace opexplore::random_programs {

namespace vulkan = oracle::vulkan;

VulkanSide oracle_side(std::string_view name, const vulkan::Question& question) {
  const auto answer = [question](const Test& test) -> std::optional<VulkanAnswer> {
    vulkan::Limits limits;
    limits.backward_jumps = 1;
    limits.nodes = 20'000;
    try {
      const vulkan::Result result = vulkan::enumerate(test, question, limits);
      VulkanAnswer found;
      for (const vulkan::Behaviour& behaviour : result.behaviours) {
        if (test.filter && !holds(*test.filter, behaviour.outcome)) continue;
        found.racy = found.racy || behaviour.raced;
        (behaviour.raced ? found.raced : found.race_free).insert(behaviour.outcome);
      }
      return found;
    } catch (const vulkan::Unsupported&) {
      return std::nullopt;
    }
  };
  return {name, answer};
}

bool same_without_races(const VulkanAnswer& a, const VulkanAnswer& b) {
  return a.racy == b.racy && a.race_free == b.race_free;
}

std::vector<VulkanSide> vulkan_sides() {
  using vulkan::Chains, vulkan::FromReads, vulkan::Mutant;
  return {
      oracle_side("oracle", {}),
      oracle_side("in-order", {.reading = {}, .in_order = true}),
      oracle_side("any-final-value", {.reading = {}, .any_final_value = true}),
      oracle_side("barriers-of-scopes",
                  {.reading = {}, .barrier_reach = vulkan::BarrierReach::scope}),
      oracle_side("specification", {.reading = {.chains = Chains::specification}}),
      oracle_side("alloy", {.reading = {.from_reads = FromReads::alloy}}),
      oracle_side("no-chains", {.reading = {.chains = Chains::none}}),
      oracle_side("merged-masks", {.reading = {.mutant = Mutant::merged_masks}}),
      oracle_side("no-floors", {.reading = {.mutant = Mutant::no_floors}}),
  };
}

VulkanSide vulkan_side(std::string_view name) {
  std::string known;
  for (VulkanSide& side : vulkan_sides()) {
    if (side.name == name) return std::move(side);
    known += " " + std::string(side.name);
  }
  throw std::runtime_error("nobody is called " + std::string(name) + "; there are" + known);
}

std::string described(const Test& test, const VulkanAnswer& answer) {
  std::string text = answer.racy ? "racy\n" : "race-free\n";
  const auto list = [&](std::string_view kind, const std::set<Outcome>& outcomes) {
    for (const Outcome& outcome : outcomes) {
      text += kind;
      for (std::size_t i = 0; i < outcome.size(); ++i) {
        text += " " + to_string(test.observables[i], test.program) + "=" +
                std::to_string(outcome[i]) + ";";
      }
      text += "\n";
    }
  };
  list("  no race:", answer.race_free);
  list("  a race:", answer.raced);
  return text;
}

}  // namespace opexplore::random_programs
