// What a thread may still do from a pc on, as far as it decides which knowledge
// can still matter. Knowledge that cannot is forgotten, so that states that
// differ only in it become one.
#pragma once

#include <cstdint>
#include <vector>

#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// Sets of locations and of virtual addresses, one bit each (the reader admits 64).
using PlaceSet = std::uint64_t;

constexpr PlaceSet place(std::size_t index) { return PlaceSet{1} << index; }

struct Future {
  PlaceSet reads = 0;          ///< locations
  PlaceSet writes = 0;         ///< locations
  PlaceSet strong_reads = 0;   ///< addresses
  PlaceSet strong_writes = 0;  ///< addresses
  PlaceSet acquire_loads = 0;  ///< addresses
  bool acquire_fence = false;  ///< a fence that ends acquire patterns
  bool fence_sc = false;

  bool operator==(const Future&) const = default;
  Future& operator|=(const Future& other) {
    reads |= other.reads;
    writes |= other.writes;
    strong_reads |= other.strong_reads;
    strong_writes |= other.strong_writes;
    acquire_loads |= other.acquire_loads;
    acquire_fence = acquire_fence || other.acquire_fence;
    fence_sc = fence_sc || other.fence_sc;
    return *this;
  }
};

/// Per thread and pc (the end included).
std::vector<std::vector<Future>> futures_of(const Semantics& semantics);

}  // namespace opexplore::ptx_model
