// What a model asks of accesses and fences before they order anything: what explanations of its
// outcomes look at (answers/why).
#pragma once

#include <cstdint>

namespace opexplore {

struct Synchronisation {
  enum class Kind : std::uint8_t {
    interleaving,   ///< nothing: there are no other executions
    store_buffers,  ///< that a thread's stores leave its buffer before it loads
    ptx,            ///< patterns of release and acquire, scopes, SC fences (PTX ISA 8.7, 8.8)
    cxx,            ///< release and acquire, scopes, sc operations ([intro.races], [atomics.order])
    vulkan          ///< release and acquire of storage classes, scopes, availability, visibility
  };
  Kind kind = Kind::ptx;

  /// What a thread stores to a location after a release is one, too.
  bool release_goes_on = true;
  /// Of C++: two sc accesses are ordered as fences are, although what they see is none.
  bool sc_sees_all = true;

  /// \name Where the definitions of PTX differ (docs/machines-ptx.md).
  /// @{
  bool proxies = true;          ///< 7.5; 6.0 has neither proxies nor aliases
  bool fence_sc_orders = true;  ///< fence.sc is an acquire-release fence, too
  /// @}

  /// What a trace calls a write counts those of its thread that are in memory by then, in program
  /// order; if not, a write has one name.
  bool counts_writes = false;
};

}  // namespace opexplore
