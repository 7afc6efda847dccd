// What two racing instructions do where they meet, be it an access of their threads or of an
// operation that goes on by itself.
#pragma once

#include <string_view>

#include "opmodel/data_race.hpp"
#include "opmodel/program.hpp"

namespace opexplore {

struct RacingAccess {
  AddressId address = 0;
  bool reads = false;
  bool writes = false;
  Order order = Order::weak;
  Scope scope = Scope::sys;  ///< meaningless when weak
  std::string_view proxy = "generic";
  bool apart = false;  ///< of an asynchronous operation: not in program order
};

/// Of both instructions the accesses that conflict; of several the first. Where a descriptor says
/// at run time what is accessed, that is the address of the other one.
struct RacingAccesses {
  RacingAccess first;
  RacingAccess second;
};

/// Precondition: the pair races.
RacingAccesses racing_accesses(const Program& program, const RacingPair& pair);

/// The address at which the two meet, as the first of them names it.
inline AddressId racing_address(const Program& program, const RacingPair& pair) {
  return racing_accesses(program, pair).first.address;
}

/// Whether both are accesses of threads.
bool are_plain(const Program& program, const RacingPair& pair);

}  // namespace opexplore
