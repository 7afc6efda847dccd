// The launch of a kernel in its source that is explored: which one, and what is said where it is
// not explored as it is written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "litmus/kernels/default_launch.hpp"

namespace opexplore::kernel {

struct FoundLaunch {
  const CudaLaunch* launch = nullptr;  ///< of the source; nothing if it has none of the kernel
  bool fits = false;                   ///< its shape is known, and small enough
  /// Why it is not explored in its shape, "launch not read: …"; empty if it is.
  std::string remark;
  std::vector<std::string> notes;  ///< other shapes that it is launched in
};

/// Whether it launches that kernel.
bool is_of(const CudaLaunch& launch, const NamedEntry& entry);

/// " at k.cu:12"; empty where it is not known.
std::string place_of(const CudaLaunch& launch);

/// The first launch of the kernel that has so many threads at most, else the first.
FoundLaunch found_launch(const NamedEntry& entry, const CudaSource& source,
                         std::uint64_t most_threads);

/// How far the values of the host are known.
struct HostValues {
  std::vector<std::string> in_part;  ///< memory of which the rest starts with zeros, by name
  bool lacks_variables = false;      ///< what is copied to some variable was not read
};

/// Sets what the launch says of parameters of the first grid, and of variables: numbers, and how
/// large memory is and what it holds.
HostValues set_arguments(const CudaLaunch& launch, const NamedEntry& entry,
                         const CudaSource& source, const Module& module, Launch& explored);

/// The names of pointers, also in structures, of which nothing could be read at the launch.
std::vector<std::string> unread_arguments(const CudaLaunch& launch, const NamedEntry& entry);

/// Bytes of the number, or of a component of the vector, that a pointer of that type points to; 0
/// if it is neither.
std::uint32_t pointed_bytes(std::string type);

/// What the compiler of the host found takes the place of what is written, and gets its words.
/// Precondition: nvcc made code of the source.
void use_host_launches(std::vector<CudaLaunch> found, const NamedEntry& entry, CudaSource& source);

}  // namespace opexplore::kernel
