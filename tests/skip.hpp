// Tests that need what is neither in this tree nor a library that it is built with.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>

#include "tests/locations.hpp"

namespace opexplore::testing {

/// Has CTest show the test as skipped, which must then end with nothing checked: CTest looks for
/// this line and asks no further. `need` is the Debian package, or one of naga, nvcc, suite and
/// tint, which no package provides; .ci/tests.sh reads it.
inline void skip(const std::string& need, const std::string& reason) {
  std::cout << "skipped: needs " << need << ": " << reason << std::endl;
}

/// The conformance tests of that name, Dartagnan's of PTX if none is given, which lie beside the
/// source tree; nothing, and the test is skipped, where they do not.
inline std::optional<std::filesystem::path> suite_or_skip(const std::string& name = "ptx") {
  std::filesystem::path suite =
      std::filesystem::path(source_folder) / ".." / "shared" / "suites" / name;
  if (std::filesystem::is_directory(suite)) return suite;
  skip("suite", "there is no " + suite.string());
  return std::nullopt;
}

/// Whether Graphviz is there; the test is skipped where it is not.
inline bool graphviz_or_skip() {
  if (std::system("dot -V >/dev/null 2>&1") == 0) return true;
  skip("graphviz", "there is no dot");
  return false;
}

/// Whether the compiler of GLSL is there; the test is skipped where it is not.
inline bool glslang_or_skip() {
  if (std::system("glslangValidator --version >/dev/null 2>&1") == 0) return true;
  skip("glslang-tools", "there is no glslangValidator");
  return false;
}

}  // namespace opexplore::testing
