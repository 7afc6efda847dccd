// The writes in memory by location: whoever asks for one location after the other looks at each
// write once.
#pragma once

#include <bit>

#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/future.hpp"

namespace opexplore::ptx_model {

/// Of one memory, until writes come or go there.
template <class Size>
class WritesAt {
 public:
  using Items = typename Size::Items;

  WritesAt(const Memory<Size::words>& memory, const Semantics& semantics)
      : at_(semantics.locations()), all_(Items::below(memory.writes.size())) {
    for (std::size_t w = 0; w < memory.writes.size(); ++w) {
      const LocationId location = memory.access(w, semantics).location;
      at_[location] |= Items::of(w);
      written_ |= place(location);
    }
  }

  /// All writes.
  const Items& all() const { return all_; }

  /// Those to the location.
  const Items& at(LocationId location) const { return at_[location]; }

  /// Those to any of these locations.
  Items at_any(PlaceSet locations) const {
    if ((written_ & ~locations) == 0) return all_;
    Items result;
    for (PlaceSet left = written_ & locations; left != 0; left &= left - 1) {
      result |= at_[static_cast<std::size_t>(std::countr_zero(left))];
    }
    return result;
  }

  /// Locations that have been written.
  PlaceSet written() const { return written_; }

 private:
  SmallVector<Items, 16> at_;  // by location
  Items all_;
  PlaceSet written_ = 0;
};

}  // namespace opexplore::ptx_model
