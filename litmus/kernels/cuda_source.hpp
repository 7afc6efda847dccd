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
  bool restricted = false;  ///< `__restrict__`, if the source is there
  bool is_pointer() const { return type.find('*') != std::string::npos; }
  bool is_floating() const { return type == "float" || type == "double"; }
};

struct CudaKernel {
  std::string name;
  std::vector<CudaParameter> parameters;
};

/// A word as the host knows it.
struct HostWord {
  std::optional<Value> number = {};  ///< the bits of a number
  /// Of a pointer: the allocation that it points into; empty if it is not known.
  std::string memory = {};
  Value offset = 0;  ///< how far, in bytes
};

/// What the host hands over for a parameter, or for one word of a structure, as far as it is known.
struct CudaArgument {
  std::string parameter;  ///< its number, "0"; for a word of it with the offset, "0+8"
  HostWord value = {};
};

/// What the host allocates, as it is at a launch.
struct HostMemory {
  std::optional<std::uint64_t> bytes = {};           ///< how large it is
  std::vector<std::optional<std::uint8_t>> content;  ///< of the first bytes
  std::map<std::uint64_t, HostWord> addresses = {};  ///< where known addresses lie, in bytes
  bool written_later = false;  ///< the host writes there while the kernel may run
};

/// A variable of the module that the host copies to.
struct HostVariable {
  std::string symbol;  ///< the host's
  std::string memory;  ///< what it holds then
  /// The host need not copy: it is its own memory. What is not known is as the module has it.
  bool managed = false;
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
  bool worked_out = false;                   ///< by the host's compiler, with what it does before
  bool sets_variables = false;               ///< the host does more to variables of the module
  std::vector<HostVariable> variables = {};  ///< of the module, that are copied to
  std::vector<CudaArgument> arguments = {};  ///< those that were looked for
  std::map<std::string, HostMemory> memories = {};  ///< by the names that words have for them
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

/// The structure that a type names, "const a::View<int>", or points to; null if it is not known.
const CudaStruct* struct_named(const CudaSource& source, std::string type);

}  // namespace opexplore::kernel
