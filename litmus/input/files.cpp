#include "litmus/input/files.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <system_error>

namespace opexplore::detail {

namespace {

/// At most one byte more than allowed, so that endless files end. Tests are short: room for what is
/// allowed would cost more than reading one.
std::string contents(std::istream& stream, std::size_t most) {
  constexpr std::size_t first_part = 4096;
  std::string text;
  while (stream && text.size() <= most) {
    const std::size_t end = text.size();
    text.resize(std::min(end + std::max(end, first_part), most + 1));
    stream.read(text.data() + end, static_cast<std::streamsize>(text.size() - end));
    text.resize(end + static_cast<std::size_t>(stream.gcount()));
  }
  return text;
}

}  // namespace

std::string file_text(const std::filesystem::path& path, std::size_t most) {
  std::string text;
  if (path == "-") {
    text = contents(std::cin, most);
  } else {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
      throw InputError(path.string(), {}, "no such file", "check the path, or add -I DIRECTORY");
    }
    if (std::filesystem::is_directory(status)) {
      throw InputError(path.string(), {}, "expected a file, found a directory");
    }
    std::ifstream stream(path, std::ios::binary);
    if (!stream) throw InputError(path.string(), {}, "the file cannot be opened");
    text = contents(stream, most);
    if (stream.bad()) throw InputError(path.string(), {}, "the file cannot be read");
  }
  if (text.size() > most) {
    throw InputError(path.string(), {},
                     "the file is too large: the limit is " + std::to_string(most) + " bytes");
  }
  return text;
}

}  // namespace opexplore::detail
