#include "tools/output_files.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace opexplore {
namespace {

[[noreturn]] void fail(const std::string& path) {
  throw OutputError("cannot write " + path + ": " + std::generic_category().message(errno));
}

void write_directly(const std::string& path, std::string_view content) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) fail(path);
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  if (std::fclose(file) != 0 || !written) fail(path);
}

}  // namespace

void write_file(const std::filesystem::path& path, std::string_view content) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return write_directly(path.string(), content);
  }
  const std::string temporary = path.string() + ".tmp" + std::to_string(getpid());
  try {
    write_directly(temporary, content);
  } catch (const OutputError&) {
    std::remove(temporary.c_str());
    throw;
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    std::remove(temporary.c_str());
    errno = reason;
    fail(path.string());
  }
}

void write_standard_output(std::string_view content) {
  const bool written = std::fwrite(content.data(), 1, content.size(), stdout) == content.size();
  if (!written || std::fflush(stdout) != 0) fail("standard output");
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
