// Whether a file is still the one that it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace opexplore {

/// A hash of what a file has in it; nothing for what is no file, or cannot be read.
std::optional<std::uint64_t> hash_of_file(const std::filesystem::path& path);

}  // namespace opexplore
