// The tests that are part of the library.
#pragma once

#include <span>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/embedded_file.hpp"

namespace opexplore {

namespace litmus {

/// By name, such as "ptx/MP.litmus". The build writes it from litmus/**/*.litmus.
std::span<const EmbeddedFile> embedded_corpus();

}  // namespace litmus

/// Those in this language, read, with few instructions before many; of as many, by name.
/// Their paths are those in the source tree: "litmus/ptx/MP.litmus".
std::vector<Test> corpus(Language language);

}  // namespace opexplore
