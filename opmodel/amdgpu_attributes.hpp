// What an instruction says of itself under the memory model of AMDGPU, beside its kind, its order
// and what it accesses (LLVM, AMDGPUMemoryModel).
#pragma once

#include <cstdint>

namespace opexplore {

/// The syncscopes of AMDGPU, smallest first: each divides the instances of the next.
enum class SyncScope : std::uint8_t { singlethread, wavefront, workgroup, cluster, agent, system };

/// Beside the order, which means what it means in C++: weak for an access that is not atomic,
/// relaxed for `monotonic`, sc for `seq_cst`.
struct AmdgpuAttributes {
  /// Of an atomic, a fence, and an `av` access; otherwise nobody looks at it, and it is the system.
  SyncScope scope = SyncScope::system;
  /// `llvm.amdgcn.av.load` and `av.store`: not atomic, but visible or available within the scope.
  bool av = false;
  /// `!mmra !{!"amdgcn-av", !"none"}`: it synchronises, and makes nothing available or visible.
  bool av_none = false;
  bool operator==(const AmdgpuAttributes&) const = default;
};

}  // namespace opexplore
