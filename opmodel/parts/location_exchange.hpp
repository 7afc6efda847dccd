// Locations that change places when threads do.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore {

/// An exchange of addresses, and of the locations behind them, by pairs. What is in no pair stays.
class LocationExchange {
 public:
  explicit LocationExchange(const Program& program);

  /// Each of the two takes the place of the other; with one address twice, it stays. Returns
  /// whether that goes with the pairs so far: each location, and generic name, is in one pair
  /// alone, and the two begin with the same value and are in one region and of one proxy.
  bool pair(AddressId left, AddressId right);

  /// Whether everything stays.
  bool is_identity() const;

  /// By observable of the test, whose value it gets; nothing if that is no observable.
  std::optional<std::vector<std::uint16_t>> moved_observables(const Test& test) const;

 private:
  const Program& program_;
  std::vector<std::optional<AddressId>> addresses_;   ///< where it goes, as far as it is known
  std::vector<std::optional<LocationId>> locations_;  ///< likewise
};

/// Whether the two instructions do the same, but at other addresses.
bool same_elsewhere(const Action& left, const Action& right);

}  // namespace opexplore
