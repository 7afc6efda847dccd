// What a thread is called.
#pragma once

#include <cstddef>
#include <string>

namespace opexplore {

/// "P0": the thread as litmus files and herd7 call it, in traces, messages and drawings. Files in
/// the GPU_PTX format say T0 for the same thread.
inline std::string thread_name(std::size_t thread) {
  return std::string("P").append(std::to_string(thread));  // +: GCC bug 105651
}

}  // namespace opexplore
