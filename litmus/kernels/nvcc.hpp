// The CUDA compiler: where it is, and the PTX that it makes of a source.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "litmus/input/deadline.hpp"
#include "litmus/input/process.hpp"

namespace opexplore::kernel {

/// The program that `name` means: itself if it has a slash; else looked for in PATH, where the
/// toolkit was when this program was built, and where CUDA installs it. Throws ProcessError if
/// there is none.
std::filesystem::path find_nvcc(const std::string& name);

/// How a source is compiled.
struct Compilation {
  std::filesystem::path nvcc;
  std::string arch = "sm_90";
  std::vector<std::string> flags;  ///< beside -ptx, -O3, -lineinfo and the architecture
  Deadline deadline = {};
};

/// The PTX of the file. Throws InputError at the place of the compiler's first error, ProcessError
/// where it cannot be run, and GivenUp at the deadline.
std::string compiled(const std::filesystem::path& source, const Compilation& how);

/// What nvcc makes of a source in one go.
struct CompiledSource {
  std::string ptx;   ///< as compiled() has it; empty if nvcc has kept none
  std::string host;  ///< for the compiler of the host: C++ without macros, a launch is a call
};

/// Throws as compiled(), also where the code of the host is wrong.
CompiledSource compiled_with_host(const std::filesystem::path& source, const Compilation& how);

/// Code of the host as that compiler makes assembly of it, optimised so that what is constant is in
/// it as a number. Throws as compiled(), which has `source` for messages.
std::string host_assembly(const std::string& code, const std::filesystem::path& source,
                          const Compilation& how);

}  // namespace opexplore::kernel
