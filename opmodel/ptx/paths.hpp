// What both forms of the PTX machines say of their paths.
#pragma once

#include <algorithm>
#include <array>

#include "opmodel/condition.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/setting.hpp"

namespace opexplore::ptx_model {

/// Whether paths are traces, each as long as its execution has events (HasGradedForm), and the
/// options that make them so.
struct GradedPaths {
  /// What leaves steps out, puts several into one, or exchanges threads.
  static constexpr std::array ungraded{
      &MachineOptions::skip_dead_loads, &MachineOptions::erase_writes,
      &MachineOptions::symmetry,        &MachineOptions::lazy_fences,
      &MachineOptions::await_writes,    &MachineOptions::fuse_independent,
      &MachineOptions::bring_writes};

  static bool is_graded(const Test&, const MachineOptions& options) {
    return std::ranges::none_of(ungraded, [&](auto reduction) { return options.*reduction; });
  }
  static MachineOptions graded(MachineOptions options) {
    for (const auto reduction : ungraded) options.*reduction = false;
    return options;
  }
};

/// Steps that no thread takes (HasMemorySteps).
struct MemorySteps {
  static bool is_memory_step(Step step) { return is_one_of<settle_, propagate_>(step); }
};

}  // namespace opexplore::ptx_model
