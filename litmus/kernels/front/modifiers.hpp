// Which modifiers the instructions on memory take, and which go together: the one table of them
// (PTX ISA 9.7.9 "ld", "st", 9.7.13 "atom", "red"), held against ptxas by
// tests/litmus/kernel_modifiers.test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "litmus/kernels/front/spelled.hpp"

namespace opexplore::kernel {

/// What a modifier says; an instruction has one of each.
enum class ModifierKind : std::uint8_t {
  order,     ///< weak, relaxed, …; volatile takes its place
  scope,     ///< cta, cluster, gpu, sys
  space,     ///< global, shared::cta, …
  cache,     ///< ca, cg, wb, …: cache operators
  eviction,  ///< L1::evict_last, …
  l2_eviction,
  prefetch,   ///< L2::128B, …
  policy,     ///< L2::cache_hint, with an operand of its own
  read_only,  ///< nc
  mmio,
  vector,     ///< v2, v4, v8
  subnormal,  ///< noftz
  operation,  ///< add, cas, …
  type
};

/// The kind of a modifier; nothing for words that none of the four instructions takes.
std::optional<ModifierKind> modifier_kind(std::string_view text);

/// Refuses what PTX does not have: modifiers that the instruction does not take, several of a kind,
/// and those that cannot be combined.
void check_modifiers(const Spelled& spelled);

}  // namespace opexplore::kernel
