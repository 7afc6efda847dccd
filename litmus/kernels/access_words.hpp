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
  bool mmio = false;
  bool read_only = false;
  std::uint32_t elements = 1;
};

/// What is written; `has_operation`: one of a read-modify-write. Refuses what is not modelled.
Access access_of(Step& step, bool has_operation);

/// \name Whether order and scope are such as PTX allows together. Refuses others.
/// @{
/// Of a load or store: `strongest` is acquire or release. A volatile access gets its order.
void check_order(const Step& step, Access& access, Order strongest);
void check_atomic_order(const Step& step, const Access& access, bool has_destination);
/// @}

}  // namespace opexplore::kernel
