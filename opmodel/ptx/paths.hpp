// What both forms of the PTX machines say of their paths.
#pragma once

#include "opmodel/condition.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/setting.hpp"

namespace opexplore::ptx_model {

/// Whether paths are traces, each as long as its execution has events (HasGradedForm), and the
/// options that make them so.
struct GradedPaths {
  static bool is_graded(const Test&, const MachineOptions& options) {
    return !options.skip_dead_loads && !options.erase_writes && !options.symmetry &&
           !options.lazy_fences && !options.await_writes && !options.fuse_independent;
  }
  static MachineOptions graded(MachineOptions options) {
    options.skip_dead_loads = false;
    options.erase_writes = false;
    options.symmetry = false;
    options.fuse_independent = false;
    options.lazy_fences = false;
    options.await_writes = false;
    return options;
  }
};

/// Steps that no thread takes (HasMemorySteps).
struct MemorySteps {
  static bool is_memory_step(Step step) { return is_one_of<settle_, propagate_>(step); }
};

}  // namespace opexplore::ptx_model
