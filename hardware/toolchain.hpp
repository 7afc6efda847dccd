// Finds the programs of a CUDA toolkit and other compilers to PTX, and runs them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "litmus/input/process.hpp"
#include "litmus/kernels/nvcc.hpp"

namespace opexplore::hardware {

using ToolchainError = ProcessError;
using kernel::find_nvcc;
using opexplore::Finished;
using opexplore::run_process;
using opexplore::TemporaryFolder;

/// A CUDA toolkit. The disassemblers are in few installations.
struct Toolkit {
  std::filesystem::path nvcc, nvlink;
  std::string version;  ///< "13.0.88"
  std::optional<std::filesystem::path> nvdisasm, cuobjdump;
};

/// The toolkit of that nvcc: see find_nvcc(). Throws ToolchainError for one without nvlink, or
/// that does not say its version.
Toolkit find_toolkit(const std::string& nvcc);

/// The version in what `nvcc --version` prints; nothing if it has none.
std::optional<std::string> version_in(std::string_view text);

/// A program that makes PTX of CUDA C++.
struct PtxCompiler {
  enum class Kind : std::uint8_t { nvcc, clang };
  Kind kind = Kind::nvcc;
  std::filesystem::path program;
};

/// The compiler that `name` means: of nvcc see find_nvcc(); clang is looked for in PATH. Throws
/// ToolchainError if there is none.
PtxCompiler find_ptx_compiler(PtxCompiler::Kind kind, const std::string& name);

/// Writes PTX of the file, optimised (-O3), for the architecture. If the compiler makes none, the
/// first error that it prints, without addresses of its own memory. Throws ToolchainError where it
/// cannot be run.
std::optional<std::string> make_ptx(const PtxCompiler& compiler, const std::string& arch,
                                    const std::filesystem::path& cuda,
                                    const std::filesystem::path& ptx);

}  // namespace opexplore::hardware
