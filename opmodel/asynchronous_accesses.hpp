// What an asynchronous instruction is, and which addresses it reads and writes as data.
#pragma once

#include <variant>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// What the instruction is, if it is asynchronous and of that kind; null for others.
template <class Kind>
const Kind* asynchronous_as(const Action& action) {
  const auto* const other = std::get_if<Asynchronous>(&action);
  return other != nullptr ? std::get_if<Kind>(&other->what) : nullptr;
}

/// Whether it reads each destination and writes what it makes of that, as one.
bool combines(const AsynchronousOperation& operation);

/// Whether it accesses tensor memory (PTX ISA 9.7.16).
bool is_of_tensors(AsynchronousOperation::Kind kind);

/// Descriptors and sources, in the order in which they are read. Of a tensor copy what the
/// descriptor stands for is not among them.
std::vector<AddressId> addresses_read(const AsynchronousAction& action);

/// Destinations; mbarriers are no data.
std::vector<AddressId> addresses_written(const AsynchronousAction& action);

/// Whether it tells others, at an mbarrier or the barrier of a cluster, that its thread has come.
bool arrives(const AsynchronousAction& action);

/// Whether a thread waits there for what goes on by itself, or for what others have done.
bool waits(const AsynchronousAction& action);

}  // namespace opexplore
