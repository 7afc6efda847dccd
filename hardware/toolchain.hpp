// Finds the programs of a CUDA toolkit, and runs the compiler.
#pragma once

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

/// Runs `nvcc -ptx -O3 -arch=ARCH` on the file. Throws ToolchainError with the compiler's words.
void run_nvcc(const std::filesystem::path& nvcc, const std::string& arch,
              const std::filesystem::path& cuda, const std::filesystem::path& ptx);

}  // namespace opexplore::hardware
