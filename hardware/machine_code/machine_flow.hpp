// All ways through the machine code of a function, as far as memory goes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "hardware/machine_code/elf.hpp"
#include "hardware/machine_code/flow.hpp"

namespace opexplore::hardware {

/// The name of the address with that offset (address_offset()); nothing for no address of the test.
using AddressNames = std::function<std::optional<std::string>(std::uint32_t offset)>;

struct MachineFlow {
  Flow flow;
  std::string problem;  ///< why the flow is not known, in a sentence; empty if it is
};

/// Follows the function from its start. Jumps whose predicate was tested before and not changed
/// since go one way. `word_bytes` is the size of what accesses write.
MachineFlow machine_flow(const Cubin& cubin, const Function& function, const AddressNames& names,
                         std::uint32_t word_bytes);

}  // namespace opexplore::hardware
