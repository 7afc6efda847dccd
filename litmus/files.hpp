// Files as texts.
#pragma once

#include <filesystem>
#include <string>

#include "litmus/input_error.hpp"

namespace opexplore::detail {

/// The whole file, or standard input for "-". Throws InputError when it is
/// missing, a directory, unreadable, or larger than max_file_size.
std::string file_text(const std::filesystem::path& path);

}  // namespace opexplore::detail
