// Locations of which one is enough to be looked at: what is done to the others is the same but for
// the values, and for which of several threads does it that do the same everywhere else.
//
// Threads of a block whose trees are equal, but for the places and values of accesses that are left
// out, can be exchanged: they meet the same others, are of the same warp, and what is kept of them
// is the same. So where
// those that access one location are exchanged for those that access another one, the programs in
// which the one is looked at become those of the other, with other names of values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "litmus/kernels/memory.hpp"
#include "litmus/kernels/protocol/extract.hpp"

namespace opexplore::kernel {

class AlikeLocations {
 public:
  /// Of all locations that the extract leaves out.
  AlikeLocations(const Extract& extract, const Memory& memory);

  /// The first of each group stands for all.
  const std::vector<std::vector<AddressId>>& groups() const { return groups_; }

  /// What is to `other` what the thread and the value are to `first`, of the same group; nothing
  /// for what has to do with neither.
  /// @{
  std::optional<std::uint32_t> thread(AddressId first, AddressId other,
                                      const Speaker& speaker) const;
  std::optional<Value> value(AddressId first, AddressId other, Value value) const;
  /// @}

 private:
  /// By which of the threads, from 1, and at which of its positions.
  using Access = std::pair<std::size_t, PositionId>;

  /// What is done to a location.
  struct Uses {
    std::vector<Speaker> threads;      ///< in order, each once
    std::vector<std::uint32_t> kinds;  ///< by thread: of its tree
    std::vector<Access> accesses;
    std::vector<Value> values;            ///< that it starts with, and that are stored, in order
    std::vector<std::uint32_t> patterns;  ///< by value: which earlier one it is equal to
    bool is_plain = true;                 ///< each access is all that is done at its position
  };

  void find_uses(const Extract& extract, const Memory& memory);

  std::map<AddressId, Uses> uses_;
  std::vector<std::vector<AddressId>> groups_;
};

}  // namespace opexplore::kernel
