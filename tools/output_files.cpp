#include "tools/output_files.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

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
  const std::string temporary = path.string() + ".tmp" + std::to_string(getpid());
  int reason = write_directly(temporary, content);
  if (reason == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) reason = errno;
  if (reason == 0) return;
  std::remove(temporary.c_str());
  fail(path.string(), reason);
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

void make_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (!error) return;
  throw OutputError(directory.string(),
                    "cannot make directory " + directory.string() + ": " + error.message());
}

void write_standard_output(std::string_view content) {
  const bool written = std::fwrite(content.data(), 1, content.size(), stdout) == content.size();
  if (!written || std::fflush(stdout) != 0) fail("-", errno);
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
