// Which write of an execution is meant.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "opmodel/program.hpp"

namespace opexplore {

/// A write of a thread, or the initial write of a location.
struct WriteRef {
  std::optional<ThreadId> thread;  ///< nothing: an initial write
  /// Of the thread's events, or of its writes, as the machine counts them; of an initial write its
  /// location.
  std::uint32_t number = 0;

  bool is_initial() const { return !thread; }
  auto operator<=>(const WriteRef&) const = default;
};

inline WriteRef initial_write_of(LocationId location) { return {std::nullopt, location}; }

/// "P0.2", or "init x".
std::string write_name(const Program& program, const WriteRef& write);

}  // namespace opexplore
