// Other programs: found, run, and given a place for their files.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace opexplore {

/// Another program is not there, or did not do its work.
struct ProcessError : std::runtime_error {
  explicit ProcessError(const std::string& message, std::string advice = "")
      : std::runtime_error(message), suggestion(std::move(advice)) {}
  std::string suggestion;
};

/// Whether it is a file that may be executed.
bool is_program(const std::filesystem::path& file);
/// Where programs are looked for: the folders of the environment variable PATH.
std::vector<std::filesystem::path> folders_in_path();

/// What a program left.
struct Finished {
  int code = 0;        ///< its exit code; 128 and its number if a signal ended it
  std::string output;  ///< both streams
};

/// Runs words[0], a path, with the other words as arguments, and waits for it. When `stops` says so
/// it is ended, with all that it has started. Throws ProcessError if it cannot be started.
Finished run_process(const std::vector<std::string>& words,
                     const std::function<bool()>& stops = {});

/// A folder that is gone with it; one that a killed run left is removed by the next. Throws
/// ProcessError if it cannot be made.
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

}  // namespace opexplore
