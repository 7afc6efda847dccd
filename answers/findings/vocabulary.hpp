// The words that reports on kernels have, by the language that a kernel is written in.
#pragma once

#include <string>

#include "answers/findings/findings.hpp"
#include "litmus/kernels/facts.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {

/// That of a kernel.
const Vocabulary& vocabulary(kernel::SourceLanguage language);

/// The sentence in the words of the kernel's language. Precondition: the run is of a kernel.
std::string told(const Phrase& phrase, const AnsweredTest& run);

}  // namespace opexplore
