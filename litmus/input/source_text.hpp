// A text that a test was read from, as it was read: for those who show it beside what was found.
#pragma once

#include <string>

namespace opexplore {

struct SourceText {
  std::string language;  ///< as people call it: "litmus", "PTX", "CUDA", "SPIR-V"
  std::string file;      ///< as messages name it
  std::string text;
};

}  // namespace opexplore
