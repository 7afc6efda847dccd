// The headers that generated CUDA programs include.
#pragma once

#include <span>

#include "opmodel/embedded_file.hpp"

namespace opexplore::hardware {

// WART: never-on-a-chip. No result of a chip is part of this tree.
/// The files of hardware/cuda, by name.
std::span<const EmbeddedFile> device_headers();

}  // namespace opexplore::hardware
