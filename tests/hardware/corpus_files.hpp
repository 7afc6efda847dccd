// The tests that generators of programs are tried on.
#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "tests/locations.hpp"

namespace opexplore::testing {

/// All litmus tests below these folders of the source tree, by path.
inline std::vector<std::string> corpus_files(std::initializer_list<std::string> folders) {
  std::vector<std::string> result;
  for (const std::string& folder : folders) {
    const std::string root = std::string(source_folder) + "/litmus/" + folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (entry.path().extension() == ".litmus") result.push_back(entry.path().string());
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace opexplore::testing
