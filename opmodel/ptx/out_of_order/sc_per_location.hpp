// The axiom SC-per-Location, for programs in which the others do not imply it.
#pragma once

#include "opmodel/ptx/out_of_order/events.hpp"

namespace opexplore::ptx_model {

/// acyclic ((morally strong & (rf | co | fr)) | po-loc), per virtual address
/// (PTX ISA 8.10.5; Lustig 2019, section 3).
bool sc_per_location(const Events& events, const LateMemory& memory, AddressId address);

}  // namespace opexplore::ptx_model
