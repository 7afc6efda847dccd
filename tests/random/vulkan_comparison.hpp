// Who answers questions about Vulkan programs, and where two of them differ.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"
#include "tests/oracle/vulkan_oracle.hpp"

namespace opexplore::random_programs {

/// Of the complete executions that satisfy the filter.
struct VulkanAnswer {
  bool racy = false;
  std::set<Outcome> race_free;  ///< the outcomes of those without a race
  std::set<Outcome> raced;      ///< and of those with one
  bool bounded = false;         ///< only loops of few rounds were looked at: some may be missing
  bool operator==(const VulkanAnswer&) const = default;
};

/// Whether they agree on what users of a program without races can see. Of one that is bounded
/// nothing is to be missing in the other.
bool same_without_races(const VulkanAnswer& a, const VulkanAnswer& b);

/// Whether they agree on the outcomes of executions with a race, too.
bool same(const VulkanAnswer& a, const VulkanAnswer& b);

using MachineSettings = std::map<std::string, std::string, std::less<>>;

/// Something that answers: the oracle in a reading, a machine, a model. Nothing if it cannot.
struct VulkanSide {
  std::string_view name;
  std::function<std::optional<VulkanAnswer>(const Test&)> answer;
};

/// The oracle with this question. It gives up early: there are more programs.
VulkanSide oracle_side(std::string_view name, const oracle::vulkan::Question& question);

/// The machine with these settings. Where they do not have it follow executions with a race to
/// their ends their outcomes stay unknown; and since a race that it stops at may be one of an
/// execution that does not end, a program that may not end is asked about again, following them.
VulkanSide machine_side(std::string_view name, const MachineSettings& settings);

/// All that can be compared; the first is the oracle in its default reading. Others are other
/// readings of it, some that are wrong: "merged-masks", "no-floors", "no-chains"; and the machine,
/// stopping at races ("machine") or following them ("machine-follow"). It is to agree with the
/// oracle without values out of thin air ("no-thin-air"), and to have at least what threads that
/// run in order give ("in-order"). These four have variants for the other settings of chains,
/// "-spec" and "-none", and for the reading of Khronos' tests, "-khronos".
std::vector<VulkanSide> vulkan_sides();

/// The one of that name. Throws std::runtime_error, naming all, if there is none.
VulkanSide vulkan_side(std::string_view name);

/// The answer in a line for each of its parts.
std::string described(const Test& test, const VulkanAnswer& answer);

}  // namespace opexplore::random_programs
