// Which reads may have to take their values late (PTX ISA 8.10.4: nothing but values, and what a
// wait holds back, orders a read before what its thread does later).
#pragma once

#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::ptx_async {

/// Per thread and instruction, whether it reads a location and some write of it, by another thread
/// or by an operation that runs on by itself, may follow in time from what comes later in its
/// thread. Never false where that is so.
std::vector<std::vector<bool>> late_reads(const Program& program);

/// The locations that an instruction may write, by itself or by the operation that it issues, and
/// those that it may read.
/// @{
std::vector<LocationId> locations_written(const Program& program, const Action& action);
std::vector<LocationId> locations_read(const Program& program, const Action& action);
/// @}

}  // namespace opexplore::ptx_async
