// What the mnemonic of a load, store or read-modify-write says (PTX ISA 9.7.9, 9.7.13).
#pragma once

#include <cstdint>
#include <optional>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// What the modifiers of an access say; PTX takes them in any order.
struct Access {
  std::optional<Order> order;
  std::optional<Scope> scope;
  std::optional<Space> space;
  std::optional<AtomicOp> op;
  std::optional<Type> type;
  Annotation annotation = Annotation::none;
  bool read_only = false;
  bool policy = false;  ///< the last operand is one for caches
  std::uint32_t elements = 1;
};

/// What is written. Refuses what PTX does not have (see modifiers.hpp), and what is not modelled.
/// Operands for caches are dropped.
Access access_of(Step& step);

}  // namespace opexplore::kernel
