// What a CUDA source says that PTX does not: names of parameters, and launches. It is looked
// through for these, not parsed: what cannot be made out is left out. What the host's compiler
// makes of launches is in host_launches.hpp.
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

/// What the host hands over for a parameter, as far as it is known.
struct CudaArgument {
  std::optional<Value> number = {};  ///< the bits of a number
  /// Of a pointer: the allocation that it points into; empty if it is not known.
  std::string memory = {};
  Value offset = 0;                         ///< how far, in bytes
  std::optional<std::uint64_t> bytes = {};  ///< of the allocation
  std::vector<std::optional<Value>> elements =
      {};  ///< what the first ones from there hold at the launch
};

/// `kernel<<<2, 32>>>(…)`, or a call of `cudaLaunchKernel` and the like.
struct CudaLaunch {
  std::string kernel;  ///< its name without scopes, or its symbol
  std::string file = {};
  SourcePlace place = {};              ///< of the launch; no line: not known
  std::string text = {};               ///< as written, `kernel<<<n, 32>>>`; empty: not known
  std::optional<Triple> blocks = {};   ///< nothing if they are not known
  std::optional<Triple> threads = {};  ///< likewise
  std::string unread = "is not written in numbers";  ///< why, if they are not
  bool cooperative = false;
  std::optional<Value> dynamic_shared = {};  ///< bytes of dynamic shared memory; nothing: unknown
  bool sets_variables = false;               ///< the host writes to variables of the module
  std::vector<CudaArgument> arguments = {};  ///< by parameter; may be fewer
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
