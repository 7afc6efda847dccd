// Bugs of kernels as running text, for places that have no layout: annotations, SARIF.
#pragma once

#include <string>

#include "answers/kernel/verdict.hpp"

namespace opexplore {

/// "Data race on `data`.": the title as a sentence.
std::string title_sentence(const Bug& bug);

/// The sentences one after the other; empty where there are none.
std::string sentences_text(const Bug& bug);

/// What mends it: "Fix: insert `__threadfence();` before handoff.cu:7 `flag = 1;`, and … (proved:
/// out is always 42). Or: …"; empty where nothing is known.
std::string fix_text(const Bug& bug);

/// "block 1: load, may see 0".
std::string place_text(const Program& program, const BugPlace& place);

}  // namespace opexplore
