// The Vulkan memory model, evaluated on one execution: a second opinion on the cat model of axioms/
// and the oracle of the machine. Sources: Khronos' alloy/spirv.als and Dat3M's cat/vulkan.cat; the
// Vulkan specification, appendix Memory Model, for the chains of Chains::specification.
#pragma once

#include "tests/oracle/vulkan_graph.hpp"

namespace opexplore::oracle::vulkan {

/// What continues a chain of availability or visibility operations.
enum class Chains : std::uint8_t {
  model,          ///< an operation that the one before it includes; so never a fence
  specification,  ///< any on the same access that happens after it in the instance of its scope
  none            ///< nothing: a device without vulkanMemoryModelAvailabilityVisibilityChains
};

/// Which reads are before the writes that follow, by location order, the one they read from.
enum class FromReads : std::uint8_t {
  cat,   ///< those that are behind it in location order themselves
  alloy  ///< all
};

/// Which parts of the model are left out: for tests, that must notice.
enum class Mutant : std::uint8_t {
  none,
  merged_masks,  ///< happens-before is one relation for all storage classes
  no_floors      ///< location order constrains no read
};

struct Reading {
  Chains chains = Chains::model;
  FromReads from_reads = FromReads::cat;
  Mutant mutant = Mutant::none;
};

/// The part of an execution that is chosen.
struct Choice {
  Rows rf;
  Rows asmo;     ///< the coherence order of mutually ordered atomics
  Rows syncbar;  ///< from barriers to those that they release
};

/// What is ordered at each location. Only the atomics of `rf` matter, and more of them order more.
Rows location_order(const Graph& graph, const Choice& choice, const Reading& reading);

/// Whether the axioms hold. What is inconsistent stays so however many reads are added to rf.
/// Precondition: `locord` is that of the choice.
bool consistent(const Graph& graph, const Choice& choice, const Rows& locord,
                const Reading& reading);

/// Pairs of accesses that race, each both ways.
Rows races(const Graph& graph, const Rows& locord);

}  // namespace opexplore::oracle::vulkan
