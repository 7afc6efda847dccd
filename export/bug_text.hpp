// Bugs of kernels as running text, for places that have no layout: annotations, SARIF.
#pragma once

#include <string>

#include "answers/findings/findings.hpp"
#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/input_case.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// "Data race on `data`.": the title as a sentence.
std::string title_sentence(const Bug& bug);

/// "It is found with n = 0."; empty where the kernel is explored with no other inputs.
std::string inputs_sentence(const kernel::InputCase& inputs);

/// The sentences one after the other; empty where there are none.
std::string sentences_text(const Bug& bug);

/// What mends it: "Fix: insert `__threadfence();` before handoff.cu:7 `flag = 1;`, and … (proved:
/// out is always 42). Or: …"; empty where nothing is known.
std::string fix_text(const Bug& bug);

/// What a step did, as the accesses that it took place in, "reads flag = 1"; as the machine says it
/// where there are none. Of a kernel `facts` say what memory is called in its source.
std::string step_text(const Test& test, const kernel::Facts* facts, const TraceStep& step);

/// "block 1: load, may see 0".
std::string place_text(const Program& program, const BugPlace& place);

}  // namespace opexplore
