// Files that appear whole or not at all.
#pragma once

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
