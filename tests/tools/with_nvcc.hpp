// Reports on kernels that nvcc compiles.
#pragma once

#include <filesystem>
#include <string>

#include "tests/skip.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {

inline bool nvcc_or_skip() {
  for (const char* const nvcc : {"/usr/local/cuda/bin/nvcc", "/usr/bin/nvcc"}) {
    if (std::filesystem::exists(nvcc)) return true;
  }
  skip("nvcc", "there is no nvcc");
  return false;
}

inline CommandResult report(const Folder& folder, const std::string& source,
                            const std::string& options = "") {
  return program("'" + folder.add("k.cu", source) + "' " + options);
}

}  // namespace opexplore::testing
