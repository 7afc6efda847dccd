#include "tools/output_files.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "tools/pending_file.hpp"

namespace opexplore {
namespace {

[[noreturn]] void fail(const std::string& path, int reason) {
  throw OutputError(path, "cannot write " + (path == "-" ? "standard output" : path) + ": " +
                              std::generic_category().message(reason));
}

// Zero, or what went wrong.
int write_directly(const std::string& path, std::string_view content) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return errno;
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const int reason = errno;
  if (std::fclose(file) != 0) return errno;
  return written ? 0 : reason;
}

}  // namespace

void write_file(const std::filesystem::path& path, std::string_view content) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    if (const int reason = write_directly(path.string(), content)) fail(path.string(), reason);
    return;
  }
  PendingFile file(path);
  file.append(content);
  file.finish();
}

void require_writable(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) fail(path.string(), EISDIR);
  const bool direct = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  const auto parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const int mode = direct ? W_OK : W_OK | X_OK;
  if (access((direct ? path : parent).c_str(), mode) != 0) fail(path.string(), errno);
}

// Missing folders above it are most likely a slip of the pen.
void make_directory(const std::filesystem::path& directory) {
  namespace fs = std::filesystem;
  const std::string name = directory.string();
  std::error_code error;
  if (fs::is_directory(directory, error)) return;
  if (fs::exists(directory, error)) {
    throw OutputError(name, name + " is a file, and files are to be written into a folder");
  }
  const fs::path bare = directory.has_filename() ? directory : directory.parent_path();
  const fs::path above = bare.parent_path();
  if (fs::exists(above, error) && !fs::is_directory(above, error)) {
    throw OutputError(name,
                      "cannot make the folder " + name + ": " + above.string() + " is no folder");
  }
  if (!above.empty() && !fs::is_directory(above, error)) {
    throw OutputError(name, "cannot make the folder " + name + ": there is no folder " +
                                above.string() + "; check the path, or make it with mkdir -p " +
                                above.string());
  }
  fs::create_directory(bare, error);
  if (error) throw OutputError(name, "cannot make the folder " + name + ": " + error.message());
}

void write_standard_output(std::string_view content) {
  const bool written = std::fwrite(content.data(), 1, content.size(), stdout) == content.size();
  if (!written || std::fflush(stdout) != 0) fail("-", errno);
}

void write_output(const std::filesystem::path& target, std::string_view content) {
  if (target == "-") {
    write_standard_output(content);
  } else {
    write_file(target, content);
  }
}

void write_report(const std::optional<std::filesystem::path>& target, std::string_view report,
                  bool standard_output_taken) {
  if (target && *target != "-") {
    write_file(*target, report);
  } else if (!standard_output_taken) {
    write_standard_output(report);
  }
}

std::string file_name(std::string_view test_name) {
  std::string name(test_name);
  for (char& c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '/' || c == '\\' || byte < 0x20 || byte == 0x7f) c = '_';
  }
  if (name.empty() || name.front() == '.') name.insert(name.begin(), '_');
  return name;
}

}  // namespace opexplore
