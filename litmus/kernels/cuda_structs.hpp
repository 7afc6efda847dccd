// Structures of a CUDA source: where their numbers and pointers lie. As elsewhere the source is
// looked through, not parsed: what cannot be made out ends the list of members.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "litmus/kernels/cuda_words.hpp"

namespace opexplore::kernel {

/// A number or pointer in a structure, also in one inside it: "out", "rows[1]", "head.next".
struct CudaMember {
  std::string name;
  std::string type;  ///< without blanks at its ends: "int *"
  std::uint32_t offset = 0;
  std::uint32_t bytes = 4;
};

struct CudaStruct {
  std::vector<CudaMember> members;  ///< in order
  std::uint32_t bytes = 0;
  std::uint32_t alignment = 1;
  bool whole = true;  ///< members behind those listed would follow
};

/// The structures of the source, by name.
std::map<std::string, CudaStruct> structs_of(CudaWords words);

}  // namespace opexplore::kernel
