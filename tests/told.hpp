// Sentences of machines and searches, as tests compare them.
#pragma once

#include <string>

#include "opmodel/vocabulary.hpp"

namespace opexplore {

/// In the words of PTX litmus tests; of a sentence that names no address.
inline std::string told(const Phrase& phrase) { return told(phrase, Program()); }

}  // namespace opexplore
