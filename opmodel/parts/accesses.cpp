#include "opmodel/parts/accesses.hpp"

#include <bit>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {

SharedLocations::SharedLocations(const Program& program)
    : program_(program), bits_(program.locations.size()) {
  std::vector<ThreadMask> users(program.locations.size());
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    for (const Instruction& instruction : program.threads[thread].instructions) {
      const auto address = address_of(instruction.action);
      if (!address) continue;
      users[program.addresses[*address].location] |= thread_bit(static_cast<ThreadId>(thread));
    }
  }
  unsigned next = 0;
  for (std::size_t location = 0; location < users.size(); ++location) {
    if (std::popcount(users[location]) > 1) bits_[location] = std::uint64_t{1} << (next++ % 64);
  }
}

Accesses SharedLocations::accessed_by(const Action& action) const {
  const auto address = address_of(action);
  if (!address) return {};
  const std::uint64_t bit = bits_[program_.addresses[*address].location];
  return {reads_memory(action) ? bit : 0, writes_memory(action) ? bit : 0};
}

}  // namespace opexplore
