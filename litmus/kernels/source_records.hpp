// Members of structures that memory is made of, by the names that the source has for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/cuda_source.hpp"
#include "litmus/kernels/default_launch.hpp"
#include "litmus/kernels/launch.hpp"

namespace opexplore::kernel {

/// The structure that a type like "const Queue*" leads to; empty if it is none, or not known.
Record record_of(const CudaSource& source, const std::string& type);

/// Sets the record of each buffer of the grid.
void set_records(const NamedEntry& entry, const CudaSource& source, Grid& grid);

/// Lets memory start with values at the member and behind it, as many as are written. False if the
/// buffer has no such member, or not so many of it.
bool set_member(Buffer& buffer, std::string_view name, const std::vector<std::string>& values);

}  // namespace opexplore::kernel
