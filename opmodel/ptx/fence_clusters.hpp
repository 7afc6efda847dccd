// Where the in-order form keeps what was known at fence.sc: once for each CTA, each GPU and the
// system, instead of once for each thread.
//
// Fence-SC relates two fences if the scope of each includes the other's thread, that is, is at
// least their distance (PTX ISA 8.9.3). A fence of scope s leaves what its thread knows in the
// clusters of its thread up to s, and learns what the same clusters hold. That is exact: two fences
// whose threads are d apart meet in the cluster at d if both scopes are at least d; and fences that
// meet in a cluster at l are at most l apart and have at least that scope.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// Whether the program has a fence.sc.
bool has_fence_sc(const Program& program);

/// The clusters of a program, numbered from 0. Immutable.
class FenceClusters {
 public:
  /// Without `join` each thread has clusters of its own, one per scope, which others read: that is
  /// what Fence-SC says without the argument above.
  FenceClusters(const Semantics& semantics, bool join);

  /// None if the program has no fence.sc, or their order is left open.
  std::size_t count() const { return count_; }

  /// Those that hold what the thread knew at a fence.sc of this scope.
  std::span<const std::uint16_t> written(ThreadId thread, Scope scope) const {
    return threads_[thread].written[level(scope)];
  }
  /// Those from which such a fence learns.
  std::span<const std::uint16_t> read(ThreadId thread, Scope scope) const {
    return threads_[thread].read[level(scope)];
  }

 private:
  struct OfThread {
    std::array<std::vector<std::uint16_t>, 3> written;
    std::array<std::vector<std::uint16_t>, 3> read;
  };

  void add_joined(const Semantics& semantics);
  void add_apart(const Semantics& semantics);

  std::size_t count_ = 0;
  std::vector<OfThread> threads_;
};

}  // namespace opexplore::ptx_model
