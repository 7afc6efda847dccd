// Tests of the corpus for tests of the search.
#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <vector>

#include "litmus/language/reader.hpp"
#include "opmodel/condition.hpp"
#include "tests/locations.hpp"

namespace opexplore::testing {

/// Those in the folders of litmus/, in the order of their paths.
inline std::vector<Test> corpus_tests(std::initializer_list<const char*> folders) {
  std::vector<std::filesystem::path> paths;
  for (const char* const name : folders) {
    const auto folder = std::filesystem::path(source_folder) / "litmus" / name;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".litmus") paths.push_back(entry.path());
    }
  }
  std::ranges::sort(paths);
  std::vector<Test> tests;
  for (const auto& path : paths) tests.push_back(read_file(path));
  return tests;
}

}  // namespace opexplore::testing
