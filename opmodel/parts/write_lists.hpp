// The writes of a trace by location, in coherence order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "opmodel/program.hpp"
#include "opmodel/trace_parts.hpp"

namespace opexplore {

class WriteLists {
 public:
  /// The initial writes alone.
  explicit WriteLists(const Program& program);

  /// The initial write first.
  const std::vector<WriteRef>& of(LocationId location) const { return writes_[location]; }
  LocationId location_of(AddressId address) const { return program_->addresses[address].location; }

  /// The thread's next write, numbered from 1.
  WriteRef next(ThreadId thread);

  /// Puts a write at the place; without one, behind all others.
  void put(const WriteRef& write, LocationId location, std::optional<std::size_t> place = {});

  /// Each write and the next, location by location.
  Coherence pairs() const;

 private:
  const Program* program_;
  std::vector<std::vector<WriteRef>> writes_;  // by location
  std::map<ThreadId, std::uint32_t> written_;  // by each thread
};

}  // namespace opexplore
