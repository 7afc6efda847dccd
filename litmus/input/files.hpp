// Files as texts.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "litmus/input/input_error.hpp"

namespace opexplore {

inline constexpr std::size_t max_file_size = 4U << 20U;  ///< bytes of a text that is read

}  // namespace opexplore

namespace opexplore::detail {

/// The whole file, or standard input for "-". Throws InputError when it is
/// missing, a directory, unreadable, or larger than `most` bytes.
std::string file_text(const std::filesystem::path& path, std::size_t most = max_file_size);

}  // namespace opexplore::detail
