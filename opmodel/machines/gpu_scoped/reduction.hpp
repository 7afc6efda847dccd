// States of `gpu-scoped` without what cannot matter any more. Each reduction keeps all
// outcomes; the options that switch them off are those of MachineOptions.
#pragma once

#include "opmodel/machines/gpu_scoped/rules.hpp"

namespace opexplore::gpu_scoped {

using queue_model::location_bit;
using queue_model::LocationSet;

/// Who may still read and write what, worked out once per state.
class Remaining {
 public:
  Remaining(const Context& context, const State& state);

  /// Whether the thread will still look at its view of the location.
  bool reads(ThreadId thread, LocationId location) const {
    return (reads_[thread] & location_bit(location)) != 0;
  }
  /// Whether some thread of the block will.
  bool block_reads(std::uint8_t block, LocationId location) const {
    return (block_reads_[block] & location_bit(location)) != 0;
  }
  bool anyone_reads(LocationId location) const {
    return (all_reads_ & location_bit(location)) != 0;
  }
  /// Whether a thread other than this one will read or write the location, or owes its write.
  bool others_touch(ThreadId thread, LocationId location) const {
    return touched_by_others(touches_, thread, location);
  }
  /// The same for blocks.
  bool other_blocks_touch(std::uint8_t block, LocationId location) const {
    return touched_by_others(block_touches_, block, location);
  }

 private:
  using Sets = SmallVector<LocationSet, 4>;
  static bool touched_by_others(const Sets& sets, std::size_t mine, LocationId location) {
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (i != mine && (sets[i] & location_bit(location)) != 0) return true;
    }
    return false;
  }

  Sets reads_, touches_;              // by thread
  Sets block_reads_, block_touches_;  // by block
  LocationSet all_reads_ = 0;
};

/// Publishes what nobody else will look at, overwrite or overtake (split_components): it has
/// to be published before the end, and when makes no difference.
void publish_unwatched(const Context& context, const Remaining& remaining, State& state);

/// \name Whether somebody will still look at a cell, or it is on its way up.
/// @{
bool needs_view(const Context& context, const Remaining& remaining, const State& state,
                ThreadId thread, LocationId location);
bool needs_block(const Context& context, const Remaining& remaining, const State& state,
                 std::uint8_t block, LocationId location);
bool needs_gpu(const Context& context, const Remaining& remaining, LocationId location);
/// @}

/// Zeroes what nobody will look at (forget_dead).
void forget_dead(const Context& context, const Remaining& remaining, State& state);

}  // namespace opexplore::gpu_scoped
