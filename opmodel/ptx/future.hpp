// What a thread may still do from a pc on, as far as it decides which knowledge
// can still matter. Knowledge that cannot is forgotten, so that states that
// differ only in it become one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "opmodel/parts/liveness.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// Sets of locations and of virtual addresses, one bit each (the reader admits 64).
using PlaceSet = std::uint64_t;

constexpr PlaceSet place(std::size_t index) { return PlaceSet{1} << index; }

struct Future {
  PlaceSet reads = 0;          ///< locations
  PlaceSet writes = 0;         ///< locations
  PlaceSet reads_alone = 0;    ///< locations: by a load, or an atomic that may write nothing
  PlaceSet strong_reads = 0;   ///< addresses
  PlaceSet strong_writes = 0;  ///< addresses
  PlaceSet acquire_loads = 0;  ///< addresses
  bool acquire_fence = false;  ///< a fence that ends acquire patterns
  bool fence_sc = false;
  Scope fence_scope = Scope::cta;  ///< the largest of a fence.sc; meaningless without one
  bool releases = false;  ///< a release write, or a releasing fence with a strong write behind it
  bool barrier = false;

  bool operator==(const Future&) const = default;
  Future& operator|=(const Future& other) {
    reads |= other.reads;
    writes |= other.writes;
    reads_alone |= other.reads_alone;
    strong_reads |= other.strong_reads;
    strong_writes |= other.strong_writes;
    acquire_loads |= other.acquire_loads;
    acquire_fence = acquire_fence || other.acquire_fence;
    fence_sc = fence_sc || other.fence_sc;
    fence_scope = std::max(fence_scope, other.fence_scope);
    releases = releases || other.releases;
    barrier = barrier || other.barrier;
    return *this;
  }
};

/// A mark per thread and instruction.
using InstructionMarks = std::vector<std::vector<char>>;
InstructionMarks no_instructions(const Semantics& semantics);

/// Per thread and pc (the end included). `left_out`: instructions that do not count.
std::vector<std::vector<Future>> futures_of(const Semantics& semantics,
                                            const InstructionMarks& left_out);

/// Loads that nobody can notice (docs/machines-ptx.md, Reductions): what they read is dead, and no
/// acquire pattern begins with them. An execution is consistent with and without them.
InstructionMarks unnoticed_loads(const Semantics& semantics, const Liveness& liveness);

/// Whether the thread may come to the instruction again that it executes there.
bool may_return(const Thread& thread, InstructionId at);

/// Locations that a thread may access again and again: in instructions that it may come back to.
struct Repeated {
  PlaceSet reads = 0;
  PlaceSet writes = 0;
  bool operator==(const Repeated&) const = default;
};

/// Per thread and pc (the end included).
std::vector<std::vector<Repeated>> repeated_ahead(const Semantics& semantics);

/// Per thread and pc (the end included): the writes that may still come, all of them.
std::vector<std::vector<std::vector<InstructionId>>> writes_ahead(const Semantics& semantics);

/// Per thread and pc (the end included): accesses that may still come, one of each virtual address
/// and proxy, in program order. `left_out` as above.
std::vector<std::vector<std::vector<InstructionId>>> accesses_ahead(
    const Semantics& semantics, const InstructionMarks& left_out);

}  // namespace opexplore::ptx_model
