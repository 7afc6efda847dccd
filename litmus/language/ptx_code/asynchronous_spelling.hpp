// Asynchronous instructions as text, each in one of the forms that are read.
#pragma once

#include <optional>
#include <string>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// E.g. "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16".
std::string asynchronous_text(const AsynchronousAction& action, const Program& program,
                              const Thread& thread);

/// A move of the address of shared memory of the thread's cluster; nothing if it moves another
/// number.
std::optional<std::string> mapped_text(const Arithmetic& action, const Program& program,
                                       const Thread& thread);

/// A write of a tensormap, by which PTX has only one instruction.
std::string replacement_text(const Store& store, const Program& program, const Thread& thread);

}  // namespace opexplore::detail
