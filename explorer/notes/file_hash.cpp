#include "explorer/notes/file_hash.hpp"

#include <fstream>
#include <ios>
#include <iterator>
#include <string>
#include <system_error>

#include "explorer/store/hash.hpp"

namespace opexplore {

std::optional<std::uint64_t> hash_of_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  try {
    const std::string content(std::istreambuf_iterator<char>(file), {});
    return hash_bytes(content);
  } catch (const std::ios_base::failure&) {  // /proc has such files
    return std::nullopt;
  }
}

}  // namespace opexplore
