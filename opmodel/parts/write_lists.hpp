// The writes of a trace by location, in coherence order, with names for drawings.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "opmodel/program.hpp"
#include "opmodel/trace_parts.hpp"

namespace opexplore {

class WriteLists {
 public:
  /// The initial writes alone: "init x".
  explicit WriteLists(const Program& program);

  /// The names, the initial write first.
  const std::vector<std::string>& of(LocationId location) const { return writes_[location]; }
  LocationId location_of(AddressId address) const { return program_->addresses[address].location; }

  /// The name of the thread's next write: "P0.1".
  std::string next_name(ThreadId thread);

  /// Puts a write at the place; without one, behind all others.
  void put(const std::string& name, LocationId location, std::optional<std::size_t> place = {});

  /// Each write and the next, location by location.
  Coherence pairs() const;

 private:
  const Program* program_;
  std::vector<std::vector<std::string>> writes_;  // by location
  std::map<ThreadId, std::size_t> written_;       // by each thread
};

}  // namespace opexplore
