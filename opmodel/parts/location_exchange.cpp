#include "opmodel/parts/location_exchange.hpp"

#include <algorithm>
#include <cstddef>

#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

// Whether the two may be a pair, which they are from now on.
template <class Id>
bool join(std::vector<std::optional<Id>>& places, Id left, Id right) {
  if (places[left].value_or(right) != right || places[right].value_or(left) != left) return false;
  places[left] = right;
  places[right] = left;
  return true;
}

template <class Id>
bool all_stay(const std::vector<std::optional<Id>>& places) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] && *places[i] != i) return false;
  }
  return true;
}

}  // namespace

LocationExchange::LocationExchange(const Program& program)
    : program_(program),
      addresses_(program.addresses.size()),
      locations_(program.locations.size()) {}

bool LocationExchange::pair(AddressId left, AddressId right) {
  const Address& one = program_.addresses[left];
  const Address& other = program_.addresses[right];
  const Location& here = program_.locations[one.location];
  const Location& there = program_.locations[other.location];
  return one.proxy == other.proxy && here.initial == there.initial && here.region == there.region &&
         join(addresses_, left, right) && join(addresses_, one.generic, other.generic) &&
         join(locations_, one.location, other.location);
}

bool LocationExchange::is_identity() const { return all_stay(locations_) && all_stay(addresses_); }

std::optional<std::vector<std::uint16_t>> LocationExchange::moved_observables(
    const Test& test) const {
  const auto location_of = [&](const Observable& observable) -> std::optional<LocationId> {
    const auto* const term = std::get_if<LocationTerm>(&observable);
    if (term == nullptr) return std::nullopt;
    return program_.addresses[term->address].location;
  };
  std::vector<std::uint16_t> result;
  for (std::size_t i = 0; i < test.observables.size(); ++i) {
    result.push_back(static_cast<std::uint16_t>(i));
    const auto location = location_of(test.observables[i]);
    if (!location || locations_[*location].value_or(*location) == *location) continue;
    const LocationId from = *locations_[*location];
    const auto place = std::ranges::find_if(
        test.observables, [&](const Observable& other) { return location_of(other) == from; });
    if (place == test.observables.end()) return std::nullopt;
    result.back() = static_cast<std::uint16_t>(place - test.observables.begin());
  }
  return result;
}

bool same_elsewhere(const Action& left, const Action& right) {
  const MemoryAccess* const access = memory_access(left);
  if (access == nullptr || memory_access(right) == nullptr) return left == right;
  Action moved = right;
  memory_access(moved)->address = access->address;
  return moved == left;
}

}  // namespace opexplore
