// Where the in-order form checks SC-per-Location (in_order/location_order.hpp), and a number for
// each thread at each of these addresses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// The virtual addresses at which SC-per-Location does not follow from the other axioms. Immutable.
class OrderedAddresses {
 public:
  struct Ordered {
    AddressId address = 0;
    LocationId location = 0;
  };

  /// None.
  OrderedAddresses() = default;

  explicit OrderedAddresses(const Semantics& semantics) : threads_(semantics.threads()) {
    const auto& addresses = semantics.program().addresses;
    place_.assign(std::max(addresses.size(), semantics.locations()), 0);
    for (std::size_t a = 0; a < place_.size(); ++a) {
      const auto address = static_cast<AddressId>(a);
      if (!semantics.check_sc_per_location(address)) continue;
      const LocationId location =
          semantics.reading().proxies ? addresses[a].location : static_cast<LocationId>(a);
      all_.push_back({address, location});
      place_[a] = all_.size();
    }
  }

  bool empty() const { return all_.empty(); }
  const std::vector<Ordered>& all() const { return all_; }
  bool contains(AddressId address) const { return !all_.empty() && place_[address] != 0; }

  /// How many numbers there are, and that of a thread at one of the addresses.
  std::size_t places() const { return threads_ * all_.size(); }
  std::size_t place(ThreadId thread, AddressId address) const {
    return thread * all_.size() + place_[address] - 1;
  }

 private:
  std::size_t threads_ = 0;
  std::vector<Ordered> all_;
  std::vector<std::size_t> place_;  // by address: one more than its place in all_, or 0
};

}  // namespace opexplore::ptx_model
