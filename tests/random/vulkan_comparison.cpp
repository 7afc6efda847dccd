#include "tests/random/vulkan_comparison.hpp"

#include <algorithm>
#include <stdexcept>
#include <variant>

#include "opmodel/machines/vulkan/machine.hpp"

namespace opexplore::random_programs {

namespace {

using Machine = opexplore::vulkan::Machine;

// More are left to long runs.
constexpr std::size_t most_states = 50'000;

// Whether every execution comes to the end, unless it is stuck: then its race counts for nothing.
bool always_ends(const Test& test) {
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (std::holds_alternative<Branch>(instruction.action)) return false;
      if (std::holds_alternative<Barrier>(instruction.action)) return false;
    }
  }
  return true;
}

// All states, with the outcomes of executions with a race and without one apart.
std::optional<VulkanAnswer> machine_answer(const Test& test, const MachineOptions& options) {
  if (Machine::refusal(test, options)) return std::nullopt;
  const Machine machine(test, options);
  VulkanAnswer found;
  std::set<std::string> visited;
  std::vector<opexplore::vulkan::State> to_do{machine.initial()};
  while (!to_do.empty()) {
    const opexplore::vulkan::State state = std::move(to_do.back());
    to_do.pop_back();
    if (!machine.exceeded(state).empty() || visited.size() > most_states) return std::nullopt;
    if (state.race && !machine.goes_on_after_race()) {
      found.racy = true;
      continue;
    }
    if (machine.is_final(state)) {
      const Outcome outcome = machine.outcome(state);
      if (test.filter && !holds(*test.filter, outcome)) continue;
      found.racy = found.racy || state.race;
      (state.race ? found.raced : found.race_free).insert(outcome);
      continue;
    }
    machine.for_each_step(state, [&](Step, opexplore::vulkan::State&& next) {
      std::string bytes;
      machine.encode(next, bytes);
      if (visited.insert(std::move(bytes)).second) to_do.push_back(std::move(next));
    });
  }
  return found;
}

bool agree_on_race(const VulkanAnswer& a, const VulkanAnswer& b) {
  return a.racy == b.racy || (a.bounded && b.racy) || (b.bounded && a.racy);
}

bool matches(const std::set<Outcome>& a, bool a_bounded, const std::set<Outcome>& b,
             bool b_bounded) {
  if (a_bounded && std::ranges::includes(b, a)) return true;
  if (b_bounded && std::ranges::includes(a, b)) return true;
  return a == b;
}

}  // namespace

VulkanSide oracle_side(std::string_view name, const oracle::vulkan::Question& question) {
  const auto answer = [question](const Test& test) -> std::optional<VulkanAnswer> {
    oracle::vulkan::Limits limits;
    limits.backward_jumps = 1;
    limits.nodes = 20'000;
    try {
      const oracle::vulkan::Result result = oracle::vulkan::enumerate(test, question, limits);
      VulkanAnswer found;
      found.bounded = result.loop_bound_hit;
      for (const oracle::vulkan::Behaviour& behaviour : result.behaviours) {
        if (test.filter && !holds(*test.filter, behaviour.outcome)) continue;
        found.racy = found.racy || behaviour.raced;
        (behaviour.raced ? found.raced : found.race_free).insert(behaviour.outcome);
      }
      return found;
    } catch (const oracle::vulkan::Unsupported&) {
      return std::nullopt;
    }
  };
  return {name, answer};
}

VulkanSide machine_side(std::string_view name, const MachineSettings& settings) {
  const auto answer = [settings](const Test& test) -> std::optional<VulkanAnswer> {
    MachineOptions options;
    options.settings = settings;
    const bool follow = settings.contains("races");
    auto found = machine_answer(test, options);
    if (!found || !found->racy || follow || test.filter || always_ends(test)) return found;
    options.settings["races"] = "follow";
    const auto followed = machine_answer(test, options);
    if (!followed) return std::nullopt;
    found->racy = followed->racy;
    return found;
  };
  return {name, answer};
}

bool same_without_races(const VulkanAnswer& a, const VulkanAnswer& b) {
  return agree_on_race(a, b) && matches(a.race_free, a.bounded, b.race_free, b.bounded);
}

bool same(const VulkanAnswer& a, const VulkanAnswer& b) {
  return same_without_races(a, b) && matches(a.raced, a.bounded, b.raced, b.bounded);
}

std::vector<VulkanSide> vulkan_sides() {
  using oracle::vulkan::Chains, oracle::vulkan::FromReads, oracle::vulkan::Mutant;
  return {
      oracle_side("oracle", {}),
      oracle_side("in-order", {.reading = {}, .in_order = true}),
      oracle_side("in-order-spec",
                  {.reading = {.chains = Chains::specification}, .in_order = true}),
      oracle_side("in-order-none", {.reading = {.chains = Chains::none}, .in_order = true}),
      oracle_side("in-order-khronos", {.reading = {.from_reads = FromReads::alloy},
                                       .in_order = true,
                                       .barrier_reach = oracle::vulkan::BarrierReach::scope}),
      oracle_side("no-thin-air", {.reading = {}, .no_thin_air = true}),
      oracle_side("no-thin-air-spec",
                  {.reading = {.chains = Chains::specification}, .no_thin_air = true}),
      oracle_side("no-thin-air-none", {.reading = {.chains = Chains::none}, .no_thin_air = true}),
      oracle_side("no-thin-air-khronos", {.reading = {.from_reads = FromReads::alloy},
                                          .no_thin_air = true,
                                          .barrier_reach = oracle::vulkan::BarrierReach::scope}),
      machine_side("machine", {}),
      machine_side("machine-spec", {{"chains", "spec"}}),
      machine_side("machine-none", {{"chains", "none"}}),
      machine_side("machine-khronos", {{"vulkan-reading", "khronos"}}),
      machine_side("machine-follow", {{"races", "follow"}}),
      machine_side("machine-follow-spec", {{"races", "follow"}, {"chains", "spec"}}),
      machine_side("machine-follow-none", {{"races", "follow"}, {"chains", "none"}}),
      machine_side("machine-follow-khronos", {{"races", "follow"}, {"vulkan-reading", "khronos"}}),
      oracle_side("any-final-value", {.reading = {}, .any_final_value = true}),
      oracle_side("barriers-of-scopes",
                  {.reading = {}, .barrier_reach = oracle::vulkan::BarrierReach::scope}),
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
