// Registers of the program for what called functions keep in theirs, and for what is kept in
// private memory.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "litmus/kernels/module.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// What needs a register: a register of a function at that depth of calls, or bytes of an object of
/// it.
struct Home {
  std::uint32_t depth = 0;
  const Entry* function = nullptr;
  bool in_memory = false;
  std::uint16_t number = 0;                       ///< of the register or the object
  Value offset = 0;                               ///< in the object
  std::uint32_t width = 0;                        ///< in the object
  auto operator<=>(const Home&) const = default;  // NOLINT(modernize-use-nullptr)
  bool operator==(const Home&) const = default;
};

/// Hands out registers. A program has few: functions that run one after the other at the same depth
/// of calls share theirs, for nothing in the registers of a function outlives its return.
class Homes {
 public:
  /// The register of that home, the same at every call; nothing if a new one has to be added.
  std::optional<RegisterId> find(const Home& home, NumberType type);
  /// Gives it a new register, of that type.
  void add(const Home& home, NumberType type, RegisterId added);

 private:
  using Pool = std::pair<std::uint32_t, NumberType>;  // by depth

  std::map<Home, RegisterId> by_home_;
  std::map<Pool, std::vector<RegisterId>> pools_;
  std::map<std::pair<Pool, const Entry*>, std::size_t> used_;  // of the pool, by the function
};

}  // namespace opexplore::kernel
