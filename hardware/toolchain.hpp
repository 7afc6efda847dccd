// Finds the programs of a CUDA toolkit, and runs them.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace opexplore::hardware {

/// A program of the toolkit is not there, or did not do its work.
struct ToolchainError : std::runtime_error {
  explicit ToolchainError(const std::string& message, std::string advice = "")
      : std::runtime_error(message), suggestion(std::move(advice)) {}
  std::string suggestion;
};

/// The program that `name` means: itself if it has a slash; else looked for in PATH, where the
/// toolkit was when this program was built, and where CUDA installs it. Throws ToolchainError if
/// there is none.
std::filesystem::path find_nvcc(const std::string& name);

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

/// What a program left.
struct Finished {
  int code = 0;        ///< its exit code; 128 and its number if a signal ended it
  std::string output;  ///< both streams
};

/// Runs words[0], a path, with the other words as arguments, and waits for it. Throws
/// ToolchainError if it cannot be started.
Finished run_program(const std::vector<std::string>& words);

/// Runs `nvcc -ptx -O3 -arch=ARCH` on the file. Throws ToolchainError with the compiler's words.
void run_nvcc(const std::filesystem::path& nvcc, const std::string& arch,
              const std::filesystem::path& cuda, const std::filesystem::path& ptx);

/// A folder that is gone with it; one that a killed run left is removed by the next. Throws
/// ToolchainError if it cannot be made.
class TemporaryFolder {
 public:
  /// A new folder in `parent`.
  explicit TemporaryFolder(const std::filesystem::path& parent);
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;  ///< a descriptor that tells later runs that the folder is in use
};

}  // namespace opexplore::hardware
