// What a CUDA source says that PTX does not: names of parameters, and launches. It is looked
// through for these, not parsed: what cannot be made out is left out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/cuda_structs.hpp"
#include "litmus/kernels/launch.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// A parameter of a kernel as it is written: `const int* __restrict__ in`.
struct CudaParameter {
  std::string name;
  std::string type;
  bool is_pointer() const { return type.find('*') != std::string::npos; }
};

struct CudaKernel {
  std::string name;
  std::vector<CudaParameter> parameters;
};

/// `kernel<<<2, 32>>>(…)`, both of them numbers.
struct CudaLaunch {
  std::string kernel;
  Triple blocks{1, 1, 1};
  Triple threads{1, 1, 1};
};

/// Words behind `// opexplore:`.
struct SourceWords {
  std::string text;
  SourcePlace place;  ///< where the text begins
};

struct CudaSource {
  std::map<std::string, CudaStruct> structs;  ///< by name
  std::vector<CudaKernel> kernels;
  std::vector<CudaLaunch> launches;
  std::vector<SourceWords> words;
};

/// Looks through a source.
CudaSource look_through(std::string_view text);

}  // namespace opexplore::kernel
