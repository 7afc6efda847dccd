#include "litmus/kernels/homes.hpp"

namespace opexplore::kernel {

std::optional<RegisterId> Homes::find(const Home& home, NumberType type) {
  const auto known = by_home_.find(home);
  if (known != by_home_.end()) return known->second;
  const Pool pool{home.depth, type};
  const std::vector<RegisterId>& registers = pools_[pool];
  std::size_t& used = used_[{pool, home.function}];
  if (used == registers.size()) return std::nullopt;
  const RegisterId free = registers[used++];
  by_home_.emplace(home, free);
  return free;
}

void Homes::add(const Home& home, NumberType type, RegisterId added) {
  const Pool pool{home.depth, type};
  pools_[pool].push_back(added);
  ++used_[{pool, home.function}];
  by_home_.emplace(home, added);
}

}  // namespace opexplore::kernel
