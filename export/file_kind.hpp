// What a file is, as far as its beginning shows: so that an output does not replace a test.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace opexplore {

/// The kinds of files that people write and programs read.
enum class FileKind : std::uint8_t {
  other,  ///< missing, empty, no file, an output of ours, or not known
  test,
  index,        ///< of tests
  kernels,      ///< PTX
  cuda,         ///< CUDA C++
  model,        ///< cat
  table,        ///< of a mapping
  launch,       ///< of kernels
  observed,     ///< observations of the literature
  results,      ///< of oplitmus run
  environments  ///< of oplitmus tune
};

/// Looks at the name and the first bytes. What is no regular file, a pipe say, is not opened.
FileKind kind_of_file(const std::filesystem::path& path);

/// "a litmus test", "a mapping table".
std::string_view name_of(FileKind kind);

}  // namespace opexplore
