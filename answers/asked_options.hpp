// How a test was asked, as reports say it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "explorer/explore.hpp"
#include "opmodel/setting.hpp"

namespace opexplore {

/// ExploreOptions without what happens while it is asked.
struct AskedOptions {
  MachineOptions machine = {};
  std::optional<std::chrono::milliseconds> timeout = {};
  std::optional<std::uint64_t> max_states = {};
  std::optional<std::uint64_t> max_memory = {};  ///< bytes
  bool verdict_only = false;
  bool traces = false;  ///< some were asked for
};

inline AskedOptions asked_options(const ExploreOptions& explore) {
  return {explore.machine,    explore.timeout,      explore.max_states,
          explore.max_memory, explore.verdict_only, explore.traces != Traces::none};
}

}  // namespace opexplore
