// A question that is put to a machine, while it is searched.
#pragma once

#include <chrono>

#include "explorer/explore.hpp"
#include "explorer/machine_forms.hpp"

namespace opexplore {

/// One question: what is asked of whom, and since when.
struct Asked {
  const MachineForms& forms;
  const Test& test;
  ExploreOptions options;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  /// Since it was asked.
  double seconds() const;
  /// The options with what is left of the time.
  ExploreOptions in_time(ExploreOptions given) const;
  /// Whether paths in the form that the options pick are traces (HasGradedForm).
  bool paths_are_traces() const;
  /// The options of a form in which they are.
  MachineOptions graded_options() const;
};

}  // namespace opexplore
