// Files that appear whole or not at all.
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace opexplore {

/// A file could not be written; `what()` names it and the reason.
class OutputError : public std::runtime_error {
 public:
  OutputError(std::string file, const std::string& message)
      : std::runtime_error(message), path(std::move(file)) {}
  std::string path;  ///< "-" is standard output
};

/// A file that grows without being seen and appears whole: readers never see half of it, a failure
/// leaves an old file alone, and a run that is killed leaves nothing behind. It has no name until
/// finish(), or where the file system cannot do that (or only for the moment in which it replaces
/// an old file) the name FILE.opexplore-tmp0. One that was left is recognised by its free lock, for
/// process numbers mean nothing on shared file systems, and removed when FILE is written again.
class PendingFile {
 public:
  /// Throws OutputError. A link to a file is followed.
  explicit PendingFile(const std::filesystem::path& path);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();

  /// Throws OutputError.
  void append(std::string_view text);
  /// Gives the file its name. Throws OutputError.
  void finish();

 private:
  bool open_nameless();
  void open_named();
  int publish();
  int replace_nameless();

  std::filesystem::path path_;
  std::string temporary_;  ///< its name until then; empty while it has none
  std::FILE* file_ = nullptr;
};

/// Throws OutputError if `path` certainly cannot be written: its directory is missing or closed,
/// or it is a directory itself.
void require_writable(const std::filesystem::path& path);

/// Writes a PendingFile. A path that is not a regular file, such as /dev/null, is written directly.
/// Throws OutputError.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Makes the directory, if it is not there; what it stands in must be. Throws OutputError.
void make_directory(const std::filesystem::path& directory);

/// Writes to standard output. Throws OutputError.
void write_standard_output(std::string_view content);

/// Writes to that file, or to standard output for "-". Throws OutputError.
void write_output(const std::filesystem::path& target, std::string_view content);

/// Writes a report to that file; without one, or for "-", to standard output unless that is taken
/// by something else. Throws OutputError.
void write_report(const std::optional<std::filesystem::path>& target, std::string_view report,
                  bool standard_output_taken = false);

/// The name of a test as the name of a file: what could leave the directory or hide the
/// file becomes `_`.
std::string file_name(std::string_view test_name);

}  // namespace opexplore
